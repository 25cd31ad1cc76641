"""The facade: a position and a game of the Small World family, as the kernel's contract asks."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import Choice, Event, Game, Refusal, State
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import MONSTER, one
from terrarium.smallworld.core.codes import (
    ACTIVE,
    BADGE,
    CHANCE_VERBS,
    CONQUER,
    DEPLOY,
    DIE,
    EMPTY,
    F_CONQUEST,
    F_FIND,
    F_FIRST,
    F_HIDE,
    F_LOT,
    FIND,
    NAME,
    NO,
    PLACE,
    RACE,
    SWAP,
    SYNTAX,
    TAKE,
    VERBS,
    YES,
    action,
    kind_of,
    region_of,
    tribe_in,
    verb_of,
)
from terrarium.smallworld.core.data import (
    ACTIVES,
    BADGES,
    COINS,
    DEPTH,
    HAND,
    HELD,
    HOLDER,
    LEDGER,
    MODE,
    OWNER,
    RACES,
    STACK,
    TOKENS,
    TRAY,
    UNSEEN,
    Data,
)
from terrarium.smallworld.core.faults import NO_SUCH_ACTION
from terrarium.smallworld.core.flow import advance, asked, carry_out, fault_of, legal, weight
from terrarium.smallworld.core.folds import explain_price
from terrarium.smallworld.core.kit import Kit, answering
from terrarium.smallworld.core.next_turn import next_turn
from terrarium.smallworld.core.page import choice, refusal, seen_by, view
from terrarium.smallworld.core.phases.score import rival_coins, winners
from terrarium.smallworld.core.phases.things import cover
from terrarium.smallworld.core.phases.turn import set_first
from terrarium.smallworld.core.spelling import read, read_line, spell, well_formed
from terrarium.smallworld.core.storage import blank, dump, load, unfit
from terrarium.smallworld.core.story import tell_entry


class Position(Data):
    """A position of any title of the family."""

    def current_player(self) -> int:
        return int(asked(self))

    def legal_actions(self) -> list[int]:
        return [int(code) for code in legal(self)]

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(int(code), int(weight(self, code))) for code in legal(self)]

    def apply(self, action: int) -> None:
        carry_out(self, action)

    def why_illegal(self, action: int) -> Refusal | None:
        if not well_formed(self.kit, action):
            return refusal(self, action, NO_SUCH_ACTION)
        fault = fault_of(self, action)
        return refusal(self, action, fault) if fault else None

    def clone(self) -> State:
        return Position(self.kit, self.v[:])

    def origin(self) -> Game:
        game = self.kit.game
        assert game is not None
        return game

    def blind(self, seat: int) -> State:
        """Other players' coins become what everybody saw them gain and pay."""
        copy = Position(self.kit, self.v[:])
        for other in range(int(self.kit.players)):
            if other != seat:
                copy.v[COINS + other] = copy.v[LEDGER + other]
        return copy

    def scores(self) -> list[int]:
        return [int(self.v[COINS + seat]) for seat in range(int(self.kit.players))]

    def winners(self) -> list[int]:
        return winners(self) if self.current_player() == -2 else []

    def standing(self) -> list[int]:
        return self.kit.contest.standing(self.scores(), rival_coins(self))

    def choices(self, seat: int) -> list[Choice]:
        if seat < 0 or self.current_player() != seat:
            return []
        return [choice(self, int(code)) for code in legal(self)]

    def view(self, seat: int) -> dict[str, object]:
        return view(self, seat)

    def view_beside(self, other: dict[str, object], seat: int) -> dict[str, object]:
        return seen_by(self, other, seat)

    def turn_ahead(self, seat: int) -> State | None:
        page = next_turn(dump(self), int(self.kit.players), int(self.kit.rounds), seat)
        copy = None if page is None else self.origin().load(page)
        return copy if copy is not None and copy.current_player() == seat else None

    def dump(self) -> dict[str, object]:
        return dump(self)

    def text(self, action: int) -> str:
        return spell(self.kit, action)

    def parse(self, text: str) -> int:
        return read(self.kit, text)

    def expand(self, text: str) -> list[int]:
        return read_line(self, text)

    def explain(self, action: int) -> list[tuple[str, int]]:
        f = self.top()
        packed: i64 = action
        if kind_of(f) != F_CONQUEST or verb_of(packed) != CONQUER:
            return []
        return explain_price(self, tribe_in(f), region_of(packed))

    def watch(self) -> None:
        self.log = []

    def events_wanted(self) -> bool:
        return self.log is not None

    def events(self, seat: int) -> list[Event]:
        if self.log is None:
            return []
        return [tell_entry(self, entry) for entry in self.log]

    def forget_events(self) -> None:
        if self.log is not None:
            self.log = []

    def same_as(self, other: "Position") -> bool:
        """Equal in every number, also the hidden ones."""
        return len(self.v) == len(other.v) and all([a == b for a, b in zip(self.v, other.v, strict=True)])

    def checksum(self) -> int:
        """A number that differs when positions do, for comparing runs."""
        total: i64 = 7
        for value in self.v:
            total = (total * 31 + value) & 0xFFFFFFFFFFFF
        return int(total)

    def play_out(self, seed: int) -> tuple[int, int]:
        dealer = Dealer(seed)
        moves: i64 = 0
        draws: i64 = 0
        v = self.v
        while True:
            codes = legal(self)
            n: i64 = len(codes)
            if n == 0:
                return int(moves), int(draws)
            code = codes[0]
            lot = v[STACK + v[DEPTH] - 1] >> 32 == F_LOT
            if code >> 20 >= CHANCE_VERBS and not lot:
                moves += 1
                if n > 1:
                    code = codes[dealer.below(n)]
            else:
                draws += 1
                if verb_of(code) == DIE:
                    face = dealer.below(6)
                    code = codes[0 if face < 3 else face - 2]
                elif lot:
                    code = self.draw_lot(codes, dealer)
                else:
                    code = codes[dealer.below(n)]
            carry_out(self, code)

    def draw_lot(self, codes: vec[i64], dealer: Dealer) -> i64:
        """One of the outcomes of a unit's question to chance, by their weights."""
        total: i64 = 0
        for code in codes:
            total += weight(self, code)
        left = dealer.below(total)
        for code in codes:
            left -= weight(self, code)
            if left < 0:
                return code
        return codes[0]


def chance_verb(kit: Kit, unit: Ability) -> i64:
    """The verb with which chance brings a unit to light, or -1."""
    if unit.id < kit.n_races:
        return RACE
    if unit.id < kit.n_races + kit.n_powers:
        return BADGE
    return FIND if unit.bit or unit.drawn else i64(-1)


class FamilyGame(Game):
    """A game of a title of the family: a kit, and positions made with it."""

    kit: Kit
    opening: vec[i64]

    def __init__(self, kit: Kit, rules_version: int, options: dict[str, str]) -> None:
        self.kit = kit
        kit.game = self
        self.opening = vec[i64]()
        self.title = kit.title
        self.rules_version = rules_version
        self.players = int(kit.players)
        self.map_name = kit.board.name
        self.options = options

    def new(self) -> State:
        return self.start()

    def start(self) -> Position:
        """A fresh game; all begin alike, for nothing is drawn before chance is asked."""
        if len(self.opening) != self.kit.size:
            self.opening = self.set_up().v
        return Position(self.kit, self.opening[:])

    def set_up(self) -> Position:
        """Natives, or the wild race in their stead, on the map, coins for everybody, full stacks; then the combos are
        drawn."""
        kit = self.kit
        v = blank(kit)
        settlers = kit.wild if kit.wild >= 0 else kit.natives
        placed: i64 = 0
        r: i64
        for r in range(kit.board.n):
            n = kit.board.natives[r]
            if n:
                v[r * 3 + HOLDER] = settlers
                v[r * 3 + TOKENS] = n
                v[settlers * 7 + HELD] |= one(r)
                placed += n
        if kit.wild >= 0:
            v[kit.wild * 7 + OWNER] = kit.players
            v[kit.wild * 7 + MODE] = ACTIVE
            v[kit.wild * 7 + HAND] = v[kit.wild * 7 + TRAY] - placed
            v[kit.wild * 7 + TRAY] = 0
            v[ACTIVES + kit.players] = kit.wild
        seat: i64
        for seat in range(kit.players):
            v[COINS + seat] = kit.start_coins
            v[LEDGER + seat] = kit.start_coins
        v[RACES] = kit.banners
        v[BADGES] = one(kit.n_powers) - 1
        state = Position(kit, v)
        state.push(F_FIRST, 0, 0, 0, 0)
        if not kit.random_first:
            set_first(state, 0)
        self.hide_things(state)
        advance(state)
        return state

    def hide_things(self, state: Position) -> None:
        """Things lie face down where the map shows monsters, or where chance will hide them; one that lies with the
        wild race is revealed at once."""
        kit = self.kit
        for thing in kit.things:
            state.v[UNSEEN] |= thing.bit
        if not kit.things:
            return
        for r in kit.board.order:
            if kit.board.where[MONSTER] & one(r):
                cover(state, r)
                if kit.wild >= 0 and state.v[r * 3 + HOLDER] == kit.wild:
                    state.push(F_FIND, kit.wild, 0, r, 0)
        if kit.hides:
            state.push(F_HIDE, 0, 0, 0, kit.hides)

    def load(self, dump: dict[str, object]) -> State:
        state = Position(self.kit, load(self.kit, dump))
        try:
            advance(state)
        except (LookupError, ValueError, TypeError, AssertionError) as error:
            raise unfit(error) from error
        return state

    def sides(self) -> list[int]:
        return list(self.kit.contest.sides)

    def all_actions(self) -> list[int]:
        kit = self.kit
        found: list[int] = []
        asking = [unit.id for unit in answering(kit.units, "options")]
        largest = max([unit.tray for unit in kit.units])
        for mark in kit.marks:
            if mark.first:
                largest += mark.stock
        for verb in range(len(VERBS)):
            syntax = SYNTAX[verb]
            if verb < CHANCE_VERBS:
                units = [unit.id for unit in kit.units if chance_verb(kit, unit) == verb]
            elif verb == PLACE or verb == EMPTY or verb == NAME or verb == SWAP or verb == YES or verb == NO:
                units = asking
            elif verb == TAKE:
                units = [unit.id for unit in kit.units if unit.takes]
            else:
                units = [unit.id for unit in kit.units if unit.aid]
            numbers = {"s": kit.players, "i": i64(6), "n": largest + 1 if verb == DEPLOY else i64(4)}
            most: i64 = 1
            for field in syntax:
                most = numbers.get(field, most)
            for unit in units if "u" in syntax else [i64(0)]:
                for r in range(int(kit.board.n) if "r" in syntax else 1):
                    for n in range(int(most)):
                        found.append(int(action(verb, unit, r, n)))
        return found
