"""Everyday words: they tell little of where a sentence comes from, however rare they are in a small memory."""

from functools import cache

from ...search.analysis import extract_terms

EVERYDAY_RATE = 0.3  # at most
_WORDS = """
able about across act add afternoon again age ago agree air almost alone along already always among amount animal
answer anybody anything appear area arm around arrive ask away baby back bad bag bank base be beautiful become bed
before begin behind believe below best better between big bird bit black blood blue boat body book born both bottom
bottle box boy break bring brother brown build building burn business buy call can car card care carry case catch
cause center centre century certain chair chance change cheap check child choose church circle city class clean clear
clock close clothes cloud coat cold collect color colour come common company complete consider contain continue cook
cool corner correct cost count country couple course cover create cross cry cup current cut dance dark daughter day
dead deal dear death decide deep depend describe desk die difference different difficult dinner direct distance divide
doctor dog door double down draw dream dress drink drive drop dry during each ear early earth east easy eat edge effect
effort egg eight either else empty end enjoy enough enter entire equal even evening event ever every everybody everyone
everything exact example except expect experience explain eye face fact fail fall familiar family famous far farm fast
father fear feed feel few field fight figure fill final find fine finger finish fire first fish fit five floor flower
fly follow food foot force foreign forest forget form forward four free fresh friend front full fun future game garden
gather general gentle get girl give glass go gold good grand grandfather grandmother grass great green ground group
grow guess guest hair half hall hand hang happen happy hard hat hate have head health hear heart heat heavy help here
high hill history hit hold hole home hope horse hospital hot hotel hour house however huge human hundred hurry husband
ice idea important include increase inside instead interest job join journey judge jump just keep key kill kind king
kitchen know lady lake land language large last late laugh law lay lead learn least leave left leg lend less lesson let
letter level library lie life light like likely line list listen little live local long look lose lot loud love low
lunch machine main make man many mark market marry matter mean measure meat meet member memory message method middle
mile milk mind minute mistake modern moment money month mood morning most mother mountain mouth move much music must
name narrow nation nature near nearly necessary neck need neighbor neighbour never new news newspaper next nice night
nine nobody noise none noon north nose note nothing notice number object offer office often oil old once one only open
order ordinary other outside over own page pain paint pair paper parent part particular party pass past pay people per
perhaps person photograph pick picture piece place plain plan plant plate play please plenty point police poor popular
position possible pound power present press pretty price private probable problem produce proper protect prove public
pull purpose push put quarter queen question quick quiet quite race rain raise rather reach read ready real reason
receive recent red remain remember remind repeat reply report rest result return rich ride right ring rise river road
rock roll roof room round rule run sad safe salt same sand say scene school science sea seat second secret see seem
sell send sense sentence separate serious serve set settle seven several shade shadow shape share sharp she sheet ship
shirt shoe shop short should shoulder shout show shut sick side sign silver similar simple since sing sister sit
situation six size skin sky sleep slip slow small smell smile smoke snow society soft soil soldier someone something
sometimes son song soon sort sound south souvenir space speak special spend sport spot spread spring square stair stand
star start state station stay steady step stick still stone stop store storm story straight strange stranger street
strong study subject succeed success such sudden sugar suggest summer sun sunday supper suppose sure surface surprise
sweet swim system table take talk tall taste tea teach tear tell ten term test thank thick thin thing think third
though thousand three through throw ticket tie time tiny tired today together tomorrow tonight tooth top total touch
toward town trade train travel tree trip trouble true trust try turn twenty twice two type uncle understand until use
useful usual valley value various very view village visit voice wait walk wall want war warm wash watch water way weak
wear weather week weekend weigh weight well west wet wheel while white whole whose wide wife wild win wind window wine
winter wish without woman wonder wood word work world worry worth write wrong year yellow yes yesterday young
ate became began begun bought broke brought built came chose chosen cut did done drank drew driven drove fell felt
fought found gave given gone got grew grown heard held hung kept knew known laid lain lay led left lent lit lost made
meant met paid ran rang rose said sang sat saw seen sent shot shown slept sold spent spoke spoken stood stuck sung
taken taught thought threw told took went woke won wore worn written wrote
"""


@cache
def list_everyday() -> frozenset[str]:
    """Return the terms of everyday English words."""
    return frozenset(extract_terms(_WORDS))
