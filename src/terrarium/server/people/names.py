"""Names as they are shown and as they are compared: plain, visible, and not mistaken for somebody else's."""

import json
import re
import unicodedata
from functools import cache

from terrarium.server.errors import Problem
from terrarium.words import HERE, LANGUAGES

MOST = 40
NOBODY = "—"
"""The name of somebody who is gone."""
MOST_ADDRESS = 254
MOST_MARKS = 2
"""Accents on one letter; more of them climb over the lines above."""
_UNSEEN = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1107F, 0x1107F), (0x13441, 0x13442), (0x16FE4, 0x16FE4),
    (0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""What shows nothing, whatever its category says: all that Unicode lets a font leave out (Default_Ignorable_Code_Point,
which Python does not know), and signs that are blanks."""
_STYLES = str.maketrans("", "", "\ufe0e\ufe0f")
"""How a sign is drawn, as text or as a picture: keyboards send it along with the sign."""
_JOINERS = ("\u200c", "\u200d")
"""They make one picture of several, and words of some scripts; they turn nothing around."""
_TWINS = {"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "8": "b"}
"""What looks alike within the signs of one keyboard."""
_HYPHENS = frozenset("\u02d7\u2043\u2212\u23af\u2500\u2501\u2796")
"""Beside those that are dashes by their category."""
_APOSTROPHES = frozenset(
    "`\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u02ca\u02cb\u0374\u055a\u05f3\u2018\u2019\u201b\u2032\u2035\ua78c"
)


def clean_name(name: str) -> str:
    """A name as it is shown: one line, visible characters, in their plain form; Problem where it is none."""
    plain = unicodedata.normalize("NFKC", name.translate(_STYLES))
    text = unicodedata.normalize("NFKC", " ".join(plain.split()))
    if not 1 <= len(text) <= MOST or any(_hidden(char) for char in text) or _piled(text):
        raise Problem(422, "bad_name")
    if not any(unicodedata.category(char)[0] in "LNPS" for char in text):
        raise Problem(422, "bad_name")
    if not skeleton(text).strip("-"):
        raise Problem(422, "bad_name")  # those who are gone are called so
    if _mixed(text):
        raise Problem(422, "mixed_name")
    return text


def clean_text(text: str) -> str:
    """A line of chat as it is stored: nothing in it steers, hides or turns what is written."""
    # Compatibility forms stay: the full-width signs of Chinese are among them.
    return "".join(
        char
        for char in unicodedata.normalize("NFC", text)
        if char in _JOINERS or unicodedata.category(char) not in ("Cc", "Cs", "Cf", "Co")
    ).strip()


_MAILBOX = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@[^\W_][\w-]*(\.[^\W_][\w-]*)+")
"""One mailbox and nothing around it: no list, no name, no comment, no quotes."""


def is_mail_address(text: str) -> bool:
    """Is this one mail address, as plain as people write theirs?"""
    return len(text) <= MOST_ADDRESS and text.isprintable() and _MAILBOX.fullmatch(text) is not None


def skeleton(name: str) -> str:
    """What two names have in common that can be mistaken for each other, in capitals or in small letters."""
    text = unicodedata.normalize("NFKC", name)
    return _plain("".join(_sign(char) or _twin(char) or char.casefold() for char in text if not _unseen(char)))


def is_guests(name: str) -> bool:
    """Is this the name of a creature, as guests are called until they say otherwise? It is everybody's, and no
    account's."""
    return skeleton(name) in _creatures()


@cache
def _creatures() -> frozenset[str]:
    """As the client draws one of them: in English, whatever language it speaks."""
    words = json.loads((HERE / LANGUAGES[0] / "table.json").read_text("utf-8"))
    return frozenset(skeleton(key.partition(".")[2]) for key in words if key.startswith("creature."))


def forms(name: str) -> tuple[str, ...]:
    """Under what an account of this name may be kept: as names are compared today, and, for older accounts, as they
    were before, the latest first."""
    name = " ".join(name.split())
    folded = unicodedata.normalize("NFKC", name).casefold()
    return skeleton(name), _plain("".join(_latin(char) or char for char in folded)), name.casefold()


def _plain(text: str) -> str:
    return "".join(_TWINS.get(char, char) for char in text).replace("rn", "m")[:MOST]


def _sign(char: str) -> str:
    """The hyphen or apostrophe that this is, however it is typed; empty where it is none."""
    if char in _HYPHENS or unicodedata.category(char) == "Pd":
        return "-"
    return "'" if char in _APOSTROPHES else ""


def _unseen(char: str) -> bool:
    return any(first <= ord(char) <= last for first, last in _UNSEEN)


def _hidden(char: str) -> bool:
    return _unseen(char) or unicodedata.category(char)[0] == "C" or unicodedata.category(char) in ("Zl", "Zp")


def _piled(text: str) -> bool:
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return True
    return False


def _mixed(text: str) -> bool:
    """Latin letters together with letters of another alphabet that pass for Latin ones."""
    letters = [char for char in text if char.isalpha()]
    return any(_script(char) == "LATIN" for char in letters) and any(
        _script(char) not in ("LATIN", "COMMON", "HAN", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO") and _twin(char)
        for char in letters
    )


def _script(char: str) -> str:
    from confusable_homoglyphs import categories

    return str(categories.alias(char))


@cache
def _twin(char: str) -> str:
    """The plain Latin letter or figure that this one passes for, be it as a capital: many letters are mistaken for
    others in that form alone. A capital and its small letter have the same."""
    for form in (char.upper(), char.casefold(), char):
        if len(form) == 1 and form.isascii() and form.isalnum():
            return form.casefold()
        if twin := _latin(form):
            return twin
    return ""


@cache
def _latin(char: str) -> str:
    """The plain Latin letter or figure that this one passes for; empty where there is none."""
    if char.isascii() or not char.isalnum():
        return ""
    # A large table, read when it is first needed: a server must start fast.
    from confusable_homoglyphs import confusables

    twins = [str(twin["c"]) for twin in confusables.confusables_data.get(char, [])]
    plain = sorted({twin.casefold() for twin in twins if len(twin) == 1 and twin.isascii() and twin.isalnum()})
    return plain[0] if plain else ""
