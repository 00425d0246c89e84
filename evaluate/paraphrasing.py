"""Paraphrases by rule, in three degrees: other words, other order of clauses and sentences, other forms of numbers."""

import re
from collections.abc import Sequence

from florilegium.wording.sentences import split_sentences

from .drawing import draw_order, draw_share

# What share of the words that the table knows is replaced, of the sentences turned round, and left out, by degree.
REPLACED = {1: 0.4, 2: 0.75, 3: 1.0}
TURNED = {1: 0.0, 2: 0.5, 3: 1.0}
LEFT_OUT = {1: 0.0, 2: 0.05, 3: 0.15}
DEGREES = tuple(REPLACED)

# What is written in place of what; the words of the table are ordinary ones, no terms of a field.
_TABLE = """
about:roughly; above:over according; achieve:reach; across:throughout; additional:further; affect:influence;
affects:influences; after:following; allow:let; allows:lets; almost:nearly; also:too; although:even though;
always:at all times; among:amid; another:a further; answer:reply; answers:replies; appear:seem; appears:seems;
approach:method; around:near; article:piece; ask:enquire; asked:requested; assessed:judged;
associated with:linked to; attempt:try; attempts:tries; bad:poor; because:since; before:prior to; began:started;
begin:start; begins:starts; believe:think; believed:thought; better:superior; big:large; books:volumes; both:the two;
bought:purchased; bring:carry; brought:carried; build:construct; built:constructed; burnt:set fire to; but:yet;
buy:purchase; called:named; can:is able to; cause:bring about; causes:brings about; change:alter; changed:altered;
changes:alters; cheap:inexpensive; children:kids; choose:pick; chose:picked; close:shut; closed:shut; cold:chilly;
comes:arrives; common:frequent; compared:set against; complete:whole; consider:regard; contains:holds; correct:right;
cost:came to; costs:comes to; could:was able to; counted:tallied; created:made; decided:resolved; decrease:drop;
decreased:dropped; demonstrate:show; demonstrated:showed; develop:work out; developed:worked out; different:other;
difficult:hard; discovered:found; discuss:talk over; disease:illness; doubted:questioned; during:in the course of;
each:every; early:at the outset; easy:simple; effect:impact; effects:impacts; end:close; enough:sufficient;
entire:whole; especially:above all; essential:vital; every:each; evidence:proof; examine:look into;
examined:looked into; example:instance; examples:instances; expensive:dear; explain:set out; explained:set out;
fail:break down; failed:broke down; fast:quick; faults:flaws; few:a handful of; final:last; find:discover;
findings:results; follow:come after; forget:fail to recall; full:complete; gave:handed; generally:by and large;
get:obtain; gets:obtains; give:hand; gives:hands; good:fine; great:large; grew:increased; group:set; groups:sets;
grow:increase; had:possessed; happens:occurs; hard:tough; has:possesses; help:aid; helped:aided; helps:aids;
here:in this place; high:elevated; higher:greater; hold:keep; holds:keeps; hoped:wished; house:dwelling; however:yet;
huge:enormous; idea:notion; ideas:notions; identified:picked out; important:weighty; improve:better;
improved:bettered; in addition:moreover; in order to:so as to; include:take in; includes:takes in; increase:rise;
increased:rose; indicate:suggest; indicated:suggested; individuals:people; inside:within; instead:rather;
involved in:part of; keep:retain; keeps:retains; kept:retained; kind:sort; know:are aware; known:familiar;
large:sizeable; later:afterwards; laughs:smiles; learn:pick up; leave:let; lent:loaned; less:fewer; let:allow;
level:degree; levels:degrees; likely:probable; likewise:similarly; line:row; little:small; long:lengthy; look:glance;
looked:glanced; lost:mislaid; low:small; lower:smaller; made:produced; main:chief; mainly:chiefly; make:produce;
makes:produces; many:numerous; may:might; mean:average; measure:gauge; measured:gauged; method:way; methods:ways;
moved:shifted; much:a great deal; must:has to; near:close to; need:require; needed:required; needs:requires;
never:at no time; new:fresh; nobody:no one; noticed:saw; novel:new; number:count; observed:seen; obtained:got;
often:frequently; old:aged; only:just; open:unlock; opened:unlocked; other:different; outside:beyond; part:portion;
parts:portions; patients:sufferers; people:persons; perhaps:maybe; place:spot; places:spots; play:act;
possible:feasible; present:current; prevent:stop; previously:earlier; problem:trouble; problems:troubles;
process:procedure; produce:yield; produced:yielded; provide:supply; provided:supplied; provides:supplies; put:set;
quickly:fast; rapid:swift; read:perused; reason:ground; reasons:grounds; recent:late; reduce:cut; reduced:cut;
remain:stay; remained:stayed; remains:stays; remove:take away; removed:took away; report:describe;
reported:described; require:need; required:needed; requires:needs; result:outcome; results:outcomes; reveal:disclose;
revealed:disclosed; rich:wealthy; right:correct; role:part; rule:principle; said:stated; same:identical; save:spare;
saved:spared; say:state; says:states; search:look; see:notice; seems:appears; seen:noticed; sell:hand over;
several:a number of; should:ought to; show:demonstrate; showed:demonstrated; shown:demonstrated; shows:demonstrates;
significant:marked; significantly:markedly; similar:alike; simple:plain; since:as; small:little; sold:handed over;
some:certain; sometimes:now and then; specific:particular; start:begin; started:began; still:even now; stop:halt;
stopped:halted; strong:powerful; studied:looked at; studies:inquiries; study:inquiry; such as:like; suggest:hint;
suggests:hints; take:grab; taken:grabbed; takes:grabs; taught:instructed; tell:inform; test:trial; tested:tried;
tests:trials; therefore:hence; thing:object; things:objects; think:reckon; though:even if; through:by way of;
thus:so; time:hour; times:occasions; told:informed; took:grabbed; total:sum; treatment:therapy; true:real;
try:attempt; turn:rotate; two:a pair of; type:kind; types:kinds; under:below; understand:grasp; until:up to; upon:on;
use:employ; used:employed; uses:employs; using:by means of; usual:customary; usually:as a rule; various:assorted;
very:quite; visitors:guests; waited:stood by; wanted:wished for; warned:cautioned; was:had been; way:manner;
ways:manners; weighed:balanced; well:ably; went:travelled; when:at the time that; whether:if; while:as; whole:entire;
with:along with; within:inside; without:lacking; work:labour; worked:laboured; works:labours; worn:tired; worry:fret;
worth:of the value of; would:was to; write:set down; writes:sets down; written:set down; wrong:mistaken;
wrote:set down; year:twelvemonth; yet:still; young:youthful
"""

_SYNONYMS = dict(entry.strip().split(":") for entry in _TABLE.split(";"))
_SYNONYM = re.compile(rf"\b(?:{'|'.join(sorted(_SYNONYMS, key=lambda word: (-len(word), word)))})\b", re.IGNORECASE)
_SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split()
_NUMBER = re.compile(rf"(?<![\w.,])(?:\d{{1,2}}|{'|'.join(_SMALL)})(?![\w%]|[.,]\d)", re.IGNORECASE)
_CLAUSE = re.compile(
    r"(?P<main>[^,;:()]{15,}?),? (?P<link>because|although|while|when|after|before|since|if) (?P<rest>[^,;:()]{8,})\."
)
_LEADING = re.compile(
    r"(?P<link>In|After|By|For|During|At|On|From|When|If|Although|Because) (?P<rest>[^,;:()]{3,60}), (?P<main>.{15,})\."
)
_JOINED = re.compile(
    r"(?P<one>[^;()]{25,}?), (?P<link>and|but|so) (?P<other>(?:the|a|an|it|he|she|they|we|I|this)\b.{15,})"
)


def paraphrase(key: str, paragraphs: Sequence[str], degree: int) -> tuple[str, ...]:
    """Return the paragraphs in other words; degree 1 changes few of them, 3 all that the rules know."""
    kept: list[str] = []
    for place, paragraph in enumerate(paragraphs):
        at = f"{key} {degree} {place}"
        sentences = [
            _rewrite(f"{at} {number}", sentence, degree)
            for number, sentence in enumerate(split_sentences(paragraph))
            if draw_share(f"{at} {number} out") >= LEFT_OUT[degree]
        ]
        if degree == max(DEGREES):
            sentences = draw_order(f"{at} order", sentences)
        if sentences:
            kept.append(" ".join(sentences))
    return tuple(kept)


def replace_words(key: str, text: str, share: float) -> str:
    """Return a text with that share of the words that the table knows replaced."""

    def change(match: re.Match[str]) -> str:
        if draw_share(f"{key} {match.start()} {match[0]}") >= share:
            return match[0]
        other = _SYNONYMS[match[0].lower()]
        return other[0].upper() + other[1:] if match[0][0].isupper() else other

    return _SYNONYM.sub(change, text)


def respell_numbers(text: str) -> str:
    """Return a text with small numbers as words where they were digits, and the other way round."""

    def change(match: re.Match[str]) -> str:
        written = match[0].lower()
        if not written.isdigit():
            return str(_SMALL.index(written))
        return _SMALL[int(written)] if int(written) < len(_SMALL) else match[0]

    return _NUMBER.sub(change, text)


def _rewrite(key: str, sentence: str, degree: int) -> str:
    if draw_share(f"{key} turn") < TURNED[degree]:
        sentence = _turn_clauses(sentence)
    sentence = replace_words(key, sentence, REPLACED[degree])
    sentence = respell_numbers(sentence)
    return sentence[0].upper() + sentence[1:]


def _turn_clauses(sentence: str) -> str:
    """Return a sentence with its clauses in another order, or as two sentences."""
    found = _CLAUSE.fullmatch(sentence)
    if found:
        return f"{found['link'].capitalize()} {found['rest']}, {_lower_first(found['main'])}."
    found = _LEADING.fullmatch(sentence)
    if found:
        return f"{found['main'][0].upper()}{found['main'][1:]} {found['link'].lower()} {found['rest']}."
    found = _JOINED.fullmatch(sentence)
    if found:
        return f"{found['one']}. {found['other'][0].upper()}{found['other'][1:]}"
    return sentence


def _lower_first(text: str) -> str:
    """Return a text that stands inside a sentence; names and abbreviations keep their capitals."""
    word = text.split(" ", 1)[0]
    return text[0].lower() + text[1:] if word in _COMMON_STARTS else text


_COMMON_STARTS = frozenset("The A An This That These It He She They We Nobody In After By For My Our His Her".split())
