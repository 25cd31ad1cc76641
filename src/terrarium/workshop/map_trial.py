"""Trying a map before it is played on: random games in which nothing may break."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, Game, NotationError
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.handmade import Problem
from terrarium.smallworld.core.game import Position
from terrarium.workshop.maps import MapFile, map_option
from terrarium.workshop.trial import MOST_STEPS, lost_something

GAMES = 200
WATCHED = 2
"""Of these, the games that are looked at step by step."""


@dataclass
class MapTrial:
    """What came of it."""

    games: int = 0
    seconds: float = 0.0
    problems: list[Problem] = field(default_factory=list)


def game_on(file: MapFile, players: int = 0, options: dict[str, str] | None = None) -> Game:
    """A game on a map; where any number may play, two do unless more are named."""
    name, value = map_option(file)
    return catalog.game(file.title, players or file.players or 2, file.id, {**(options or {}), name: value})


def tried_map(file: MapFile, games: int = GAMES, told: Callable[[int, int], None] | None = None) -> MapTrial:
    """Play on a map at random, with every number of players that it is for. `told` hears of each game that is done."""
    found = MapTrial()
    start = time.perf_counter()
    for number in range(games):
        problem = numbered_game(file, number)
        found.games += 1
        if told is not None:
            told(found.games, games)
        if problem is not None:
            found.problems.append(problem)
            break
    found.seconds = time.perf_counter() - start
    return found


def numbered_game(file: MapFile, number: int) -> Problem | None:
    """What broke in one of the random games of a trial, or nothing; the first few are watched step by step."""
    low, high = catalog.title(file.title).players
    tables = [file.players] if file.players else list(range(low, high + 1))
    try:
        return broken_game(game_on(file, tables[number % len(tables)]), number, number < WATCHED)
    except NotationError as error:
        return Problem("map", "map_game", {"reason": error.code})
    except Exception as error:  # whatever a map can make the rules do wrong is a figure of the report
        return Problem("map", "map_game", {"reason": f"{type(error).__name__} {error}"[:120]})


def broken_game(game: Game, seed: int, watched: bool) -> Problem | None:
    """What broke in one random game, or nothing. When it is watched, lists are held against reasons at every step."""
    state = game.new()
    if not watched:
        state.play_out(seed)
        lost = isinstance(state, Position) and lost_something(state)
        return Problem("map", "map_lost", {}) if lost else None
    dealer = Dealer(seed)
    every = game.all_actions()
    for step in range(MOST_STEPS):
        player = state.current_player()
        if player == OVER:
            return None
        codes = state.legal_actions()
        if not codes:
            return Problem("map", "map_endless", {})
        for code in [codes[dealer.below(len(codes))], *(every[dealer.below(len(every))] for _ in range(8))]:
            if (state.why_illegal(code) is None) != (code in codes):
                return Problem("map", "map_disagree", {"reason": state.text(code)})
        if step % 25 == 0 and isinstance(state, Position) and lost_something(state):
            return Problem("map", "map_lost", {})
        state.apply(dealer.choose(state) if player == CHANCE else codes[dealer.below(len(codes))])
    return Problem("map", "map_endless", {})
