"""Texts of strangers: read in a process with limits, refused with a sentence, and nobody at a table notices."""

import asyncio
import json
import random
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import terrarium
from terrarium import catalog
from terrarium.server.errors import Problem
from terrarium.server.ops.cell import Cell
from terrarium.server.store import records
from tests.server import burdens
from tests.server.burdens import hoard, sleep_long, spin, vanish
from tests.server.harness import Client, Server
from tests.server.test_importer import damaged, places, refusal, some_way_in, with_odd
from tests.support.odd_options import honest, spoilt
from tests.support.spoil import READERS, answered, mutated, texts

TITLES = "terrarium.catalog:titles"
SECONDS = 1.0 if terrarium.compiled else 20.0


@pytest.fixture(scope="module")
def cell() -> Iterator[Cell]:
    made = Cell(SECONDS, 100, partial(records.prepare, TITLES))
    yield made
    made.stop()


def asked(cell: Cell, work: Any, *args: object) -> Any:
    return asyncio.run(cell.run(work, *args))


def refused(cell: Cell, work: Any, *args: object) -> str:
    with pytest.raises(Problem) as caught:
        asked(cell, work, *args)
    assert caught.value.status == 422
    return caught.value.code


def test_what_takes_too_much_is_refused_and_the_next_is_read() -> None:
    cell = Cell(0.2, 100, burdens.prepare)
    try:
        assert asked(cell, hoard, 10) == 10 * 1024 * 1024
        assert refused(cell, spin) == "too_heavy"
        if sys.platform == "linux":
            assert refused(cell, hoard, 2000) == "too_heavy"
        assert refused(cell, vanish) == "too_heavy"
        assert refused(cell, sleep_long) == "too_heavy"  # no processor time at all: the clock ends it
        assert asked(cell, hoard, 10) == 10 * 1024 * 1024
    finally:
        cell.stop()


def test_no_more_than_a_few_wait() -> None:
    async def many(cell: Cell) -> list[object]:
        return await asyncio.gather(*[cell.run(sleep_long) for _ in range(20)], return_exceptions=True)

    cell = Cell(0.01, 100, burdens.prepare)
    try:
        codes = [problem.code for problem in asyncio.run(many(cell)) if isinstance(problem, Problem)]
    finally:
        cell.stop()
    assert (codes.count("busy"), codes.count("too_heavy")) == (12, 8)


def bomb() -> str:
    """A short record whose position has two to the thirty-first tokens in a hand."""
    game = catalog.game("small-world", 2)
    state, _ = some_way_in(game, random.Random(4), 30)
    page = json.loads(json.dumps(state.dump()))
    for words in page["tribes"].values():
        words[3:] = [2**31] * 3
    return f"{catalog.new_record(game).format().strip()}\n# start {json.dumps(page)}\n"


def test_a_bomb_is_refused_and_the_table_goes_on(real: Server) -> None:
    ada = Client(real.base)
    seats = [{"kind": "me"}, {"kind": "open"}]
    answer = ada.post("/games/import", 422, record=bomb(), seats=seats)
    assert answer["error"]["code"] == "bad_header"
    game = catalog.game("small-world", 2)
    _, rows = some_way_in(game, random.Random(4), 60)
    honest = "\n".join([catalog.new_record(game).format().strip(), *rows])
    made = ada.post("/games/import", 201, record=honest, seats=seats)
    assert made["table"]["seq"] == 60


def test_a_record_with_nothing_but_take_backs_costs_little(cell: Cell) -> None:
    game = catalog.game("small-world", 2)
    state, rows = some_way_in(game, random.Random(4), 60)
    seat = state.current_player()
    back = [f"{max(seat, 0)} takeback 59", rows[-1]] * (4000 if terrarium.compiled else 40)
    text = "\n".join([catalog.new_record(game).format().strip(), *rows, *back])
    read = json.loads(asked(cell, records.read, TITLES, text, 0.0))
    assert json.loads(read["position"]) == json.loads(json.dumps(state.dump()))


# Readers under fire: whatever they are given, they answer or refuse with a code that has a sentence.


@pytest.mark.parametrize("title", [*catalog.titles()])
def test_bytes_changed_anywhere_get_an_answer(title: str, cell: Cell) -> None:
    dice = random.Random(14)
    outcomes = set()
    for text in texts(title, 2, 40, dice):
        for _ in range(60 if terrarium.compiled else 15):
            spoilt = mutated(text, dice)
            for reader in READERS:
                answered(reader, spoilt)
            try:
                asked(cell, records.read, TITLES, spoilt, 0.0)
                outcomes.add(201)
            except Problem as problem:
                outcomes.add(problem.status)
    assert outcomes <= {201, 404, 422}
    assert 422 in outcomes


def test_maps_and_units_with_anything_in_them_make_a_table_or_are_refused(real: Server) -> None:
    """Over HTTP, as a stranger brings them: their fingerprint fits, whatever stands in them."""
    ada, dice, codes = Client(real.base), random.Random(16), set()
    seats = [{"kind": "me"}, {"kind": "open"}]
    for brought in honest():
        for option in (brought, *[spoilt(brought, dice) for _ in range(25)]):
            body = {"title": option.title, "seats": seats, "options": {option.name: option.value}}
            answer = ada.http.post("/games", json=body)
            assert answer.status_code in (201, 422), (option.value, answer.text)
            codes.add((option.name, answer.status_code))
    assert codes == {(brought.name, status) for brought in honest() for status in (201, 422)}


ODD = st.one_of(
    st.integers(), st.integers(-2, 300), st.text(max_size=8), st.none(), st.booleans(), st.lists(st.integers()),
    st.floats(), st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(title=st.sampled_from([*catalog.titles()]), way=st.integers(0, 10**6), odd=ODD)
def test_anything_anywhere_in_a_position_gets_an_answer(title: str, way: int, odd: Any) -> None:
    game = catalog.game(title, 2)
    dice = random.Random(way)
    page = json.loads(json.dumps(some_way_in(game, dice, way % 97)[0].dump()))
    changed = with_odd(page, dice.choice([*places(page)]), odd)
    assert refusal(lambda: records.first_state(game, json.dumps(changed))) in (None, (422, "bad_header"))


def test_damaged_rows_are_refused_in_the_process_too(cell: Cell) -> None:
    dice = random.Random(15)
    game = catalog.game("underground", 3)
    _, rows = some_way_in(game, dice, 60)
    head = catalog.new_record(game).format().strip()
    for _ in range(20):
        text = "\n".join([head, *damaged(rows, dice)])
        found = refusal(lambda text=text: asked(cell, records.read, TITLES, text, 0.0))  # type: ignore[misc]
        assert found is None or found[0] == 422
