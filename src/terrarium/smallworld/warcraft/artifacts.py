"""The five artifacts: each serves the active race that holds its region, and lies where it was last used."""

from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import (
    END,
    F_ASK,
    ON_AFFRONT,
    ON_CONQUEST,
    ON_TOUCH,
    SCORED,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.events import E_USED
from terrarium.smallworld.core.families import Naming, OnceATurn
from terrarium.smallworld.core.verbs import gain, pay, put_thing, spot_of


def move(d: Data, artifact: Ability, me: i64, r: i64) -> None:
    """An artifact was used, and lies in `r` from now on."""
    d.say(E_USED, d.owner(me), me, r, 0, -1, artifact.id)
    put_thing(d, artifact.bit, r)


class WarArtifact(OnceATurn):
    """An artifact that serves one conquest a turn of each player."""

    chapter = "artifact"
    takes = True

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        super().on_attack(d, me, a)
        if a.by == me and d.armed(self) and a.won:
            move(d, self, me, a.region)


class Ashes(WarArtifact):
    """Once a turn any region may be conquered as if it were adjacent; water, as ever, only by those who swim."""

    name = "ashes"

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        return d.kit.board.all if d.armed(self) else i64(0)


class Doomhammer(WarArtifact):
    """Once a turn a region is conquered with one token, for two coins to whoever held it."""

    name = "doomhammer"
    fixed: i64 = 1
    all_in = True

    def __init__(self, anywhere: bool) -> None:
        self.anywhere = anywhere

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        return d.kit.board.all if self.anywhere and d.armed(self) else i64(0)

    def fee(self, d: Data, me: i64, region: i64) -> i64:
        return 2


class Frostmourne(WarArtifact):
    """Once a turn a conquest costs two tokens less."""

    name = "frostmourne"

    def price(self, d: Data, me: i64, region: i64) -> i64:
        return -2 if d.armed(self) else i64(0)


class GuardArtifact(Naming):
    """An artifact that may be put into any region of the race at the end of its turn."""

    chapter = "artifact"
    takes = True
    moments: i64 = when(END)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == END:
            d.push(F_ASK, me, self.id, 0, 0)

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        """Where it lies is no answer: leaving it there is."""
        return d.held(me) & ~one(spot_of(d, self.bit))

    def named(self, d: Data, me: i64, f: i64, r: i64) -> None:
        move(d, self, me, r)


class Aegis(GuardArtifact):
    """Its region is immune to whoever does not pay two coins. `used`: a bit for each player who paid this turn."""

    name = "aegis"
    prepaid = True
    tolls: i64 = ON_CONQUEST | ON_AFFRONT | ON_TOUCH

    def __init__(self, once_a_turn: bool) -> None:
        self.once_a_turn = once_a_turn

    def toll(self, d: Data, me: i64, by: i64, region: i64) -> i64:
        seat = d.owner(by)
        if not d.things(region) & self.bit or seat == d.owner(me):
            return 0
        return 0 if d.used(self.id) & one(seat) else 2

    def paid(self, d: Data, me: i64, by: i64) -> None:
        if self.once_a_turn:
            d.set_used(self.id, d.used(self.id) | one(d.owner(by)))


class Heart(GuardArtifact):
    """Each opponent whose active race is next to it pays a coin."""

    name = "heart"
    moments: i64 = when(END, SCORED)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        super().at(d, me, moment)
        if moment == SCORED:
            self.collect(d, me)

    def collect(self, d: Data, me: i64) -> None:
        """A coin from each opponent whose active race is beside it, whatever stands in those regions."""
        near = d.kit.board.borders[spot_of(d, self.bit)]
        seat: i64
        for seat in range(d.kit.seats):
            active = d.active_of(seat)
            near_by = active >= 0 and d.held(active) & near != 0
            if near_by and seat != d.owner(me) and d.coins(seat) > 0:
                pay(d, seat, 1, self.id)
                gain(d, d.owner(me), 1, self.id)
