"""The trained baseline: it plays whole games of every title at the table it learnt, and says why it plays no other."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from terrarium import bots, catalog
from terrarium.arena.match import Match, play
from terrarium.batch.observer import Observer
from terrarium.bots import policies, trained
from terrarium.bots.policies import Policy, layout_of, packed, policy_of
from terrarium.kernel.contract import CHANCE, Game, NotationError
from terrarium.words import LANGUAGES, Words
from tests.support.patience import CEILING_S
from tests.support.play import positions

TITLES = list(catalog.titles())
MOST = 1_500_000
"""Bytes of a policy's file."""


@pytest.fixture(autouse=True)
def np() -> Any:
    """The one package that it needs."""
    return pytest.importorskip("numpy", reason="NumPy is not installed (extra `envs`)")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "terrarium.cli.main", *words], capture_output=True, text=True, check=False,
        timeout=CEILING_S, env={**os.environ, "COLUMNS": "300"},
    )  # fmt: skip


def boards(title: str) -> str:
    policy = policy_of(title)
    assert policy is not None
    return str(policy.about["map"])


def refusal(game: Game) -> NotationError:
    with pytest.raises(NotationError) as found:
        bots.make("trained", game.title).suits(game)
    return found.value


@pytest.mark.parametrize("title", TITLES)
def test_every_title_has_a_small_file_with_its_curve(title: str) -> None:
    path = Path(policies.__file__).with_name(f"{title}.npz")
    assert path.stat().st_size < MOST
    policy = policy_of(title)
    assert policy is not None
    assert policy.about["title"] == title
    assert policy.about["options"] == catalog.game(title, 2).options
    curve = policy.about["curve"]
    assert curve[0]["steps"] == 0
    assert curve[-1]["greedy"] > curve[0]["greedy"]


@pytest.mark.parametrize("title", TITLES)
def test_it_plays_whole_games_and_beats_random_play(title: str) -> None:
    """Every answer is legal: the arena applies what it is given, and looks at each here."""
    won = 0.0
    for number in range(20):
        seats = ["trained", "random"] if number % 2 == 0 else ["random", "trained"]
        result = play(Match(title, seats, 100 + number // 2, boards(title)))
        won += result.shares[seats.index("trained")]
    assert won >= 18


@pytest.mark.parametrize("title", TITLES)
def test_answers_are_legal_repeatable_and_blind(title: str) -> None:
    game = catalog.game(title, 2, boards(title))
    bot = bots.make("trained", title, seed=1)
    asked = 0
    for state in positions(game, seed=8, every=9):
        seat = state.current_player()
        if seat < 0:
            continue
        before = state.dump()
        action, reason = bot.choose(state.blind(seat), seat, 1.0)
        assert action in state.legal_actions()
        assert reason == ""
        assert bots.make("trained", title, seed=1).choose(state, seat, 1.0)[0] == action
        assert state.dump() == before
        asked += 1
    assert asked > 5


def test_it_likes_what_the_trained_network_likes(np: Any) -> None:
    """The shared head by hand: a place's logit comes from its own columns, and `order` puts it to its action."""
    generator = np.random.default_rng(3)
    sizes = {"trunk.0": (4, 8), "trunk.2": (4, 4), "context": (3, 4), "kinds": (2, 3), "plain": (2, 4)}
    weights = {f"{name}.weight": generator.normal(size=size) for name, size in sizes.items()}
    weights |= {f"{name}.bias": generator.normal(size=size[:1]) for name, size in sizes.items()}
    weights |= {"near.weight": generator.normal(size=(3, 2)), "place": generator.normal(size=(3, 3))}
    weights |= {"scale": generator.uniform(0.5, 2, 8)}
    half = {name: value.astype(np.float16) for name, value in weights.items()}
    order = [7, 0, 2, 3, 4, 5, 6, 1]
    policy = Policy(packed({"first": 2}, {**half, "order": np.array(order, np.int16)}))
    row = np.arange(8, dtype=np.int16)
    w = {name: value.astype(np.float32) for name, value in half.items()}
    seen = row * w["scale"]
    trunk = seen
    for name in ("trunk.0", "trunk.2"):
        trunk = np.maximum(w[f"{name}.weight"] @ trunk + w[f"{name}.bias"], 0)
    context = w["context.weight"] @ trunk + w["context.bias"]
    likings = list(w["plain.weight"] @ trunk + w["plain.bias"])
    for place in range(3):
        part = np.maximum(w["near.weight"] @ seen[2 + 2 * place : 4 + 2 * place] + context + w["place"][place], 0)
        likings += list(w["kinds.weight"] @ part + w["kinds.bias"])
    assert policy(row) == pytest.approx([likings[at] for at in order], rel=1e-4)


def test_no_table_offers_it() -> None:
    for title in TITLES:
        assert "trained" in bots.known(title)
        assert "trained" not in bots.levels(title)
        assert "trained" not in bots.everywhere(title)


OTHERS = {
    "players": ("trained_players", catalog.game("small-world", 3)),
    "many": ("trained_players", catalog.game("terra-mystica", 5)),
    "boards": ("trained_map", catalog.game("warcraft", 2, "l1b+s1a")),
    "option": ("trained_option", catalog.game("small-world", 2, options={"holes_optional": "yes"})),
    "card": ("trained_option", catalog.game("terra-mystica", 2, options={"shipping_card": "on"})),
    "mixed": ("trained_option", catalog.game("underground", 2, options={"mixed": "yes"})),
}


@pytest.mark.parametrize("other", OTHERS)
def test_it_says_why_it_does_not_play(other: str) -> None:
    code, game = OTHERS[other]
    error = refusal(game)
    assert error.code == code
    for language in LANGUAGES:
        said = Words(language, game.title).say(f"error.{code}", error.details)
        assert "trained" in said
        assert "{" not in said
    state = game.new()
    while state.current_player() == CHANCE or len(state.legal_actions()) == 1:
        state.apply(state.legal_actions()[0])
    with pytest.raises(NotationError):
        bots.make("trained", game.title).choose(state, state.current_player(), 1.0)


def test_an_option_it_has_never_seen_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = policy_of("small-world")
    assert policy is not None
    monkeypatch.delitem(policy.about["options"], "mixed")
    error = refusal(catalog.game("small-world", 2))
    assert (error.code, error.details["option"]) == ("trained_added", "mixed")


def test_another_layout_gives_a_sentence_and_no_nonsense(monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalog.game("small-world", 2)
    bots.make("trained", "small-world").suits(game)
    policy = policy_of("small-world")
    assert policy is not None
    monkeypatch.setitem(policy.about, "layout", "0" * 16)
    assert refusal(game).code == "trained_layout"


def test_the_layout_is_of_columns_and_of_actions() -> None:
    def seen(change: str) -> str:
        observer: Observer = trained.observer_for(catalog.game("small-world", 2).new())
        if change == "meaning":
            observer.fields[3].meaning += " turned round"
        if change == "column":
            observer.fields[3].start += 1
        if change == "action":
            observer.actions = [*observer.actions[1:], observer.actions[0]]
        return layout_of(observer)

    assert seen("") == seen("")
    assert len({seen(change) for change in ("", "meaning", "column", "action")}) == 4


def test_a_title_it_has_not_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trained, "policy_of", lambda title: None)
    assert refusal(catalog.game("small-world", 2)).code == "trained_title"


def test_without_numpy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    policy_of.cache_clear()
    error = refusal(catalog.game("small-world", 2))
    assert (error.code, error.details["extra"]) == ("needs_extra", "envs")


@pytest.mark.parametrize(
    "words",
    [
        ["arena", "small-world", "--bots", "trained,random", "--players", "3"],
        ["balance", "small-world", "--bot", "trained", "--players", "3", "--games", "4"],
        ["ladder", "warcraft", "--bots", "trained,random", "--games", "4"],
        ["play", "small-world", "--seats", "trained,random,random"],
        ["simulate", "small-world", "--seats", "trained,random,random"],
        ["calibrate", "small-world", "--bot", "trained"],
    ],
    ids=lambda words: words[0],
)
def test_commands_say_it_in_one_line(words: list[str]) -> None:
    done = run(*words)
    assert done.returncode == 2, done.stderr
    assert "trained" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("title", TITLES)
def test_the_arena_lets_it_play(title: str) -> None:
    done = run("arena", title, "--bots", "trained,novice", "--games", "2", "--workers", "1", "--map", boards(title))
    assert done.returncode == 0, done.stderr
    assert "trained" in done.stdout
