"""What powers and relics share: replacing a lone enemy token, and robbing neighbours."""

from mypy_extensions import i64

from terrarium.smallworld.core.codes import ACTIVE
from terrarium.smallworld.core.data import ACTIVES, COINS, HELD, HOLDER, MARKS, MODE, OWNER, TOKENS, Data
from terrarium.smallworld.core.verbs import gain, pay
from terrarium.smallworld.underground.pieces import (
    ENEMY_IN_DECLINE,
    ENEMY_NOT_ALONE,
    ENEMY_SHELTERED,
    NOT_AN_ENEMY_TOKEN,
)


def substitution_fault(d: Data, me: i64, region: i64) -> i64:
    """Why the token in a region cannot be replaced; 0 if it can. Mountain, Keep and armor do not shelter it."""
    v = d.v
    holder = v[region * 3 + HOLDER]
    if holder < 0 or holder == d.kit.natives or v[holder * 7 + OWNER] == v[me * 7 + OWNER]:
        return NOT_AN_ENEMY_TOKEN
    if v[holder * 7 + MODE] != ACTIVE:
        return ENEMY_IN_DECLINE
    if v[region * 3 + TOKENS] != 1:
        return ENEMY_NOT_ALONE
    if v[region * 3 + MARKS] & d.kit.shield_marks:
        return ENEMY_SHELTERED
    return 0


def rob(d: Data, me: i64, near: i64, cause: i64) -> None:
    """Take a coin from each other player who has an active token in one of the regions of `near`, if he has a coin."""
    v = d.v
    seat: i64 = 0
    while seat < d.kit.players:
        active = v[ACTIVES + seat]
        able = seat != v[me * 7 + OWNER] and active >= 0 and v[COINS + seat] > 0
        if able and open_to(d, v[active * 7 + HELD] & near):
            pay(d, seat, 1, cause)
            gain(d, v[me * 7 + OWNER], 1, cause)
        seat += 1


def open_to(d: Data, mask: i64) -> bool:
    """Is one of these regions not immune?"""
    r: i64 = 0
    while mask:
        if mask & 1 and not d.v[r * 3 + MARKS] & d.kit.immune_marks:
            return True
        mask >>= 1
        r += 1
    return False
