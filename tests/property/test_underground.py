"""Random play of Underground and of mixed games: books that balance, lists that agree with reasons, and nothing that
depends on how regions are numbered or in which order abilities are asked."""

import pytest

from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.core.game import FamilyGame, Position
from tests.support.family import FLIPPED, check_books, table, twin_kit, without_stack
from tests.support.play import step
from tests.support.renumber import renumbered, translated

TABLES: list[tuple[str, int, dict[str, str]]] = [
    *(("underground", players, {}) for players in (2, 3, 4, 5)),
    ("underground", 2, FLIPPED),
    *(("underground", players, {"mixed": "yes"}) for players in (2, 5)),
    *(("small-world", players, {"mixed": "races"}) for players in (2, 4)),
    *(("small-world", players, {"mixed": "relics"}) for players in (2, 3, 5)),
]


@pytest.mark.parametrize(("title", "players", "options"), TABLES)
def test_books_balance_and_positions_survive_writing(title: str, players: int, options: dict[str, str]) -> None:
    game = table(title, players, options)
    for seed in range(4):
        state = game.start()
        dealer = Dealer(seed)
        count = 0
        while state.current_player() != OVER:
            if count % 9 == 0:
                check_books(state)
                again = game.load(state.dump())
                assert isinstance(again, Position)
                assert again.same_as(state)
                assert all(state.parse(state.text(action)) == action for action in state.legal_actions())
                copy = state.clone()
                assert isinstance(copy, Position)
                before = copy.checksum()
                step(state, dealer)
                assert copy.checksum() == before
            else:
                step(state, dealer)
            count += 1


@pytest.mark.parametrize(("title", "players", "options"), TABLES)
def test_legal_is_what_has_no_reason_against_it(title: str, players: int, options: dict[str, str]) -> None:
    game = table(title, players, options)
    everything = game.all_actions()
    state = game.start()
    dealer = Dealer(players)
    count = 0
    while state.current_player() != OVER:
        if count % 97 == 50 or (state.current_player() == CHANCE and count % 31 == 7):
            offered = state.legal_actions()
            assert offered == sorted(set(offered))
            assert set(offered) <= set(everything)
            assert {action for action in everything if state.why_illegal(action) is None} == set(offered)
        step(state, dealer)
        count += 1


# --- numbering regions otherwise, asking abilities in another order ------------------------------------


@pytest.mark.parametrize(("title", "players", "options"), TABLES)
def test_calling_regions_otherwise_changes_nothing(title: str, players: int, options: dict[str, str]) -> None:
    game = table(title, players, options)
    number = list(range(int(game.kit.board.n)))
    for seed in range(2):
        shuffler = Dealer(100 + seed)
        for k in range(len(number) - 1, 0, -1):
            other_place = int(shuffler.below(k + 1))
            number[k], number[other_place] = number[other_place], number[k]
        kit = twin_kit(game, renumbered(game.kit.board, number), reversed_crews=False)
        one, other = game.start(), FamilyGame(kit, 1, game.options).start()
        dealer = Dealer(seed)
        while one.current_player() != OVER:
            assert other.current_player() == one.current_player()
            assert {translated(a, number) for a in one.legal_actions()} == set(other.legal_actions())
            other.apply(translated(step(one, dealer), number))
            assert without_stack(one.dump(), number) == without_stack(other.dump(), list(range(len(number))))
        assert one.winners() == other.winners()


@pytest.mark.parametrize(("title", "players", "options"), TABLES)
def test_asking_abilities_in_another_order_changes_nothing(title: str, players: int, options: dict[str, str]) -> None:
    game = table(title, players, options)
    kit = twin_kit(game, game.kit.board, reversed_crews=True)
    for seed in range(3):
        one, other = game.start(), FamilyGame(kit, 1, game.options).start()
        dealer = Dealer(seed)
        while one.current_player() != OVER:
            assert one.legal_actions() == other.legal_actions()
            other.apply(step(one, dealer))
            assert one.dump() == other.dump()
