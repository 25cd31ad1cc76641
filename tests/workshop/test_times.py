"""Every effect at every time that may bring it about, one unit for each: nothing breaks, no token is lost or made.

Random units (`test_random_units.py`) say several things at once but seldom this very pair; here each has its turn.
"""

import json
import re
from typing import Any

import pytest

from terrarium.kernel.handmade import Problem
from terrarium.smallworld.core import vocabulary
from terrarium.smallworld.core.opcodes import ATTACKS, EFFECTS
from terrarium.words import LANGUAGES, Words
from terrarium.workshop import trial
from terrarium.workshop.files import UnitFile, read_unit, told_problem
from terrarium.workshop.trial import game_with, partners_of, with_partner

Page = dict[str, Any]
ASKED: list[Page] = [
    {"ask": "yes_no", "then": {"recruit": 2}, "else": {"pay": 1}, "times": 2},
    {"ask": "region", "among": "held", "then": {"lay": "here"}, "times": "stock", "same": True},
    {"ask": "region", "among": "all", "whose": "anybody", "always": True, "then": {"gain": 1}},
    {"ask": "region", "among": "held", "must": True, "then": {"empty": "here"}, "times": 3},
    {"ask": "region", "among": "all", "whose": "player", "then": {"give_up": "here"}, "times": 3},
    {"ask": "opponent", "then": {"gain": 1}},
]
VALUES: Page = {
    "recruit": 3, "return": 2, "gain": 3, "pay": 2, "rob": "all", "move": "all", "give_up": "all",
    "set_used": {"add": ["used", 1]}, "set_kept": {"add": ["kept", 1]},
}  # fmt: skip
TOLD: list[Page] = [
    *({kind: kind in vocabulary.EFFECTS_ALONE or VALUES.get(kind, "held")} for kind in EFFECTS if kind != "ask"),
    {"rob": "all", "immune_too": True},
    *ASKED,
]  # fmt: skip
TABLES = {
    False: [("small-world", "race"), ("underground", "power"), ("warcraft", "race"), ("small-world", "power"),
            ("underground", "race"), ("warcraft", "power")],
    True: [("underground", "relic"), ("warcraft", "place"), ("underground", "place"), ("warcraft", "artifact")],
}  # fmt: skip
GAMES = 5


def told_of(kind: str, time: str, effect: Page) -> UnitFile:
    """A unit with this sentence alone; its piece lies anywhere where one is to be moved."""
    piece = {"id": "odd_piece", "name": {"en": "Odd piece"}, "stock": 4, "most": 2, "lies": "move" in effect}
    page: Page = {"kind": kind, "id": "odd_unit", "name": {"en": "Odd"}, "piece": piece}
    if kind in vocabulary.COMBO:
        page["tokens"] = 4
    return read_unit(json.dumps({"format": 1, "unit": {**page, "ability": [{"when": time, "do": effect}]}}))


@pytest.mark.parametrize("effect", vocabulary.TIMES_OF)
def test_who_takes_a_wrong_time_is_told_the_right_ones(effect: str) -> None:
    """And at these it may stand: those that are named, or where most will do, all others."""
    times = [*vocabulary.MOMENTS, *ATTACKS]
    value: Page = {effect: VALUES.get(effect, "held") if effect in vocabulary.EFFECTS_OF_MASK else True}

    def refused(time: str) -> list[Problem]:
        return [problem for problem in told_of("power", time, value).problems if problem.code == "not_then"]

    wrong = [time for time in times if refused(time)]
    right = [time for time in times if time not in wrong]
    assert wrong
    (problem,) = refused(wrong[0])
    for language in LANGUAGES:
        sentence = told_problem(problem, Words(language))
        named = [time for time in times if re.search(rf"\b{time}\b", sentence)]
        assert named == (wrong if len(wrong) < len(right) else right)
        assert (problem.details["but"] == "yes") == (named == wrong)


@pytest.mark.parametrize("thing", [False, True], ids=["combos", "things"])
@pytest.mark.parametrize("time", [*vocabulary.MOMENTS, *ATTACKS])
def test_every_effect_at_this_time_breaks_nothing(time: str, thing: bool) -> None:
    tables = TABLES[thing]
    first = [*vocabulary.MOMENTS, *ATTACKS].index(time)
    played = 0
    for turn, effect in enumerate(TOLD, first):
        title, kind = tables[turn % len(tables)]
        file = told_of(kind, time, effect)
        if file.problems:
            continue
        game, _ = game_with(file, title)
        assert game is not None
        problem = with_partner(game, file, turn % len(partners_of(game, file)), GAMES)
        assert problem is None, f"{title}: a {kind}, {time}, {effect}: {problem.code if problem else 0}"
        played += 1
    assert played or time in (vocabulary.COMBO_TIMES if thing else vocabulary.THING_TIMES)


@pytest.mark.parametrize(("robbers", "where"), [([1], "unit.ability.1"), ([0, 2], "unit.ability"), ([], "")])
def test_what_breaks_a_game_is_told_of_the_sentence_that_does(
    robbers: list[int], where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if nobody could be robbed without losing tokens: each game in which a sentence robs breaks."""
    monkeypatch.setattr(trial, "lost_something", lambda state: '"rob"' in state.kit.unit("odd_unit").data)
    rows = [{"when": "end", "do": {"rob": "all"} if place in robbers else {"gain": 1}} for place in range(3)]
    page: Page = {"kind": "power", "id": "odd_unit", "name": {"en": "Odd"}, "tokens": 4, "ability": rows}
    file = read_unit(json.dumps({"format": 1, "unit": page}, indent=1))
    game, _ = game_with(file, "small-world")
    assert game is not None
    problem = with_partner(game, file, 0, 1)
    assert (problem.where if problem else "") == where
    if problem is not None and robbers == [1]:
        file.problems.append(problem)
        (told,) = file.told(Words("en", "small-world"))
        assert told["code"] == "tokens_lost"
        assert told["line"] == file.line_of("unit.ability.0") + 6
