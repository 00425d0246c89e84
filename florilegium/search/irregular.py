"""English words whose forms no ending tells: each form with the word that it belongs to.

Forms that are words of their own are left out: "saw", "left", "found", "felt", "ground", "wound", "bore", "rose".
So are the words that most texts have, such as "made" and "given": joined, they only made rarer words weigh less.
"""

_FORMS = """
    awake awoke awoken; beat beaten; bend bent; bite bit bitten; bleed bled; blow blew blown
    break broke broken; breed bred; build built; burn burnt; buy bought; catch caught; choose chose chosen
    cling clung; creep crept; dig dug; draw drew drawn; dream dreamt; drink drank drunk; drive drove driven
    eat ate eaten; feed fed; fight fought; flee fled; fly flew flown; forbid forbade forbidden
    forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; grow grew grown; hang hung
    hide hid hidden; leap leapt; learn learnt; lend lent; lose lost; ride rode ridden
    ring rang rung; seek sought; sell sold; shake shook shaken; shine shone; shoot shot
    shrink shrank shrunk; sing sang sung; sink sank sunk; sleep slept; slide slid; speak spoke spoken
    spend spent; spin spun; spoil spoilt; spring sprang sprung; steal stole stolen; stick stuck; sting stung
    strike struck stricken; strive strove striven; swear swore sworn; sweep swept; swell swollen
    swim swam swum; swing swung; teach taught; tear tore torn; throw threw thrown; wake woke woken
    wear wore worn; weave wove woven; weep wept; win won; withdraw withdrew withdrawn; write wrote written
    foot feet; goose geese; knife knives; leaf leaves; loaf loaves; mouse mice; shelf shelves
    thief thieves; tooth teeth; wife wives; wolf wolves; criterion criteria; phenomenon phenomena
    thesis theses
"""


def _read_forms(table: str) -> dict[str, str]:
    rows = (row.split() for line in table.splitlines() for row in line.split(";"))
    return {form: word for word, *forms in filter(None, rows) for form in forms}


BASES = _read_forms(_FORMS)
