"""What stands around a text and says nothing of it: notices of sites, forms of letters, lines of logs, fields."""

import re

# Sentences that a site, a mail program or a speaker adds to any text, in the languages that the examples hold.
_NOTICE = re.compile(
    r"""
    \b(?:use|uses|using|our|accept|all)\s(?:of\s)?cookies\b | \bcookie\s(?:policy|settings|notice)
    | \bprivacy\spolicy\b | \bterms\sof\s(?:use|service)\b | \ball\srights\sreserved\b
    | \bcopyright\s(?:©|\(c\)|\d{4}) | ©
    | \bsubscribe(?:\sto|\sfor|\snow|\stoday|!) | \bsubscribers?\sonly\b | \bpaying\ssubscribers?\b
    | \b(?:sign\sup|log\sin|sign\sin|register)\s(?:for|to|now|here|today)\b
    | \bnewsletter\b.{0,40}\b(?:inbox|sign|weekly)\b | \b(?:to|in|into)\syour\s(?:inbox|mailbox)\b
    | \bbecome\sa\s(?:member|subscriber|patron)\b | \bjoin\s(?:more\sthan\s|over\s)?[\d,.]+\s(?:other\s)?readers\b
    | \b(?:free\s)?articles\sleft\b | \balready\s(?:have\san\saccount|a\s(?:member|subscriber))\b
    | \bbuy\sme\sa\scoffee\b | \b(?:enable|turn\son|allow)\snotifications\b | ^(?:advertisement|sponsored)\b
    | \bshare\sthis\b | \bfollow\s(?:us|me)\son\b | \bleave\sa\scomment\b | \bconsider\ssharing\b
    | \bclick\shere\b | \bread\s(?:more|the\sfull)\b | \bcontinue\sreading\b | \bin\sour\sapp\b | \bsponsored\sby\b
    | \b\d+\s?min(?:ute)?s?\.?\sread\b | ^reading\stime\b | \blast\supdated\b | \bstaff\swriter\b
    | \bused\swith\s(?:kind\s)?permission\b
    | \bthanks?(?:\syou)?(?:\s(?:very|so)\smuch)?\sfor\s(?:reading|listening|watching|being\swith|joining|having)\b
    | \bwelcome\sto\s(?:the|this|our|my)\s(?:show|podcast|channel|blog|newsletter|programme)\b
    | \b(?:hope|trust)\sthis\s(?:letter|mail|e-?mail|message|note)\sfinds\syou\b
    | \blook\sforward\sto\s(?:hearing|seeing|meeting)\b | \bbest\s(?:wishes|regards)\b | \bkind\sregards\b
    | \bwir\sverwenden\scookies\b | \bnewsletter\sabonnieren\b | \balle\srechte\svorbehalten\b
    | \bdatenschutzerklärung\b | \bnous\sutilisons\sdes\scookies\b | \btous\sdroits\sréservés\b | \babonnez-vous\b
    | \bvi\sanvänder\s(?:cookies|kakor)\b | \balla\srättigheter\b | \bprenumerera\s(?:på|nu)\b
    | クッキー(?:を使用|ポリシー) | 無断転載 | 版权所有 | 订阅我们
    """,
    re.IGNORECASE | re.VERBOSE,
)
_BYLINE = re.compile(
    r"(?:(?i:written\sby|by|von|par|av|(?:photo|picture|image|illustration)(?:graph|s)?(?:\sby)?|foto))[:\s]\s?"
    r"[A-Z][\w.'-]+(?:\s[A-Z][\w.'-]+)+(?:[,·|]|\sfor\s|$)"
)
# Fields of letters, minutes and pages; "Summary:" and "Note:" are none, they stand before what is said.
_FIELD = re.compile(
    r"(?:absent|apologies|attendees|author|category|cc|created|date|datum|excused|from|location|next\smeeting|participants"
    r"|place|present|published|source|status|subject|tags?|teilnehmer|time|to|updated|url|von|an|betreff|ort|plats)\s?:\s",
    re.IGNORECASE,
)
_LOG_LINE = re.compile(
    r"\s*(?:[\[(]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?\S*\s|[\[(]?\d\d:\d\d:\d\d\S*\s)?"
    r"[\[(]?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b[\])]?[:\s]"
    r"|\s*[\[(]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d"
)
_SPEAKER = re.compile(
    r"(?P<name>[^\W\d_][\w.'-]*(?: [^\W\d_][\w.'-]*){0,2})(?: ?[\[(]\d{1,2}:\d\d(?::\d\d)?[\])])?: (?=\S)"
)
FEWEST_TURNS = 2  # of one speaker, from which on "Name: " is no field


def is_boilerplate(sentence: str) -> bool:
    """Tell whether a sentence may stand around any text."""
    return bool(_NOTICE.search(sentence) or _BYLINE.match(sentence) or _FIELD.match(sentence))


def is_log_line(line: str) -> bool:
    """Tell whether a line is one of a program's log."""
    return _LOG_LINE.match(line) is not None


def find_speakers(lines: list[str]) -> frozenset[str]:
    """Return the names of those who speak in a transcript: each begins several of its lines."""
    counts: dict[str, int] = {}
    for line in lines:
        found = _SPEAKER.match(line)
        if found and not _FIELD.match(line):
            counts[found["name"]] = counts.get(found["name"], 0) + 1
    return frozenset(name for name, count in counts.items() if count >= FEWEST_TURNS)


def strip_speaker(line: str, speakers: frozenset[str]) -> str:
    """Return what a speaker says."""
    found = _SPEAKER.match(line)
    return line[found.end() :] if found and found["name"] in speakers else line
