"""What a faction may answer differently from its board: the hooks, each with the default of a faction that does not.

Hooks answer or carry out one step; they never drive the game. Tables (`tables.py`) come first: a hook exists only for
what a number cannot say.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import gain_vp
from terrarium.terramystica.layout import FACTION, SHIP
from terrarium.terramystica.tables import FACTION_COUNT, SHIP_MAX, SHIP_START


class Faction:
    """The default: no special ability."""

    def spades_for(self, distance: i64) -> i64:
        """Spades that a change of this many steps on the circle takes."""
        return distance

    def home_only(self) -> bool:
        """May a hex be turned into home terrain only?"""
        return False

    def on_spades(self, s: Position, seat: i64, n: i64) -> None:
        """n spades were obtained, whatever their source."""

    def on_spades_bought(self, s: Position, seat: i64, n: i64) -> None:
        """n spades were bought."""

    def skip_workers(self, v: vec[i64], o: i64) -> i64:
        """Workers for one tunnel."""
        return 0

    def skip_priests(self, v: vec[i64], o: i64) -> i64:
        """Priests for one carpet flight."""
        return 0

    def on_stronghold(self, s: Position, seat: i64) -> None:
        """The stronghold was built: what it brings at once."""

    def may_act(self, s: Position, seat: i64) -> bool:
        """Does the stronghold's action exist and have an object (asked only with a stronghold, unused)?"""
        return False

    def act(self, s: Position, seat: i64) -> None:
        """Carry out the stronghold's action: usually it asks a question."""

    def has_action(self) -> bool:
        """Is there a stronghold action at all?"""
        return False

    def on_town(self, s: Position, seat: i64) -> None:
        """A town was founded."""

    def on_pass(self, s: Position, seat: i64) -> None:
        """The seat passes."""

    def on_settled(self, s: Position, seat: i64, taken: i64, declined: i64) -> None:
        """All neighbours have answered for one of this seat's buildings."""

    def wants_answers(self) -> bool:
        """Must `on_settled` be told?"""
        return False


def _defaults() -> list[Faction]:
    return [Faction() for _ in range(int(FACTION_COUNT))]


FACTION_HOOKS: Final[list[Faction]] = _defaults()
"""Filled by `factions/`, one object per faction in the order of `names.FACTIONS`."""


def raise_ship(s: Position, seat: i64, cause: i64) -> None:
    """One level of shipping with its points; nothing at the end of the track or without one."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    if v[o + SHIP] >= SHIP_MAX[f]:
        return
    v[o + SHIP] += 1
    if s.watching:
        s.note("shipping", seat, cause, {"level": int(v[o + SHIP])})
    gain_vp(s, seat, v[o + SHIP] + 1 - SHIP_START[f], cause)
