"""The stages of one topic as a process that may be killed; what is done already is not done again, as under DVC."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

from whole import list_steps, run_stage  # noqa: E402 (a script finds its neighbours by the lines above)


def main(project: Path, topic: str) -> None:
    """Run every stage that has not come to its end yet."""
    done = project / "done.txt"
    finished = done.read_text(encoding="utf-8").split("\n") if done.is_file() else []
    for name, options in [("snapshot_sources", []), *list_steps(topic)]:
        label = " ".join([name, *options])
        if label not in finished:
            run_stage(project, name, options)
            with done.open("a", encoding="utf-8") as stream:
                stream.write(label + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
