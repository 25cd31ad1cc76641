"""Hypothesis plays Underground on all its maps, and mixed games both ways, beside a twin that numbers its regions
otherwise and asks abilities in the reverse order. After every answer all that must hold is asked."""

from functools import cache

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, SPECTATOR, State
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.record import Record, record_of
from terrarium.kernel.replay import replay
from terrarium.smallworld.core.data import COINS, ROW
from terrarium.smallworld.core.game import FamilyGame, Position
from tests.support.family import FLIPPED, check_books, table, twin_kit, without_stack
from tests.support.renumber import renumbered, translated

BELOW: list[dict[str, str]] = [{}, FLIPPED, {"mixed": "yes"}, {**FLIPPED, "mixed": "yes"}]
ABOVE: list[dict[str, str]] = [{"mixed": "races"}, {"mixed": "relics"}]
TABLES = [
    *(("underground", players, options) for players in (2, 3, 4, 5) for options in BELOW),
    *(("small-world", players, options) for players in (2, 3, 4, 5) for options in ABOVE),
]
FEW = 400
"""Action codes tried against the list after each answer; which ones changes from answer to answer."""


@cache
def seated(number: int) -> tuple[FamilyGame, list[int]]:
    """The game of a table and every action code of its title."""
    title, players, options = TABLES[number]
    game = table(title, players, options)
    return game, game.all_actions()


@cache
def twin_of(number: int, seed: int) -> tuple[FamilyGame, list[int]]:
    """The same game with regions numbered otherwise and abilities asked in reverse, and what regions are called."""
    game, _ = seated(number)
    names = list(range(int(game.kit.board.n)))
    shuffler = Dealer(seed)
    for k in range(len(names) - 1, 0, -1):
        other = int(shuffler.below(k + 1))
        names[k], names[other] = names[other], names[k]
    kit = twin_kit(game, renumbered(game.kit.board, names), reversed_crews=True)
    return FamilyGame(kit, 1, game.options), names


def as_position(state: State) -> Position:
    assert isinstance(state, Position)
    return state


class Table(RuleBasedStateMachine):
    """One table and its twin."""

    @initialize(number=st.integers(0, len(TABLES) - 1), seed=st.integers(0, 3))
    def sit_down(self, number: int, seed: int) -> None:
        self.game, self.everything = seated(number)
        twin, self.names = twin_of(number, seed)
        self.state, self.twin = self.game.start(), twin.start()
        self.record = record_of(self.game, catalog.usual_options(self.game.title))
        self.dealer = Dealer(seed)
        self.answers = 0
        self.deal()

    def step(self, action: int) -> None:
        """One answer on both tables, and into the record; coins come and go only as events tell."""
        self.record.add(self.state.current_player(), self.state.text(action))
        assert {translated(a, self.names) for a in self.state.legal_actions()} == set(self.twin.legal_actions())
        self.state.watch()
        money = self.money()
        self.state.apply(action)
        self.twin.apply(translated(action, self.names))
        told: dict[str, int] = {"coins": 0, "paid": 0, "combo": 0, "laid": 0}
        for event in self.state.events(0):
            if event.code in ("coins", "paid"):
                n = event.args["n"]
                assert isinstance(n, int)
                told["combo" if event.cause == "combo" else event.code] += n
                told["laid"] += n if event.code == "paid" and not event.cause else 0
        self.state.log = None
        assert self.money() - money == told["coins"] - told["paid"] + told["laid"]
        self.answers += 1

    def deal(self) -> None:
        while self.state.current_player() == CHANCE:
            self.step(self.dealer.choose(self.state))

    def money(self) -> int:
        """Coins of all players and on the row."""
        v = self.state.v
        return sum(v[COINS + seat] for seat in range(self.game.players)) + sum(v[ROW + k * 3 + 2] for k in range(6))

    @rule(wish=st.integers(0, 10**6))
    def answer(self, wish: int) -> None:
        if self.state.current_player() != OVER:
            actions = self.state.legal_actions()
            self.step(actions[wish % len(actions)])
            self.deal()

    @rule(count=st.integers(10, 120))
    def many_answers(self, count: int) -> None:
        for _ in range(count):
            if self.state.current_player() == OVER:
                return
            self.step(self.dealer.pick(self.state.legal_actions()))
            self.deal()

    @invariant()
    def books_balance_on_both_tables(self) -> None:
        check_books(self.state)
        assert self.twin.current_player() == self.state.current_player()
        same = list(range(len(self.names)))
        assert without_stack(self.state.dump(), self.names) == without_stack(self.twin.dump(), same)

    @invariant()
    def list_and_reasons_agree(self) -> None:
        legal = self.state.legal_actions()
        assert legal == sorted(set(legal))
        assert all(self.state.why_illegal(action) is None for action in legal)
        stride = len(self.everything) // FEW + 1
        for action in self.everything[self.answers % stride :: stride]:
            assert (self.state.why_illegal(action) is None) == (action in legal), self.state.text(action)

    @invariant()
    def positions_survive_copying_and_writing(self) -> None:
        assert as_position(self.game.load(self.state.dump())).same_as(self.state)
        assert as_position(self.state.clone()).same_as(self.state)
        assert all(self.state.parse(self.state.text(action)) == action for action in self.state.legal_actions())

    @invariant()
    def seats_see_no_secret(self) -> None:
        for seat in [*range(self.game.players), SPECTATOR]:
            rich = as_position(self.state.clone())
            for other in range(self.game.players):
                if other != seat:
                    rich.v[COINS + other] += 3 + other
            if self.state.current_player() != OVER:
                assert rich.view(seat) == self.state.view(seat)
            assert [c.as_dict() for c in rich.choices(seat)] == [c.as_dict() for c in self.state.choices(seat)]
            if seat != SPECTATOR:
                assert rich.blind(seat).dump() == self.state.blind(seat).dump()

    def teardown(self) -> None:
        """What was recorded, written and read again leads to the same position."""
        if hasattr(self, "record"):
            played = replay(self.game, Record.parse(self.record.format()))
            assert as_position(played.state).same_as(self.state)


Table.TestCase.settings = settings(max_examples=30, stateful_step_count=12, deadline=None)
TestTable = Table.TestCase
