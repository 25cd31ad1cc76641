"""What a race or power is good for before it is in play: numbers the rules do not say outright.

Terrain income is asked of the unit itself, region by region; the table holds what such a question cannot tell.
The figures come from many games of `greedy` against itself.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.composed import Composed
from terrarium.smallworld.core.data import ACTIVES, MODE, OWNER, Data
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.core.opcodes import ASK_WIDTH, E_ASK, E_DECLINE, E_GAIN, E_RECRUIT, E_ROB
from terrarium.smallworld.core.sentences import FULL, WON
from terrarium.smallworld.core.storage import blank

# name: tokens it is worth more than its number, coins a turn, coins over its life that nothing else here tells
KNOWN: Final[dict[str, tuple[float, float, float]]] = {
    "amazons": (2.5, 0.0, 0.0),
    "elves": (1.0, 0.0, 0.0),
    "ghouls": (0.5, 0.0, 4.0),
    "giants": (1.0, 0.0, 0.0),
    "halflings": (1.5, 0.0, 0.0),
    "orcs": (0.0, 1.5, 0.0),
    "skeletons": (2.5, 0.0, 0.0),
    "sorcerers": (3.0, 0.0, 0.0),
    "tritons": (1.5, 0.0, 0.0),
    "trolls": (1.5, 0.0, 1.5),
    "alchemist": (0.0, 2.0, 0.0),
    "berserk": (2.5, 0.0, 0.0),
    "bivouacking": (2.0, 0.0, 0.0),
    "commando": (3.0, 0.0, 0.0),
    "diplomat": (2.0, 0.0, 0.0),
    "dragon_master": (3.0, 0.0, 0.0),
    "flying": (1.0, 0.0, 0.0),
    "fortified": (1.5, 1.5, 0.0),
    "heroic": (2.0, 0.0, 0.0),
    "mounted": (2.0, 0.0, 0.0),
    "pillaging": (0.0, 1.5, 0.0),
    "seafaring": (0.5, 0.0, 1.5),
    "spirit": (0.0, 0.0, 4.0),
    "stout": (0.0, 0.0, 4.0),
    "underworld": (1.5, 0.0, 0.0),
    # below ground
    "cultists": (2.0, 0.0, 0.0),
    "drow": (0.0, 0.0, 0.0),
    "flames": (3.0, 0.0, 0.0),
    "gnomes": (0.5, 0.0, 0.0),
    "iron_dwarves": (1.5, 0.0, 0.0),
    "kraken": (0.5, 0.0, 1.0),
    "liches": (0.0, 0.0, 3.0),
    "lizardmen": (0.5, 0.0, 0.0),
    "mudmen": (2.0, 0.0, 0.0),
    "mummies": (-3.5, 0.0, 0.0),
    "ogres": (3.0, 0.0, 0.0),
    "spiderines": (1.0, 0.0, 0.0),
    "will_o_wisps": (1.5, 0.0, 0.0),
    "adventurous": (0.0, 0.7, 0.0),
    "fisher": (0.0, 1.5, 0.0),
    "flocking": (0.0, 2.0, 0.0),
    "frightened": (0.0, 1.0, 0.0),
    "immortal": (1.5, 0.0, 0.0),
    "magic": (1.0, 0.0, 0.0),
    "martyr": (0.5, 0.7, 0.0),
    "quarreling": (0.0, 1.5, 0.0),
    "reborn": (0.0, 0.0, 3.0),
    "royal": (1.0, 0.0, 1.0),
    "shield": (2.0, 0.0, 1.0),
    "thieving": (0.0, 1.0, 0.0),
    "tomb": (0.0, 0.0, 2.5),
    "vampire": (2.0, 0.0, 0.0),
    "vanishing": (0.0, 0.0, 3.0),
    "vengeful": (0.5, 0.0, 0.0),
    "wise": (0.0, 0.0, 5.0),
}

# the same for the islands, where some names mean other things
ISLANDS: Final[dict[str, tuple[float, float, float]]] = {
    "draenei": (1.0, 0.0, 0.0),
    "dwarves": (1.0, 0.0, 0.0),
    "ethereals": (0.7, 0.0, 0.0),
    "forsaken": (1.5, 0.0, 0.0),
    "gnomes": (1.5, 0.0, 0.0),
    "goblins": (1.5, 0.5, 0.0),
    "humans": (0.0, 1.0, 0.0),
    "kobolds": (0.7, 0.0, 0.0),
    "naga": (1.0, 0.0, 0.0),
    "night_elves": (1.5, 0.0, 0.0),
    "orcs": (0.0, 1.0, 0.0),
    "pandaren": (1.0, 0.5, 0.0),
    "tauren": (-3.0, 0.0, 1.0),
    "trolls": (1.5, 0.0, 0.0),
    "worgen": (0.0, 1.5, 0.0),
    "archaeologist": (0.0, 0.7, 0.0),
    "battlemaster": (0.0, 1.5, 0.0),
    "beastmaster": (1.5, 0.0, 0.0),
    "blacksmith": (3.0, 0.0, 0.0),
    "champion": (0.0, 0.0, -6.0),
    "defensive": (1.5, 0.0, 0.0),
    "enraged": (0.0, 0.7, 0.0),
    "explorer": (0.0, 1.5, 0.0),
    "garrisoned": (0.5, 0.0, 0.0),
    "intimidating": (2.0, 0.0, 0.0),
    "marsh_dwelling": (0.3, 0.3, 0.5),
    "portal_mage": (0.7, 0.0, 0.0),
    "sailing": (1.0, 0.0, 0.0),
}

TABLES: Final[dict[str, dict[str, tuple[float, float, float]]]] = {"warcraft": ISLANDS}
"""Tables of titles that do not use the common one."""

RATES: Final[dict[str, float]] = {"drow": 0.35}
"""Coins per region taken where an empty board tells too much: Drow are paid only far from everybody else."""


NOTHING: Final[tuple[float, float, float]] = (0.0, 0.0, 0.0)


class Units:
    """For each unit of a kit: worth in tokens, coins per region taken, a turn, and once."""

    strength: vec[float]
    rate: vec[float]
    steady: vec[float]
    once: vec[float]

    def __init__(self, kit: Kit) -> None:
        self.strength = vec[float]()
        self.rate = vec[float]()
        self.steady = vec[float]()
        self.once = vec[float]()
        known = TABLES.get(kit.title, KNOWN)
        for unit in kit.units:
            tokens, steady, once = known.get(unit.name, (0.0, 0.0, 0.0))
            if isinstance(unit, Composed):
                tokens, steady, once = unit.worth if unit.worth != NOTHING else read_worth(kit, unit)
            self.strength = append(self.strength, tokens)
            self.steady = append(self.steady, steady)
            self.once = append(self.once, once)
            ours = unit.name in RATES and not isinstance(unit, Composed)
            self.rate = append(self.rate, RATES[unit.name] if ours else terrain_rate(kit, unit.id))


def read_worth(kit: Kit, unit: Composed) -> tuple[float, float, float]:
    """What a unit that nobody has measured is good for, read from what it does: by the figures that units of the box
    with such sentences have in the table. Coins for regions are asked of the unit itself, as ever."""
    d = Data(kit, blank(kit))
    tribe: i64 = unit.id if unit.id < kit.n_races else 0
    d.v[tribe * 7 + OWNER] = 0
    d.v[tribe * 7 + MODE] = 1
    d.v[ACTIVES] = tribe
    tokens = 0.0
    steady = 0.0
    once = 0.0
    if len(unit.prices):
        n = 0.0
        total = 0.0
        for r in range(int(kit.board.n)):
            if kit.board.land & one(r):
                n += 1.0
                total += float(unit.price(d, tribe, r))
        tokens -= 3.0 * total / n if n > 0.0 else 0.0
        if total == 0.0:
            tokens += 1.0  # a discount that depends on where one stands
    if len(unit.reaches):
        tokens += 1.0
    if len(unit.saving) or len(unit.forbidding) or len(unit.tolling):
        tokens += 1.0
    if len(unit.helping) or len(unit.ignored):
        tokens += 1.5
    if unit.aid:
        tokens += 2.5
    if unit.piece:
        tokens += 2.0 if unit.mark.immune else 1.5 if unit.mark.defence else 0.0
    if len(unit.limited):
        tokens -= 1.0
    if unit.swims:
        tokens += 0.5
        once += 1.0
    if unit.least > 1:
        tokens -= 3.0
    if len(unit.turn_incomes):
        plain = float(unit.turn_income(d, tribe))
        steady += plain if plain > 0.0 and plain < 5.0 else 1.5
    steady += effects_worth(d, unit, tribe, E_GAIN) + 0.7 * effects_worth(d, unit, tribe, E_ROB)
    tokens += 2.0 * effects_worth(d, unit, tribe, E_RECRUIT)
    once += 4.0 * effects_worth(d, unit, tribe, E_DECLINE)
    if unit.outside_limit or unit.acts_in_decline:
        once += 4.0
    if unit.in_decline and (len(unit.turn_incomes) or len(unit.incomes) or len(unit.staying)):
        once += 2.0
    return tokens, steady, once


def effects_worth(d: Data, unit: Composed, tribe: i64, kind: i64) -> float:
    """How much of an effect of a kind to expect: 1 where nothing about regions holds it back, after attacks the share
    of the board where it would come, 0 if no sentence does such a thing."""
    at: i64 = 0
    while at < len(unit.told):
        if has_effect(unit, unit.told[at + 2], unit.told[at + 3], kind):
            return 1.0
        at += 4
    best = 0.0
    at = 0
    while at < len(unit.heard):
        if has_effect(unit, unit.heard[at + 2], unit.heard[at + 3], kind):
            share = attacks_share(d, unit, tribe, unit.heard[at + 1])
            if share > best:
                best = share
        at += 4
    return best


def has_effect(unit: Composed, first: i64, many: i64, kind: i64) -> bool:
    """Is one of some effects of a kind, or one that follows from the answer to their question?"""
    at = first * 3
    end = at + many * 3
    while at < end:
        if unit.acts[at] == kind:
            return True
        if unit.acts[at] == E_ASK:
            q = unit.acts[at + 2] * ASK_WIDTH
            yes = has_effect(unit, unit.asks[q + 5], unit.asks[q + 6], kind)
            if yes or has_effect(unit, unit.asks[q + 7], unit.asks[q + 8], kind):
                return True
        at += 3
    return False


def attacks_share(d: Data, unit: Composed, tribe: i64, condition: i64) -> float:
    """The share of the regions to be conquered where a condition of attacks holds; 1 for one that holds nowhere on an
    empty board, as it may ask whose race stood there."""
    n = 0.0
    fit = 0.0
    anywhere = False
    r: i64 = 0
    while r < d.kit.board.n:
        fits = unit.holds_true(d, tribe, condition, r, WON | FULL, 0)
        anywhere = anywhere or fits
        if unit.swims or d.kit.board.land & one(r):
            n += 1.0
            fit += 1.0 if fits else 0.0
        r += 1
    return fit / n if anywhere and n > 0.0 else 1.0


def terrain_rate(kit: Kit, unit: i64) -> float:
    """Coins a region brings beyond its own, over all land: what a tribe that does not look for them would find."""
    v = blank(kit)
    d = Data(kit, v)
    tribe: i64 = unit if unit < kit.n_races else 0
    v[tribe * 7 + OWNER] = 0
    v[tribe * 7 + MODE] = 1
    v[ACTIVES] = tribe
    total = 0.0
    n = 0.0
    r: i64 = 0
    while r < kit.board.n:
        if kit.board.land & one(r):
            n += 1.0
            total += float(kit.units[unit].region_income(d, tribe, r))
        r += 1
    return total / n if n > 0.0 else 0.0
