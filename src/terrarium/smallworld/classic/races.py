"""The fourteen races of Small World: the chapter of the rulebook, one class each."""

from mypy_extensions import i64

from terrarium.smallworld.classic.pieces import (
    CAMP_PROTECTS,
    HOLE,
    LAIR,
    NOT_ACTIVE,
    NOT_AN_OPPONENT,
    NOT_LONE,
    OPPONENT_ALREADY_HIT,
    SORCERY_NOT_ADJACENT,
    TRAY_EMPTY,
)
from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import COASTAL, FARMLAND, MAGIC, MINE, count, each_region, one
from terrarium.smallworld.core.codes import (
    DECLINING,
    DEPLOYING,
    EMPTY,
    F_ASK,
    INHERITED,
    READY,
    SPARE,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.families import (
    Laying,
    Naming,
    Plunder,
    Replacing,
    Spoils,
    TerrainDiscount,
    TerrainIncome,
    leaving,
)
from terrarium.smallworld.core.faults import NO_TOKEN_IN_HAND
from terrarium.smallworld.core.folds import adjacent
from terrarium.smallworld.core.verbs import discharge, empty, lay, leave_if_gone, recruit, trim


class Amazons(Naming):
    """Four more tokens to attack with, given back after the conquests; regions are emptied only if nothing else is
    left to give. `note`: tokens still to be taken from regions."""

    name = "amazons"
    tokens: i64 = 6
    tray: i64 = 15
    moments: i64 = when(READY, SPARE)
    verb: i64 = EMPTY

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == READY:
            recruit(d, me, 4, self.id)
        elif moment == SPARE:
            spare = d.hand(me)
            given = spare if spare < 4 else 4
            discharge(d, me, given, self.id)
            held = d.held(me)
            short = 4 - given
            if short >= count(held):
                for r in each_region(held):
                    empty(d, r, self.id)
            elif short:
                d.set_note(self.id, short)
                d.push(F_ASK, me, self.id, 0, 0)

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        return leaving(d, d.from_rank(d.held(me), start), d.note(self.id))

    def may_rest(self, d: Data, f: i64) -> bool:
        return False

    def in_order(self, d: Data, me: i64, f: i64, r: i64) -> bool:
        return True

    def named(self, d: Data, me: i64, f: i64, r: i64) -> None:
        left = d.note(self.id) - 1
        d.set_note(self.id, left)
        empty(d, r, self.id)
        if left:
            d.push(F_ASK, me, self.id, 0, d.kit.board.rank[r] + 1)


class Dwarves(TerrainIncome):
    """A coin more for each mine, even in decline."""

    name = "dwarves"
    tokens: i64 = 3
    tray: i64 = 8
    feature: i64 = MINE
    in_decline = True


class Elves(Ability):
    """Lose no token when a region falls: all come back to hand."""

    name = "elves"
    tokens: i64 = 6
    tray: i64 = 11

    def losses(self, d: Data, me: i64, region: i64, n: i64) -> i64:
        return 0


class Ghouls(Naming):
    """Keep every token in decline and go on conquering, before the active race."""

    name = "ghouls"
    tokens: i64 = 5
    tray: i64 = 10
    in_decline = True
    acts_in_decline = True
    retreats_in_decline = True
    verb: i64 = EMPTY

    def __init__(self, may_be_trimmed: bool) -> None:
        self.moments = when(DEPLOYING, DECLINING) if may_be_trimmed else when(DEPLOYING)

    def stays(self, d: Data, me: i64, region: i64, declining: bool) -> i64:
        return d.tokens(region) if declining else 1

    def at(self, d: Data, me: i64, moment: i64) -> None:
        """Declined Ghouls that end their conquests without a region have left the map; declining ones are trimmed."""
        if moment == DEPLOYING:
            leave_if_gone(d, me)
        elif self.sites(d, me, 0):
            d.push(F_ASK, me, self.id, 0, 0)

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        return d.stacked(d.from_rank(d.held(me), start))

    def named(self, d: Data, me: i64, f: i64, r: i64) -> None:
        """One token of a region goes back to the tray, and more may follow; no keeps those still there."""
        trim(d, r, self.id)
        if self.sites(d, me, d.kit.board.rank[r]):
            d.push(F_ASK, me, self.id, 0, d.kit.board.rank[r])


class Giants(Ability):
    """One token less for a region next to a mountain they hold."""

    name = "giants"
    tokens: i64 = 6
    tray: i64 = 11

    def price(self, d: Data, me: i64, region: i64) -> i64:
        mountains = d.held(me) & d.kit.board.mountain
        if mountains and adjacent(d, me, mountains) & one(region):
            return -1
        return 0


class Halflings(Laying):
    """Enter anywhere; a hole in each of the first two regions they conquer. `note`: regions conquered, up to 2."""

    name = "halflings"
    tokens: i64 = 6
    tray: i64 = 11
    piece = HOLE

    def __init__(self, optional: bool) -> None:
        self.optional = optional

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        return d.kit.board.all if entering else 0

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.won and a.by == me and d.note(self.id) < 2:
            d.set_note(self.id, d.note(self.id) + 1)
            self.lay_or_ask(d, me, a.region)


class Humans(TerrainIncome):
    """A coin more for each farmland."""

    name = "humans"
    tokens: i64 = 5
    tray: i64 = 10
    feature: i64 = FARMLAND


class Orcs(Plunder):
    """A coin more for each non-empty region conquered this turn."""

    name = "orcs"
    tokens: i64 = 5
    tray: i64 = 10


class Ratmen(Ability):
    """No benefit but their number."""

    name = "ratmen"
    tokens: i64 = 8
    tray: i64 = 13


class Skeletons(Spoils):
    """A new token for every two non-empty regions conquered this turn, at redeployment. `used`: such regions."""

    name = "skeletons"
    tokens: i64 = 6
    tray: i64 = 20
    moments: i64 = when(DEPLOYING)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        recruit(d, me, d.used(self.id) // 2, self.id)


class Sorcerers(Replacing):
    """Once a turn per opponent, replace a lone active token next to them by a Sorcerer from the tray."""

    name = "sorcerers"
    tokens: i64 = 5
    tray: i64 = 18

    def __init__(
        self, kill_elves: bool, need_token: bool, flying_anywhere: bool, active_only: bool, need_adjacency: bool
    ) -> None:
        self.spares_nobody = kill_elves
        self.need_token = need_token
        self.flying_anywhere = flying_anywhere
        self.active_only = active_only
        self.need_adjacency = need_adjacency

    def aid_fault(self, d: Data, me: i64) -> i64:
        if d.tray(me) < 1:
            return TRAY_EMPTY
        return NO_TOKEN_IN_HAND if self.need_token and d.hand(me) < 1 else 0

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        return 0 if self.need_adjacency or not d.armed(self) else d.kit.board.all

    def refuses(self, d: Data, me: i64, region: i64) -> i64:
        holder = d.holder(region)
        if holder < 0 or holder == d.kit.natives or d.owner(holder) == d.owner(me):
            return NOT_AN_OPPONENT
        if self.active_only and not d.active(holder):
            return NOT_ACTIVE
        if d.tokens(region) != 1:
            return NOT_LONE
        if d.sheltered(region):
            return CAMP_PROTECTS
        if self.hit(d, region):
            return OPPONENT_ALREADY_HIT
        if self.need_adjacency and not self.beside(d, me) & one(region):
            return SORCERY_NOT_ADJACENT
        return 0

    def beside(self, d: Data, me: i64) -> i64:
        """Regions near enough: adjacent ones, and with the option whatever another unit lets them reach."""
        near = adjacent(d, me, d.held(me))
        if self.flying_anywhere:
            for unit in d.crew(me).reachers:
                if unit.id != self.id:
                    near |= unit.reach(d, me, d.held(me) == 0)
        return near


class Tritons(TerrainDiscount):
    """One token less for land on the shore of a sea or lake."""

    name = "tritons"
    tokens: i64 = 6
    tray: i64 = 11
    feature: i64 = COASTAL
    or_feature: i64 = COASTAL


class Trolls(Laying):
    """A lair in every region they take, which stays in decline."""

    name = "trolls"
    tokens: i64 = 5
    tray: i64 = 10
    piece = LAIR

    def __init__(self, optional: bool) -> None:
        self.optional = optional
        self.moments = i64(0) if optional else when(INHERITED)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        """A region that came to them without a conquest gets its lair too."""
        for r in each_region(d.held(me) & ~d.marked(d.held(me), self.mark)):
            if d.stock(self.mark) > 0:
                lay(d, self.mark, r)

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.won and a.by == me and d.stock(self.mark) > 0:
            self.lay_or_ask(d, me, a.region)


class Wizards(TerrainIncome):
    """A coin more for each magic region."""

    name = "wizards"
    tokens: i64 = 5
    tray: i64 = 10
    feature: i64 = MAGIC
