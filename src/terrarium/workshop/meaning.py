"""What the data of a unit comes to, as far as a text must know it: whose regions a set can hold, which way a number can
go, and what is the same said more plainly."""

from collections.abc import Iterator, Mapping
from typing import Any

from terrarium.smallworld.core import vocabulary

Page = Mapping[str, Any]
Spread = tuple[int, int]
"""The least and the most that a number can come to."""

MANY = 62
"""More than any count of tokens or regions."""
ANY = 999
OWN = ("held", "here", "spot")
"""Sets of regions that are the reader's: `here` is one of them or was just named, and a thing serves who holds it."""
OF_PLAYER = (*OWN, "own_declined")
"""Those that are the reader's with any race."""
SUMS_TO_NOTHING = ("price", "income", "turn_income", "helpers", "toll")
"""Amounts of which 0 is as good as no sentence."""


def is_held(mask: Any, own: tuple[str, ...] = OWN) -> bool:
    """Can a set hold none but the reader's own regions?"""
    if isinstance(mask, str):
        return mask in own
    key, inner = next(iter(mask.items()))
    if key == "and":
        return any(is_held(row, own) for row in inner)
    if key == "or":
        return all(is_held(row, own) for row in inner)
    if key == "crowded":
        return is_held(inner.get("in", "held"), own)
    return key == "chain" or (key == "leading" and is_held(inner, own))


def held_of(mask: Any) -> Any:
    """Those of a set that are the reader's own."""
    if is_held(mask):
        return mask
    if isinstance(mask, dict) and "or" in mask and any(is_held(row) for row in mask["or"]):
        return {"or": [held_of(row) for row in mask["or"]]}
    return {"and": ["held", mask]}


def rows_of(effects: Any) -> list[Any]:
    """Effects one after another, of which one may stand alone."""
    return effects if isinstance(effects, list) else [effects]


def effects_of(rows: Any) -> Iterator[Page]:
    """Effects, and those that follow their answers."""
    for row in rows_of(rows):
        yield row
        for key in ("then", "else"):
            yield from effects_of(row.get(key, []))


def minded(unit: Page) -> str:
    """Whom a unit keeps in mind, so that 0 is nobody: who attacked, or who was named; nothing where it counts."""
    told = [effect for page in unit.get("ability", []) for effect in effects_of(page.get("do", []))]
    if any("resent" in effect for effect in told):
        return "attacker"
    return "named" if any(effect.get("ask") == "opponent" for effect in told) else ""


def use_of(pages: list[Page]) -> tuple[Page, Page, Page]:
    """An aid that always may be used, the one thing it is used for where that is said beside it, and what comes after
    a conquest with it: sentences that are told as one. Each is empty where there is none."""
    aid: Page = next((page for page in pages if "aid" in page and "if" not in page), {})
    beside = [
        page
        for page in pages
        if aid and page.get("if") == "armed" and page.get("in_decline", False) == aid.get("in_decline", False)
    ]
    deeds = [page for page in beside if eased(page)]
    only = len(deeds) == 1 and not {"fixed", "rolls"} & set(aid["aid"])
    deed: Page = deeds[0] if only and not ("reach" in deeds[0] and "target" in aid["aid"]) else {}
    afters = [page for page in beside if page.get("when") == "conquered" and plain_effects(page)]
    return aid, deed, afters[0] if len(afters) == 1 else {}


def eased(page: Page) -> bool:
    """Does a sentence make every region cheaper, near or as good as empty?"""
    price = page.get("price")
    if isinstance(price, int) and price < 0:
        return "where" not in page
    return (page.get("reach") == "all" and not page.get("enters")) or page.get("as_if_empty") == "all"


def plain_effects(page: Page) -> bool:
    """Are there effects, and do all of them simply happen?"""
    rows = rows_of(page.get("do", []))
    return bool(rows) and not any("ask" in row or "if" in row for row in rows)


def fewer(number: Any) -> Any:
    """As many of the tokens there as some number allows: that number."""
    rows = number.get("min", []) if isinstance(number, dict) else []
    most = [row for row in rows if row != "tokens_here"]
    return most[0] if len(rows) == 2 and len(most) == 1 and isinstance(most[0], int) else number


def turned(condition: Any) -> Any:
    """A region that is in none of a set is not in the set."""
    inner = condition.get("in") if isinstance(condition, dict) else None
    return {"not": {"in": inner["not"]}} if isinstance(inner, dict) and "not" in inner else condition


def plainer(page: Page, kind: str) -> Page:
    """A sentence whose amount is 0 unless something holds has that for a condition."""
    value = page.get(kind)
    if kind not in SUMS_TO_NOTHING or not isinstance(value, dict) or "if" not in value or value.get("else", 0) != 0:
        return page
    condition = {"all": [value["if"], page["if"]]} if "if" in page else value["if"]
    return {**page, kind: value.get("then", 0), "if": condition}


def spread(number: Any) -> Spread:
    """Between what a number lies, whatever happens."""
    if isinstance(number, int):
        return number, number
    if isinstance(number, str):
        return 0, ANY if number == "coins" else MANY
    if "if" in number:
        rows = [spread(number.get("then", 0)), spread(number.get("else", 0))]
        return min(low for low, _ in rows), max(high for _, high in rows)
    key, inner = next(iter(number.items()))
    if key in vocabulary.NUMBERS_OF:
        return 0, MANY
    found = spread(inner[0])
    for row in inner[1:]:
        found = joined(key, found, spread(row))
    return found


def joined(key: str, a: Spread, b: Spread) -> Spread:
    """The same of two numbers that a sum joins."""
    if key == "add":
        return a[0] + b[0], a[1] + b[1]
    if key == "sub":
        return a[0] - b[1], a[1] - b[0]
    if key == "mul":
        ends = [x * y for x in a for y in b]
        return min(ends), max(ends)
    if key == "div":  # what is not divided by more than 0 is 0
        return min(a[0], 0), max(a[1], 0)
    pick = min if key == "min" else max
    return pick(a[0], b[0]), pick(a[1], b[1])


def opposite(number: Any) -> Any:
    """As much the other way, where that can be said plainly; else nothing."""
    if isinstance(number, int):
        return -number
    if not isinstance(number, dict):
        return None
    if "sub" in number and number["sub"][0] == 0:
        return number["sub"][1]
    rows = number.get("mul", [])
    if len(rows) != 2:
        return None
    factor, other = rows if isinstance(rows[0], int) else rows[::-1]
    if not isinstance(factor, int) or factor >= 0:
        return None
    return other if factor == -1 else {"mul": [-factor, other]}


def factors(number: Any) -> tuple[int, Any]:
    """How much each of some regions counts, and which; no regions where that is not what a number says."""
    if not isinstance(number, dict):
        return 0, None
    rows = number.get("mul", [1, number])
    if len(rows) != 2:
        return 0, None
    one, other = rows if isinstance(rows[0], int) else rows[::-1]
    return (one, other["count"]) if isinstance(one, int) and isinstance(other, dict) and "count" in other else (0, None)
