"""The ladder: everybody meets everybody from both seats, and ratings follow from all results at once."""

import json
from math import isclose

import pytest
from typer.testing import CliRunner

from terrarium import bots
from terrarium.arena.ladder import ladder, names_of, round_robin, strengths
from terrarium.arena.match import Match, Result
from terrarium.cli.main import app


def result(one: str, other: str, share: float, number: int) -> Result:
    match = Match("small-world", [one, other], number, number=number)
    return Result(match, [1, 0], [0], [1, 1], [0.0, 0.0], shares=[share, 1 - share])


def test_every_pair_meets_from_both_seats() -> None:
    names = ["random", "greedy", "strong"]
    matches = round_robin("small-world", names, 4, 7)
    assert len(matches) == 3 * 4
    for one, other in (("random", "greedy"), ("random", "strong"), ("greedy", "strong")):
        seats = [match.seats for match in matches if set(match.seats) == {one, other}]
        assert seats.count([one, other]) == seats.count([other, one]) == 2
    # The same set-up from both seats, and another one after it.
    assert [match.seed for match in matches[:4]] == [matches[0].seed] * 2 + [matches[2].seed] * 2
    assert matches[0].seed != matches[2].seed


def test_a_known_share_gives_its_rating() -> None:
    """64 of 100 wins are 100 points, as the scale has it."""
    wins = {("strong", "greedy"): (640.0, 1000), ("greedy", "strong"): (360.0, 1000)}
    rated = strengths(["greedy", "strong"], wins)
    assert rated["greedy"] == (0.0, 0.0)
    assert isclose(rated["strong"][0], 100.0, abs_tol=1.0)
    assert 10 < rated["strong"][1] < 13


def test_who_never_won_has_a_rating_too() -> None:
    rungs, pairs = ladder(["random", "greedy"], [result("random", "greedy", 0.0, k) for k in range(20)])
    assert [rung.name for rung in rungs] == ["greedy", "random"]
    assert -2000 < rungs[1].rating < -300
    assert rungs[1].ci95[0] < rungs[1].rating < rungs[1].ci95[1]
    assert (pairs[0].games, pairs[0].share) == (20, 0.0)


def test_ratings_agree_over_a_chain() -> None:
    """Who never met is compared through those they both met."""
    results = []
    for pair, (one, other) in enumerate((("casual", "greedy"), ("strong", "greedy"))):
        share = 0.25 if one == "casual" else 0.75
        results += [result(one, other, share, pair * 100 + k) for k in range(100)]
    rungs, _ = ladder(["casual", "greedy", "strong"], results)
    assert [rung.name for rung in rungs] == ["strong", "greedy", "casual"]
    assert isclose(rungs[0].rating, -rungs[2].rating, abs_tol=3.0)


@pytest.mark.parametrize("title", ["small-world", "terra-mystica"])
def test_all_levels_stand_on_it(title: str) -> None:
    assert [name.partition("@")[0] for name in names_of(title)] == bots.everywhere(title)


def test_the_command_prints_it() -> None:
    words = ["ladder", "small-world", "--bots", "random,novice,greedy", "--games", "2", "--workers", "1", "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    page = json.loads(done.stdout)
    table = page["titles"]["small-world"]
    assert table["games"] == 6
    assert {rung["name"] for rung in table["bots"]} == {"random", "novice", "greedy"}
    assert all(rung["ci95"][0] <= rung["rating"] <= rung["ci95"][1] for rung in table["bots"])
    assert len(table["pairs"]) == 3


def test_who_is_named_twice_stands_on_it_once() -> None:
    words = ["ladder", "small-world", "--bots", "random,novice, random", "--games", "2", "--workers", "1", "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    table = json.loads(done.stdout)["titles"]["small-world"]
    assert table["games"] == 2
    assert sorted((rung["name"], rung["games"]) for rung in table["bots"]) == [("novice", 2), ("random", 2)]
