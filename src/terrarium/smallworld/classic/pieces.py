"""The pieces of Small World that lie in regions, and the reasons for refusal that only its units know."""

from typing import Final

from mypy_extensions import i64

from terrarium.smallworld.core.marks import Mark

LAIR: Final[i64] = 0
FORTRESS: Final[i64] = 1
ENCAMPMENT: Final[i64] = 2
HOLE: Final[i64] = 3
HERO: Final[i64] = 4
DRAGON: Final[i64] = 5


def classic_marks(lost_fortress_returns: bool) -> list[Mark]:
    """Fresh mark kinds, in the order of the numbers above."""
    return [
        Mark("lair", 10, "race.trolls", defence=1, keeps=True),
        Mark("fortress", 6, "power.fortified", defence=1, keeps=True, returns=lost_fortress_returns),
        Mark("encampment", 5, "power.bivouacking", defence=1, shields=True, most=5),
        Mark("hole", 2, "race.halflings.holes", immune=True),
        Mark("hero", 2, "power.heroic", immune=True),
        Mark("dragon", 1, "power.dragon_master", immune=True),
    ]


NOT_AN_OPPONENT: Final[i64] = 32
NOT_ACTIVE: Final[i64] = 33
NOT_LONE: Final[i64] = 34
CAMP_PROTECTS: Final[i64] = 35
OPPONENT_ALREADY_HIT: Final[i64] = 36
TRAY_EMPTY: Final[i64] = 37
SORCERY_NOT_ADJACENT: Final[i64] = 38
AT_PEACE: Final[i64] = 39
WAS_ATTACKED: Final[i64] = 40

CLASSIC_FAULTS: Final[dict[int, tuple[str, str]]] = {
    32: ("not_an_opponent", "race.sorcerers"),
    33: ("not_active", "race.sorcerers.single_active"),
    34: ("not_lone", "race.sorcerers.single_active"),
    35: ("camp_protects", "race.sorcerers.camps_protect"),
    36: ("opponent_already_hit", "race.sorcerers.once_per_opponent"),
    37: ("tray_empty", "race.sorcerers.tray"),
    38: ("sorcery_not_adjacent", "race.sorcerers.adjacent"),
    39: ("at_peace", "power.diplomat"),
    40: ("was_attacked", "power.diplomat"),
}
