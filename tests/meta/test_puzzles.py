"""Every stored puzzle: its position loads, its answer is one of several, and what stands behind it is said."""

import json
from datetime import date, timedelta

import pytest

from terrarium import catalog, puzzles
from terrarium.bots import thought
from terrarium.puzzles import Puzzle
from terrarium.titles import records

ALL = list(puzzles.every().values())


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: f"{puzzle.title}-{puzzle.id}")
def test_a_puzzle_is_a_position_with_its_answer(puzzle: Puzzle) -> None:
    game, state = catalog.read_position(puzzle.position)
    assert game.title == puzzle.title
    assert state.current_player() == puzzle.seat
    legal = [state.text(action) for action in state.legal_actions()]
    assert {puzzle.best, puzzle.second} <= set(legal)
    assert puzzle.best != puzzle.second
    assert len(legal) > 2
    assert puzzle.margin > 3
    assert puzzle.difficulty in (1, 2, 3)
    assert puzzle.simulations >= 2_000
    assert puzzle.each >= 200
    read = thought.read(json.dumps(puzzle.thought))
    assert read is not None
    assert read.chosen.move == puzzle.best
    assert read.simulations == puzzle.simulations


def test_every_title_has_puzzles_and_none_is_there_twice() -> None:
    assert len(ALL) >= 200
    assert all(len(puzzles.of_title(title)) >= 20 for title in records())
    assert len(ALL) == sum(len(puzzles.of_title(title)) for title in records())


def test_each_day_has_its_puzzle_and_all_get_their_day() -> None:
    titles, start = tuple(records()), date(2027, 1, 1)
    days = [puzzles.of_day(start + timedelta(days=n), titles) for n in range(len(ALL))]
    assert days[0] == puzzles.of_day(start, titles)
    assert {puzzle.id for puzzle in days if puzzle} == set(puzzles.every())
    assert puzzles.of_day(start, ()) is None
