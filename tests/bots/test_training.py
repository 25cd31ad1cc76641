"""What training learns from: the points of a game's end, drawn towards what a search expected on the way."""

import pytest
from librt.vecs import vec

from terrarium.kernel.dealer import Dealer

np = pytest.importorskip("numpy")

from tools.train.games import Player, Rows, play, table, traced  # noqa: E402
from tools.train.nets import ArrayNet  # noqa: E402


def net(width: int, seed: int = 1) -> ArrayNet:
    random = np.random.default_rng(seed)
    sizes = [(width, 6), (6, 4), (4, 2)]
    layers = [(random.normal(0, 0.1, size), random.normal(0, 0.1, size[1])) for size in sizes]
    return ArrayNet([(w.astype(np.float32), b.astype(np.float32)) for w, b in layers])


def test_rows_learn_what_came_and_a_part_of_what_was_expected() -> None:
    assert traced([100.0, 80.0], [[], [], []], 0.5) == [[100.0, 80.0]] * 3
    # The last row was expected to end 20 points higher, the first one 10 points lower than what the second learns.
    expected = [[100.0, 70.0], [], [120.0, 80.0]]
    assert traced([100.0, 80.0], expected, 0.5) == [[105.0, 75.0], [110.0, 80.0], [110.0, 80.0]]
    assert traced([100.0, 80.0], expected, 0.0) == [[100.0, 80.0]] * 3


def test_a_widened_network_says_the_same_of_what_it_knew() -> None:
    small = net(3 * 2 + 1)
    grown = small.widened(2, 1, 2)
    assert grown.width == 3 * 3 + 3
    row = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
    more = [1.0, 2.0, 9.0, 3.0, 4.0, 9.0, 5.0, 6.0, 9.0, 7.0, 9.0, 9.0]
    assert grown(vec[float](more)) == pytest.approx(small(vec[float](row)), abs=1e-5)


def test_a_searching_player_tells_what_it_expects_where_it_looked_deep() -> None:
    game = table("terra-mystica", 2, 5)
    dealer = Dealer(3)
    rows = Rows(game, dealer, 1.0, 0.5)
    network = net(int(rows.digest.width))
    state = play(game, [Player(game, network, dealer, simulations=8) for _ in range(2)], dealer, rows)
    deep = [row for row in rows.expected if row]
    assert 0 < len(deep) < len(rows.rows)
    assert all(len(row) == 2 for row in deep)
    taken, gains, wins = rows.outcome(state)
    assert len(taken) == len(gains) == len(wins)
    ends = np.array(rows.have) + gains
    assert not np.allclose(ends[0], state.scores())
    assert np.allclose(wins.sum(axis=1), 1.0)
