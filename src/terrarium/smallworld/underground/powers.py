"""The twenty-one special powers of Underground: the chapter of the rulebook, one class each."""

from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack, seats_in
from terrarium.smallworld.core.board import COASTAL, FOREST, MAGIC, MINE, MOUNTAIN, SWAMP, count, one
from terrarium.smallworld.core.codes import (
    DECLINING,
    DEPLOYING,
    END,
    F_ASK,
    F_DEPLOY,
    F_SCORE,
    INHERITED,
    LEFT,
    PLACE,
    SCORED,
    START,
    region_of,
    verb_of,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.families import Naming, Placing, Replacing, TerrainIncome, YesNo
from terrarium.smallworld.core.faults import IN_ORDER, NO_TOKEN_IN_HAND, NOT_OFFERED
from terrarium.smallworld.core.folds import adjacent, beside
from terrarium.smallworld.core.phases.conquest import take_up
from terrarium.smallworld.core.verbs import bequeath, discharge, gain, lay, leave, leave_if_gone, notify, recall
from terrarium.smallworld.underground.hostile import rob, substitution_fault
from terrarium.smallworld.underground.pieces import ARMOR, BAG, E_REBORN, ENEMY_ALREADY_REPLACED, NOT_IN_DECLINE, QUEEN


class Adventurous(Ability):
    """A coin more for each region with a place."""

    name = "adventurous"
    tokens: i64 = 5

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        return 1 if d.things(region) & d.kit.places else i64(0)


class Fisher(Ability):
    """A coin more for every two regions that border a river (on the surface a sea or lake)."""

    name = "fisher"
    tokens: i64 = 4

    def turn_income(self, d: Data, me: i64) -> i64:
        return count(d.held(me) & d.kit.board.where[COASTAL]) // 2


class Flocking(Ability):
    """Two coins if all regions form one group, adjacency given by abilities counted."""

    name = "flocking"
    tokens: i64 = 5

    def turn_income(self, d: Data, me: i64) -> i64:
        held = d.held(me)
        if held == 0:
            return 0
        group = held & -held
        while True:
            more = group | (adjacent(d, me, group) & held)
            if more == group:
                return 2 if group == held else i64(0)
            group = more


class Frightened(Ability):
    """A coin more for each region with three or more tokens."""

    name = "frightened"
    tokens: i64 = 4

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        return 1 if d.tokens(region) >= 3 else i64(0)


class Immortal(Ability):
    """Lose no token when a region falls."""

    name = "immortal"
    tokens: i64 = 4

    def __init__(self, balrog_kills_one: bool) -> None:
        self.balrog_kills_one = balrog_kills_one

    def losses(self, d: Data, me: i64, region: i64, n: i64) -> i64:
        return 1 if self.balrog_kills_one and n > 1 else i64(0)


class Magic(Ability):
    """The Bag-o'-Many-Things stands once a turn for a relic in play. `used`: id + 1 of the copy it stands for.

    The copies come along with the power and answer as the relics do; each knows the bag and its original.
    """

    name = "magic"
    tokens: i64 = 5
    moments: i64 = when(LEFT)
    piece = BAG

    def __init__(self, copies: list[Ability]) -> None:
        self.copies = copies

    def train(self) -> list[Ability]:
        return self.copies

    def at(self, d: Data, me: i64, moment: i64) -> None:
        recall(d, self.mark, me)


class Martyr(Ability):
    """A coin each time an opponent conquers one of the regions."""

    name = "martyr"
    tokens: i64 = 4

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.fell and a.victim == me and d.owner(a.by) != d.owner(me):
            gain(d, d.owner(me), 1, self.id)


class Mining(TerrainIncome):
    """A coin more for each mine."""

    name = "mining"
    tokens: i64 = 4
    feature: i64 = MINE


class Muddy(TerrainIncome):
    """A coin more for each mudpool, even in decline."""

    name = "muddy"
    tokens: i64 = 3
    feature: i64 = SWAMP
    in_decline = True


class Mystic(TerrainIncome):
    """A coin more for each crystal."""

    name = "mystic"
    tokens: i64 = 4
    feature: i64 = MAGIC


class Quarreling(Ability):
    """A coin more for each group of regions, by printed borders."""

    name = "quarreling"
    tokens: i64 = 3

    def turn_income(self, d: Data, me: i64) -> i64:
        left = d.held(me)
        n: i64 = 0
        while left:
            left &= ~d.kit.board.spread(left & -left, left)
            n += 1
        return n


class Reborn(Naming):
    """In decline: when a turn begins, up to two of its regions pass to the active race. `used`: how many did."""

    name = "reborn"
    tokens: i64 = 5
    moments: i64 = when(START)
    in_decline = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        self.ask(d, me, 0)

    def ask(self, d: Data, me: i64, start: i64) -> None:
        """Put the question, if the race is in decline and a token of its heir is there to take over."""
        heir = d.active_of(d.owner(me))
        if not d.declined(me) or heir < 0 or d.used(self.id) >= 2:
            return
        if d.tray(heir) + d.hand(heir) > 0 and self.sites(d, me, start):
            d.push(F_ASK, me, self.id, 0, start)

    def named(self, d: Data, me: i64, f: i64, r: i64) -> None:
        """The region's tokens go to the tray and one of the heir's, from tray or hand, takes their place."""
        heir = d.active_of(d.owner(me))
        d.set_used(self.id, d.used(self.id) + 1)
        bequeath(d, r, heir)
        for unit in d.crew(heir).units:
            notify(d, unit, heir, INHERITED)
        d.say(E_REBORN, d.owner(heir), heir, r, 0, -1, self.id)
        if d.held(me):
            self.ask(d, me, d.kit.board.rank[r] + 1)
        leave_if_gone(d, me)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) != PLACE:
            return NOT_OFFERED
        return IN_ORDER if d.holds(me, region_of(code)) else NOT_IN_DECLINE


class Royal(Placing):
    """The Queen makes one region immune each turn, and stays where she is in decline or when a lent badge rests."""

    name = "royal"
    tokens: i64 = 5
    moments: i64 = when(END, LEFT)
    piece = QUEEN
    in_decline = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == LEFT:
            recall(d, self.mark, me)
        elif self.sites(d, me, 0):
            d.push(F_ASK, me, self.id, 0, 0)

    def put(self, d: Data, me: i64, region: i64) -> None:
        """She leaves her old region only for a new one."""
        recall(d, self.mark, me)
        lay(d, self.mark, region)


class Shield(Placing):
    """Each turn a Mushroom Armor for each mushroom forest; armors defend, also in decline. `used`: armors in hand."""

    name = "shield"
    tokens: i64 = 3
    moments: i64 = when(DEPLOYING, END)
    piece = ARMOR
    in_decline = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == DEPLOYING:
            n = count(d.held(me) & d.kit.board.where[FOREST])
            left = d.stock(self.mark)
            d.set_used(self.id, n if n < left else left)
        elif moment == END and d.used(self.id):
            self.ask(d, me, F_ASK)

    def again(self, d: Data, me: i64, region: i64) -> i64:
        d.set_used(self.id, d.used(self.id) - 1)
        return d.kit.board.rank[region] if d.used(self.id) else i64(-1)


class Stone(TerrainIncome):
    """A coin more for each mountain."""

    name = "stone"
    tokens: i64 = 4
    feature: i64 = MOUNTAIN


class Thieving(Ability):
    """A coin from each player with an active token in a region adjacent to these."""

    name = "thieving"
    tokens: i64 = 4
    moments: i64 = when(SCORED)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        rob(d, me, beside(d, me, d.held(me)), self.id)


class Tomb(YesNo):
    """In decline all tokens may stay, are redeployed once, and are driven off as if the race were active."""

    name = "tomb"
    tokens: i64 = 5
    moments: i64 = when(DECLINING)
    in_decline = True
    retreats_in_decline = True

    def stays(self, d: Data, me: i64, region: i64, declining: bool) -> i64:
        return d.tokens(region) if declining else i64(1)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if d.stacked(d.held(me)):
            self.ask(d, me)

    def agreed(self, d: Data, me: i64) -> None:
        """Every token but one in each region is placed anew."""
        take_up(d, me)
        d.push(F_DEPLOY, me, 0, 0, 0)

    def refused(self, d: Data, me: i64) -> None:
        """They go back to the tray."""
        take_up(d, me)
        discharge(d, me, d.hand(me), self.id)


class Vampire(Replacing):
    """Once a turn per opponent, a lone active token is replaced and its region conquered."""

    name = "vampire"
    tokens: i64 = 5
    spares_nobody = True

    def aid_fault(self, d: Data, me: i64) -> i64:
        return NO_TOKEN_IN_HAND if d.hand(me) < 1 else i64(0)

    def refuses(self, d: Data, me: i64, region: i64) -> i64:
        fault = substitution_fault(d, me, region)
        if fault:
            return fault
        return ENEMY_ALREADY_REPLACED if self.hit(d, region) else i64(0)


class Vanishing(YesNo):
    """When the race declines all its tokens leave, for two coins a region. A lent badge only if its keeper wishes."""

    name = "vanishing"
    tokens: i64 = 5
    moments: i64 = when(DECLINING)
    in_decline = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if d.power(me) == self.id:
            self.vanish(d, me)
        else:
            self.ask(d, me)

    def agreed(self, d: Data, me: i64) -> None:
        self.vanish(d, me)

    def vanish(self, d: Data, me: i64) -> None:
        """The coins stand for what the race would score; once the turn has been scored there is nothing to replace."""
        if d.awaits(F_SCORE):
            gain(d, d.owner(me), 2 * count(d.held(me)), self.id)
        leave(d, me)


class Vengeful(Ability):
    """Whoever attacked a race of its owner is attacked for one token less in the owner's next turn. `note`: a bit for
    each such player."""

    name = "vengeful"
    tokens: i64 = 4
    moments: i64 = when(SCORED, LEFT)
    hears_all = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        d.set_note(self.id, 0)

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        mine = d.owner(me)
        by = d.owner(a.by)
        if a.victim >= 0 and by != mine and d.owner(a.victim) == mine:
            d.set_note(self.id, d.note(self.id) | one(by))

    def price(self, d: Data, me: i64, region: i64) -> i64:
        holder = d.holder(region)
        if holder < 0 or holder == d.kit.natives:
            return 0
        return -((d.note(self.id) >> d.owner(holder)) & 1)

    def shows(self, d: Data, me: i64) -> list[tuple[str, int]]:
        return seats_in(d.note(self.id), "vengeance")


class Wise(Ability):
    """In decline: two coins a turn while it holds a region."""

    name = "wise"
    tokens: i64 = 4
    in_decline = True

    def turn_income(self, d: Data, me: i64) -> i64:
        return 2 if d.declined(me) and d.held(me) else i64(0)
