"""How much a sentence may change or bring. The rules keep whatever is worked out within these bounds; the checker
refuses a plain number beyond them, so that no card promises what the rules do not give."""

from typing import Final

from mypy_extensions import i64

MOST_PRICE: Final[i64] = 8
MOST_INCOME: Final[i64] = 40
"""Coins that a sentence brings in a turn at most."""
EVERYWHERE: Final[i64] = 2
"""Coins for each region that are paid however many regions there are."""
MOST_HELPERS: Final[i64] = 8
MOST_TOLL: Final[i64] = 5
MOST_TOKENS: Final[i64] = 20
"""Tokens that an effect takes from the tray at most."""
MOST_MEMORY: Final[i64] = 60
LEAST_STAYING: Final[i64] = 1

MOST_NUMBER: Final = 20
"""The largest number that a file may hold."""

AMOUNTS: Final[dict[str, tuple[int, int]]] = {
    "price": (-int(MOST_PRICE), int(MOST_PRICE)),
    "income": (0, int(MOST_INCOME)),
    "turn_income": (0, int(MOST_INCOME)),
    "helpers": (0, int(MOST_HELPERS)),
    "toll": (0, int(MOST_TOLL)),
    "losses": (0, MOST_NUMBER),
    "stays": (int(LEAST_STAYING), MOST_NUMBER),
    "recruit": (0, int(MOST_TOKENS)),
    "return": (0, int(MOST_TOKENS)),
    "gain": (0, int(MOST_INCOME)),
    "pay": (0, MOST_NUMBER),
    "set_used": (0, int(MOST_MEMORY)),
    "set_kept": (0, int(MOST_MEMORY)),
}
"""The least and the most of each sentence and effect that is an amount."""


def bounds_of(kind: str) -> tuple[int, int]:
    """The same for a number that is written down."""
    least, most = AMOUNTS[kind]
    return max(least, -MOST_NUMBER), min(most, MOST_NUMBER)
