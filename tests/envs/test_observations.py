"""Observations: within their ranges, from the seat's side of the table, and without what others hide."""

from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra `envs` is not installed")

from librt.vecs import vec
from mypy_extensions import i64

from terrarium import catalog
from terrarium.batch.observer import Observer
from terrarium.batch.sheet import Sheet
from terrarium.envs.observers import observer_of
from terrarium.kernel.contract import Game, State
from tests.support.play import all_games, make, positions

each_game = pytest.mark.parametrize(("title", "players", "variant"), all_games())


def row(observer: Observer, state: State, seat: int) -> Any:
    sheet = Sheet(1, int(observer.size))
    sheet.begin(0)
    legal = observer.legal(state) if state.current_player() == seat else vec[i64]()
    observer.observe(state, seat, legal, sheet)
    return np.frombuffer(sheet.cells, np.int16).copy()


def columns(observer: Observer, name: str) -> slice:
    field = next(field for field in observer.fields if field.name == name)
    return slice(field.start, field.start + field.count)


@each_game
def test_fields_cover_the_columns_and_bound_them(title: str, players: int, variant: str) -> None:
    observer = observer_of(make(title, players, variant))
    at = 0
    for field in observer.fields:
        assert field.start == at
        assert field.count > 0
        assert field.low < field.high
        assert field.meaning
        at += field.count
    assert at == observer.size
    low = np.repeat([field.low for field in observer.fields], [field.count for field in observer.fields])
    high = np.repeat([field.high for field in observer.fields], [field.count for field in observer.fields])
    for state in positions(observer.game, seed=21, every=5):
        for seat in range(players):
            found = row(observer, state, seat)
            assert (low <= found).all()
            assert (found <= high).all()


@each_game
def test_actions_are_those_of_players_alone(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant)
    actions = observer_of(game).actions
    assert actions == sorted(set(actions))
    assert set(actions) <= set(game.all_actions())
    for state in positions(game, seed=22):
        if state.current_player() >= 0:
            assert set(state.legal_actions()) <= set(actions)


def richer(game: Game, state: State, seat: int, coins: int) -> State:
    """The same position with coins that only this seat knows of."""
    page = state.dump()
    purse = list(page["coins"])  # type: ignore[call-overload]
    purse[seat] += coins
    return game.load({**page, "coins": purse})


@pytest.mark.parametrize("players", [2, 5])
def test_other_seats_coins_cannot_be_seen(players: int) -> None:
    game = catalog.game("small-world", players)
    observer = observer_of(game)
    for state in positions(game, seed=23, every=11):
        if state.current_player() < 0:
            continue
        other = richer(game, state, 1, 7)
        for seat in range(players):
            same = (row(observer, state, seat) == row(observer, other, seat)).all()
            assert same == (seat != 1)


def test_seats_are_counted_from_the_observer() -> None:
    game = catalog.game("small-world", 3)
    observer = observer_of(game)
    for state in positions(game, seed=24, every=13):
        if state.current_player() < 0:
            continue
        scores = state.scores()
        for seat in range(3):
            found = row(observer, state, seat)
            assert found[columns(observer, "seat 0")][0] == scores[seat]
            assert found[columns(observer, "asked")].tolist().index(1) == (state.current_player() - seat) % 3
        views = [row(observer, state, seat) for seat in range(3)]
        for seat in range(3):
            # What the neighbour is to me, I am to the seat before me; coins apart, which only their owner knows.
            mine = views[seat][columns(observer, "seat 1")][1:]
            assert (mine == views[(seat + 1) % 3][columns(observer, "seat 0")][1:]).all()


def test_tokens_and_prices_are_told_by_region() -> None:
    game: Any = catalog.game("small-world", 2)
    observer = observer_of(game)
    seen = 0
    for state in positions(game, seed=25):
        seat = state.current_player()
        if seat < 0:
            continue
        found = row(observer, state, seat)
        page = state.view(seat)
        for region in page["regions"]:  # type: ignore[attr-defined]
            cells = found[columns(observer, f"region {region['id']}")]
            assert cells[:5].sum() == region["tokens"]
            assert cells[8 : 8 + len(game.kit.marks)].tolist() == [
                region["marks"].get(mark.name, 0) for mark in game.kit.marks
            ]
        for choice in state.choices(seat):
            if choice.verb == "conquer":
                assert found[columns(observer, f"region {choice.facts['region']}")][6] == choice.facts["price"]
                seen += 1
    assert seen > 50


def test_a_sheet_wipes_what_was_written() -> None:
    sheet = Sheet(2, 5)
    cells = np.frombuffer(sheet.cells, np.int16).reshape(2, 5)
    sheet.begin(1)
    sheet.put(0, 3)
    sheet.put(4, -100_000)
    sheet.put(0, 9)
    sheet.add(2, 2)
    sheet.add(2, 3)
    assert cells.tolist() == [[0, 0, 0, 0, 0], [9, 0, 5, 0, -32767]]
    sheet.begin(1)
    sheet.put(3, 1)
    assert cells.tolist() == [[0, 0, 0, 0, 0], [0, 0, 0, 1, 0]]
