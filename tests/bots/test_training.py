"""What training learns from: the points of a game's end, drawn towards what a search expected on the way."""

from importlib.resources import files
from itertools import islice
from pathlib import Path

import pytest
from librt.vecs import vec

from terrarium.bots import nets
from terrarium.bots.nets import network
from terrarium.kernel.dealer import Dealer
from terrarium.search.smallworld.mind import FamilyMind
from terrarium.search.terramystica.mind import TerraMind

np = pytest.importorskip("numpy")

from tools.train.games import Player, Rows, play, table, traced  # noqa: E402
from tools.train.nets import ArrayNet  # noqa: E402
from tools.train.weigh import Way, jobs, mind_for, net_of, played, seats_at  # noqa: E402


def net(width: int, seed: int = 1) -> ArrayNet:
    random = np.random.default_rng(seed)
    sizes = [(width, 6), (6, 4), (4, 2)]
    layers = [(random.normal(0, 0.1, size), random.normal(0, 0.1, size[1])) for size in sizes]
    return ArrayNet([(w.astype(np.float32), b.astype(np.float32)) for w, b in layers])


@pytest.mark.parametrize("family", ["smallworld", "terramystica"])
def test_a_shipped_network_is_read(family: str, tmp_path: Path) -> None:
    """It says what it says where it is played with, and training may go on from it."""
    pytest.importorskip("onnxruntime")
    shipped = network(family)
    assert shipped is not None
    read = ArrayNet.load(Path(str(files(nets).joinpath(f"{family}.onnx"))))
    assert read.width == shipped.width
    rows = vec[float](np.random.default_rng(3).normal(0, 1, 5 * read.width).tolist())
    assert read(rows) == pytest.approx(shipped(rows), rel=1e-3, abs=1e-3)
    read.save(tmp_path / "net.npz")
    assert ArrayNet.load(tmp_path / "net.npz")(rows) == read(rows)


@pytest.mark.parametrize("title", ["terra-mystica", "warcraft"])
def test_the_hand_made_mind_is_weighed_without_a_network(title: str) -> None:
    way = Way(title, "", 2, 1.1, -1.0)
    game = table(title, seats_at(way), 3)
    assert type(mind_for(game, way, net_of(way))) in (TerraMind, FamilyMind)
    sides, points, share = played(((way, way), 3 * seats_at(way)))
    assert sides == (way, way)
    assert points > 20
    assert share == 1.0


def test_set_ups_are_shared_out_by_the_number_of_the_first() -> None:
    terra, small = Way("terra-mystica", "a", 1, 1, -1), Way("small-world", "a", 1, 1, -1)
    alone = [*islice(jobs([(terra, terra), (small, small)], 5), 4)]
    assert [(way.title, number) for (way, _), number in alone] == [
        ("terra-mystica", 20), ("small-world", 10), ("terra-mystica", 24), ("small-world", 12),
    ]  # fmt: skip
    assert [number for _, number in islice(jobs([(terra, small)], 5), 5)] == [20, 21, 22, 23, 24]


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
