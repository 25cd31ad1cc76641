"""Records and positions of the real titles, damaged in every way: each is played or refused with one sentence."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, SPECTATOR, Game, State
from terrarium.server.errors import Problem
from terrarium.server.store import records

ODD: list[Any] = [-1, 0, 1, 7, 99, 10**6, 2**31, 2**62, 2**63, 2**70, -(2**63) - 1, 1.5, None, True]
ODD += ["", "x", "ghouls", "natives", [], {}, [1, 2, 3], {"a": 1}]


def places(page: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a page of JSON."""
    yield at
    for key, value in page.items() if isinstance(page, dict) else enumerate(page) if isinstance(page, list) else ():
        yield from places(value, (*at, key))


def with_odd(page: Any, place: tuple[Any, ...], odd: Any) -> Any:
    if not place:
        return odd
    if isinstance(page, dict):
        return {key: with_odd(value, place[1:], odd) if key == place[0] else value for key, value in page.items()}
    return [with_odd(value, place[1:], odd) if key == place[0] else value for key, value in enumerate(page)]


def some_way_in(game: Game, dice: random.Random, steps: int) -> tuple[State, list[str]]:
    """A position of a random game and the rows that led there."""
    state, rows = game.new(), []
    for _ in range(steps):
        who = state.current_player()
        if who == OVER:
            break
        action = dice.choice(state.legal_actions())
        rows.append(f"{'?' if who == CHANCE else who} {state.text(action)}")
        state.apply(action)
    return state, rows


def refusal(work: Callable[[], object]) -> tuple[int, str] | None:
    """Status and code of the problem that something ends with; None where it goes well. Anything else is a fault."""
    try:
        work()
    except Problem as problem:
        return problem.status, problem.code
    return None


@pytest.mark.parametrize("title", [*catalog.titles()])
def test_a_damaged_position_is_a_position_or_refused(title: str) -> None:
    dice, game = random.Random(8), catalog.game(title, 2)
    played = 0
    for steps in (0, 30, 90):
        page = json.loads(json.dumps(some_way_in(game, dice, steps)[0].dump()))
        everywhere = [*places(page)]
        for _ in range(500):
            damaged = json.dumps(with_odd(page, dice.choice(everywhere), dice.choice(ODD)))
            refused = refusal(lambda damaged=damaged: records.first_state(game, damaged))  # type: ignore[misc]
            assert refused in (None, (422, "bad_header"))
            if refused is None:
                # What was let in can be looked at by everybody.
                state = records.first_state(game, damaged)
                assert [state.view(viewer)["title"] for viewer in (0, 1, SPECTATOR)] == [title] * 3
                played += state.current_player() != OVER
    assert played > 20


def damaged(rows: list[str], dice: random.Random) -> list[str]:
    """Up to two rows of a record cut short, doubled, or replaced."""
    found = [*rows]
    for _ in range(dice.randrange(3)):
        place = dice.randrange(len(found))
        ways = [found[place][:-1], dice.choice(found), found[place] + " 9999999999999999999999", "\x00", "0 x" * 99]
        found[place] = dice.choice([*ways, "0 undo 3", "1 takeback 0", "? die 7", "= scores 5 5"])
    return found


@pytest.mark.parametrize("title", [*catalog.titles()])
def test_a_damaged_record_is_played_or_refused(title: str) -> None:
    dice, game = random.Random(9), catalog.game(title, 2)
    head = catalog.new_record(game).format().strip()
    _, rows = some_way_in(game, dice, 80)
    outcomes = []
    for _ in range(200):
        text = "\n".join([head, *damaged(rows, dice)])
        outcomes.append(refusal(lambda text=text: records.replay(game, *records.parse(text))))  # type: ignore[misc]
    assert {found[0] for found in outcomes if found is not None} == {422}
    assert outcomes.count(None) > 10
