"""What a mind thinks on where coins are hidden by courtesy: a guess that follows from nothing it may not know."""

import random
from collections.abc import Iterator
from math import inf

import pytest

from terrarium import bots, catalog, courtesy
from terrarium.bots.searching import SearchBot
from terrarium.kernel.contract import CHANCE, OVER, Game, NotationError, State
from terrarium.kernel.dealer import Dealer
from terrarium.workshop.files import option_of, read_unit
from tests.support.play import all_games, make, positions

FAMILY = ["small-world", "underground", "warcraft"]
TABLES = [(title, players, variant) for title, players, variant in all_games() if title in FAMILY]
MISER = """
format = 1
[unit]
kind = "power"
id = "miserly"
name = { en = "Miserly" }
tokens = 5
[[unit.ability]]
forbid = true
if = { at_least = ["coins", 8] }
"""
"""Nobody may attack who has enough: what another has then says what one may do."""


def guess(game: Game, state: State, seat: int) -> State:
    return courtesy.guessed(game, state, seat, courtesy.HIDDEN)


def asked(game: Game, seed: int, every: int = 1) -> Iterator[tuple[State, int]]:
    """Positions of a random game in which somebody is asked, and who."""
    for state in positions(game, seed, every):
        if (seat := state.current_player()) >= 0:
            yield state, seat


def otherwise(game: Game, state: State, seat: int, seed: int) -> State:
    """The same position, in which all others have other coins."""
    page, dice = state.dump(), random.Random(seed)
    coins = state.scores()
    changed = [mine if other == seat else mine + dice.randint(1, 30) for other, mine in enumerate(coins)]
    return game.load({**page, "coins": changed, "ledger": changed})


@pytest.mark.parametrize(("title", "players", "variant"), TABLES)
def test_whoever_is_asked_may_do_the_same_on_the_guess(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant)
    for state, seat in asked(game, players):
        copy = guess(game, state, seat)
        assert copy.legal_actions() == state.legal_actions()
        assert copy.scores()[seat] == state.scores()[seat], "one's own coins are known"
        assert copy.view(seat) == state.view(seat), "so is everything that one sees"


@pytest.mark.parametrize(("title", "players", "variant"), [table for table in TABLES if table[1] > 1])
def test_the_guess_does_not_follow_from_what_others_have(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant)
    for number, (state, seat) in enumerate(asked(game, 7 + players, 5)):
        other = otherwise(game, state, seat, number)
        assert other.dump() != state.dump()
        assert guess(game, other, seat).dump() == guess(game, state, seat).dump()
        open_to_all = courtesy.guessed(game, other, seat, courtesy.OPEN)
        assert open_to_all.dump() == other.blind(seat).dump(), "where coins are open everything is known"


def test_who_has_had_a_turn_more_is_taken_to_have_more() -> None:
    """In the first round a turn brings few coins, later more; before it nobody has gained anything."""
    game = catalog.game("small-world", 3)
    begun = game.new()
    assert guess(game, begun, 1).scores() == begun.scores() == [5, 5, 5]
    found: dict[int, set[int]] = {}
    for state, seat in asked(game, 4):
        view, own, taken = state.view(seat), state.scores()[seat], guess(game, state, seat).scores()
        turn, first, number = (int(str(view[name])) for name in ("turn", "first", "round"))
        before = [(first + place) % 3 for place in range((turn - first) % 3)]
        if turn == seat and before:
            found.setdefault(number, set()).update(taken[other] - own for other in before)
            assert {taken[other] for other in range(3) if other not in before} == {own}
    assert found == {number: {more} for number, more in enumerate([4, 5, 6, 7, 8, 9, 9, 9, 9, 9], 1)}


def test_it_is_near_what_they_have() -> None:
    """Nearer by far than what everybody began with, which is what a line of text has there."""
    far, near = 0, 0
    for title in FAMILY:
        for players in (2, 4):
            game = catalog.game(title, players)
            for state, seat in played_by(game, "greedy", 3):
                for table, coins in enumerate(state.scores()):
                    near += abs(guess(game, state, seat).scores()[table] - coins)
                    far += abs(courtesy.copy(game, state, seat, courtesy.HIDDEN).scores()[table] - coins)
    assert near < far / 3


def played_by(game: Game, level: str, seed: int) -> Iterator[tuple[State, int]]:
    """Positions of a game between bots in which somebody is asked, and who."""
    state, dealer = game.new(), Dealer(seed)
    seats = [bots.make(level, game.title, seed + seat) for seat in range(game.players)]
    while (seat := state.current_player()) != OVER:
        if seat == CHANCE:
            state.apply(dealer.choose(state))
        else:
            yield state, seat
            state.apply(seats[seat].choose(state.blind(seat), seat, inf)[0])


@pytest.mark.parametrize("title", FAMILY)
@pytest.mark.parametrize("level", ["novice", "greedy", "skilled", "strong"])
def test_a_bot_answers_the_same_whatever_others_have(title: str, level: str) -> None:
    game = catalog.game(title, 3)

    def answers(state: State, seat: int, coins: str) -> tuple[int, str]:
        bot = bots.make(level, title, 5, 24 if level in ("skilled", "strong") else 0)
        return bot.choose(courtesy.guessed(game, state, seat, coins), seat, inf)

    told = 0
    for number, (state, seat) in enumerate(asked(game, 11, 17)):
        other = otherwise(game, state, seat, number)
        assert answers(other, seat, courtesy.HIDDEN) == answers(state, seat, courtesy.HIDDEN)
        told += answers(other, seat, courtesy.OPEN) != answers(state, seat, courtesy.OPEN)
    assert told, "where coins are open, they count"


@pytest.mark.parametrize("title", FAMILY)
def test_a_tree_that_is_kept_holds_as_long_as_its_seat_gains_and_pays_nothing(title: str) -> None:
    """And whoever plays the same game again gets the same answers from it."""

    def played() -> tuple[list[tuple[int, str]], int, int]:
        game = catalog.game(title, 2)
        state, dealer = game.new(), Dealer(6)
        seats = [bots.make("strong", title, 3 + seat, 40) for seat in range(2)]
        said: list[tuple[int, str]] = []
        kept = true = 0
        before: tuple[int, object, int, object] | None = None
        while (seat := state.current_player()) != OVER:
            if seat == CHANCE:
                state.apply(dealer.choose(state))
                before = None
                continue
            bot = seats[seat]
            assert isinstance(bot, SearchBot)
            said.append(bot.choose(guess(game, state, seat), seat, inf))
            now = (seat, state.view(seat)["round"], state.scores()[seat], bot.tree)
            if before is not None and before[:3] == now[:3]:
                true += 1
                kept += before[3] is now[3]
            before = now
            assert said[-1][0] in state.legal_actions()
            state.apply(said[-1][0])
        return said, kept, true

    said, kept, true = played()
    assert 0 < true * 0.9 < kept
    assert played() == (said, kept, true)


def test_a_unit_that_counts_its_owners_coins_lets_nobody_choose_what_is_refused() -> None:
    """Whoever is asked sees that they may not attack it: so much of its owner's coins is told."""
    game = catalog.game("small-world", 3, "", dict([option_of(read_unit(MISER))]))
    told = 0
    for seed in range(20):
        for state, seat in asked(game, seed):
            copy = guess(game, state, seat)
            assert copy.legal_actions() == state.legal_actions()
            told += copy.dump() != guess(game, otherwise(game, state, seat, seed), seat).dump()
    assert told, "somebody was kept off"


def test_a_position_with_all_the_coins_there_may_be_is_thought_about() -> None:
    """Others cannot all have as many: no position holds so much."""
    game = catalog.game("small-world", 3)
    state = next(state for state, seat in asked(game, 1) if seat == 0)
    page = state.dump()
    most = 5
    while True:
        coins = {"coins": [2 * most, 5, 5], "ledger": [2 * most, 5, 5]}
        try:
            state = game.load({**page, **coins})
        except NotationError:
            break
        most *= 2
    assert guess(game, state, 0).legal_actions() == state.legal_actions()
