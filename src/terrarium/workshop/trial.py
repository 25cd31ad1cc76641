"""Trying a unit before it may be published: random games with every partner in which nothing may break.

A game breaks when the rules fail, when it does not end, when tokens or pieces are lost or made, or when an answer is
both offered and refused. Most games run inside the rules; a few with each partner are looked at step by step.
"""

import copy
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, NotationError, State
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.handmade import Problem
from terrarium.smallworld.core.brew import lender_of
from terrarium.smallworld.core.data import HAND, MARKS, POWER, RETREAT, STOCK, TOKENS, TRAY
from terrarium.smallworld.core.game import FamilyGame, Position
from terrarium.workshop.files import UnitFile, option_of, read_unit

GAMES = 500
"""Games with each partner."""
WATCHED = 2
"""Of these, the games that are looked at step by step."""
MOST_STEPS = 20_000


REFUSED = {
    "unit_taken": ("taken", "unit.id"),
    "unit_lender": ("lender", "unit.lender"),
    "unit_thing": ("thing", "unit.kind"),
    "unit_room": ("room", "unit.lender"),
}
"""Why a title does not take a unit at all: the problem, and where the file says what is in the way."""


@dataclass
class Trial:
    """What came of it."""

    games: int = 0
    seconds: float = 0.0
    problems: list[Problem] = field(default_factory=list)
    partners: list[str] = field(default_factory=list)


def tried(
    file: UnitFile, title: str, games: int = GAMES, told: Callable[[str, int, int], None] | None = None, seed: int = 1
) -> Trial:
    """Play a unit with each partner of a title. `told` hears of each partner that is done."""
    found = Trial()
    start = time.perf_counter()
    game, problem = game_with(file, title)
    if game is None:
        found.problems += [problem] if problem else []
        return found
    partners = partners_of(game, file)
    for place, partner in enumerate(partners):
        problem = with_partner(game, file, place, games, seed=seed)
        found.games += games
        if problem:
            found.problems.append(problem)
        else:
            found.partners.append(partner)
        if told is not None:
            told(partner, place + 1, len(partners))
    found.seconds = time.perf_counter() - start
    return found


def game_with(file: UnitFile, title: str) -> tuple[FamilyGame | None, Problem | None]:
    """A game with the unit, or why there is none."""
    try:
        game = catalog.game(title, 3, "", dict([option_of(file)]))
    except NotationError as error:
        code, where = REFUSED.get(error.code, ("game", "unit"))
        return None, Problem(where, code, {**error.details, "title": title, "partner": title, "reason": error.code})
    assert isinstance(game, FamilyGame)
    wish = lender_of(file.unit)
    if wish not in ("", "own") and wish not in lenders():
        return None, Problem("unit.lender", "lender_unknown", {"lender": wish})
    return game, None


@cache
def lenders() -> frozenset[str]:
    """Races of all boxes of the family: one that is not in this game is replaced, one that is nowhere is a slip."""
    games = [catalog.game(title, catalog.title(title).players[-1]) for title in catalog.titles()]
    return frozenset(
        unit.name
        for game in games
        if isinstance(game, FamilyGame)
        for unit in game.kit.units[: game.kit.n_races]
        if not unit.wild
    )


def partners_of(game: FamilyGame, file: UnitFile) -> list[str]:
    """Whom the unit can be combined with: powers for a race, races for a power or a thing."""
    races = [unit.name for unit in game.kit.units[: game.kit.n_races] if not unit.wild]
    powers = [unit.name for unit in game.kit.units[game.kit.n_races : game.kit.n_races + game.kit.n_powers]]
    return powers if file.unit.name in races else races


def with_partner(
    game: FamilyGame, file: UnitFile, place: int, games: int, first: int = 0, seed: int = 1
) -> Problem | None:
    """So many games, from number `first` on, in which the first player begins with the unit and this partner; what
    broke, or nothing."""
    partner = partners_of(game, file)[place]
    race, power, thing = combo_with(game, file, partner, place)
    start = seed * 1_000_003 + place * 10_007
    for number in range(first, first + games):

        def broken(game: FamilyGame, number: int = number) -> tuple[str, str] | None:
            return one_game(game, race, power, start + number, number < WATCHED, thing)

        problem = broken(game)
        if problem:
            return Problem(guilty(game.title, file, broken), problem[0], {"partner": partner, "reason": problem[1]})
    return None


def guilty(title: str, file: UnitFile, broken: Callable[[FamilyGame], object]) -> str:
    """Where a unit says what broke a game: the first sentence without which the same game goes well; all of them where
    none of them alone is to blame."""
    page: Any = file.data["unit"]
    for place in range(len(page.get("ability", []))):
        data: Any = copy.deepcopy(file.data)
        del data["unit"]["ability"][place]
        without = read_unit(json.dumps(data))
        game = game_with(without, title)[0] if without.ok else None
        if game is not None and not broken(game):
            return f"unit.ability.{place}"
    return "unit.ability"


def combo_with(game: FamilyGame, file: UnitFile, partner: str, place: int) -> tuple[str, str, str]:
    """The race and power with which a game begins in which the unit meets a partner, and the thing that is found: a
    thing meets a race, which takes any power."""
    kit, mine = game.kit, file.unit.name
    if file.unit.chapter:
        return partner, kit.units[int(kit.n_races) + place % int(kit.n_powers)].name, mine
    banner = mine in [unit.name for unit in kit.units[: kit.n_races]]
    return (mine, partner, "") if banner else (partner, mine, "")


def one_game(
    game: FamilyGame, race: str, power: str, seed: int, looked_at: bool, thing: str = ""
) -> tuple[str, str] | None:
    """What broke in one game that begins with this pair; where a thing is meant, it is the first to be found."""
    state = game.start()
    try:
        begin_with(state, race, power, Dealer(seed))
        if thing:
            until_found(state, thing, Dealer(seed + 2))
        if looked_at:
            problem = watched(state, Dealer(seed + 1))
            if problem:
                return problem
        else:
            state.play_out(seed)
    except NotationError:
        raise
    except Exception as error:  # whatever a unit can make the rules do wrong is a figure of the report
        return "game", f"{type(error).__name__} {error}"[:120]
    return ("tokens_lost", "") if lost_something(state) else None


def begin_with(state: Position, race: str, power: str, dealer: Dealer) -> None:
    """The first combo is this pair, and the first player takes it."""
    while state.current_player() == CHANCE:
        texts = {state.text(code): code for code in state.legal_actions()}
        wish = texts.get(f"race {race}", texts.get(f"badge {power}"))
        first = not state.view(0)["row"]
        state.apply(wish if wish is not None and first else dealer.choose(state))
    if state.current_player() != OVER:
        state.apply(state.parse("pick 0"))


def until_found(state: Position, thing: str, dealer: Dealer) -> None:
    """Play at random until the first thing is found, and let it be this one."""
    wish = state.parse(f"find {thing}")
    for _ in range(MOST_STEPS):
        player = state.current_player()
        if player == OVER:
            return
        codes = state.legal_actions()
        if player == CHANCE and wish in codes:
            state.apply(wish)
            return
        state.apply(dealer.choose(state) if player == CHANCE else codes[dealer.below(len(codes))])


def watched(state: State, dealer: Dealer) -> tuple[str, str] | None:
    """Play at random, and hold lists against reasons at every step."""
    assert isinstance(state, Position)
    every = state.origin().all_actions()
    for step in range(MOST_STEPS):
        player = state.current_player()
        if player == OVER:
            return None
        codes = state.legal_actions()
        if not codes:
            return "endless", "no answer"
        for code in [codes[dealer.below(len(codes))], *(every[dealer.below(len(every))] for _ in range(8))]:
            if (state.why_illegal(code) is None) != (code in codes):
                return "disagree", state.text(code)
        if step % 25 == 0 and lost_something(state):
            return "tokens_lost", ""
        state.apply(dealer.choose(state) if player == CHANCE else codes[dealer.below(len(codes))])
    return "endless", ""


def figures_of(state: Position, t: int) -> int:
    """Pieces that may be in the hand of a tribe in the place of tokens: those of its power."""
    power = int(state.v[t * 7 + POWER])
    piece = state.kit.units[power].piece if power >= 0 else ""
    return sum(mark.stock for mark in state.kit.marks if mark.figure and mark.name == piece)


def lost_something(state: Position) -> bool:
    """Are there more or fewer tokens than in the box, or more pieces?"""
    v, kit = state.v, state.kit
    regions = range(int(kit.board.n))
    for race in kit.units[: kit.n_races]:
        t = race.id
        total = v[t * 7 + HAND] + v[t * 7 + RETREAT] + v[t * 7 + TRAY]
        total += sum(int(v[r * 3 + TOKENS]) for r in regions if state.holder(r) == t)
        if not race.tray <= total <= race.tray + figures_of(state, t):
            return True
        if min(v[t * 7 + HAND], v[t * 7 + RETREAT], v[t * 7 + TRAY]) < 0:
            return True
    for mark in kit.marks:
        left = v[STOCK + mark.place]
        total = left + sum(int((v[r * 3 + MARKS] & mark.mask) >> mark.shift) for r in regions)
        if left < 0 or total > mark.stock:
            return True
    return False
