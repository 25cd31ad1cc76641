"""Chances to win: a whole when all sides are counted, sharper towards the end, and as often true as they say."""

import json
import subprocess
import sys

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from terrarium import catalog
from terrarium.arena.calibration import HANDMADE, LEARNED, MINDS, Saying, Table, calibrate, check, sayings
from terrarium.bots.minds import learned_mind_of, mind_of, searchable
from terrarium.bots.review import means
from terrarium.kernel.contract import CHANCE, OVER, NotationError
from terrarium.kernel.dealer import Dealer
from terrarium.search.chances import LEARNED_SPREADS, SPREADS, chances_to_win, numbers_of, spread_of
from terrarium.search.tree import Tree
from tests.support.patience import CEILING_S

TITLES = sorted(catalog.titles())
WAYS = [
    (title.id, variant.name, players)
    for title in catalog.titles().values()
    for variant in title.variants()
    for players in range(variant.players[0], variant.players[1] + 1)
]


def chances(points: list[float], sides: list[int], spread: float) -> list[float]:
    out = vec[float]([0.0] * len(points))
    chances_to_win(vec[float](points), vec[i64](sides), spread, out)
    return list(out)


@pytest.mark.parametrize(("title", "variant", "players"), WAYS)
def test_chances_of_all_sides_are_a_whole(title: str, variant: str, players: int) -> None:
    options = next(way.options for way in catalog.title(title).variants() if way.name == variant)
    game = catalog.game(title, players, options=options)
    state, dealer = game.new(), Dealer(players)
    sides, looked = game.sides(), 0
    while state.current_player() != OVER and looked < 3:
        if state.current_player() != CHANCE and len(state.legal_actions()) > 2 and dealer.below(12) == 0:
            thinking = searchable(state)
            tree = Tree(mind_of(thinking), thinking, 1)
            tree.run(2)
            said = tree.chances(means(tree))
            looked += 1
            assert all(0 <= chance <= 1 for chance in said)
            assert [said[sides.index(side)] for side in sides] == pytest.approx(said)
            if len(set(sides)) > 1:
                assert sum(said[sides.index(side)] for side in set(sides)) == pytest.approx(1)
        who = state.current_player()
        state.apply(dealer.choose(state) if who == CHANCE else dealer.pick(state.legal_actions()))
    assert looked


def test_who_is_ahead_is_likelier_to_win_and_more_so_towards_the_end() -> None:
    early, late = (chances([90.0, 85.0, 85.0, 70.0], [0, 1, 2, 3], spread) for spread in (20.0, 4.0))
    assert early[0] > early[1] == early[2] > early[3]
    assert late[0] > early[0]
    assert late[3] < early[3]
    assert sum(early) == pytest.approx(sum(late)) == pytest.approx(1)


def test_partners_win_together() -> None:
    said = chances([80.0, 75.0, 80.0, 75.0], [0, 1, 0, 1], 5.0)
    assert said[0] == said[2] > said[1] == said[3]
    assert said[0] + said[1] == pytest.approx(1)


def test_with_a_single_side_it_is_the_chance_to_be_ahead_of_the_game() -> None:
    assert chances([0.0, 0.0], [0, 0], 5.0) == pytest.approx([0.5, 0.5])
    assert chances([900.0, 900.0], [0, 0], 5.0) == pytest.approx([1, 1])
    assert chances([-900.0, -900.0], [0, 0], 5.0) == pytest.approx([0, 0])


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("learned", [False, True])
def test_every_title_has_its_numbers_and_they_shrink_towards_the_end(title: str, players: int, learned: bool) -> None:
    assert f"{title}/{players}" in (LEARNED_SPREADS if learned else SPREADS)
    numbers = numbers_of(title, players, learned)
    spreads = [spread_of(numbers, left) for left in range(7)]
    assert spreads == sorted(spreads)
    assert 0.1 < spreads[0] < spreads[-1]


def test_figures_of_a_calibration() -> None:
    def said(game: int, first: float, shares: list[float]) -> Saying:
        return Saying(game, 1.0, [1.0, 0.0], [first, 1 - first], shares, [0, 1])

    found = calibrate([said(1, 0.75, [1.0, 0.0]), said(2, 0.75, [0.0, 1.0]), said(2, 1.0, [0.0, 1.0])])
    assert found.positions == 3
    assert found.baseline == 0.25
    assert found.brier == pytest.approx((0.25**2 + 0.75**2 + 1) / 3, abs=1e-5)
    assert found.largest_sum_error == 0
    last = found.reliability[-1]
    assert (last.low, last.high, last.positions, last.games, last.enough) == (0.9, 1.0, 1, 1, False)
    high = found.reliability[-2]
    assert (high.positions, high.games, high.said, high.happened) == (2, 2, 0.75, 0.5)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("players", [2, 5])
def test_who_believes_a_network_has_numbers_of_its_own(title: str, players: int) -> None:
    pytest.importorskip("onnxruntime")
    state = searchable(catalog.game(title, players).new())
    believer = learned_mind_of(state)
    assert believer is not None
    assert believer.spreads == numbers_of(title, players, True) != mind_of(state).spreads


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("mind", MINDS)
def test_a_game_is_told_the_same_way_twice(title: str, mind: str) -> None:
    if mind == LEARNED:
        pytest.importorskip("onnxruntime")
    table = Table(title, 3, 5, simulations=2, mind=mind)
    found = sayings(table)
    assert found
    assert found == sayings(table)
    assert all(sum(saying.shares) == pytest.approx(1) for saying in found)


@pytest.mark.parametrize("mind", MINDS)
def test_what_is_said_is_better_than_equal_chances(mind: str) -> None:
    if mind == LEARNED:
        pytest.importorskip("onnxruntime")
    tables = [Table("small-world", 3, number, simulations=3, mind=mind) for number in range(30)]
    found = calibrate([saying for table in tables for saying in sayings(table)])
    assert found.brier <= 0.85 * found.baseline
    assert found.largest_sum_error < 1e-9


def test_who_hints_come_from_is_asked() -> None:
    pytest.importorskip("onnxruntime")
    hints, believer, other = (sayings(Table("warcraft", 2, 3, simulations=2, mind=mind)) for mind in ("", *MINDS))
    assert hints == believer != other


def test_nobody_unknown_is_asked() -> None:
    with pytest.raises(NotationError, match="unknown_mind"):
        check("tarot", catalog.game("small-world", 2))
    check(HANDMADE, catalog.game("small-world", 2))
    # Where all play for one side, no network has learnt what to expect.
    together = catalog.game("warcraft", 2, options={"variant": "coop"})
    with pytest.raises(NotationError, match="no_network"):
        check(LEARNED, together)


def test_calibrate_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "terrarium.cli.main", "calibrate", "small-world", "--players", "3", "--games", "2",
         "--json", "--simulations", "2", "--workers", "1"],
        capture_output=True, text=True, check=False, timeout=CEILING_S,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    page = json.loads(done.stdout)
    assert set(page) == {"positions", "brier", "baseline", "largest_sum_error", "reliability"}
    assert page["positions"] > 5
    assert page["largest_sum_error"] < 1e-9
    assert {"low", "high", "positions", "said", "happened", "games", "enough"} == set(page["reliability"][0])
