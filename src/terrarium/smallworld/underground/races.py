"""The fifteen races of Underground: the chapter of the rulebook, one class each."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import FOREST, MAGIC, MINE, SWAMP, VOLCANO, count, one
from terrarium.smallworld.core.codes import (
    DEPLOYING,
    F_ASK,
    NO,
    PICKED,
    PLACE,
    START,
    SWAP,
    action,
    number_of,
    region_of,
    verb_of,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.families import Naming, TerrainIncome
from terrarium.smallworld.core.faults import NO_COIN_FOR_TOLL, NO_TOKEN_IN_HAND
from terrarium.smallworld.core.folds import adjacent
from terrarium.smallworld.core.verbs import find_mark, lay, move_mark, recruit, swap_badge
from terrarium.smallworld.underground.pieces import (
    ANCIENT,
    E_SWAPPED,
    HAMMERS,
    NO_CRYSTAL_NEAR,
    VOLCANO_FIRST,
    VOLCANO_PIECE,
)


class Cultists(Naming):
    """The Great Ancient stands in their first region, makes it immune, and cheapens what is adjacent, be it by a relic;
    it may move when a turn begins. `note`: it has been placed."""

    name = "cultists"
    tokens: i64 = 5
    tray: i64 = 10
    moments: i64 = when(START)
    piece = ANCIENT

    def __init__(self, relics_make_adjacent: bool) -> None:
        self.relics_make_adjacent = relics_make_adjacent

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if d.note(self.id) and d.held(me):
            d.push(F_ASK, me, self.id, 0, 0)

    def stand(self, d: Data, me: i64) -> i64:
        """The mask with the Great Ancient's region, if it is one of theirs."""
        return d.marked(d.held(me), self.mark)

    def price(self, d: Data, me: i64, region: i64) -> i64:
        here = self.stand(d, me)
        if not here:
            return 0
        near = adjacent(d, me, here)
        if self.relics_make_adjacent:
            for unit in d.crew(me).reachers:
                if d.armed(unit):
                    near |= unit.reach(d, me, False)
        return -1 if near & one(region) else 0

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.won and a.by == me and not d.note(self.id):
            d.set_note(self.id, 1)
            lay(d, self.mark, a.region)

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        return d.held(me) & ~self.stand(d, me)

    def named(self, d: Data, me: i64, f: i64, r: i64) -> None:
        move_mark(d, self.mark, r)


class Drow(Ability):
    """A coin more for each region that borders no other race and no monster."""

    name = "drow"
    tokens: i64 = 4
    tray: i64 = 9

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        return 0 if d.occupied(d.kit.board.borders[region] & ~d.held(me)) else i64(1)


class Flames(Ability):
    """Enter beside the Volcano, and attack what is connected to it as if it were empty. `note`: they have conquered."""

    name = "flames"
    tokens: i64 = 4
    tray: i64 = 9
    moments: i64 = when(PICKED)
    piece = VOLCANO_PIECE
    limit_fault: i64 = VOLCANO_FIRST

    def __init__(self, volcano_reaches: bool) -> None:
        self.volcano_reaches = volcano_reaches

    def at(self, d: Data, me: i64, moment: i64) -> None:
        d.push(F_ASK, me, self.id, 0, 0)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        return self.offer(PLACE, d.kit.board.where[VOLCANO], out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        move_mark(d, self.mark, region_of(code))

    def foot(self, d: Data) -> i64:
        """Regions that border the Volcano."""
        r = find_mark(d, self.mark)
        return d.kit.board.borders[r] if r >= 0 else i64(0)

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        return self.foot(d) if entering or self.volcano_reaches or not d.note(self.id) else i64(0)

    def limits(self, d: Data, me: i64, entering: bool) -> i64:
        return self.foot(d) if entering or not d.note(self.id) else i64(-1)

    def as_if_empty(self, d: Data, me: i64) -> i64:
        """What touches the Volcano, or a chain of their regions that leads to it."""
        foot = self.foot(d)
        held = d.held(me)
        chain = held & foot
        while True:
            longer = chain | (adjacent(d, me, chain) & held)
            if longer == chain:
                break
            chain = longer
        return foot | adjacent(d, me, chain)

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.won and a.by == me:
            d.set_note(self.id, 1)


class Gnomes(Ability):
    """No ability, place or relic helps another player to conquer them."""

    name = "gnomes"
    tokens: i64 = 6
    tray: i64 = 11
    denies_help = True

    def __init__(self, also_in_decline: bool) -> None:
        self.in_decline = also_in_decline


class IronDwarves(Ability):
    """Each redeployment a Silver Hammer for each mine; hammers conquer beside a Dwarf. `note`: hammers; `used`: those
    that have struck this turn."""

    name = "iron_dwarves"
    tokens: i64 = 7
    tray: i64 = 12
    moments: i64 = when(DEPLOYING)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        n = d.note(self.id) + count(d.held(me) & d.kit.board.where[MINE])
        d.set_note(self.id, n if n < HAMMERS else HAMMERS)

    def helpers(self, d: Data, me: i64) -> i64:
        return d.note(self.id) - d.used(self.id)

    def shows(self, d: Data, me: i64) -> list[tuple[str, int]]:
        return [("silver_hammer", int(d.note(self.id) - d.used(self.id)))] if d.note(self.id) else []


class Kraken(Ability):
    """Need not leave rivers, and keep them in decline."""

    name = "kraken"
    tokens: i64 = 5
    tray: i64 = 10
    swims = True
    in_decline = True


class Liches(Ability):
    """In decline: an opponent who conquers one of their regions pays their owner a coin."""

    name = "liches"
    tokens: i64 = 5
    tray: i64 = 10
    in_decline = True

    def __init__(self, active_too: bool) -> None:
        self.active_too = active_too

    def toll(self, d: Data, me: i64, by: i64, region: i64) -> i64:
        if not d.declined(me) or d.owner(by) == d.owner(me):
            return 0
        return 1

    def forbids(self, d: Data, me: i64, by: i64, region: i64) -> i64:
        seat = d.owner(by)
        if self.active_too and seat != d.owner(me) and d.coins(seat) < 1:
            return NO_COIN_FOR_TOLL
        return 0


class Lizardmen(Ability):
    """Pass along rivers without conquering them: from bank to bank, and in from a river's end."""

    name = "lizardmen"
    tokens: i64 = 7
    tray: i64 = 12

    def __init__(self, at_entry: bool) -> None:
        self.at_entry = at_entry

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        board = d.kit.board
        held = d.held(me)
        found: i64 = 0
        for body in board.bodies:
            banks = board.around(body)
            if (self.at_entry and body & board.entry) if entering else held & (body | banks):
                found |= body | banks
        return found


class Mudmen(Ability):
    """A new token for each mudpool at redeployment."""

    name = "mudmen"
    tokens: i64 = 5
    tray: i64 = 12
    moments: i64 = when(DEPLOYING)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        recruit(d, me, count(d.held(me) & d.kit.board.where[SWAMP]), self.id)


class Mummies(Ability):
    """One token more for every conquest."""

    name = "mummies"
    tokens: i64 = 10
    tray: i64 = 15

    def price(self, d: Data, me: i64, region: i64) -> i64:
        return 1


class Ogres(Ability):
    """One token less for every conquest."""

    name = "ogres"
    tokens: i64 = 5
    tray: i64 = 10

    def price(self, d: Data, me: i64, region: i64) -> i64:
        return -1


class ShadowMimes(Ability):
    """When picked, may swap their badge with that of another combo in the row."""

    name = "shadow_mimes"
    tokens: i64 = 7
    tray: i64 = 12
    moments: i64 = when(PICKED)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if d.combos():
            d.push(F_ASK, me, self.id, 0, 0)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        place: i64
        for place in range(d.combos()):
            out = append(out, action(SWAP, self.id, 0, place))
        return self.rest(out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == NO:
            return
        taken = swap_badge(d, me, number_of(code))
        d.set_note(taken, 0)
        d.say(E_SWAPPED, d.owner(me), me, -1, 0, taken, self.id)


class Shrooms(TerrainIncome):
    """A coin more for each mushroom forest."""

    name = "shrooms"
    tokens: i64 = 5
    tray: i64 = 10
    feature: i64 = FOREST


class Spiderines(Ability):
    """Every region beside a chasm is adjacent to all of theirs when they conquer, and they may enter there."""

    name = "spiderines"
    tokens: i64 = 7
    tray: i64 = 12

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        return d.kit.board.brink

    def links(self, d: Data, me: i64, mask: i64) -> i64:
        """Beyond conquests only regions that both lie beside a chasm are linked."""
        return d.kit.board.brink if mask & d.kit.board.brink else i64(0)


class WillOWisps(Ability):
    """May roll the die for a crystal, or for what is adjacent to a crystal they hold."""

    name = "will_o_wisps"
    tokens: i64 = 6
    tray: i64 = 11
    aid = True
    rolls_after = True

    def aid_fault(self, d: Data, me: i64) -> i64:
        return NO_TOKEN_IN_HAND if d.hand(me) < 1 else i64(0)

    def refuses(self, d: Data, me: i64, region: i64) -> i64:
        crystals = d.kit.board.where[MAGIC]
        held = d.held(me) & crystals
        near = crystals | (adjacent(d, me, held) if held else i64(0))
        return 0 if near & one(region) else NO_CRYSTAL_NEAR
