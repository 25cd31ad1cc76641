"""Names as they are shown and as they are compared: plain, visible, and not mistaken for somebody else's."""

import re
import unicodedata
from functools import cache

from terrarium.server.errors import Problem

MOST = 40
NOBODY = "—"
"""The name of somebody who is gone."""
MOST_ADDRESS = 254
MOST_MARKS = 2
"""Accents on one letter; more of them climb over the lines above."""
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and signs that show nothing, beside those whose category says so."""
_JOINERS = ("\u200c", "\u200d")
"""They make one picture of several, and words of some scripts; they turn nothing around."""
_TWINS = {"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "8": "b"}
"""What looks alike within the signs of one keyboard."""


def clean_name(name: str) -> str:
    """A name as it is shown: one line, visible characters, in their plain form; Problem where it is none."""
    text = unicodedata.normalize("NFKC", " ".join(unicodedata.normalize("NFKC", name).split()))
    if not 1 <= len(text) <= MOST or any(_hidden(char) for char in text) or _piled(text):
        raise Problem(422, "bad_name")
    if not any(unicodedata.category(char)[0] in "LNPS" for char in text):
        raise Problem(422, "bad_name")
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
    """What two names have in common that can be mistaken for each other."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    plain = "".join(_TWINS.get(char, char) for char in (_latin(char) or char for char in folded))
    return plain.replace("rn", "m")[:MOST]


def _hidden(char: str) -> bool:
    return char in _INVISIBLE or unicodedata.category(char)[0] == "C" or unicodedata.category(char) in ("Zl", "Zp")


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
        _script(char) not in ("LATIN", "COMMON", "HAN", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO")
        and _latin(char.casefold())
        for char in letters
    )


def _script(char: str) -> str:
    from confusable_homoglyphs import categories

    return str(categories.alias(char))


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
