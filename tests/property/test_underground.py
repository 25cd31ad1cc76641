"""Random play of Underground and of mixed games: books that balance, lists that agree with reasons, and nothing that
depends on how regions are numbered or in which order abilities are asked."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.core.board import Board
from terrarium.smallworld.core.codes import SYNTAX, THINGS_AT, region_of, verb_of
from terrarium.smallworld.core.data import (
    BADGES,
    COINS,
    COMBOS,
    DEPTH,
    DISCARDS,
    HAND,
    HELD,
    HOLDER,
    KEEPS,
    MARKS,
    POWER,
    RETREAT,
    ROW,
    STACK_SIZE,
    STOCK,
    TOKENS,
    TRAY,
    UNSEEN,
)
from terrarium.smallworld.core.game import FamilyGame, Position
from terrarium.smallworld.mixing import surface_kit
from terrarium.smallworld.underground.kit import underground_kit
from tests.support.play import step

FLIPPED = {
    "occupied_river": "two_more", "as_if_empty_keeps_armour": "yes", "ancient_stays_in_decline": "yes",
    "volcano_extends_reach": "yes", "gnomes_protected_in_decline": "yes", "liches_ban_while_active": "yes",
    "lizardmen_enter_by_river": "no", "balrog_kills_immortal": "yes", "own_declined_token_defends": "no",
}  # fmt: skip
TABLES: list[tuple[str, int, dict[str, str]]] = [
    *(("underground", players, {}) for players in (2, 3, 4, 5)),
    ("underground", 2, FLIPPED),
    *(("underground", players, {"mixed": "yes"}) for players in (2, 5)),
    *(("small-world", players, {"mixed": "races"}) for players in (2, 4)),
    *(("small-world", players, {"mixed": "relics"}) for players in (2, 3, 5)),
]


def table(title: str, players: int, options: dict[str, str]) -> FamilyGame:
    game = catalog.game(title, players=players, options=options)
    assert isinstance(game, FamilyGame)
    return game


def check_books(state: Position) -> None:
    """Every token, piece, thing and badge is somewhere, once; regions and tribes agree on who is where."""
    kit, v = state.kit, state.v
    regions = range(kit.board.n)
    for t in range(kit.n_races):
        mine = [r for r in regions if v[r * 3 + HOLDER] == t]
        assert sum(1 << r for r in mine) == v[t * 7 + HELD]
        counts = [v[t * 7 + HAND], v[t * 7 + RETREAT], v[t * 7 + TRAY]]
        assert min(counts) >= 0
        assert sum(v[r * 3 + TOKENS] for r in mine) + sum(counts) == kit.units[t].tray, kit.units[t].name
        keeps = 0
        for r in mine:
            keeps |= v[r * 3 + MARKS] >> THINGS_AT
        assert keeps == v[KEEPS + t]
    for place, mark in enumerate(kit.marks):
        on_map = sum((v[r * 3 + MARKS] & mark.mask) >> mark.shift for r in regions)
        assert on_map + v[STOCK + place] == mark.stock, mark.name
    for thing in kit.things:
        lying = [r for r in regions if (v[r * 3 + MARKS] >> THINGS_AT) & thing.bit]
        assert len(lying) == (0 if v[UNSEEN] & thing.bit else 1), thing.name
    for r in regions:
        assert (v[r * 3 + TOKENS] > 0) == (v[r * 3 + HOLDER] >= 0)
        assert not ((kit.board.chasm >> r) & 1 and v[r * 3 + HOLDER] >= 0)
    check_badges(state)
    assert v[DEPTH] < STACK_SIZE
    assert min(v[COINS + seat] for seat in range(kit.players)) >= 0


def check_badges(state: Position) -> None:
    kit, v = state.kit, state.v
    out = [v[ROW + k * 3 + 1] for k in range(v[COMBOS])]
    out += [v[t * 7 + POWER] for t in range(kit.n_races) if v[t * 7 + POWER] >= 0]
    if kit.lender >= 0 and state.note(kit.lender):
        out.append(state.note(kit.lender) - 1)
    lying = [kit.n_races + k for k in range(kit.n_powers) if ((v[BADGES] | v[DISCARDS]) >> k) & 1]
    assert sorted([*out, *lying]) == list(range(kit.n_races, kit.n_races + kit.n_powers))


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


def renumbered(board: Board, number: list[int]) -> Board:
    """The same board with region r called number[r]."""
    n = len(number)
    back = [number.index(r) for r in range(n)]
    borders = [sum(1 << number[q] for q in range(n) if (int(board.borders[back[r]]) >> q) & 1) for r in range(n)]
    return Board(
        board.name, int(board.players), int(board.rounds), [int(board.features[back[r]]) for r in range(n)], borders,
        [int(board.natives[back[r]]) for r in range(n)], [number[int(r)] for r in board.order],
        [board.names[back[r]] for r in range(n)],
    )  # fmt: skip


def translated(code: int, number: list[int]) -> int:
    if "r" not in SYNTAX[verb_of(code)]:
        return code
    region = region_of(code)
    return code + ((number[region] - region) << 6)


def without_stack(page: dict[str, Any], number: list[int]) -> dict[str, Any]:
    """A dump with its regions called otherwise; frames are compared by what may be answered."""
    new = {key: value for key, value in page.items() if key != "stack"}
    new["regions"] = {str(number[int(r)]): held for r, held in page["regions"].items()}
    if "waded" in page:
        new["waded"] = sorted(number[r] for r in page["waded"])
    return new


@pytest.mark.parametrize(("title", "players", "options"), TABLES)
def test_calling_regions_otherwise_changes_nothing(title: str, players: int, options: dict[str, str]) -> None:
    game = table(title, players, options)
    number = list(range(int(game.kit.board.n)))
    build = underground_kit if title == "underground" else surface_kit
    for seed in range(2):
        shuffler = Dealer(100 + seed)
        for k in range(len(number) - 1, 0, -1):
            other_place = int(shuffler.below(k + 1))
            number[k], number[other_place] = number[other_place], number[k]
        kit = build(renumbered(game.kit.board, number), players, game.options)
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
    build = underground_kit if title == "underground" else surface_kit
    kit = build(game.kit.board, players, game.options, reversed_crews=True)
    for seed in range(3):
        one, other = game.start(), FamilyGame(kit, 1, game.options).start()
        dealer = Dealer(seed)
        while one.current_player() != OVER:
            assert one.legal_actions() == other.legal_actions()
            other.apply(step(one, dealer))
            assert one.dump() == other.dump()
