"""The pieces of Small World that lie in regions, and the refusals and events that only its units know."""

from typing import Final

from mypy_extensions import i64

from terrarium.smallworld.core.events import event
from terrarium.smallworld.core.faults import fault
from terrarium.smallworld.core.marks import Mark

LAIR: Final = "lair"
FORTRESS: Final = "fortress"
ENCAMPMENT: Final = "encampment"
HOLE: Final = "hole"
HERO: Final = "hero"
DRAGON: Final = "dragon"


def classic_marks(lost_fortress_returns: bool) -> list[Mark]:
    """Fresh kinds of piece."""
    return [
        Mark(LAIR, 10, "race.trolls", defence=1, keeps=True),
        Mark(FORTRESS, 6, "power.fortified", defence=1, keeps=True, returns=lost_fortress_returns),
        Mark(ENCAMPMENT, 5, "power.bivouacking", defence=1, shields=True, most=5),
        Mark(HOLE, 2, "race.halflings.holes", immune=True),
        Mark(HERO, 2, "power.heroic", immune=True),
        Mark(DRAGON, 1, "power.dragon_master", immune=True),
    ]


NOT_AN_OPPONENT: Final[i64] = fault("not_an_opponent", "race.sorcerers")
NOT_ACTIVE: Final[i64] = fault("not_active", "race.sorcerers.single_active")
NOT_LONE: Final[i64] = fault("not_lone", "race.sorcerers.single_active")
CAMP_PROTECTS: Final[i64] = fault("camp_protects", "race.sorcerers.camps_protect")
OPPONENT_ALREADY_HIT: Final[i64] = fault("opponent_already_hit", "race.sorcerers.once_per_opponent")
TRAY_EMPTY: Final[i64] = fault("tray_empty", "race.sorcerers.tray")
SORCERY_NOT_ADJACENT: Final[i64] = fault("sorcery_not_adjacent", "race.sorcerers.adjacent")
AT_PEACE: Final[i64] = fault("at_peace", "power.diplomat")
WAS_ATTACKED: Final[i64] = fault("was_attacked", "power.diplomat")

E_ALLIED: Final[i64] = event("allied", "", "t--s")
