"""The same table in three titles: for rules that Small World, Underground and Warcraft share, word by word.

`home` is an entry region, `near` and `beyond` lead inland from it one after the other, `hill` is a mountain beside
`near`; `far` is an entry region elsewhere, `farther` beside it. Nothing lies on any of them, and none of the races and
powers named here makes a difference in them: `mine` attacks, `yours` defends, the `old` ones are in decline.
"""

from dataclasses import dataclass
from typing import Any

import pytest

from terrarium.kernel.contract import State
from tests.support.scene import RACES as SURFACE
from tests.support.scene import RACES_BELOW, Scene
from tests.support.warcraft import RACES as WARCRAFT
from tests.support.warcraft import Wow


@dataclass(frozen=True)
class Ground:
    title: str
    mine: str
    power: str
    yours: str
    your_power: str
    old: str
    your_old: str
    home: int
    near: int
    beyond: int
    hill: int
    far: int
    farther: int
    next: tuple[tuple[str, str], ...]
    """Combos that may lie in the row: races and powers not named above."""
    tokens: dict[str, tuple[int, int]]
    """Banner value and tokens in the box of each race."""

    def scene(self, **options: Any) -> Any:
        """An empty table for two."""
        if self.title == "warcraft":
            return Wow("l1a+s1a", **options)
        return Scene(natives=False, title=self.title, **options)

    def attack(self, regions: dict[int, int] | None = None, hand: int = 0, **options: Any) -> Any:
        """Seat 0 has `mine` in these regions (in `home` if none are named); seat 1 is far away."""
        scene = self.scene(**options)
        scene.active(0, self.mine, self.power, {self.home: 1} if regions is None else regions, hand=hand)
        return scene

    def guarded(self, regions: dict[int, int], mine: dict[int, int] | None = None, hand: int = 0) -> Any:
        """Seat 0 attacks, `yours` stands in these regions."""
        return self.attack(mine, hand).active(1, self.yours, self.your_power, regions)


GROUNDS = [
    Ground(
        "small-world", "ratmen", "forest", "dwarves", "swamp", "giants", "wizards", 4, 9, 14, 8, 17, 12,
        (("orcs", "hill"), ("elves", "merchant"), ("trolls", "flying"), ("humans", "stout"), ("tritons", "mounted"),
         ("skeletons", "wealthy")),
        SURFACE,
    ),
    Ground(
        "underground", "gnomes", "mystic", "liches", "stone", "mudmen", "shrooms", 4, 9, 8, 15, 25, 26,
        (("drow", "wise"), ("mummies", "mining"), ("ogres", "martyr"), ("spiderines", "muddy"),
         ("iron_dwarves", "fisher"), ("lizardmen", "tomb")),
        RACES_BELOW,
    ),
    Ground(
        "warcraft", "blood_elves", "sailing", "orcs", "mining", "trolls", "kobolds", 2, 5, 9, 6, 11, 12,
        (("naga", "ranger"), ("tauren", "fishing"), ("humans", "explorer"), ("draenei", "enraged"),
         ("gnomes", "herbalist"), ("forsaken", "farming")),
        WARCRAFT,
    ),
]  # fmt: skip

each = pytest.mark.parametrize("ground", GROUNDS, ids=[ground.title for ground in GROUNDS])


def row(state: State) -> list[tuple[str, str, int]]:
    """Race, power and coins of the combos from the top."""
    page: Any = state.view(0)
    return [(combo["race"], combo["power"], combo["coins"]) for combo in page["row"]]


def total(state: State, ground: Ground, race: str) -> int:
    """All tokens of a race there are: in the tray, in hand, waiting, on the map; the whole box if it left the map."""
    seats: Any = state.view(0)["seats"]
    rows: Any = state.view(0)["regions"]
    for seat in seats:
        for found in seat["tribes"]:
            if found["race"] == race:
                on_map = sum(held["tokens"] for held in rows if held["holder"] == race)
                return int(found["tray"] + found["hand"] + found["retreat"] + on_map)
    return ground.tokens[race][1]
