"""No number of a position is larger than the title can have: a page somebody wrote costs no more than one that was
played."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import OVER, Game, NotationError, State
from terrarium.kernel.dealer import Dealer
from tests.support.play import all_games, make, step

GAMES = all_games()
each_game = pytest.mark.parametrize(("title", "players", "variant"), GAMES)
HUGE = (2**31, 2**39, 2**62, 10**30, -(2**31))
LARGE = (5, 20, 63, 64, 255, 256, 1000, 9999, -1, -2)


def numbers(page: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a page where a number stands."""
    if isinstance(page, int) and not isinstance(page, bool):
        yield at
    for key, value in page.items() if isinstance(page, dict) else enumerate(page) if isinstance(page, list) else ():
        yield from numbers(value, (*at, key))


def with_number(page: Any, place: tuple[Any, ...], number: int) -> Any:
    if not place:
        return number
    changed = dict(page) if isinstance(page, dict) else [*page]
    changed[place[0]] = with_number(page[place[0]], place[1:], number)
    return changed


def some_positions(game: Game, seed: int) -> Iterator[dict[str, Any]]:
    """A few positions of a game, from its beginning to its end."""
    state, dealer, steps = game.new(), Dealer(seed), 0
    while state.current_player() != OVER:
        if steps in (3, 40, 110, 200):
            yield json.loads(json.dumps(state.dump()))
        step(state, dealer)
        steps += 1
    yield json.loads(json.dumps(state.dump()))


def loaded(game: Game, page: dict[str, Any]) -> State | None:
    """The position, or None where it is refused with a sentence."""
    try:
        return game.load(page)
    except NotationError:
        return None


def memory_of_the_house(game: Game, place: tuple[Any, ...]) -> bool:
    """A set of tribes, kept as a mask: no amount of anything."""
    house = [unit.name for unit in game.kit.house] if hasattr(game, "kit") else []
    return place[0] in ("used", "notes") and place[1] in house


@each_game
def test_a_number_nobody_can_have_is_refused(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant, seed=21)
    for page in some_positions(game, 21):
        for place in numbers(page):
            if not memory_of_the_house(game, place):
                for number in HUGE:
                    assert loaded(game, with_number(page, place, number)) is None, (place, number)


@each_game
def test_whatever_is_let_in_asks_no_more_than_a_game_does(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant, seed=22)
    space, let_in = set(game.all_actions()), 0
    for page in some_positions(game, 22):
        for place in numbers(page):
            for number in LARGE:
                try:
                    state = loaded(game, with_number(page, place, number))
                    legal = [] if state is None else state.legal_actions()
                except (LookupError, ArithmeticError, TypeError, ValueError, AssertionError):
                    continue  # it loads and is none: whoever reads a stranger's page looks at it before he plays it
                assert set(legal) <= space, (place, number)
                let_in += state is not None
    assert let_in > 0


def test_tokens_and_pieces_are_those_of_the_box() -> None:
    game = catalog.game("small-world", 2)
    state, dealer = game.new(), Dealer(5)
    while not any(words[0] not in ("", "natives") for words in _regions(state).values()):
        step(state, dealer)
    page = json.loads(json.dumps(state.dump()))
    region, (holder, tokens, _) = next(item for item in _regions(state).items() if item[1][0] not in ("", "natives"))
    spare = page["tribes"][holder][5]
    page["tribes"][holder][5] = 0
    page["regions"][region][1] = tokens + spare  # all that were in the tray
    assert loaded(game, page) is not None
    page["regions"][region][1] = tokens + spare + 1
    assert loaded(game, page) is None


def _regions(state: State) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(state.dump()))["regions"]
    return found


def test_a_bomb_of_tokens_gets_a_sentence() -> None:
    """Two to the thirty-first tokens in hand once took fourteen gigabytes."""
    game = catalog.game("small-world", 2)
    state, dealer = game.new(), Dealer(5)
    while state.dump()["round"] != 2:
        step(state, dealer)
    page = json.loads(json.dumps(state.dump()))
    for words in page["tribes"].values():
        if words[0] == "active":
            words[3] = 2**31
    line = catalog.write_position(game, state)
    assert catalog.read_position(line)[1].dump() == state.dump()
    with pytest.raises(NotationError) as caught:
        game.load(page)
    assert caught.value.code == "bad_position"
