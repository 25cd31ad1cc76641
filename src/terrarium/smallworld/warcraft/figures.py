"""What units of Warcraft share: regions that became too weakly held, acts against a region that are no conquest."""

from mypy_extensions import i64

from terrarium.smallworld.core.ability import Attack
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.faults import NO_COIN_FOR_TOLL, REGION_IMMUNE
from terrarium.smallworld.core.folds import toll
from terrarium.smallworld.core.phases.battle import tell
from terrarium.smallworld.core.verbs import draw_off, lift, vacate
from terrarium.smallworld.warcraft.pieces import BEAST, WATER_SAFE


def beasts_in(d: Data, r: i64) -> i64:
    """Beasts that stand in a region."""
    return d.pieces(r, d.kit.mark(BEAST))


def steady(d: Data, t: i64, r: i64, to_hand: bool) -> None:
    """A region of tribe `t` may have become too weakly held: what is too few to stay comes to hand or waits to be
    redeployed, and without a Champion there the region is lost. A declined race keeps what is left."""
    if d.tokens(r) + beasts_in(d, r) >= (d.crew(t).least if d.active(t) else i64(1)):
        return
    draw_off(d, r, to_hand)
    lift(d, d.kit.mark(BEAST), r, False)
    if not d.figures(r):
        vacate(d, r)


def act_fault(d: Data, t: i64, r: i64, act: i64, water_safe: bool) -> i64:
    """Why tribe `t` may do nothing to a region without conquering it; 0 if it may, paying what is asked."""
    holder = d.holder(r)
    if d.immune(r):
        return REGION_IMMUNE
    if water_safe and d.kit.board.water & one(r) and (holder < 0 or d.owner(holder) != d.owner(t)):
        return WATER_SAFE
    if act_toll(d, t, r, act) > d.coins(d.owner(t)):
        return NO_COIN_FOR_TOLL
    return 0


def act_toll(d: Data, t: i64, r: i64, act: i64) -> i64:
    """What tribe `t` owes for an act against a region."""
    holder = d.holder(r)
    return toll(d, holder, t, r, act) if holder >= 0 else i64(0)


def affronted(d: Data, t: i64, victim: i64, r: i64, killed: i64) -> None:
    """Tokens of `victim` were moved or taken away by tribe `t`: everybody hears, as of an attack without a conquest."""
    attack = Attack(t, r, victim, True)
    attack.killed = killed
    tell(d, attack, d.crew(victim))
