"""The twenty special powers of Small World: the chapter of the rulebook, one class each."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.classic.pieces import AT_PEACE, DRAGON, E_ALLIED, ENCAMPMENT, FORTRESS, HERO, WAS_ATTACKED
from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import CAVERN, FARMLAND, FOREST, HILL, SWAMP, count, one
from terrarium.smallworld.core.codes import (
    CLOSING,
    DECLINING,
    END,
    F_ASK,
    F_ASK_TURN,
    LEFT,
    NAME,
    REGROUP,
    SCORED,
    START,
    action,
    number_of,
    verb_of,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.families import Placing, Plunder, TerrainDiscount, TerrainIncome, YesNo, lent
from terrarium.smallworld.core.faults import ALREADY_USED, NO_TOKEN_IN_HAND, NOT_OFFERED
from terrarium.smallworld.core.phases.score import decline
from terrarium.smallworld.core.phases.turn import push_moment
from terrarium.smallworld.core.verbs import lay, rally, recall


class Alchemist(Ability):
    """Two coins at the end of each turn."""

    name = "alchemist"
    tokens: i64 = 4

    def __init__(self, needs_region: bool) -> None:
        self.needs_region = needs_region

    def turn_income(self, d: Data, me: i64) -> i64:
        return 0 if self.needs_region and d.held(me) == 0 else 2


class Berserk(Ability):
    """Before each conquest the die may be rolled; then the target is chosen, or conquests end."""

    name = "berserk"
    tokens: i64 = 4
    aid = True
    rolls = True

    def aid_fault(self, d: Data, me: i64) -> i64:
        return NO_TOKEN_IN_HAND if d.hand(me) < 1 else 0


class Bivouacking(Placing):
    """Five encampments, each one more to defend a region; placed anew each turn, and again when their region falls."""

    name = "bivouacking"
    tokens: i64 = 5
    moments: i64 = when(END, REGROUP, LEFT)
    piece = ENCAMPMENT

    def __init__(self, lost_camps: str) -> None:
        self.by_attacker = lost_camps == "attacker"
        self.wait_in_hand = lost_camps == "hand"

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == LEFT:
            recall(d, self.mark, me)
        elif moment == END:
            recall(d, self.mark, me)
            self.ask(d, me, F_ASK)
        elif moment == REGROUP and not self.wait_in_hand:
            self.ask(d, me, F_ASK_TURN if self.by_attacker else F_ASK)

    def again(self, d: Data, me: i64, region: i64) -> i64:
        return d.kit.board.rank[region]


class Commando(Ability):
    """One token less everywhere."""

    name = "commando"
    tokens: i64 = 4

    def __init__(self, needs_adjacency: bool) -> None:
        self.needs_adjacency = needs_adjacency

    def price(self, d: Data, me: i64, region: i64) -> i64:
        if self.needs_adjacency and not d.kit.board.touches(region, d.held(me)):
            return 0
        return -1


class Diplomat(Ability):
    """Each turn, peace with one opponent whose active race was not attacked.

    `used`: a bit for each player attacked this turn; `note`: the ally's seat + 1.
    """

    name = "diplomat"
    tokens: i64 = 5
    moments: i64 = when(START, END, LEFT)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == START or moment == LEFT:
            d.set_note(self.id, 0)
        elif moment == END:
            d.push(F_ASK, me, self.id, 0, 0)

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.by == me and a.victim >= 0 and d.active(a.victim):
            victim = d.owner(a.victim)
            d.set_used(self.id, d.used(self.id) | one(victim))
            if d.note(self.id) == victim + 1:
                d.set_note(self.id, 0)  # struck after the choice was made

    def forbids(self, d: Data, me: i64, by: i64, region: i64) -> i64:
        if d.note(self.id) == d.owner(by) + 1 and d.active(by):
            return AT_PEACE
        return 0

    def shows(self, d: Data, me: i64) -> list[tuple[str, int]]:
        return [("peace", int(d.note(self.id)) - 1)] if d.note(self.id) else []

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        seat: i64
        for seat in range(d.kit.players):
            if seat != d.owner(me) and not (d.used(self.id) >> seat) & 1:
                out = append(out, action(NAME, self.id, 0, seat))
        return self.rest(out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == NAME:
            d.set_note(self.id, number_of(code) + 1)
            d.say(E_ALLIED, d.owner(me), me, -1, 0, number_of(code), self.id)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) == NAME and (d.used(self.id) >> number_of(code)) & 1:
            return WAS_ATTACKED
        return NOT_OFFERED


class DragonMaster(Ability):
    """Once a turn the dragon takes a region for a single token and makes it immune until it is moved."""

    name = "dragon_master"
    tokens: i64 = 5
    moments: i64 = when(LEFT)
    piece = DRAGON
    aid = True
    fixed: i64 = 1

    def at(self, d: Data, me: i64, moment: i64) -> None:
        recall(d, self.mark, me)

    def aid_fault(self, d: Data, me: i64) -> i64:
        if d.used(self.id):
            return ALREADY_USED
        return NO_TOKEN_IN_HAND if d.hand(me) < 1 else 0

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.won and a.by == me and d.armed(self):
            d.set_used(self.id, 1)
            recall(d, self.mark, me)
            lay(d, self.mark, a.region)


class Flying(Ability):
    """Any land region may be attacked, near or far."""

    name = "flying"
    tokens: i64 = 5

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        return d.kit.board.land


class Forest(TerrainIncome):
    """A coin more for each forest."""

    name = "forest"
    tokens: i64 = 4
    feature: i64 = FOREST


class Fortified(Placing):
    """Each turn one fortress, which defends for good and pays while the race is active."""

    name = "fortified"
    tokens: i64 = 3
    moments: i64 = when(END)
    piece = FORTRESS
    optional = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        self.ask(d, me, F_ASK)

    def site(self, d: Data, me: i64, region: i64) -> bool:
        return not d.has(region, self.mark)

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        return 1 if d.has(region, self.mark) else 0


class Heroic(Placing):
    """Two heroes at the end of each turn, in two regions that become immune."""

    name = "heroic"
    tokens: i64 = 5
    moments: i64 = when(END, LEFT)
    piece = HERO

    def __init__(self, optional: bool) -> None:
        self.optional = optional

    def at(self, d: Data, me: i64, moment: i64) -> None:
        recall(d, self.mark, me)
        if moment == END:
            self.ask(d, me, F_ASK)

    def site(self, d: Data, me: i64, region: i64) -> bool:
        """The first of two heroes that must be placed leaves a region further on for the second."""
        held = d.held(me)
        if self.optional or lent(d, self) or d.stock(self.mark) < 2 or count(held) < 2:
            return True
        return d.from_rank(held, d.kit.board.rank[region] + 1) != 0

    def again(self, d: Data, me: i64, region: i64) -> i64:
        return d.kit.board.rank[region] + 1

    def in_order(self, d: Data, me: i64, f: i64, r: i64) -> bool:
        return True


class Hill(TerrainIncome):
    """A coin more for each hill."""

    name = "hill"
    tokens: i64 = 4
    feature: i64 = HILL


class Merchant(Ability):
    """A coin more for each region."""

    name = "merchant"
    tokens: i64 = 2

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        return 1


class Mounted(TerrainDiscount):
    """One token less for hills and farmland."""

    name = "mounted"
    tokens: i64 = 5
    feature: i64 = HILL
    or_feature: i64 = FARMLAND


class Pillaging(Plunder):
    """A coin more for each non-empty region conquered this turn."""

    name = "pillaging"
    tokens: i64 = 5


class Seafaring(Ability):
    """Seas and lake are ordinary regions, kept in decline."""

    name = "seafaring"
    tokens: i64 = 5
    swims = True


class Spirit(Ability):
    """In decline this race does not count for the limit of one declined race."""

    name = "spirit"
    tokens: i64 = 5
    in_decline = True
    outside_limit = True


class Stout(YesNo):
    """May decline at the end of an ordinary turn, after scoring and all that comes with it."""

    name = "stout"
    tokens: i64 = 4
    moments: i64 = when(CLOSING)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        self.ask(d, me)

    def agreed(self, d: Data, me: i64) -> None:
        # The tokens its owner's Ghouls drove off this turn have not come back yet: they leave as those in hand do.
        rally(d, me)
        seat = d.seat()
        decline(d, seat)
        if d.owner(me) == seat:
            push_moment(d, me, DECLINING)


class Swamp(TerrainIncome):
    """A coin more for each swamp."""

    name = "swamp"
    tokens: i64 = 4
    feature: i64 = SWAMP


class Underworld(TerrainDiscount):
    """One token less for caverns, and all caverns are adjacent to each other."""

    name = "underworld"
    tokens: i64 = 5
    feature: i64 = CAVERN
    or_feature: i64 = CAVERN

    def links(self, d: Data, me: i64, mask: i64) -> i64:
        caverns = d.kit.board.where[CAVERN]
        return caverns if mask & caverns else 0


class Wealthy(Ability):
    """Seven coins once, at the end of this race's first turn; lent, only to who finds it. `note`: that turn is over."""

    name = "wealthy"
    tokens: i64 = 4
    moments: i64 = when(SCORED, LEFT)

    def turn_income(self, d: Data, me: i64) -> i64:
        return 0 if d.note(self.id) else 7

    def at(self, d: Data, me: i64, moment: i64) -> None:
        d.set_note(self.id, 1)
