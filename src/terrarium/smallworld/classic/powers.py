"""The twenty special powers of Small World: the chapter of the rulebook, one class each."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.classic.pieces import AT_PEACE, DRAGON, ENCAMPMENT, FORTRESS, HERO, WAS_ATTACKED
from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import CAVERN, FARMLAND, FOREST, HILL, SWAMP, count, one
from terrarium.smallworld.core.codes import (
    ACTIVE,
    DECLINING,
    END,
    F_ASK,
    F_ASK_TURN,
    LEFT,
    NAME,
    NO,
    PLACE,
    REGROUP,
    START,
    YES,
    action,
    number_of,
    region_of,
    verb_of,
)
from terrarium.smallworld.core.data import ARMED, HAND, HELD, MARKS, MODE, OWNER, RETREAT, SEAT, STOCK, Data
from terrarium.smallworld.core.events import E_ALLIED
from terrarium.smallworld.core.families import Placing, Plunder, TerrainDiscount, TerrainIncome
from terrarium.smallworld.core.faults import ALREADY_USED, IN_ORDER, NO_TOKEN_IN_HAND, NOT_OFFERED, NOT_YOUR_REGION
from terrarium.smallworld.core.phases.score import decline
from terrarium.smallworld.core.phases.turn import push_moment
from terrarium.smallworld.core.verbs import lay, recall


class Alchemist(Ability):
    """Two coins at the end of each turn."""

    name = "alchemist"
    tokens: i64 = 4

    def __init__(self, needs_region: bool) -> None:
        self.needs_region = needs_region

    def turn_income(self, d: Data, me: i64) -> i64:
        return 0 if self.needs_region and d.v[me * 7 + HELD] == 0 else 2


class Berserk(Ability):
    """Before each conquest the die may be rolled; then the target is chosen, or conquests end."""

    name = "berserk"
    tokens: i64 = 4
    aid = True
    rolls = True

    def aid_fault(self, d: Data, me: i64) -> i64:
        return NO_TOKEN_IN_HAND if d.v[me * 7 + HAND] < 1 else 0


class Bivouacking(Placing):
    """Five encampments, each one more to defend a region; placed anew each turn, and again when their region falls."""

    name = "bivouacking"
    tokens: i64 = 5
    moments: i64 = (1 << 3) | (1 << 6) | (1 << 9)
    piece: i64 = ENCAMPMENT

    def __init__(self, lost_camps: str) -> None:
        self.by_attacker = lost_camps == "attacker"
        self.wait_in_hand = lost_camps == "hand"

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == LEFT:
            recall(d, ENCAMPMENT, me)
        elif moment == END:
            recall(d, ENCAMPMENT, me)
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
        if self.needs_adjacency and not (d.kit.board.around(d.v[me * 7 + HELD]) >> region) & 1:
            return 0
        return -1


class Diplomat(Ability):
    """Each turn, peace with one opponent whose active race was not attacked.

    `used`: a bit for each player attacked this turn; `note`: the ally's seat + 1.
    """

    name = "diplomat"
    tokens: i64 = 5
    moments: i64 = (1 << 0) | (1 << 3) | (1 << 9)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == START or moment == LEFT:
            d.set_note(self.id, 0)
        elif moment == END:
            d.push(F_ASK, me, self.id, 0, 0)

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.by == me and a.victim >= 0 and d.v[a.victim * 7 + MODE] == ACTIVE:
            victim = d.v[a.victim * 7 + OWNER]
            d.set_used(self.id, d.used(self.id) | one(victim))
            if d.note(self.id) == victim + 1:
                d.set_note(self.id, 0)  # struck after the choice was made

    def forbids(self, d: Data, me: i64, by: i64, region: i64) -> i64:
        if d.note(self.id) == d.v[by * 7 + OWNER] + 1 and d.v[by * 7 + MODE] == ACTIVE:
            return AT_PEACE
        return 0

    def shows(self, d: Data, me: i64) -> list[tuple[str, int]]:
        return [("peace", int(d.note(self.id)) - 1)] if d.note(self.id) else []

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        seat: i64 = 0
        while seat < d.kit.players:
            if seat != d.v[me * 7 + OWNER] and not (d.used(self.id) >> seat) & 1:
                out = append(out, action(NAME, self.id, 0, seat))
            seat += 1
        return append(out, action(NO, self.id, 0, 0))

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == NAME:
            d.set_note(self.id, number_of(code) + 1)
            d.say(E_ALLIED, d.v[me * 7 + OWNER], me, -1, 0, number_of(code), self.id)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) == NAME and (d.used(self.id) >> number_of(code)) & 1:
            return WAS_ATTACKED
        return NOT_OFFERED


class DragonMaster(Ability):
    """Once a turn the dragon takes a region for a single token and makes it immune until it is moved."""

    name = "dragon_master"
    tokens: i64 = 5
    moments: i64 = 1 << 9
    aid = True
    fixed: i64 = 1

    def at(self, d: Data, me: i64, moment: i64) -> None:
        recall(d, DRAGON, me)

    def aid_fault(self, d: Data, me: i64) -> i64:
        if d.used(self.id):
            return ALREADY_USED
        return NO_TOKEN_IN_HAND if d.v[me * 7 + HAND] < 1 else 0

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.won and a.by == me and d.v[ARMED] & self.arm:
            d.set_used(self.id, 1)
            recall(d, DRAGON, me)
            lay(d, d.kit.marks[DRAGON], DRAGON, a.region)


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
    moments: i64 = 1 << 3
    piece: i64 = FORTRESS
    optional = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        self.ask(d, me, F_ASK)

    def site(self, d: Data, me: i64, region: i64) -> bool:
        return not d.v[region * 3 + MARKS] & d.kit.marks[FORTRESS].mask

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        return 1 if d.v[region * 3 + MARKS] & d.kit.marks[FORTRESS].mask else 0


class Heroic(Placing):
    """Two heroes at the end of each turn, in two regions that become immune."""

    name = "heroic"
    tokens: i64 = 5
    moments: i64 = (1 << 3) | (1 << 9)
    piece: i64 = HERO

    def __init__(self, optional: bool) -> None:
        self.optional = optional

    def at(self, d: Data, me: i64, moment: i64) -> None:
        recall(d, HERO, me)
        if moment == END:
            self.ask(d, me, F_ASK)

    def site(self, d: Data, me: i64, region: i64) -> bool:
        """The first of two heroes that must be placed leaves a region further on for the second."""
        held = d.v[me * 7 + HELD]
        if self.optional or d.v[STOCK + HERO] < 2 or count(held) < 2:
            return True
        rank = d.kit.board.rank
        r: i64 = 0
        while held:
            if held & 1 and rank[r] > rank[region]:
                return True
            held >>= 1
            r += 1
        return False

    def again(self, d: Data, me: i64, region: i64) -> i64:
        return d.kit.board.rank[region] + 1

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) != PLACE:
            return NOT_OFFERED
        return IN_ORDER if d.v[me * 7 + HELD] & one(region_of(code)) else NOT_YOUR_REGION


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


class Stout(Ability):
    """May decline at the end of an ordinary turn, after scoring."""

    name = "stout"
    tokens: i64 = 4
    moments: i64 = 1 << 4

    def at(self, d: Data, me: i64, moment: i64) -> None:
        d.push(F_ASK, me, self.id, 0, 0)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        out = append(out, action(YES, self.id, 0, 0))
        return append(out, action(NO, self.id, 0, 0))

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == YES:
            seat = d.v[SEAT]
            # The tokens its owner's Ghouls drove off this turn have not come back yet: they leave as those in hand do.
            d.v[me * 7 + HAND] += d.v[me * 7 + RETREAT]
            d.v[me * 7 + RETREAT] = 0
            decline(d, seat)
            if d.v[me * 7 + OWNER] == seat:
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
    moments: i64 = (1 << 4) | (1 << 9)

    def turn_income(self, d: Data, me: i64) -> i64:
        return 0 if d.note(self.id) else 7

    def at(self, d: Data, me: i64, moment: i64) -> None:
        d.set_note(self.id, 1)
