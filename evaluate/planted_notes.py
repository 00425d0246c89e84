"""Notes with two planted sentences that say what they are about, amid all that stands in notes and says nothing."""

from collections.abc import Callable
from dataclasses import dataclass

from .drawing import draw_number, draw_order


@dataclass(frozen=True)
class Subject:
    """What notes are about."""

    title: str
    about: tuple[str, ...]  # sentences that say it
    aside: tuple[str, ...]  # sentences that stand beside it
    language: str = "en"


@dataclass(frozen=True)
class PlantedNote:
    """One note."""

    name: str
    form: str
    subject: Subject
    text: str


SUBJECTS = (
    Subject(
        "Rye starter in winter",
        (
            "A rye starter slows down in a cold kitchen, so in winter I feed the starter with warmer water "
            "and half the flour.",
            "The starter rises again within two days once its water is at thirty degrees.",
        ),
        (
            "The kettle broke on Tuesday.",
            "Aunt Marta called while the oven was hot.",
            "It rained all morning and nobody came.",
            "I bought new towels.",
        ),
    ),
    Subject(
        "Card index of the museum",
        (
            "The card index of the museum still answers more questions than its database, because each card "
            "says who wrote it and when.",
            "Whoever replaces the card index must carry over the pencil marks on its cards.",
        ),
        (
            "We had coffee in the yard.",
            "The lift is out of order again.",
            "Hana forgot her umbrella.",
            "The bus was late by twelve minutes.",
        ),
    ),
    Subject(
        "Night train to the border",
        (
            "The night train to the border loses money in summer, since the sleeping cars stand idle for "
            "nine hours a day.",
            "A second run of the sleeping cars by day would pay for the night train.",
        ),
        (
            "The station cat has had kittens.",
            "My seat neighbour snored.",
            "There was no milk for the tea.",
            "I read half a novel.",
        ),
    ),
    Subject(
        "Flood gauge at the weir",
        (
            "The flood gauge at the weir reads four centimetres too low whenever ice blocks the inlet of the gauge.",
            "Heating the inlet with a small cable keeps the gauge right through the frost.",
        ),
        (
            "A heron watched us.",
            "The gate key was missing at first.",
            "Tomas brought sandwiches.",
            "My boots are too small.",
        ),
    ),
    Subject(
        "Flaky tests in the build",
        (
            "Flaky tests in the build come from one shared port, which two tests open at the same time.",
            "Giving each test a port of its own made the build pass three hundred times in a row.",
        ),
        (
            "Lunch was soup.",
            "The new monitor is too bright.",
            "Ravi is on leave until Thursday.",
            "Someone moved my chair.",
        ),
    ),
    Subject(
        "Heat pump for the terrace",
        (
            "The heat pump for the terrace needs radiators that are twice as large, or its flow temperature "
            "eats the savings.",
            "With larger radiators the heat pump halves the gas bill of the terrace.",
        ),
        ("The caretaker has a new dog.", "We parked on the wrong side.", "The stairs were wet.", "I lost a glove."),
    ),
    Subject(
        "Bees on the south slope",
        (
            "Bees on the south slope swarm three weeks earlier than those in the valley, because the "
            "heather warms the slope.",
            "Splitting the hives in April keeps the swarms of the slope at home.",
        ),
        ("The club dinner was loud.", "I must mend the veil.", "The road was full of sheep.", "Coffee again at four."),
    ),
    Subject(
        "Choir rehearsal plan",
        (
            "The rehearsal plan gives each voice of the choir twenty minutes alone before the choir sings together.",
            "Since the plan came, the choir learns a piece in four rehearsals and not in seven.",
        ),
        ("The heating was off.", "Ewa brought cake.", "Two chairs are broken.", "We sang until ten."),
    ),
    Subject(
        "Street trees in the third year",
        (
            "Street trees die in their third year, because the city waters young trees for two years only.",
            "A third year of watering costs less than one in five new trees.",
        ),
        ("The meeting began late.", "There were no biscuits left.", "I sat by the window.", "Paolo had a cold."),
    ),
    Subject(
        "Forgetting budget for notes",
        (
            "A forgetting budget caps the notes that an assistant may keep, so that each new note must push "
            "an old one out.",
            "The budget makes the assistant's memory smaller and its answers better.",
        ),
        ("The train was full.", "I slept badly.", "My pen ran dry.", "The wifi was slow."),
    ),
)
FOREIGN = (
    Subject(
        "Wärmepumpe im Altbau",
        (
            "Eine Wärmepumpe lohnt sich im Altbau erst, wenn die Heizkörper größer sind und die "
            "Vorlauftemperatur sinkt.",
            "Größere Heizkörper machen die Wärmepumpe im Altbau um ein Drittel sparsamer.",
        ),
        ("Der Kaffee war kalt.", "Es regnete den ganzen Tag.", "Der Hund bellte."),
        "de",
    ),
    Subject(
        "Växtskydd på kolonin",
        (
            "Växtskydd på kolonin börjar med fiberduk över kålen, eftersom fjärilarna lägger ägg redan i maj.",
            "Fiberduken skyddar kålen på kolonin utan något gift.",
        ),
        ("Det regnade i går.", "Grannen lånade spaden.", "Kaffet tog slut."),
        "sv",
    ),
    Subject(
        "Le levain en hiver",
        (
            "Le levain ralentit en hiver dans une cuisine froide, et il faut donc le nourrir avec une eau plus chaude.",
            "Un levain nourri à trente degrés repart en deux jours, même en hiver.",
        ),
        ("Il a plu toute la journée.", "Le chat dormait.", "Le café était froid."),
        "fr",
    ),
    Subject(
        "街路樹の三年目",
        (
            "街路樹は三年目に枯れることが多く、それは市が若い木に二年間しか水をやらないからである。",
            "三年目も街路樹に水をやる費用は、植え直す費用よりずっと安い。",
        ),
        ("昨日は雨だった。", "会議は遅れて始まった。", "コーヒーがなかった。"),
        "ja",
    ),
    Subject(
        "冬天的酸面团",
        (
            "酸面团在寒冷的厨房里发酵很慢，所以冬天要用温水喂养酸面团。",
            "水温三十度的时候，酸面团两天之内就会重新活跃起来。",
        ),
        ("昨天下雨了。", "茶已经凉了。", "邻居来借了椅子。"),
        "zh",
    ),
)

# What must never stand in a summary.
BOILERPLATE = (
    "We use cookies to improve your experience and to show you relevant content.",
    "By continuing to browse this site you agree to our use of cookies and our privacy policy.",
    "Subscribe to our newsletter to get the best stories in your inbox every week.",
    "Sign up for free and never miss a new post from this writer again.",
    "This post is for paying subscribers only, so please log in to continue reading.",
    "Share this article with your friends on social media or send it by email.",
    "All rights reserved by the publisher of this site and its authors.",
    "Follow us on social media for more stories like the one you have just read.",
    "Written by Noor Adeyemi, staff writer, and last updated on 3 March 2026.",
    "6 min read",
    "Photo: Hana Brandt for the Northern Review, used with kind permission.",
    "If you enjoyed this post, please consider sharing it or leaving a comment below.",
    "Click here to read the full version of this article in our app.",
)
# Other notices for the other half of the subjects: the patterns of the summariser were written before them.
OTHER_BOILERPLATE = (
    "This site uses cookies to remember your preferences and to measure traffic.",
    "Get our best writing delivered straight to your mailbox every Friday.",
    "Become a member today to unlock this story and support independent writing.",
    "Join more than 20,000 readers who already receive our weekly letter.",
    "You have two free articles left this month before you hit the wall.",
    "Copyright 2026 by the Northern Review, registered in the city of Malmö.",
    "If you like what you read here, buy me a coffee with the button below.",
    "By Ilse Okafor, published on 4 February 2026 in the section on culture.",
    "Enable notifications so that you hear at once when something new is out.",
    "Picture by Luc Moreau, taken in the summer of last year.",
    "Reading time: 8 minutes",
    "Advertisement: the best chairs of the year, tested by our own team.",
    "Already have an account, then enter your address and password to read on.",
)
_CODE = "```python\ndef feed(starter, water):\n    return starter.rise(water)  # The function returns the starter.\n```"
_LINKS = "- [[Home]]\n- [[Index of everything]]\n- [The map](https://example.org/map)\n- [[Inbox]]"
_LOG = (
    "2026-03-01 08:14:02 INFO queue: worker 3 started and waits for new jobs.\n"
    "2026-03-01 08:14:09 WARN queue: job 4711 took longer than it should.\n"
    "2026-03-01 08:15:30 ERROR queue: connection was reset by the other side.\n"
    "2026-03-01 08:15:31 INFO queue: worker 3 will try again in ten seconds."
)
_TABLE = (
    "| day | what | who |\n|---|---|---|\n| Mon | The pump was checked. | Ravi |\n| Tue | Nothing was done. | Hana |"
)
_FRONT = "---\ntags: [garden, log]\ncreated: 2026-03-01\nstatus: draft\n---"
_AGENDA = (
    "- [ ] Send the minutes to everyone who was there.\n- [ ] Book the room for the next meeting in April.\n"
    "- [x] Pay the invoice of the printer."
)

Form = Callable[[str, Subject], list[str]]


def _plain(key: str, subject: Subject) -> list[str]:
    return [" ".join(subject.aside[:2]), " ".join((subject.about[0], subject.aside[2])), subject.about[1]]


def _clipping(key: str, subject: Subject) -> list[str]:
    lines = draw_order(key, BOILERPLATE if is_tuning(subject) else OTHER_BOILERPLATE)
    return [*lines[:4], subject.aside[0], " ".join(subject.about), lines[4], *lines[5:8]]


def _front_and_links(key: str, subject: Subject) -> list[str]:
    return [_FRONT, f"# {subject.title}", _LINKS, subject.aside[0], " ".join(subject.about), "## See also", _LINKS]


def _code(key: str, subject: Subject) -> list[str]:
    return [f"# {subject.title}", _CODE, " ".join(subject.aside[:2]), _CODE, " ".join(subject.about)]


def _log(key: str, subject: Subject) -> list[str]:
    return [_LOG, subject.aside[1], subject.about[0], _LOG, subject.about[1]]


def _meeting(key: str, subject: Subject) -> list[str]:
    return [
        f"# {subject.title}", "Date: 2026-03-01", "Present: Ravi Menon, Hana Brandt, Tomas Rehn. Excused: Ewa Nowak.",
        "## Agenda", _AGENDA, "## Notes", " ".join((subject.aside[0], subject.about[0])),
        f"- {subject.about[1]}\n- {subject.aside[1]}", "Next meeting: 8 April at ten in the small room.",
    ]  # fmt: skip


def _transcript(key: str, subject: Subject) -> list[str]:
    said = (subject.aside[0], subject.about[0], "Yes, that is right.", subject.about[1], "Hm, let me think about that.")
    names = ("Host", "Guest")
    turns = [f"**{names[place % 2]}** ({place:02}:1{place}): {text}" for place, text in enumerate(said)]
    return ["Host: Hello and welcome to the show, it is great to have you here today!", *turns,
            "Host: Thank you very much for being with us, and goodbye to all of you."]  # fmt: skip


def _table(key: str, subject: Subject) -> list[str]:
    return [f"# {subject.title}", _TABLE, subject.aside[2], _TABLE, " ".join(subject.about)]


def _letter(key: str, subject: Subject) -> list[str]:
    return ["From: noor@example.org\nTo: me@example.org\nSubject: news", "Dear friend,",
            "I hope this letter finds you well and that the move went smoothly.", " ".join(subject.about),
            "I look forward to hearing from you soon.", "Best wishes,\nNoor"]  # fmt: skip


def _tasks(key: str, subject: Subject) -> list[str]:
    return [_FRONT, _AGENDA, "rating:: 5\nstatus:: open", *subject.about, "#todo #later #garden", _AGENDA]


def _single(key: str, subject: Subject) -> list[str]:
    return [f"# {subject.title}", _LINKS, subject.about[0]]


FORMS: dict[str, Form] = {
    "plain": _plain, "clipping": _clipping, "front_and_links": _front_and_links, "code": _code, "log": _log,
    "meeting": _meeting, "transcript": _transcript, "table": _table, "letter": _letter, "tasks": _tasks,
    "single": _single,
}  # fmt: skip
FOREIGN_FORMS = ("plain", "front_and_links", "code", "table", "single")


def make_notes() -> list[PlantedNote]:
    """Return all notes: each subject in each form, the foreign ones in those that hold no English."""
    notes = [_make_note(form, subject) for subject in SUBJECTS for form in FORMS]
    return notes + [_make_note(form, subject) for subject in FOREIGN for form in FOREIGN_FORMS]


def is_tuning(subject: Subject) -> bool:
    """Tell whether notes on a subject belong to the half on which the summariser is tuned."""
    return draw_number(f"half {subject.title}", 2) == 0


def _make_note(form: str, subject: Subject) -> PlantedNote:
    key = f"{form} {subject.title}"
    return PlantedNote(key, form, subject, "\n\n".join(FORMS[form](key, subject)) + "\n")
