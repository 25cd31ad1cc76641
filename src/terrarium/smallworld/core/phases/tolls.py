"""Coins that are due before an act against another player's region: paid at once, and never given back."""

from mypy_extensions import i64

from terrarium.smallworld.core.codes import ON_CONQUEST
from terrarium.smallworld.core.data import ARMED, HOLDER, OWNER, Data
from terrarium.smallworld.core.kit import Crew
from terrarium.smallworld.core.verbs import gain, pay


def charge(d: Data, t: i64, r: i64, crew: Crew) -> None:
    """Tribe `t` is about to attack a region: its owner pays the tolls asked there and the fees of the armed aids."""
    v = d.v
    seat = v[t * 7 + OWNER]
    holder = v[r * 3 + HOLDER]
    owner = v[holder * 7 + OWNER] if holder >= 0 else i64(-1)
    charge_tolls(d, t, r, ON_CONQUEST)
    if v[ARMED]:
        for unit in crew.aids:
            if v[ARMED] & unit.arm:
                n = unit.fee(d, t, r)
                pay(d, seat, n, unit.id)
                if owner >= 0:
                    gain(d, owner, n, unit.id)


def charge_tolls(d: Data, t: i64, r: i64, act: i64) -> None:
    """The owner of tribe `t` pays the holder of a region what is asked there before this act."""
    v = d.v
    holder = v[r * 3 + HOLDER]
    if holder < 0:
        return
    for unit in d.crew(holder).tollers:
        if unit.prepaid and unit.tolls & act:
            n = unit.toll(d, holder, t, r)
            if n:
                pay(d, v[t * 7 + OWNER], n, unit.id)
                gain(d, v[holder * 7 + OWNER], n, unit.id)
                unit.paid(d, holder, t)
