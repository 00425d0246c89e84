"""Redaction: what looks like a key, and what the reader calls private, leaves in no request."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from ..project.params import PrivateParams

MARK = "[redacted]"

# Where a pattern has a group, only the group goes: the words around it say nothing secret.
_SHAPES = (
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?s:.*?)"
    r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    r"\bAGE-SECRET-KEY-1[A-Z0-9]{20,}",
    r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?",  # a JSON web token
    r"\bsk-[A-Za-z0-9_-]{16,}",
    r"\b(?:gh[pousr]_|github_pat_|glpat-|hf_|npm_|pypi-|dop_v1_|shpat_|lin_api_|ntn_|figd_)[A-Za-z0-9_-]{16,}",
    r"\b(?:gsk_|pplx-|xai-|r8_|shpss_|shpca_|sntrys_|secret_)[A-Za-z0-9]{20,}",
    r"\b(?:GOCSPX-|PMAK-|hvs\.|tskey-[a-z]{1,12}-)[\w-]{16,}",
    r"\bdapi[0-9a-f]{32}\b",
    r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b",
    r"\bAIza[\w-]{30,}",
    r"\bya29\.[\w-]{20,}",
    r"\bxox[a-z]-[A-Za-z0-9-]{10,}",
    r"\bxapp-[A-Za-z0-9-]{10,}",
    r"\b[rsp]k_(?:live|test)_[A-Za-z0-9]{10,}",
    r"\bwhsec_[A-Za-z0-9+/=]{16,}",
    r"\bSG\.[\w-]{16,}\.[\w-]{16,}",
    r"\b\d{8,10}:AA[\w-]{30,}",
    r"[a-z][a-z0-9+.-]{0,20}://[^\s/:@\[\]()]{0,80}:([^\s/@\[\]()]{1,200})@",
    r"(?i:[?&;](?:access_token|api_?key|auth|key|password|secret|sig|signature|token|x-amz-signature)=)([\w.~%+/=-]{8,})",
    r"\bhooks\.slack\.com/services/([\w/]{20,})",
    r"(?i:\bauthorization:\s{0,3}basic)\s+([A-Za-z0-9+/]{8,}=*)",
    r"(?i:\bbearer)\s+([\w.~+/-]{16,}=*)",
    r"(?i:\b(?:\w{0,40}[_-])?(?:(?:api|access|account)[ _-]?key|secret(?:[ _-]?key)?|token|passw(?:or)?d|passwort|"
    r"kennwort|lösenord|contraseña|passphrase|pwd)\b)"
    r"[\"'`*\\]{0,3}\s{0,3}[:=：]\s{0,3}[\"'`*\\]{0,3}\s{0,3}((?=[^\s\"'`\[\]&]{0,200}\d)[^\s\"'`\[\]&]{8,200})",
)


@dataclass(frozen=True)
class Redactor:
    """What is taken out of a text before it is sent."""

    folders: tuple[str, ...] = ()  # private folders of the vault
    tags: tuple[str, ...] = ()  # private tags, without "#"

    @cached_property
    def _patterns(self) -> Sequence[re.Pattern[str]]:
        return [re.compile(shape) for shape in (*_SHAPES, *_list_private(self.folders, self.tags))]

    def redact(self, text: str) -> tuple[str, int]:
        """Return the text without what looks like a key or names something private, and how many places went."""
        number = 0
        for pattern in self._patterns:
            text, found = pattern.subn(_blank_group, text)
            number += found
        return text, number


def make_redactor(private: PrivateParams) -> Redactor:
    """Return the redactor of what the reader calls private."""
    return Redactor(tuple(folder.strip("/") for folder in private.folders), private.tags)


def _list_private(folders: Iterable[str], tags: Iterable[str]) -> list[str]:
    """Return patterns of paths below private folders and of private tags, as notes link and write them."""
    # As it is, and as links of Markdown and of Obsidian encode it.
    forms = [form for name in folders if name for form in dict.fromkeys((name, quote(name), quote(name, safe="")))]
    paths = [rf"(?i:(?<!\w)(?<!\w/){re.escape(form)}(?:/|%2F)[^\]\[|#\n\"'<>`)]{{1,200}})" for form in forms]
    return [*paths, *(rf"(?i:(?<![\w&/])#{re.escape(tag)}(?:/[\w/-]{{1,100}})?(?![\w-]))" for tag in tags if tag)]


def _blank_group(match: re.Match[str]) -> str:
    if not match.lastindex:
        return MARK
    start, end = match.span(1)
    whole = match.group()
    return f"{whole[: start - match.start()]}{MARK}{whole[end - match.start() :]}"
