"""Random play of Small World: nothing is lost, nothing leaks, numbering and order of asking do not matter."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, SPECTATOR
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.classic.kit import classic_kit
from terrarium.smallworld.core.board import board_from
from terrarium.smallworld.core.data import COINS
from terrarium.smallworld.core.game import FamilyGame, Position
from terrarium.smallworld.core.kit import Kit
from tests.support.play import positions, step
from tests.support.renumber import renumbered, translated

USUAL = catalog.usual_options("small-world")
FLIPPED = {
    option.name: next(value for value in option.values if value != option.default)
    for option in catalog.title("small-world").options
    if option.name != "mixed"
}
"""Every option at another value than its default: the rules must hold together there too. (Mixed games have tests of
their own.)"""


def family_game(players: int, options: dict[str, str]) -> FamilyGame:
    game = catalog.game("small-world", players, options=options)
    assert isinstance(game, FamilyGame)
    return game


GAMES = {
    (players, flipped): family_game(players, FLIPPED if flipped else {})
    for players in (2, 3, 4, 5)
    for flipped in (False, True)
}


def check_tokens(page: dict[str, Any], kit: Kit) -> None:
    """Every token of every race is on the map, in hand, in retreat or in the tray."""
    on_map: dict[str, int] = {}
    for holder, tokens, _ in page["regions"].values():
        assert tokens > 0
        on_map[holder] = on_map.get(holder, 0) + tokens
    for race, tray in [(unit.name, int(unit.tray)) for unit in kit.units[: int(kit.n_races)]]:
        mode, owner, _, hand, retreat, in_tray = page["tribes"].get(race, ["out", -1, "", 0, 0, tray])
        assert min(hand, retreat, in_tray) >= 0
        assert on_map.get(race, 0) + hand + retreat + in_tray == tray, race
        assert (mode == "out") == (owner == -1)
        if mode == "out":
            assert on_map.get(race, 0) == 0
    lost = page["tribes"].get("natives", ["", 0, "", 0, 0, 0])[5]
    assert on_map.get("natives", 0) + lost == sum(int(n) for n in kit.board.natives)


def check_pieces(page: dict[str, Any], kit: Kit) -> None:
    """Every piece is in a region or in the stock; only those that do not return, such as fortresses, may be gone."""
    for mark in kit.marks:
        placed = sum(marks.get(mark.name, 0) for _, _, marks in page["regions"].values())
        there = placed + page["stock"].get(mark.name, mark.stock)
        assert there == mark.stock or (there < mark.stock and not mark.returns), mark.name


def check_banners(page: dict[str, Any]) -> None:
    """Every banner and every badge is in exactly one place."""
    banners = [combo[0] for combo in page["row"]] + page["stacked_races"] + page["returned_races"]
    banners += [race for race, tribe in page["tribes"].items() if race != "natives" and tribe[0] != "out"]
    banners += [page["laid"]] if "laid" in page else []
    assert sorted(banners) == sorted(catalog.title("small-world").races)
    badges = [combo[1] for combo in page["row"]] + page["stacked_powers"] + page["discarded_powers"]
    badges += [tribe[2] for tribe in page["tribes"].values() if tribe[2]]
    assert sorted(badges) == sorted(catalog.title("small-world").powers)


def check_declined(page: dict[str, Any], players: int) -> None:
    """A player has one active race at most, and one declined race apart from Spirits."""
    for seat in range(players):
        modes = [(t[0], t[2]) for race, t in page["tribes"].items() if race != "natives" and t[1] == seat]
        assert len([m for m in modes if m[0] == "active"]) <= 1
        assert len([m for m in modes if m[0] == "declined" and m[1] != "spirit"]) <= 1


class Table(RuleBasedStateMachine):
    """Hypothesis plays; after every answer the books must balance."""

    @initialize(players=st.integers(2, 5), flipped=st.booleans(), seed=st.integers(0, 10**9))
    def sit_down(self, players: int, flipped: bool, seed: int) -> None:
        self.players = players
        self.game = GAMES[players, flipped]
        self.state = self.game.start()
        self.dealer = Dealer(seed)
        while self.state.current_player() == CHANCE:
            step(self.state, self.dealer)

    @rule(wish=st.integers(0, 10**6))
    def answer(self, wish: int) -> None:
        if self.state.current_player() == OVER:
            return
        self.state.watch()
        money = self.money()
        actions = self.state.legal_actions()
        self.state.apply(actions[wish % len(actions)])
        while self.state.current_player() == CHANCE:
            step(self.state, self.dealer)
        gained = [event.args["n"] for event in self.state.events(0) if event.code == "coins" and event.cause != "combo"]
        assert self.money() - money == sum(n for n in gained if isinstance(n, int))

    @rule(count=st.integers(5, 60))
    def random_answers(self, count: int) -> None:
        for _ in range(count):
            if self.state.current_player() != OVER:
                step(self.state, self.dealer)
        while self.state.current_player() == CHANCE:
            step(self.state, self.dealer)

    def money(self) -> int:
        """Coins of all players and on the row: they change only by scoring."""
        page: Any = self.state.dump()
        return int(sum(page["coins"]) + sum(combo[2] for combo in page["row"]))

    @invariant()
    def books_balance(self) -> None:
        if not hasattr(self, "state"):
            return
        page: Any = self.state.dump()
        check_tokens(page, self.game.kit)
        check_pieces(page, self.game.kit)
        check_banners(page)
        check_declined(page, self.players)
        assert len(page["stack"]) <= 20
        assert all(coins >= 0 for coins in page["coins"])
        assert page["coins"] == page["ledger"]

    @invariant()
    def list_and_reasons_agree(self) -> None:
        if not hasattr(self, "state"):
            return
        legal = set(self.state.legal_actions())
        for action in self.game.all_actions()[:: 1 if self.players == 2 else 17]:
            assert (self.state.why_illegal(action) is None) == (action in legal)

    @invariant()
    def seats_see_no_secret(self) -> None:
        if not hasattr(self, "state"):
            return
        for seat in [*range(self.players), SPECTATOR]:
            other = self.state.clone()
            assert isinstance(other, Position)
            for k in range(self.players):
                if k != seat:
                    other.v[COINS + k] += 3 + k
            if self.state.current_player() != OVER:
                assert other.view(seat) == self.state.view(seat)
            assert [c.as_dict() for c in other.choices(seat)] == [c.as_dict() for c in self.state.choices(seat)]
            if seat != SPECTATOR:
                assert other.blind(seat).dump() == self.state.blind(seat).dump()


Table.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
TestTable = Table.TestCase


# --- numbering regions otherwise, asking abilities in another order ------------------------------------


def translated_page(page: dict[str, Any], number: list[int]) -> dict[str, Any]:
    """A dump with its regions called otherwise, but for the frames, which the legal actions compare well enough."""
    new = dict(page)
    new["regions"] = {str(number[int(r)]): held for r, held in page["regions"].items()}
    new["stack"] = len(page["stack"])
    return new


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**9), flipped=st.booleans(), data=st.data())
def test_calling_regions_otherwise_changes_nothing(players: int, seed: int, flipped: bool, data: Any) -> None:
    game = GAMES[players, flipped]
    number: list[int] = data.draw(st.permutations(range(int(game.kit.board.n))))
    kit = classic_kit(renumbered(game.kit.board, number), players, game.options)
    one, other = game.start(), FamilyGame(kit, 1, game.options).start()
    dealer = Dealer(seed)
    while one.current_player() != OVER:
        assert other.current_player() == one.current_player()
        assert {translated(a, number) for a in one.legal_actions()} == set(other.legal_actions())
        other.apply(translated(step(one, dealer), number))
        assert translated_page(one.dump(), number) == translated_page(other.dump(), [*range(len(number))])
    assert one.winners() == other.winners()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**9), flipped=st.booleans())
def test_asking_abilities_in_another_order_changes_nothing(players: int, seed: int, flipped: bool) -> None:
    game = GAMES[players, flipped]
    kit = classic_kit(game.kit.board, players, game.options, reversed_crews=True)
    one, other = game.start(), FamilyGame(kit, 1, game.options).start()
    dealer = Dealer(seed)
    while one.current_player() != OVER:
        assert one.legal_actions() == other.legal_actions()
        other.apply(step(one, dealer))
        assert one.dump() == other.dump()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_events_tell_the_same_to_everybody_whatever_is_hidden(players: int) -> None:
    game = family_game(players, {})
    for state in positions(game, seed=21, every=17):
        if state.current_player() in (CHANCE, OVER):
            continue
        seat = (state.current_player() + 1) % players
        rich = state.clone()
        assert isinstance(rich, Position)
        rich.v[COINS + state.current_player()] += 40
        for action in state.legal_actions():
            one, other = state.clone(), rich.clone()
            one.watch()
            other.watch()
            one.apply(action)
            other.apply(action)
            if one.current_player() != OVER:
                assert [e.as_dict() for e in one.events(seat)] == [e.as_dict() for e in other.events(seat)]
                assert one.view(seat) == other.view(seat)


def test_the_synthetic_board_of_a_map_file_is_the_map() -> None:
    """What `board_from` reads is what the file says."""
    data: Any = catalog.map_files("terrarium.smallworld.classic")["5p"]
    board = board_from(data, False)
    for row in data["regions"]:
        r = row["id"]
        assert [q for q in range(int(board.n)) if (int(board.borders[r]) >> q) & 1] == sorted(row["borders"])
        assert int(board.natives[r]) == row["natives"]
