"""Sampling: long texts in parts that a request can hold."""

PART_CHARACTERS = 24_000  # six to eight thousand tokens of Latin script
SEAMS = ("\n\n", "\n", ". ", " ")  # the best place to cut first


def split_parts(text: str, characters: int = PART_CHARACTERS) -> list[str]:
    """Return a text in parts of at most so many characters, cut between paragraphs or lines where that can be."""
    parts: list[str] = []
    start = 0
    while len(text) - start > characters:
        end = start + characters
        floor = start + characters // 2
        seam = next((seam for seam in SEAMS if seam in text[floor:end]), "")
        stop = text.rfind(seam, floor, end) + len(seam) if seam else end
        parts.append(text[start:stop])
        start = stop
    return [*parts, text[start:]]
