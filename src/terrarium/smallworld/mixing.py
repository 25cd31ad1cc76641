"""Small World with Underground mixed in: which units stay, and relics and places guarded by monsters."""

from terrarium.kernel.contract import Option
from terrarium.smallworld.classic.kit import SmallWorld, classic_kit, classic_powers, classic_races
from terrarium.smallworld.classic.pieces import classic_marks
from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import Board
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.core.title import switched, usual
from terrarium.smallworld.underground.kit import (
    NEED_THINGS,
    NO_CHASM,
    underground_options,
    underground_places,
    underground_powers,
    underground_races,
    underground_relics,
    without,
)
from terrarium.smallworld.underground.pieces import underground_marks


def surface_kit(board: Board, players: int, options: dict[str, str], reversed_crews: bool = False) -> Kit:
    """Small World with the races and powers of Underground that make sense on the surface; with `mixed` = `relics`
    also its relics and places, hidden in as many Lost Tribe regions as there are players and one more."""
    if options.get("mixed", "no") == "no":
        return classic_kit(board, players, options, reversed_crews)
    hiding = options["mixed"] == "relics"
    on = {**switched(usual(underground_options())), **switched(options)}
    relics = underground_relics()
    races = classic_races(on) + without(underground_races(on), NO_CHASM)
    below = underground_powers(on, relics)
    powers = classic_powers(on, options["lost_encampments"]) + (below if hiding else without(below, NEED_THINGS))
    things: list[Ability] = [*relics, *underground_places(on)] if hiding else []
    marks = [*classic_marks(on["lost_fortress_returns"]), *underground_marks(False)]
    return Kit(
        "small-world", board, players, races, powers, marks, on, reversed_crews, things, players + 1 if hiding else 0,
    )  # fmt: skip


class MixingSmallWorld(SmallWorld):
    """Small World, alone or mixed."""

    def __init__(self, map_files: dict[str, dict[str, object]]) -> None:
        super().__init__(map_files)
        self.options = [*self.options, Option("mixed", "no", ["no", "races", "relics"], "mixing.races")]

    def kit(self, board: Board, players: int, chosen: dict[str, str]) -> Kit:
        return surface_kit(board, players, chosen)
