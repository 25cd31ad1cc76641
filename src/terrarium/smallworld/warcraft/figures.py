"""What units of Warcraft share: regions that became too weakly held, acts against a region that are no conquest."""

from mypy_extensions import i64

from terrarium.smallworld.core.ability import Attack
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import ACTIVE
from terrarium.smallworld.core.data import COINS, HOLDER, MARKS, MODE, OWNER, TOKENS, Data
from terrarium.smallworld.core.faults import NO_COIN_FOR_TOLL, REGION_IMMUNE
from terrarium.smallworld.core.folds import toll
from terrarium.smallworld.core.phases.battle import tell
from terrarium.smallworld.core.verbs import lift, vacate
from terrarium.smallworld.warcraft.pieces import BEAST, WATER_SAFE


def beasts_in(d: Data, r: i64) -> i64:
    """Beasts that stand in a region."""
    mark = d.kit.marks[BEAST]
    return (d.v[r * 3 + MARKS] & mark.mask) >> mark.shift


def steady(d: Data, t: i64, r: i64, purse: i64) -> None:
    """A region of tribe `t` may have become too weakly held: what is too few to stay goes into `purse` (hand or
    retreat), and without a Champion there the region is lost. A declined race keeps what is left."""
    v = d.v
    tokens = v[r * 3 + TOKENS]
    strong = tokens + beasts_in(d, r)
    if strong >= (d.crew(t).least if v[t * 7 + MODE] == ACTIVE else i64(1)):
        return
    v[r * 3 + TOKENS] = 0
    v[t * 7 + purse] += tokens
    lift(d, BEAST, r, False)
    if not v[r * 3 + MARKS] & d.kit.figure_marks:
        vacate(d, r)


def act_fault(d: Data, t: i64, r: i64, act: i64, water_safe: bool) -> i64:
    """Why tribe `t` may do nothing to a region without conquering it; 0 if it may, paying what is asked."""
    v = d.v
    holder = v[r * 3 + HOLDER]
    if v[r * 3 + MARKS] & d.kit.immune_marks:
        return REGION_IMMUNE
    if water_safe and d.kit.board.water & one(r) and (holder < 0 or v[holder * 7 + OWNER] != v[t * 7 + OWNER]):
        return WATER_SAFE
    if act_toll(d, t, r, act) > v[COINS + v[t * 7 + OWNER]]:
        return NO_COIN_FOR_TOLL
    return 0


def act_toll(d: Data, t: i64, r: i64, act: i64) -> i64:
    """What tribe `t` owes for an act against a region."""
    holder = d.v[r * 3 + HOLDER]
    return toll(d, holder, t, r, act) if holder >= 0 else i64(0)


def affronted(d: Data, t: i64, victim: i64, r: i64, killed: i64) -> None:
    """Tokens of `victim` were moved or taken away by tribe `t`: everybody hears, as of an attack without a conquest."""
    attack = Attack(t, r, victim, True)
    attack.killed = killed
    tell(d, attack, d.crew(victim))
