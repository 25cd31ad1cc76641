"""About a minute of chaos at the tables of all titles; `tools/chaos_test.py` goes on for as long as one likes."""

from pathlib import Path

import pytest

from tests.server.chaos.deeds import DEEDS
from tests.server.chaos.run import chaos
from tests.server.chaos.tables import TITLES


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_game_replays_and_nobody_is_stuck(tmp_path: Path, seed: int) -> None:
    done = chaos(tmp_path, seed, 1500)
    assert {title for title, _ in done.played} == {*TITLES}
    assert set(done.done) >= {*DEEDS} - {"resign"}, "something was never tried"
    assert done.finished
