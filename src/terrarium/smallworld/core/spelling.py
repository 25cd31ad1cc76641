"""Actions as text and back: `conquer 14`, `place fortified 3`, and whole distributions in one line."""

from mypy_extensions import i64

from terrarium.kernel.contract import NotationError
from terrarium.smallworld.core.codes import (
    CHANCE_VERBS,
    DEPLOY,
    EMPTY,
    F_DEPLOY,
    F_RETREAT,
    MOST_NUMBER,
    PLACE,
    SYNTAX,
    VERBS,
    action,
    kind_of,
    number_in,
    number_of,
    region_of,
    tribe_in,
    unit_of,
    verb_of,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.core.phases.deploy import next_place, purse


def well_formed(kit: Kit, code: int) -> bool:
    """Is this integer an action of this game at all, legal or not?"""
    if code < 0 or code >= len(VERBS) << 20:
        return False
    packed: i64 = code
    syntax = SYNTAX[verb_of(packed)]
    if unit_of(packed) >= (len(kit.units) if "u" in syntax else 1):
        return False
    if region_of(packed) >= (kit.board.n if "r" in syntax else 1):
        return False
    numbered = "n" in syntax or "i" in syntax or "s" in syntax
    return number_of(packed) <= (MOST_NUMBER if numbered else 0)


def spell(kit: Kit, code: int) -> str:
    """The text of a well-formed action."""
    packed: i64 = code
    words = [VERBS[verb_of(packed)]]
    for field in SYNTAX[verb_of(packed)]:
        if field == "u":
            words.append(kit.units[unit_of(packed)].name)
        elif field == "r":
            words.append(str(region_of(packed)))
        else:
            words.append(str(number_of(packed)))
    return " ".join(words)


def read(kit: Kit, text: str) -> int:
    """The action with this text, legal or not."""
    words = text.split()
    if not words or words[0] not in VERBS:
        raise NotationError("unknown_verb", {"text": text[:80], "verbs": ", ".join(VERBS[CHANCE_VERBS:])})
    verb = VERBS.index(words[0])
    syntax = SYNTAX[verb]
    if len(words) != len(syntax) + 1:
        raise NotationError("wrong_words", {"text": text[:80], "verb": words[0], "count": len(syntax)})
    unit: i64 = 0
    region: i64 = 0
    number: i64 = 0
    for field, word in zip(syntax, words[1:], strict=True):
        if field == "u":
            unit = read_unit(kit, word)
        elif field == "r":
            region = read_number(word, int(kit.board.n) - 1)
        else:
            number = read_number(word, 63)
    return int(action(verb, unit, region, number))


def read_unit(kit: Kit, word: str) -> i64:
    if word not in kit.ids:
        raise NotationError("unknown_unit", {"text": word[:80]})
    return kit.ids[word]


def read_number(word: str, most: int) -> i64:
    if not word.isascii() or not word.isdigit() or len(word) > 4 or int(word) > most:
        raise NotationError("bad_number", {"text": word[:80], "most": most})
    return int(word)


def read_line(d: Data, text: str) -> list[int]:
    """The actions of one line: `deploy 3:2 9:4` and `place heroic 9 3` stand for one action a region."""
    words = text.split()
    if len(words) > 1 and words[0] == "deploy" and ":" in text:
        return deploy_line(d, amounts(d, words[1:]))
    if len(words) > 2 and words[0] in ("place", "empty") and (len(words) > 3 or ":" in text):
        unit = read_unit(d.kit, words[1])
        verb = PLACE if words[0] == "place" else EMPTY
        wanted = amounts(d, [word if ":" in word else word + ":1" for word in words[2:]])
        codes: list[int] = []
        for r in d.kit.board.order:
            codes.extend([int(action(verb, unit, r, 0))] * wanted[r])
        return codes
    return [read(d.kit, text)]


def amounts(d: Data, words: list[str]) -> list[int]:
    """How many for each region: `3:2` means two for region 3."""
    found = [0] * int(d.kit.board.n)
    for word in words:
        region, colon, number = word.partition(":")
        if not colon:
            raise NotationError("bad_amount", {"text": word[:80]})
        found[read_number(region, len(found) - 1)] += int(read_number(number, 63))
    return found


def asked_about(d: Data, t: i64) -> list[int]:
    """The regions that a distribution asks about, in the board's order."""
    found: list[int] = []
    place = next_place(d, t, 0)
    while place < d.kit.board.n:
        found.append(int(d.kit.board.order[place]))
        place = next_place(d, t, place + 1)
    return found


def deploy_line(d: Data, wanted: list[int]) -> list[int]:
    """One `deploy` for each region that is asked about; the last one gets what is left without being asked."""
    f = d.top()
    if kind_of(f) != F_DEPLOY and kind_of(f) != F_RETREAT:
        return [int(action(DEPLOY, 0, r, wanted[r])) for r in range(len(wanted)) if wanted[r]]
    held = d.held(tribe_in(f))
    stray = [r for r in range(len(wanted)) if wanted[r] and not (held >> r) & 1]
    if stray:
        raise NotationError("not_held", {"region": stray[0]})
    asked = asked_about(d, tribe_in(f))
    # Who wants tokens where none may go is told so by the rules.
    regions = [int(r) for r in d.kit.board.order if int(r) in asked or wanted[r]]
    left = int(d.v[tribe_in(f) * 7 + purse(f)])
    codes: list[int] = []
    for r in regions[:-1]:
        # The question is gone when nothing is left to place, and never comes for the last region.
        if left > 0 and d.kit.board.rank[r] >= number_in(f):
            codes.append(int(action(DEPLOY, 0, r, wanted[r])))
            left -= wanted[r]
    return codes
