"""What powers and relics share: replacing a lone enemy token, and robbing neighbours."""

from mypy_extensions import i64

from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.verbs import gain, pay
from terrarium.smallworld.underground.pieces import (
    ENEMY_IN_DECLINE,
    ENEMY_NOT_ALONE,
    ENEMY_SHELTERED,
    NOT_AN_ENEMY_TOKEN,
)


def substitution_fault(d: Data, me: i64, region: i64) -> i64:
    """Why the token in a region cannot be replaced; 0 if it can. Mountain, Keep and armor do not shelter it."""
    holder = d.holder(region)
    if holder < 0 or holder == d.kit.natives or d.owner(holder) == d.owner(me):
        return NOT_AN_ENEMY_TOKEN
    if not d.active(holder):
        return ENEMY_IN_DECLINE
    if d.tokens(region) != 1:
        return ENEMY_NOT_ALONE
    if d.sheltered(region):
        return ENEMY_SHELTERED
    return 0


def rob(d: Data, me: i64, near: i64, cause: i64) -> None:
    """Take a coin from each other player who has an active token in one of the regions of `near`, if he has a coin."""
    seat: i64
    for seat in range(d.kit.players):
        active = d.active_of(seat)
        able = seat != d.owner(me) and active >= 0 and d.coins(seat) > 0
        if able and d.open(d.held(active) & near):
            pay(d, seat, 1, cause)
            gain(d, d.owner(me), 1, cause)
