"""All actions, and which question takes which: the place of a code, the menu of a question."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.bridge import SITE
from terrarium.terramystica.actions.build import BUILD
from terrarium.terramystica.actions.build_here import BUILD_HERE
from terrarium.terramystica.actions.card_out import CARD_LEFT_OUT
from terrarium.terramystica.actions.card_space import CARD_SPACE
from terrarium.terramystica.actions.connect import CONNECT
from terrarium.terramystica.actions.convert import CONVERT
from terrarium.terramystica.actions.cult_step import CULT_STEP
from terrarium.terramystica.actions.dig_on import DIG_ON
from terrarium.terramystica.actions.digging import DIGGING
from terrarium.terramystica.actions.done import DONE
from terrarium.terramystica.actions.favor import FAVOR
from terrarium.terramystica.actions.favor_space import FAVOR_SPACE
from terrarium.terramystica.actions.first_card import FIRST_CARD
from terrarium.terramystica.actions.free_spades import FREE_SPADES
from terrarium.terramystica.actions.leave import LEAVE
from terrarium.terramystica.actions.leech import LEECH
from terrarium.terramystica.actions.ordain import ORDAIN
from terrarium.terramystica.actions.passing import PASS
from terrarium.terramystica.actions.pick import PICK
from terrarium.terramystica.actions.place import PLACE
from terrarium.terramystica.actions.power import POWER
from terrarium.terramystica.actions.ride import RIDE
from terrarium.terramystica.actions.send import SEND
from terrarium.terramystica.actions.shipping import SHIPPING
from terrarium.terramystica.actions.stay import STAY
from terrarium.terramystica.actions.storm import STORM
from terrarium.terramystica.actions.stronghold_space import STRONGHOLD_SPACE
from terrarium.terramystica.actions.swarm import SWARM
from terrarium.terramystica.actions.tile import TILE
from terrarium.terramystica.actions.town import TOWN
from terrarium.terramystica.actions.transform import TRANSFORM
from terrarium.terramystica.actions.turning import lay_out_ways
from terrarium.terramystica.actions.upgrade import UPGRADE
from terrarium.terramystica.actions.workers_bridge import WORKERS_BRIDGE
from terrarium.terramystica.factions import all as factions
from terrarium.terramystica.layout import F_LEECH, F_MAIN

assert factions.ALL  # their boards are laid out as soon as they are imported
lay_out_ways()

BOARD: Final[list[Action]] = [BUILD, TRANSFORM, UPGRADE]
"""Main actions whose codes lie in the blocks of the hexes: they are listed together, hex by hex."""
ALL: Final[list[Action]] = [
    *BOARD,
    PLACE,
    BUILD_HERE,
    RIDE,
    STORM,
    DIG_ON,
    FREE_SPADES,
    SWARM,
    TILE,
    CARD_LEFT_OUT,
    PICK,
    FIRST_CARD,
    SHIPPING,
    DIGGING,
    SEND,
    POWER,
    CARD_SPACE,
    FAVOR_SPACE,
    STRONGHOLD_SPACE,
    WORKERS_BRIDGE,
    SITE,
    CULT_STEP,
    FAVOR,
    TOWN,
    STAY,
    ORDAIN,
    LEECH,
    DONE,
    PASS,
    LEAVE,
    CONNECT,
    CONVERT,
]
"""In the order of their codes."""
KINDS: Final = F_LEECH + 1
NOT_ASKED: Final = Action(())


def _taken() -> list[Action]:
    found = [NOT_ASKED] * (KINDS * codes.END)
    for action in ALL:
        for kind in action.kinds:
            for code in action.codes:
                found[kind * codes.END + int(code)] = action
    return found


TAKEN: Final[list[Action]] = _taken()
"""[question * codes.END + code]: the action that the code is there."""
MENUS: Final[list[list[Action]]] = [
    [action for action in ALL if kind in (action.listed or action.kinds) and not (kind == F_MAIN and action in BOARD)]
    for kind in range(KINDS)
]
"""What each question takes, but for the board's actions of the main decision."""


def action_of(kind: i64, code: i64) -> Action:
    """The action that a code is when a question of this kind is open."""
    return TAKEN[kind * codes.END + code]
