"""The seven Legendary Places: they never move, but for the Well, and serve the active race that holds their region."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import (
    DEPLOYING,
    END,
    F_ASK,
    F_LOT,
    FIND,
    FOUND,
    PLACE,
    RETURNING,
    action,
    number_in,
    region_in,
    region_of,
    unit_of,
    verb_of,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.events import E_FOUND, E_USED
from terrarium.smallworld.core.families import YesNo
from terrarium.smallworld.core.faults import NOT_OFFERED
from terrarium.smallworld.core.verbs import hold_back, put_thing, recruit, remove_thing, spot_of, uncover
from terrarium.smallworld.warcraft.pieces import ALLIANCE, HORDE, NEUTRAL, NOT_THAT_WATER

WATERS: Final[i64] = 0
PLACES: Final[i64] = 1


class Place(Ability):
    """A Legendary Place."""

    chapter = "place"


class Battleground(YesNo):
    """The faction bonus counts up to twice for each race; a neutral race chooses its side. `used`: the side chosen."""

    name = "battleground"
    chapter = "place"
    moments: i64 = when(END)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if d.kit.units[me].faction == NEUTRAL:
            self.ask(d, me)

    def agreed(self, d: Data, me: i64) -> None:
        """Yes is the Alliance, no is the Horde."""
        d.set_used(self.id, ALLIANCE)

    def refused(self, d: Data, me: i64) -> None:
        d.set_used(self.id, HORDE)


class DarkPortal(Place):
    """Two coins at the end of the turn."""

    name = "dark_portal"

    def turn_income(self, d: Data, me: i64) -> i64:
        return 2


class Karazhan(Place):
    """A coin for each other region of its terrain."""

    name = "karazhan"

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        spot = spot_of(d, self.bit)
        return 1 if region != spot and (d.kit.board.kin[spot] >> region) & 1 else i64(0)


class LightsHope(Place):
    """The race that holds it loses no token when it is attacked."""

    name = "lights_hope"

    def losses(self, d: Data, me: i64, region: i64, n: i64) -> i64:
        return 0


class MeetingStone(Place):
    """No travel cost."""

    name = "meeting_stone"
    no_travel = True


class SpiritHealer(Place):
    """A token from the tray when the race redeploys, in its owner's turn or whenever it does."""

    name = "spirit_healer"
    moments: i64 = when(DEPLOYING, RETURNING)

    def __init__(self, when_driven_off: bool) -> None:
        self.when_driven_off = when_driven_off

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == DEPLOYING:
            recruit(d, me, 1, self.id)
        elif moment == RETURNING and self.when_driven_off:
            hold_back(d, me, recruit(d, me, 1, self.id))


class Well(Place):
    """Goes to a sea or lake of its island when it is found; without one, another place lies there in its stead.

    Its question: number 0 asks the finder for the water (chance, where nobody plays the race that found it), 1 asks
    chance for the other place. Who gains by it is told by `house.Eternity`: it serves whoever is around it.
    """

    name = "well"
    moments: i64 = when(FOUND)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        r = spot_of(d, self.bit)
        if self.waters(d, r):
            d.push(F_LOT if d.kit.units[me].wild else F_ASK, me, self.id, r, WATERS)
        else:
            remove_thing(d, self.bit)  # the Well leaves the game
            if d.unseen() & d.kit.places:
                d.push(F_LOT, me, self.id, r, PLACES)

    def waters(self, d: Data, r: i64) -> i64:
        """Seas and lakes of the island on which `r` lies."""
        for island in d.kit.board.islands:
            if island & one(r):
                return island & d.kit.board.water
        return 0

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        if number_in(f) == PLACES:
            for thing in d.kit.things:
                if d.unseen() & d.kit.places & thing.bit:
                    out = append(out, action(FIND, thing.id, 0, 0))
            return out
        return self.offer(PLACE, self.waters(d, region_in(f)), out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        seat = d.owner(me)
        if number_in(f) == WATERS:
            d.say(E_USED, seat, me, region_of(code), 0, -1, self.id)
            put_thing(d, self.bit, region_of(code))
            return
        thing = d.kit.units[unit_of(code)]
        uncover(d, thing.bit)
        d.say(E_FOUND, seat, me, region_in(f), 0, thing.id, -1)
        put_thing(d, thing.bit, region_in(f))

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        return NOT_THAT_WATER if verb_of(code) == PLACE else NOT_OFFERED
