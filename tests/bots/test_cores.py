"""Several cores search one answer: the same for the same seed, simulations and cores, and visits added up."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from terrarium import bots, catalog
from terrarium.arena.match import play
from terrarium.bots import cores
from terrarium.bots.searching import SearchBot
from terrarium.bots.simple import RandomBot
from terrarium.bots.thought import read
from terrarium.cli.arena import Conditions
from terrarium.cli.seats import choosers
from terrarium.kernel.contract import CHANCE, State
from terrarium.kernel.dealer import Dealer
from tests.support.patience import CEILING_S

SIMULATIONS = 90


@pytest.fixture(autouse=True)
def alone() -> Iterator[None]:
    yield
    cores.dismiss()


def choice(title: str, seed: int, steps: int) -> State:
    """A position after some random answers in which somebody has a choice."""
    state = catalog.game(title, 2).new()
    dealer = Dealer(seed)
    while steps > 0 or state.current_player() == CHANCE or len(state.legal_actions()) < 4:
        state.apply(dealer.choose(state) if state.current_player() == CHANCE else dealer.pick(state.legal_actions()))
        steps -= 1
    return state


def bot_of(title: str, number: int, level: str = "handmade") -> SearchBot:
    bot = bots.make(level, title, 5, SIMULATIONS, number)
    assert isinstance(bot, SearchBot)
    return bot


@pytest.mark.parametrize("title", ["small-world", "terra-mystica"])
def test_the_same_seed_simulations_and_cores_give_the_same_answer(title: str) -> None:
    state = choice(title, 3, 30)
    seat = state.current_player()
    answers = []
    for _ in range(2):
        answers.append(bot_of(title, 2).choose(state, seat, 1.0))
        cores.dismiss()
    assert answers[0] == answers[1]
    assert answers[0][0] in state.legal_actions()


def test_visits_are_added_up_at_the_root() -> None:
    state = choice("small-world", 3, 30)
    bot, alone = bot_of("small-world", 3), bot_of("small-world", 1)
    bot.choose(state, state.current_player(), 1.0)
    alone.simulations = SIMULATIONS // 3
    alone.choose(state, state.current_player(), 1.0)
    assert bot.tree is not None
    assert alone.tree is not None
    root, own = bot.tree.root, alone.tree.root
    assert root.total == sum(root.visits) == SIMULATIONS
    assert own.total == SIMULATIONS // 3, "its own third is the first part of what it would see alone"
    assert all(whole >= part for whole, part in zip(root.visits, own.visits, strict=True))


def test_helpers_keep_their_trees_and_see_other_things() -> None:
    state = choice("small-world", 3, 30)
    seat = state.current_player()
    party = bot_of("small-world", 3)
    party.choose(state, seat, 1.0)
    found = [bot_of("small-world", 1).grown(state, SIMULATIONS // 3, float("inf")) for _ in range(2)]
    assert list(found[0].root.visits) == list(found[1].root.visits)
    other = bot_of("small-world", 1)
    other.seed += cores.SEEDS
    assert list(other.grown(state, SIMULATIONS // 3, float("inf")).root.visits) != list(found[0].root.visits)


def test_a_helper_that_is_gone_is_replaced_and_never_waited_for() -> None:
    state = choice("small-world", 3, 30)
    seat = state.current_player()
    bot = bot_of("small-world", 2)
    expected = bot.choose(state, seat, 1.0)[0]
    gone = cores.helpers(1)[0]
    gone.process.terminate()
    gone.process.join()
    again = bot_of("small-world", 2)
    assert again.choose(state, seat, 1.0)[0] == expected
    assert cores.helpers(1)[0] is not gone


def test_one_core_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> None:
        raise AssertionError("a helper was started")

    monkeypatch.setattr(cores.Helper, "__init__", never)
    state = choice("small-world", 3, 30)
    action, reason = bot_of("small-world", 1).choose(state, state.current_player(), 1.0)
    assert action in state.legal_actions()
    thought = read(reason)
    assert thought is not None
    assert thought.simulations <= SIMULATIONS


def test_whoever_is_late_is_not_waited_for() -> None:
    helper = cores.helpers(1)[0]
    assert helper.answer(1, 0.0) is None


def test_a_browser_needs_no_processes() -> None:
    """Searching is imported in a tab, where there is no `_multiprocessing`."""
    lines = "import sys; sys.modules['_multiprocessing'] = None; import terrarium.bots.searching"
    assert subprocess.run([sys.executable, "-c", lines], check=False, timeout=CEILING_S).returncode == 0


def test_commands_pass_the_cores_on(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def make(level: str, title: str, seed: int | None = None, simulations: int = 0, number: int = 1) -> bots.Bot:
        made.append(number)
        return RandomBot(title)

    monkeypatch.setattr(bots, "make", make)
    match = Conditions("small-world", cores=3).match("", {})
    match.seats = ["strong", "master"]
    play(match)
    choosers(["strong", "random"], Dealer(1), catalog.game("small-world", 2), cores=2)
    assert made == [3, 3, 2]
