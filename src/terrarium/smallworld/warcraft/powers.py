"""Sixteen of the twenty special powers of Warcraft: income, discounts, forts, towers and tolls."""

from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import CAVERN, FARMLAND, FOREST, HILL, MOUNTAIN, SWAMP, count, each_region, one
from terrarium.smallworld.core.codes import (
    END,
    F_ASK,
    SCORED,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.families import Placing, Plunder, TerrainIncome, leaving
from terrarium.smallworld.core.verbs import lay, recall
from terrarium.smallworld.warcraft.house import leads_around
from terrarium.smallworld.warcraft.pieces import BADGES, FORT, TOWER


class Archaeologist(Ability):
    """A coin for each artifact and each place held."""

    name = "archaeologist"
    tokens: i64 = BADGES["archaeologist"]

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        return count(d.things(region))


class Battlemaster(Plunder):
    """A coin for each non-empty region conquered this turn."""

    name = "battlemaster"
    tokens: i64 = BADGES["battlemaster"]

    def spoil(self, d: Data, me: i64, a: Attack) -> i64:
        return 1 if a.fell and a.non_empty else 0


class Blacksmith(Ability):
    """One token less everywhere."""

    name = "blacksmith"
    tokens: i64 = BADGES["blacksmith"]

    def price(self, d: Data, me: i64, region: i64) -> i64:
        return -1


class Posting(Placing):
    """A piece goes into each region that deserves one; with more such regions than pieces the owner chooses."""

    def deserving(self, d: Data, me: i64) -> i64:
        """Mask of the regions that deserve a piece and have none."""
        return 0

    def post(self, d: Data, me: i64) -> None:
        regions = self.deserving(d, me)
        if d.stock(self.mark) == 0:
            return
        if count(regions) > d.stock(self.mark):
            d.push(F_ASK, me, self.id, 0, 0)
            return
        for r in each_region(regions):
            lay(d, self.mark, r)

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        """Regions that may be named next so that every piece finds a place further on in the board's order."""
        return leaving(d, d.from_rank(self.deserving(d, me), start), d.stock(self.mark))

    def again(self, d: Data, me: i64, region: i64) -> i64:
        return d.kit.board.rank[region] + 1

    def in_order(self, d: Data, me: i64, f: i64, r: i64) -> bool:
        return self.deserving(d, me) & one(r) != 0


class Defensive(Posting):
    """A watchtower on each field around which the race leads when its turn ends."""

    name = "defensive"
    tokens: i64 = BADGES["defensive"]
    moments: i64 = when(END)
    piece = TOWER

    def at(self, d: Data, me: i64, moment: i64) -> None:
        recall(d, self.mark, me)
        self.post(d, me)

    def deserving(self, d: Data, me: i64) -> i64:
        found: i64 = 0
        fields = d.held(me) & d.kit.board.where[FARMLAND]
        for r in each_region(fields & ~d.marked(fields, self.mark)):
            if leads_around(d, me, r):
                found |= one(r)
        return found


class Enraged(Plunder):
    """As many coins as tokens defended, for each region conquered from two or more."""

    name = "enraged"
    tokens: i64 = BADGES["enraged"]

    def spoil(self, d: Data, me: i64, a: Attack) -> i64:
        return a.defenders if a.fell and a.defenders >= 2 else 0


class Explorer(Ability):
    """A coin for each board with a region of theirs."""

    name = "explorer"
    tokens: i64 = BADGES["explorer"]

    def turn_income(self, d: Data, me: i64) -> i64:
        total: i64 = 0
        for island in d.kit.board.islands:
            if island & d.held(me):
                total += 1
        return total


class Farming(TerrainIncome):
    """A coin more for each field."""

    name = "farming"
    tokens: i64 = BADGES["farming"]
    feature: i64 = FARMLAND


class Fishing(Ability):
    """A coin more for each region beside a sea or lake."""

    name = "fishing"
    tokens: i64 = BADGES["fishing"]

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        return (d.kit.board.shore >> region) & 1


class Garrisoned(Posting):
    """A fort in each region they hold when their turn ends, which stays in decline."""

    name = "garrisoned"
    tokens: i64 = BADGES["garrisoned"]
    in_decline = True
    moments: i64 = when(END, SCORED)
    piece = FORT

    def __init__(self, builds_in_decline: bool) -> None:
        self.builds_in_decline = builds_in_decline

    def at(self, d: Data, me: i64, moment: i64) -> None:
        """In decline there is no redeployment after which forts could be placed: the turn's scoring takes its place."""
        late = self.builds_in_decline and d.declined(me)
        if moment == (SCORED if late else END):
            self.post(d, me)

    def deserving(self, d: Data, me: i64) -> i64:
        return d.held(me) & ~d.marked(d.held(me), self.mark)


class Herbalist(TerrainIncome):
    """A coin more for each hill."""

    name = "herbalist"
    tokens: i64 = BADGES["herbalist"]
    feature: i64 = HILL


class MarshDwelling(Ability):
    """A coin of toll before anybody attacks one of their swamps, even in decline."""

    name = "marsh_dwelling"
    tokens: i64 = BADGES["marsh_dwelling"]
    in_decline = True
    prepaid = True

    def toll(self, d: Data, me: i64, by: i64, region: i64) -> i64:
        if d.owner(by) == d.owner(me):
            return 0
        return (d.kit.board.where[SWAMP] >> region) & 1


class Mining(TerrainIncome):
    """A coin more for each cavern."""

    name = "mining"
    tokens: i64 = BADGES["mining"]
    feature: i64 = CAVERN


class Mountaineer(TerrainIncome):
    """A coin more for each mountain."""

    name = "mountaineer"
    tokens: i64 = BADGES["mountaineer"]
    feature: i64 = MOUNTAIN


class Ranger(TerrainIncome):
    """A coin more for each forest."""

    name = "ranger"
    tokens: i64 = BADGES["ranger"]
    feature: i64 = FOREST


class Sailing(Ability):
    """No travel cost."""

    name = "sailing"
    tokens: i64 = BADGES["sailing"]
    no_travel = True


class Swampwalker(TerrainIncome):
    """A coin more for each swamp."""

    name = "swampwalker"
    tokens: i64 = BADGES["swampwalker"]
    feature: i64 = SWAMP
