"""A faction: the numbers of its board, and what it may answer differently.

Numbers come first: a hook exists only for what a number cannot say. Hooks answer or carry out one step; they never
drive the game.
"""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.data import Position
from terrarium.terramystica.names import FACTIONS


class Faction:
    """An ordinary board without a special ability; a faction says what is different."""

    name: str = ""
    home: str = ""
    # --- goods to begin with ---
    cults: tuple[int, ...] = (0, 0, 0, 0)
    workers: int = 3
    coins: int = 15
    priests: int = 0
    bowls: tuple[int, ...] = (5, 7)
    dwellings: int = 2
    # --- cost of dwelling, trading house (with a neighbour), temple, stronghold, sanctuary ---
    cost_workers: tuple[int, ...] = (1, 2, 2, 4, 4)
    cost_coins: tuple[int, ...] = (2, 3, 5, 6, 6)
    # --- income ---
    worker_income: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 8)
    trade_coins: tuple[int, ...] = (2, 2, 2, 2)
    trade_power: tuple[int, ...] = (1, 1, 2, 2)
    temple_priests: tuple[int, ...] = (1, 1, 1)
    temple_power: tuple[int, ...] = (0, 0, 0)
    stronghold: tuple[int, ...] = (0, 0, 0, 2)  # coins, workers, priests, power
    sanctuary_priests: int = 1
    # --- tracks ---
    ship_start: int = 0
    ship_max: int = 3
    dig_max: int = 2
    dig_coins: int = 5
    spade_workers: int = 3  # for one spade; each level of digging takes one off
    spade_priests: int = 0
    flat_spades: int = 0  # spades for any hex whatever its terrain, and then to home terrain only; 0: one a step
    # --- tunnels and carpet flight ---
    skip_workers: int = 0
    skip_priests: int = 0
    skip_cheaper: int = 0  # workers less with the stronghold
    skip_range: int = 0  # how far, in hexes
    skip_farther: int = 0  # hexes more with the stronghold, and with each town tile for shipping
    # --- tiles, and what only this faction may do ---
    tiles_per_temple: int = 1
    tiles_per_stronghold: int = 0
    coins_per_vp: int = 3  # at the end
    trades_points: bool = False  # points for coins and back, in the own turn
    bridge_workers: int = 0  # workers for a bridge, as an action; 0: no such action
    river_towns: bool = False
    stronghold_spades: int = 0  # free spades that the stronghold brings at once
    ordains: int = 0  # workers that may become priests when the stronghold is built
    action: str = ""  # the stronghold's action as logs spell it

    def cause(self) -> i64:
        """What its own gains are owed to."""
        return causes.OF_FACTION + FACTIONS.index(self.name)

    def on_spades(self, s: Position, seat: i64, n: i64) -> None:
        """n spades were obtained, whatever their source."""

    def on_spades_bought(self, s: Position, seat: i64, n: i64) -> None:
        """n spades were bought."""

    def on_stronghold(self, s: Position, seat: i64) -> None:
        """The stronghold was built: what it brings at once."""

    def may_act(self, s: Position, seat: i64) -> bool:
        """Does the stronghold's action exist and have an object (asked only with a stronghold, unused)?"""
        return self.action != ""

    def act(self, s: Position, seat: i64) -> None:
        """Carry out the stronghold's action: usually it asks a question."""

    def on_town(self, s: Position, seat: i64) -> None:
        """A town was founded."""

    def on_pass(self, s: Position, seat: i64) -> None:
        """The seat passes."""

    def on_settled(self, s: Position, seat: i64, taken: i64, declined: i64) -> None:
        """All neighbours have answered for one of this seat's buildings."""

    def wants_answers(self) -> bool:
        """Must `on_settled` be told?"""
        return False


FACTION_HOOKS: Final[list[Faction]] = [Faction() for _ in FACTIONS]
"""In the order of `names.FACTIONS`; `all.py` seats each faction."""
