"""Games with units of players' own replay for ever: frozen ones, and those that a later checker would refuse."""

from pathlib import Path

import pytest

from terrarium import catalog
from terrarium.kernel.contract import OVER, NotationError
from terrarium.kernel.record import Record
from terrarium.kernel.replay import replay
from terrarium.smallworld.core import vocabulary
from terrarium.workshop.examples import examples
from terrarium.workshop.files import option_of, read_unit
from terrarium.workshop.text import units_in
from tests.support.box import box_game_of
from tests.workshop.test_files import MICE

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "workshop"
FILES = sorted(FOLDER.glob("*.txt"))
KINDS = {"grappling_hook": "relic", "war_drum": "artifact", "devout": "power"}


def test_there_is_a_record_for_every_kind_of_unit() -> None:
    assert {path.stem for path in FILES} == {*examples(), *KINDS}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_with_a_unit_of_ones_own_replays_to_its_end(path: Path) -> None:
    """Its rows hold the scores after every round. A record that no longer replays is a change that nobody may make.

    Of the box they are played from: a unit that comes to it later lies among those that are drawn.
    """
    record = Record.parse(path.read_text(encoding="utf-8"))
    (file,) = units_in(record.options)
    assert file.unit.name == path.stem
    assert replay(box_game_of(record, (file.unit.name,)), record).state.current_player() == OVER


def test_what_only_the_checker_refuses_stops_no_record() -> None:
    """As if a bound had been drawn closer since the game was played."""
    options = dict([option_of(read_unit(MICE.replace("tokens = 5", "tokens = 11")))])
    assert [problem.code for problem in read_unit(MICE.replace("tokens = 5", "tokens = 11")).problems] == ["range"]
    with pytest.raises(NotationError):
        catalog.game("small-world", 2, "", options)
    vocabulary.CHECKER_ONLY.append("range")
    try:
        assert catalog.game("small-world", 2, "", options)
        assert not read_unit(MICE.replace("tokens = 5", "tokens = 11")).ok, "who makes one hears of it"
    finally:
        vocabulary.CHECKER_ONLY.remove("range")
