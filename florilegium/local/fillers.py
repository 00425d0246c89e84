"""Words that carry a brief's prose but name no subject; neither themes nor queries are built on them."""

# Beside the stop words of florilegium.search.stop_words; matched as written, in lower case.
FILLERS = frozenset(
    """
    able across actual actually add added afraid ago agree ahead allow allowed almost alone along already although
    always answer answered answers anybody anyhow anymore anyone anything anyway anywhere apart apparently appear
    apply around aside ask asked asking away back bad badly basically became become becomes begin believe best
    better beyond big bit boil brief briefly brings came care cares carried carry case cases catch caught certain
    certainly chance check choice choose chose claim claimed claims clear clearly collect come comes coming compare
    completely confidently consider contain could count counted country couple course critical currently cut day
    day-to-day days deal decide deep definitely depend depends destroy destroys difference differences different
    disagree doubt dozen dump each earlier early easily easy eight either eleven else embarrassed embarrassing
    enough entire entirely especially etc even evening ever every everybody everyone everything everywhere exactly
    example examples explain fact fail fair fairly far feel feels few fifty figure find finding first five follow
    followed following fool fooling forty found four full fully fun further gave general generally get gets getting
    give given gives giving go goes going gone good got great guess half hand hang hangs happen happened happening
    happens happy hard hardly hear heard held help helped helps hence high hold holds hope hours html http https
    hunch hundred hundreds hung ignore important include included including indeed instead interest interested
    interesting involve issue issues item keep keeps kept kind kinds knew know known knows large largely last late
    lately later latest laugh laughed least leave left lend less let lets level lie lies life like liked likely
    likes list little live long longer look looked looking looks lose losing lost lot lots love loved low made main
    mainly make makes making many material maybe md mean means meant mention mentioned merely mind mine minute
    minutes miss missed moment month months mostly much namely nastier nasty near nearly necessarily need needed
    needs neither never new next nice nine nobody none nor normal normally nothing notice obvious obviously
    often okay old one ones order ought page pages part particular particularly pass past pdf people perhaps person
    piece place places plan please plus point points popular possible possibly post pretty previous previously probably
    problem promise promised promising properly prove put puts question questions quick quickly quite quote quoted
    quotes ran rather real realise realize really reason reasons recent recently regarding remain remember respect
    right room rough roughly run running runs said saved saw say saying says second see seem seemed seems seen sense
    serious set seven several shape shapes show shown shows side simple simply since sit sits six sixty skip slot
    small somebody somehow someone something sometimes somewhat somewhere soon sorry sort sorts sounds source
    sources spent stand standing stands start started starts state stay still stood stop stops story stuff sub
    suggest suppose supposed sure take taken takes taking tell tells ten text thank thanks thing things think
    thinking thirteen thirty thought thoughts thousand thousands three throw throwing time times tired title today
    together told tomorrow tonight took topic topics tried tries truly try trying twelve twenty two txt type
    understand unless unlike use used useful user uses using usual usually various versus via view wait waits want
    wanted wants way ways week weeks weird welcome well went whatever whenever whereas wherever whether whoever
    whole will win wins wish without won wonder wondering word words work worked working works worry worse worst
    worth would wrong wrote www year years yes yesterday yet zero
    monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
    october november december
    """.split()
)

# Another framing of one subject, where its own words are used up; the plain ones first.
FRAMES = (
    "method",
    "experience",
    "criticism",
    "cost",
    "failure",
    "comparison",
    "measurement",
    "rule",
    "history",
    "limit",
    "principle",
    "habit",
    "alternative",
    "risk",
    "benefit",
    "definition",
    "practice",
    "study",
    "maintenance",
    "effect",
    "origin",
    "trade-off",
    "guideline",
    "lesson",
)
