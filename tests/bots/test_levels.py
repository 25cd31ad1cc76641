"""Every level of every title: legal, repeatable, blind to what is hidden, and ordered by strength."""

from math import inf
from types import SimpleNamespace

import pytest

from terrarium import bots, catalog
from terrarium.arena.match import Match, play
from terrarium.bots import searching
from terrarium.bots.searching import SearchBot
from terrarium.kernel.contract import CHANCE, OVER, NotationError, State
from terrarium.kernel.dealer import Dealer

TITLES = sorted(catalog.titles())
LEVELS = ["random", "novice", "casual", "greedy", "skilled", "strong", "master"]
FEW = 60
"""Simulations of a searching bot here: enough to think, few enough to be quick."""


def some_position(title: str, players: int, seed: int, steps: int) -> State:
    """A position in the middle of a random game in which a player has a choice."""
    state = catalog.game(title, players).new()
    dealer = Dealer(seed)
    done = 0
    while done < steps or state.current_player() == CHANCE or len(state.legal_actions()) < 2:
        if state.current_player() == OVER:
            return some_position(title, players, seed + 1000, steps // 2)
        state.apply(dealer.choose(state) if state.current_player() == CHANCE else dealer.pick(state.legal_actions()))
        done += 1
    return state


@pytest.mark.parametrize("title", TITLES)
def test_every_title_has_every_level_weakest_first(title: str) -> None:
    assert bots.levels(title) == LEVELS


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("level", LEVELS)
def test_answers_are_legal_and_repeatable(title: str, level: str) -> None:
    for number in range(6):
        state = some_position(title, 2 + number % 3, number, 10 + 25 * number)
        seat = state.current_player()
        before = state.dump()
        answers = [
            bots.make(level, title, seed=number, simulations=FEW).choose(state.blind(seat), seat, 1.0) for _ in range(2)
        ]
        assert answers[0] == answers[1]
        assert answers[0][0] in state.legal_actions()
        assert state.dump() == before


@pytest.mark.parametrize("level", ["greedy", "strong"])
def test_a_choice_does_not_depend_on_hidden_coins(level: str) -> None:
    game = catalog.game("small-world", 3)
    for number in range(5):
        state = some_position("small-world", 3, number, 40 + 20 * number)
        seat = state.current_player()
        page = state.dump()
        coins = page["coins"]
        assert isinstance(coins, list)
        rich = game.load({**page, "coins": [n if k == seat else n + 50 for k, n in enumerate(coins)]})
        choices = {
            bots.make(level, "small-world", seed=3, simulations=FEW).choose(hidden.blind(seat), seat, 1.0)[0]
            for hidden in (state, rich)
        }
        assert len(choices) == 1


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_of_all_levels(title: str) -> None:
    result = play(Match(title, ["strong", "casual"], 5, simulations=20))
    assert len(result.scores) == 2
    assert result.winners
    assert all(result.moves)


def share(title: str, better: str, worse: str, games: int, simulations: int = 0) -> float:
    """Share of games that `better` wins against `worse`, seats swapped."""
    won = 0.0
    for number in range(games):
        seats = [better, worse] if number % 2 else [worse, better]
        result = play(Match(title, seats, 77 + number // 2, simulations=simulations))
        won += 1 / len(result.winners) if seats.index(better) in result.winners else 0
    return won / games


def test_levels_are_ordered() -> None:
    assert share("small-world", "novice", "random", 20) >= 0.7
    assert share("small-world", "casual", "novice", 30) >= 0.6
    assert share("small-world", "greedy", "casual", 30) >= 0.55
    assert share("small-world", "greedy", "random", 40) >= 0.95
    assert share("small-world", "strong", "greedy", 16, 200) >= 0.6


@pytest.mark.parametrize("title", TITLES)
def test_greedy_leaves_random_far_behind(title: str) -> None:
    assert share(title, "greedy", "random", 40) >= 0.97


def test_drow_are_played_like_any_other_race() -> None:
    """Paid only far from others, they once looked so good in the hand that `greedy` never put them on the board."""
    state = catalog.game("underground", 2).new()
    state.apply(state.parse("race drow"))
    state.apply(state.parse("badge shield"))
    dealer = Dealer(5)
    bot = bots.make("greedy", "underground", seed=1)
    first = -1
    conquests = 0
    while (player := state.current_player()) != OVER:
        if player == CHANCE:
            state.apply(dealer.choose(state))
            continue
        first = player if first < 0 else first
        if player != first:
            break
        action = state.parse("pick 0") if state.view(player)["ask"] == "pick" else bot.choose(state, player, 1.0)[0]
        conquests += state.text(action).startswith("conquer")
        state.apply(action)
    assert conquests >= 3


SEATS = [(title, players) for title in TITLES for players in range(2, catalog.title(title).players[1] + 1)]


@pytest.mark.parametrize(("title", "players"), SEATS)
@pytest.mark.parametrize("cost_s", [0.0002, 0.003, 0.011])
def test_a_bot_keeps_within_its_time(monkeypatch: pytest.MonkeyPatch, title: str, players: int, cost_s: float) -> None:
    """By a clock on which a simulation takes so long, however long it takes here."""
    state = some_position(title, players, 4, 60)
    seat = state.current_player()
    bot = bots.make("master", title, seed=1)
    assert isinstance(bot, SearchBot)

    def monotonic() -> float:
        return cost_s * int(bot.tree.simulations) if bot.tree is not None else 0.0

    monkeypatch.setattr(searching, "time", SimpleNamespace(monotonic=monotonic))
    _, reason = bot.choose(state.blind(seat), seat, 0.1)
    assert monotonic() <= 0.1 * 1.05
    assert bot.tree is not None
    assert monotonic() >= 0.1 * 0.8 or bot.tree.decided(1), "as long as it matters"
    assert len(reason) < 4000


@pytest.mark.parametrize(("title", "players"), [("small-world", 2), ("warcraft", 4)])
@pytest.mark.parametrize("level", ["skilled", "strong"])
def test_a_level_that_counts_simulations_plays_the_same_on_every_clock(
    monkeypatch: pytest.MonkeyPatch, title: str, players: int, level: str
) -> None:
    """The tree it keeps too: a game of a quick machine is that of a slow one, and of one that nobody waits for."""
    games: list[list[str]] = []
    for cost_s, budget_s in ((0.0, 1.0), (1e-5, 1.0), (0.0017, 1.0), (0.013, inf)):
        state, dealer = catalog.game(title, players).new(), Dealer(7)
        seated = [bots.make(level, title, seed=seat) for seat in range(players)]
        clock = 0.0

        def monotonic(cost_s: float = cost_s) -> float:
            nonlocal clock
            clock += cost_s
            return clock

        monkeypatch.setattr(searching, "time", SimpleNamespace(monotonic=monotonic))
        line: list[str] = []
        while (player := state.current_player()) != OVER and len(line) < 90:
            if player == CHANCE:
                action = dealer.choose(state)
            else:
                action, _ = seated[player].choose(state.blind(player), player, budget_s)
            line.append(state.text(action))
            state.apply(action)
        games.append(line)
    assert all(game == games[0] for game in games)


@pytest.mark.parametrize("title", TITLES)
def test_only_levels_that_time_makes_are_held_to_it_where_nobody_waits(title: str) -> None:
    hurried = {level for level in bots.known(title) if bots.make(level, title, 1).unhurried(1.0) == 1.0}
    assert hurried == {"handmade", "master"}


@pytest.mark.parametrize(("cost_s", "tried"), [(0.4, 2), (0.01, searching.SURE)])
def test_what_is_said_of_a_settled_question_keeps_within_the_time_too(
    monkeypatch: pytest.MonkeyPatch, cost_s: float, tried: int
) -> None:
    """Where the rules run as plain Python in a browser, one simulation of Terra Mystica takes half a second."""
    state = some_position("small-world", 2, 4, 60)
    seat = state.current_player()
    bot = bots.make("strong", "small-world", seed=1)
    assert isinstance(bot, SearchBot)

    def monotonic() -> float:
        return cost_s * int(bot.tree.simulations) if bot.tree is not None else 0.0

    monkeypatch.setattr(searching, "time", SimpleNamespace(monotonic=monotonic))
    monkeypatch.setattr(bot, "search", lambda tree, most, ends: None)
    bot.choose(state.blind(seat), seat, 1.0)
    assert bot.tree is not None
    assert bot.tree.simulations == tried


def test_an_unknown_bot_is_one_clear_error() -> None:
    with pytest.raises(NotationError) as error:
        play(Match("small-world", ["strong", "nobody"], 1))
    assert error.value.code == "unknown_bot"


WAYS = [
    (title.id, variant.name, players)
    for title in catalog.titles().values()
    for variant in title.variants()[1:]
    for players in range(variant.players[0], variant.players[1] + 1)
]


@pytest.mark.parametrize(("title", "variant", "players"), WAYS)
@pytest.mark.parametrize("level", ["random", "greedy"])
def test_every_variant_is_played_to_its_end(title: str, variant: str, players: int, level: str) -> None:
    options = next(way.options for way in catalog.title(title).variants() if way.name == variant)
    result = play(Match(title, [level] * players, 3, options=options))
    assert len(result.scores) == len(result.shares) == players
    sides = catalog.game(title, players, options=options).sides()
    assert set(result.winners) == {seat for seat in range(players) if result.shares[seat] > 0}
    for seat, other in enumerate(sides):
        assert result.shares[seat] == result.shares[sides.index(other)]


@pytest.mark.parametrize(("title", "variant", "players"), WAYS)
def test_searching_bots_answer_in_every_variant(title: str, variant: str, players: int) -> None:
    options = next(way.options for way in catalog.title(title).variants() if way.name == variant)
    state = catalog.game(title, players, options=options).new()
    dealer = Dealer(players)
    asked = 0
    while state.current_player() != OVER and asked < 60:
        seat = state.current_player()
        if seat >= 0 and len(state.legal_actions()) > 1:
            asked += 1
            if asked % 20 == 0:
                answer, _ = bots.make("strong", title, seed=asked, simulations=25).choose(state.blind(seat), seat, 1.0)
                assert answer in state.legal_actions()
        state.apply(dealer.choose(state) if seat == CHANCE else dealer.pick(state.legal_actions()))
    assert asked >= 20
