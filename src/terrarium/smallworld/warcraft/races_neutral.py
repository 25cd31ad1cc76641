"""The four neutral races: Ethereals, Kobolds, Naga and Pandaren."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack, seats_in
from terrarium.smallworld.core.board import CAVERN, each_region, one
from terrarium.smallworld.core.codes import (
    END,
    FADING,
    ON_AFFRONT,
    ON_CONQUEST,
    ON_TOUCH,
    START,
    TAKE,
    action,
    region_of,
    unit_of,
    verb_of,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.families import OnceATurn
from terrarium.smallworld.core.faults import ALREADY_USED, NOT_OFFERED, NOT_YOUR_REGION
from terrarium.smallworld.core.folds import as_adjacent
from terrarium.smallworld.core.phases.tolls import charge_tolls
from terrarium.smallworld.core.verbs import put_thing, spot_of
from terrarium.smallworld.warcraft.figures import act_fault
from terrarium.smallworld.warcraft.pieces import E_STOLEN, NO_PLACE_THERE, NOT_AN_ARTIFACT_NEAR, PLACE_NOT_ADJACENT


class Ethereals(OnceATurn):
    """Once a turn they steal an artifact next to them, or conquer an adjacent place for two tokens less, be it one that
    something else lets them attack as adjacent.

    `used`: one of the two was done this turn. A theft is named by the artifact and the region it comes to.
    """

    name = "ethereals"
    tokens: i64 = 5
    tray: i64 = 10
    deeds = True
    takes = True

    def __init__(self, after_die: bool) -> None:
        self.after_die = after_die

    def price(self, d: Data, me: i64, region: i64) -> i64:
        return -2 if d.armed(self) else 0

    def refuses(self, d: Data, me: i64, region: i64) -> i64:
        if not d.things(region) & d.kit.places:
            return NO_PLACE_THERE
        return 0 if as_adjacent(d, me, region, d.crew(me)) else PLACE_NOT_ADJACENT

    # --- the theft -----------------------------------------------------------------------------------

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        if d.used(self.id):
            return out
        for thing in d.kit.things:
            for r in each_region(self.beside(d, me, thing)):
                if self.theft_fault(d, me, thing, r) == 0:
                    out = append(out, action(TAKE, thing.id, r, 0))
        return out

    def beside(self, d: Data, me: i64, thing: Ability) -> i64:
        """Mask of their regions next to a thing that is not theirs; none where it is no artifact."""
        spot = spot_of(d, thing.bit) if thing.takes else i64(-1)
        if spot < 0 or d.holds(me, spot):
            return 0
        return d.held(me) & d.kit.board.borders[spot]

    def theft_fault(self, d: Data, me: i64, thing: Ability, r: i64) -> i64:
        """Why a thing cannot be stolen into a region of theirs; 0 if it can."""
        if thing.takes and not d.holds(me, r):
            return NOT_YOUR_REGION
        if not self.beside(d, me, thing) & one(r):
            return NOT_AN_ARTIFACT_NEAR
        return act_fault(d, me, spot_of(d, thing.bit), ON_TOUCH, False)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        """The artifact comes into a region of theirs."""
        thing = d.kit.units[unit_of(code)]
        charge_tolls(d, me, spot_of(d, thing.bit), ON_TOUCH)
        d.set_used(self.id, 1)
        put_thing(d, thing.bit, region_of(code))
        d.say(E_STOLEN, d.owner(me), me, region_of(code), 0, thing.id, self.id)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        thing = d.kit.units[unit_of(code)]
        if verb_of(code) != TAKE or not thing.bit:
            return NOT_OFFERED
        return ALREADY_USED if d.used(self.id) else self.theft_fault(d, me, thing, region_of(code))


class Kobolds(Ability):
    """Any cavern may be attacked as if it were adjacent."""

    name = "kobolds"
    tokens: i64 = 6
    tray: i64 = 11

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        return d.kit.board.where[CAVERN]


class Naga(Ability):
    """Seas and lakes are open to them, and they may begin there."""

    name = "naga"
    tokens: i64 = 6
    tray: i64 = 11
    swims = True
    enters = True

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        return d.kit.board.water if entering else i64(0)


class Pandaren(Ability):
    """Harmony for every player whose active race they did not attack: two coins before attacking them. In round 1
    players without a race have it too.

    `used`: a bit for each player whose active race they attacked this turn; `note`: for each who has Harmony.
    """

    name = "pandaren"
    tokens: i64 = 5
    tray: i64 = 10
    moments: i64 = when(START, END, FADING)
    prepaid = True
    tolls: i64 = ON_CONQUEST | ON_AFFRONT

    def __init__(self, between_races: bool) -> None:
        self.between_races = between_races

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == START or moment == FADING:
            d.set_note(self.id, 0)
        elif moment == END:
            spared = one(d.kit.seats) - 1 if self.between_races or d.round() == 1 else self.with_a_race(d)
            d.set_note(self.id, spared & ~d.used(self.id) & ~one(d.owner(me)))

    def with_a_race(self, d: Data) -> i64:
        """A bit for each player who has an active race."""
        found: i64 = 0
        seat: i64
        for seat in range(d.kit.seats):
            if d.active_of(seat) >= 0:
                found |= one(seat)
        return found

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.by == me and 0 <= a.victim < d.kit.n_races and d.active(a.victim):
            d.set_used(self.id, d.used(self.id) | one(d.owner(a.victim)))

    def toll(self, d: Data, me: i64, by: i64, region: i64) -> i64:
        return 2 if d.note(self.id) & one(d.owner(by)) else 0

    def paid(self, d: Data, me: i64, by: i64) -> None:
        d.set_note(self.id, d.note(self.id) & ~one(d.owner(by)))

    def shows(self, d: Data, me: i64) -> list[tuple[str, int]]:
        return seats_in(d.note(self.id), "harmony")
