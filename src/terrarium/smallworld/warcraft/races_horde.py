"""Five of the six races of the Horde: Blood Elves, Forsaken, Orcs, Tauren, Trolls (Goblins: their own file)."""

from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import MAGIC
from terrarium.smallworld.core.codes import (
    DEPLOYING,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.families import Plunder, TerrainIncome, YesNo
from terrarium.smallworld.core.folds import is_non_empty
from terrarium.smallworld.core.verbs import pay, recruit
from terrarium.smallworld.warcraft.pieces import ALLIANCE, HORDE


class BloodElves(TerrainIncome):
    """A coin more for each magic region."""

    name = "blood_elves"
    tokens: i64 = 5
    tray: i64 = 10
    faction: i64 = HORDE
    feature: i64 = MAGIC


class Forsaken(YesNo):
    """For each token others lose through them, one more Forsaken may be bought for a coin. `used`: how many still."""

    name = "forsaken"
    tokens: i64 = 6
    tray: i64 = 20
    faction: i64 = HORDE
    moments: i64 = when(DEPLOYING)

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.by == me and a.victim >= 0 and d.owner(a.victim) != d.owner(me):
            d.set_used(self.id, d.used(self.id) + a.killed)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        self.ask(d, me)

    def ask(self, d: Data, me: i64) -> None:
        if d.used(self.id) > 0 and d.coins(d.owner(me)) > 0 and d.tray(me) > 0:
            super().ask(d, me)

    def agreed(self, d: Data, me: i64) -> None:
        pay(d, d.owner(me), 1, self.id)
        recruit(d, me, 1, self.id)
        d.set_used(self.id, d.used(self.id) - 1)
        self.ask(d, me)


class Orcs(Plunder):
    """A coin more for each region conquered this turn from a race of the Alliance."""

    name = "orcs"
    tokens: i64 = 6
    tray: i64 = 11
    faction: i64 = HORDE

    def spoil(self, d: Data, me: i64, a: Attack) -> i64:
        return 1 if a.fell and 0 <= a.victim < d.kit.n_races and d.kit.units[a.victim].faction == ALLIANCE else 0


class Tauren(Ability):
    """Never fewer than two tokens in a region, in decline too."""

    name = "tauren"
    tokens: i64 = 11
    tray: i64 = 16
    faction: i64 = HORDE
    least: i64 = 2
    in_decline = True


class Trolls(Ability):
    """Non-empty regions cost one token less."""

    name = "trolls"
    tokens: i64 = 6
    tray: i64 = 11
    faction: i64 = HORDE

    def price(self, d: Data, me: i64, region: i64) -> i64:
        return -1 if is_non_empty(d, me, region) else 0
