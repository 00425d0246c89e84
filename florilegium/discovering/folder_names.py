"""What people call the folders of a vault, in English, German, French and Spanish, without case and accents."""

import re
import unicodedata

TEMPLATE = frozenset(
    {"template", "templates", "vorlage", "vorlagen", "modele", "modeles", "gabarit", "gabarits"}
    | {"plantilla", "plantillas"}
)
INBOX = frozenset(
    {"inbox", "fleeting", "fleeting notes", "capture", "unsorted", "to process"}
    | {"eingang", "posteingang", "eingangskorb", "fluchtige notizen", "unsortiert"}
    | {"boite de reception", "a trier", "a traiter", "notes ephemeres"}
    | {"bandeja de entrada", "entrada", "por procesar", "notas fugaces"}
)
ARCHIVE = frozenset(
    {"archive", "archives", "archived", "old", "attic"}
    | {"archiv", "archiviert", "ablage"}
    | {"archivees"}
    | {"archivo", "archivado", "archivados"}  # not "archivos": these are files
)
IMPORT = frozenset(
    {"import", "imports", "imported", "readwise", "clippings", "evernote", "onenote", "notion", "kindle", "pocket"}
    | {"web", "importe", "importiert", "ausschnitte"}
    | {"importes", "importations", "coupures"}
    | {"importado", "importados", "importaciones", "recortes"}
)
REFERENCE = frozenset(
    {"reference", "references", "resources", "sources", "literature", "literature notes", "wiki"}
    | {"referenz", "referenzen", "ressourcen", "quellen", "literatur", "literaturnotizen"}
    | {"ressources", "lectures", "notes de lecture"}
    | {"referencia", "referencias", "recursos", "fuentes", "literatura"}
)
MAP = frozenset(
    {"moc", "map", "index", "overview", "hub", "toc"}
    | {"karte", "landkarte", "ubersicht", "inhalt", "inhaltsverzeichnis"}
    | {"carte", "apercu", "sommaire"}
    | {"mapa", "indice", "resumen"}
)
_MARKS = re.compile(r"^[^\w]*(?:\d+[\W_]+|_+)*|[^\w]+$|_+$")  # numbers and signs that only sort a folder


def fold_folder(name: str) -> str:
    """Return a folder's name without case and accents, and without the numbers and signs that only sort it."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _MARKS.sub("", bare).strip()


def split_folders(path: str) -> frozenset[str]:
    """Return the folded names of the folders above a file."""
    return frozenset(fold_folder(part) for part in path.split("/")[:-1])
