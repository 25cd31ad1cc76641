"""The house rules of Warcraft, which answer for every race: travel, the faction bonus, the Well of Eternity."""

from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import count, one
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.folds import as_adjacent
from terrarium.smallworld.core.verbs import spot_of
from terrarium.smallworld.warcraft.pieces import NEUTRAL


class Travel(Ability):
    """Entry regions may be attacked from anywhere, for one token more unless they count as adjacent."""

    name = "travel"
    rule = "conquest.travel"
    enters = True

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        return d.kit.board.entry

    def price(self, d: Data, me: i64, region: i64) -> i64:
        if not (d.kit.board.entry >> region) & 1:
            return 0
        crew = d.crew(me)
        return 0 if crew.no_travel or as_adjacent(d, me, region, crew) else 1


def picked(d: Data) -> i64:
    """How many races players may pick; one that nobody plays comes behind them."""
    return d.kit.n_races - (1 if d.kit.wild >= 0 else 0)


class Faction(Ability):
    """A coin for each race of the opposing faction from which a region was conquered this turn, partners' excepted.

    `used`: a bit for each race that players pick, and behind these another for each, once a second region of it was
    conquered.
    """

    name = "faction"
    rule = "faction.bonus"

    def __init__(self, own_declined: bool) -> None:
        self.own_declined = own_declined

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.by != me or not a.fell or a.victim < 0 or a.victim >= d.kit.n_races:
            return
        loser = d.owner(a.victim)
        if not self.own_declined and loser == d.owner(me):
            return
        if a.victim == d.kit.wild or d.kit.contest.allied(loser, d.owner(me)):
            return
        bit = one(a.victim)
        d.set_used(self.id, d.used(self.id) | (one(a.victim + picked(d)) if d.used(self.id) & bit else bit))

    def turn_income(self, d: Data, me: i64) -> i64:
        beaten = d.used(self.id)
        if beaten == 0:
            return 0
        battleground = d.kit.unit("battleground")
        here = d.keeps(me) & battleground.bit != 0
        side = d.kit.units[me].faction
        if side == NEUTRAL and here:
            side = d.used(battleground.id)
        if side == NEUTRAL:
            return 0
        total: i64 = 0
        races = picked(d)
        t: i64
        for t in range(races):
            other = d.kit.units[t].faction
            if (beaten >> t) & 1 and other != NEUTRAL and other != side:
                total += 2 if here and (beaten >> (races + t)) & 1 else 1
        return total


class Eternity(Ability):
    """Two coins for the race, active or in decline, that holds more regions next to the Well than any other."""

    name = "eternity"
    rule = "place.well"
    in_decline = True

    def turn_income(self, d: Data, me: i64) -> i64:
        r = spot_of(d, d.kit.unit("well").bit)
        return 2 if r >= 0 and leads_around(d, me, r) else 0


def leads_around(d: Data, me: i64, r: i64) -> bool:
    """Does this race hold more of a region's neighbours than any other race, natives among them?"""
    near = d.kit.board.borders[r]
    mine = count(d.held(me) & near)
    t: i64
    for t in range(d.kit.natives + 1):
        if t != me and count(d.held(t) & near) >= mine:
            return False
    return mine > 0
