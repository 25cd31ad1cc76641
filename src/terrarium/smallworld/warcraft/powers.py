"""Sixteen of the twenty special powers of Warcraft: income, discounts, forts, towers and tolls."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import CAVERN, FARMLAND, FOREST, HILL, MOUNTAIN, SWAMP, count, each_region, one
from terrarium.smallworld.core.codes import (
    END,
    F_ASK,
    PLACE,
    SCORED,
    number_in,
    region_of,
    verb_of,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.families import TerrainIncome
from terrarium.smallworld.core.faults import IN_ORDER, NOT_OFFERED, NOT_YOUR_REGION
from terrarium.smallworld.core.verbs import lay, recall
from terrarium.smallworld.warcraft.house import leads_around
from terrarium.smallworld.warcraft.pieces import BADGES, FORT, TOWER


class Archaeologist(Ability):
    """A coin for each artifact and each place held."""

    name = "archaeologist"
    tokens: i64 = BADGES["archaeologist"]

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        return count(d.things(region))


class Battlemaster(Ability):
    """A coin for each non-empty region conquered this turn. `used`: such regions."""

    name = "battlemaster"
    tokens: i64 = BADGES["battlemaster"]

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.fell and a.by == me and a.non_empty:
            d.set_used(self.id, d.used(self.id) + 1)

    def turn_income(self, d: Data, me: i64) -> i64:
        return d.used(self.id)


class Blacksmith(Ability):
    """One token less everywhere."""

    name = "blacksmith"
    tokens: i64 = BADGES["blacksmith"]

    def price(self, d: Data, me: i64, region: i64) -> i64:
        return -1


class Posting(Ability):
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
        regions = d.from_rank(self.deserving(d, me), start)
        found: i64 = 0
        for r in each_region(regions):
            if count(d.from_rank(regions, d.kit.board.rank[r])) >= d.stock(self.mark):
                found |= one(r)
        return found

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        return self.offer(PLACE, self.sites(d, me, number_in(f)), out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        r = region_of(code)
        lay(d, self.mark, r)
        if d.stock(self.mark) > 0:
            d.push(F_ASK, me, self.id, 0, d.kit.board.rank[r] + 1)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) != PLACE:
            return NOT_OFFERED
        if not d.holds(me, region_of(code)):
            return NOT_YOUR_REGION
        return IN_ORDER if self.deserving(d, me) & one(region_of(code)) else NOT_OFFERED


class Defensive(Posting):
    """A watchtower on each field around which the race leads when its turn ends."""

    name = "defensive"
    tokens: i64 = BADGES["defensive"]
    moments: i64 = when(END)
    piece = TOWER

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == END:
            recall(d, self.mark, me)
            self.post(d, me)

    def deserving(self, d: Data, me: i64) -> i64:
        found: i64 = 0
        fields = d.held(me) & d.kit.board.where[FARMLAND]
        for r in each_region(fields & ~d.marked(fields, self.mark)):
            if leads_around(d, me, r):
                found |= one(r)
        return found


class Enraged(Ability):
    """As many coins as tokens defended, for each region conquered from two or more. `used`: coins so far."""

    name = "enraged"
    tokens: i64 = BADGES["enraged"]

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.fell and a.by == me and a.defenders >= 2:
            d.set_used(self.id, d.used(self.id) + a.defenders)

    def turn_income(self, d: Data, me: i64) -> i64:
        return d.used(self.id)


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
