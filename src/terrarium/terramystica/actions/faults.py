"""Reasons why an action is refused: a number inside the engine, a code and a rule statement outside.

Legal means "no fault": lists and reasons come from the same predicates and cannot disagree. A fault is named in the
file of its action; its number is its place in the order of naming and never leaves the process.
"""

from typing import Final

from mypy_extensions import i64

from terrarium.kernel.interning import interned

FAULTS: Final[list[tuple[str, str, str]]] = [("fine", "", "")]
"""Code, rule and arguments of each fault, by number.

A star in a rule stands for the faction concerned. An argument is a name among the facts of the action, or
`name=fact` where the sentence calls the fact by another name.
"""


def fault(code: str, rule: str, arguments: str = "") -> i64:
    """The number of a fault: a new one, or that of the same one named elsewhere."""
    return interned(FAULTS, (code, rule, arguments))


FINE: Final[i64] = 0
OTHER_QUESTION: Final[i64] = fault("other_question", "turn.question", "ask")
NO_PRIEST: Final[i64] = fault("no_priest", "goods.priests")
PRICE: Final = "coins workers priests"
"""What a price that cannot be paid says."""


def price(coins: i64, workers: i64, priests: i64) -> dict[str, object]:
    """The facts of a price."""
    return {"coins": int(coins), "workers": int(workers), "priests": int(priests)}
