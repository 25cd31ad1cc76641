"""The lab's books: what is counted of which games, for a unit that is taken and for a thing that is found."""

import json
import time
from typing import Any

import pytest

from terrarium.arena.figures import wilson
from terrarium.arena.match import Match, Result
from terrarium.words import Words
from terrarium.workshop import lab
from terrarium.workshop.files import UnitFile, read_unit
from terrarium.workshop.finds import blank_of
from terrarium.workshop.lab import Bench, Ledger, Tally, matches, measured, near_of, parts_of
from terrarium.workshop.neighbours import amounts
from tests.workshop.test_files import HOOK, MICE

SECOND = """[[unit.ability]]
price = -1
where = "farmland"
"""
WORDS = Words("en", "small-world")


def combo(power: str, race: str) -> list[str]:
    return [f"race:{race}", f"power:{power}", f"combo:{power} {race}"]


def game(won: int, units: list[list[str]], scores: list[int], place: str = "2p", **found: Any) -> Result:
    seats = len(units)
    shares = [1.0 if seat == won else 0.0 for seat in range(seats)]
    match = Match("small-world", ["greedy"] * seats, 1, place)
    return Result(match, scores, [won], [0] * seats, [0.0] * seats, units, shares, **found)


def heard(file: UnitFile, part: str, results: list[Result], title: str = "small-world") -> Ledger:
    ledger = Ledger(Bench(title), file, [])
    ledger.hear(part, results)
    return ledger


def test_seats_that_took_the_unit_are_counted_with_partners_and_opponents() -> None:
    mine, other = combo("flying", "mice"), combo("wealthy", "orcs")
    page: Any = heard(
        read_unit(MICE), "main", [game(0, [mine, other], [80, 60])] * 9 + [game(1, [mine, other], [50, 70])]
    ).page()
    assert (page["games"], page["win_share"], page["mean_score"]) == (10, 0.9, 77.0)
    assert page["ci95"] == [round(bound, 4) for bound in wilson(9, 10)]
    assert (page["even"], page["verdict"]) == (0.5, "stronger")
    assert [(line["name"], line["games"], line["win_share"]) for line in page["with"]] == [("flying", 10, 0.9)]
    assert {line["name"] for line in page["against"]} == {"orcs", "wealthy"}
    assert [line["name"] for line in page["by_map"]] == ["2p"]
    assert [(line["players"], line["games"], line["even"]) for line in page["by_players"]] == [
        (2, 10, 0.5), (3, 0, 0.3333), (4, 0, 0.25), (5, 0, 0.2),
    ]  # fmt: skip
    assert page["worth"] == [2, 0, pytest.approx(77 - 61)], "what bots read from its sentence, and what games added"
    assert "box" not in page


def test_a_worth_that_travels_with_the_unit_is_corrected() -> None:
    told = read_unit(MICE.replace("tokens = 5", "tokens = 5\nworth = [1, 0.5, -3]"))
    mine, other = combo("flying", "mice"), combo("wealthy", "orcs")
    assert heard(told, "main", [game(0, [mine, other], [64, 60])]).worth() == [1, 0.5, 1]
    assert heard(told, "main", []).worth() == [1, 0.5, -3], "nothing is known yet"


def test_a_line_needs_some_games_and_the_best_comes_first() -> None:
    def some(power: str, games: int, won: int) -> list[Result]:
        return [game(0 if n < won else 1, [combo(power, "mice"), []], [1, 2]) for n in range(games)]

    ledger = heard(read_unit(MICE), "main", [*some("flying", 8, 2), *some("stout", 8, 6), *some("hill", 7, 7)])
    assert [line["name"] for line in ledger.lines("with")] == ["stout", "flying"]


def test_games_without_the_unit_tell_what_others_have() -> None:
    ledger = heard(read_unit(MICE), "main", [game(1, [combo("hill", "orcs"), combo("flying", "mice")], [40, 60])])
    assert (ledger.of("part", "main").games, ledger.of("others", "").mean) == (1, 40.0)
    assert ledger.page()["worth"] != [0.0, 0.0, 0.0]
    near = heard(read_unit(MICE), "near 0", [game(1, [combo("hill", "orcs"), combo("flying", "mice")], [40, 60])])
    assert [kind for kind, _ in near.tallies] == ["part"], "a neighbour is asked for its share alone"
    three = heard(read_unit(MICE), "3", [game(1, [[], combo("flying", "mice")], [40, 60], "3p+west")])
    assert set(three.tallies) == {("part", "3"), ("map", "3p"), ("map", "west")}


def test_every_map_has_its_own_even() -> None:
    ledger = Ledger(Bench("small-world"), read_unit(MICE), [])
    mine, other = combo("flying", "mice"), combo("wealthy", "orcs")
    ledger.hear("main", [game(0, [mine, other], [1, 2])] * 8)
    ledger.hear("4", [game(1, [mine, other, [], []], [1, 2, 0, 0], "4p")] * 9)
    page: Any = ledger.page()
    assert [(line["name"], line["win_share"], line["even"]) for line in page["by_map"]] == [
        ("2p", 1.0, 0.5), ("4p", 0.0, 0.25),
    ]  # fmt: skip
    found = heard(read_unit(HOOK), "main", [game(1, [mine, other], [1, 2], finder=1, kept=[0, 1])] * 8, "underground")
    found.hear("main box", [game(won, [mine, other], [1, 2], finder=1, kept=[0, 1]) for won in (0, 0, 0, 1)])
    page = found.page()
    assert [(line["games"], line["even"]) for line in page["by_map"]] == [(8, 0.25)], "what the box's things win there"


def test_a_change_is_taken_with_what_it_is_worth_and_says_what_it_leaves_out() -> None:
    file = read_unit(MICE.replace("tokens = 5", "tokens = 5\nworth = [1, 0.5, -3]") + SECOND)
    near = near_of(Bench("small-world"), file, WORDS)
    ledger = Ledger(Bench("small-world"), file, near)
    mine, other = combo("flying", "mice"), combo("wealthy", "orcs")
    ledger.hear("main", [game(0, [mine, other], [64, 60])] * 8)
    for place in range(3):
        ledger.hear(f"near {place}", [game(0, [mine, other], [64, 60])])
    page: Any = ledger.page()
    lines = {line["change"]: line for line in page["suggestions"]}
    assert {change: line["without"] for change, line in lines.items() if "without" in line} == {
        "without sentence 1": 0, "without sentence 2": 1,
    }  # fmt: skip
    worth = {change: line["data"]["unit"]["worth"] for change, line in lines.items()}
    assert worth["4 tokens"] == worth["6 tokens"] == worth["without sentence 1"] == page["worth"] == [1, 0.5, 1]
    assert worth["without sentence 2"] == [1, 0.5, -3], "not tried yet"
    assert all(read_unit(json.dumps(line["data"])).ok for line in lines.values())


def test_the_verdict_needs_the_whole_interval_on_one_side() -> None:
    ledger = heard(read_unit(MICE), "main", [])
    tally = ledger.of("part", "main")
    for wins, told in ((500, "even"), (530, "even"), (560, "stronger"), (440, "weaker"), (470, "even")):
        tally.games, tally.wins = 1000, wins
        assert ledger.verdict() == told, wins
    assert Tally().share == Tally().mean == 0.0
    assert not Tally(games=500, wins=250).sure
    assert Tally(games=1100, wins=550).sure


def test_the_finder_of_a_thing_is_counted_and_who_held_it_longest_beside() -> None:
    mine, other = combo("wise", "ogres"), combo("royal", "drow")
    games = [game(1, [mine, other], [50, 70], finder=1, kept=[6, 2])] * 8 + [game(0, [mine, other], [9, 9])]
    ledger = heard(read_unit(HOOK), "main", games, "underground")
    ledger.hear("main box", [game(0, [mine, other], [50, 70], finder=1, kept=[0, 1])] * 4)
    ledger.hear("blank", [game(1, [mine, other], [50, 70], finder=1, kept=[0, 1])] * 2)
    ledger.hear("3 box", [game(1, [mine, other], [50, 70], finder=1, kept=[0, 1])] * 2)
    page: Any = ledger.page()
    assert (page["games"], page["win_share"], page["mean_score"]) == (8, 1.0, 70.0), (
        "where nothing is found is not counted"
    )
    assert (page["box"]["games"], page["box"]["win_share"], page["even"]) == (4, 0.0, 0.0)
    assert (page["blank"]["games"], page["blank"]["win_share"]) == (2, 1.0)
    assert (page["longest"]["games"], page["longest"]["win_share"], page["longest"]["mean_score"]) == (8, 0.0, 50.0)
    assert {line["name"] for line in page["with"]} == {"royal", "drow"}
    assert {line["name"] for line in page["against"]} == {"wise", "ogres"}
    assert [line["games"] for line in page["by_map"]] == [8], "games it is held against are of no map"
    assert [line["even"] for line in page["by_players"]] == [0.0, 1.0, 0.25, 0.2]
    assert page["verdict"] == "stronger"
    assert page["worth"] == []


def test_what_is_played_for_a_unit_and_for_a_thing() -> None:
    race, relic = read_unit(MICE), read_unit(HOOK)
    groups = parts_of(Bench("small-world", 3), race, [("less", race)], 400, 100)
    assert [[(part.name, part.players, part.games, part.first) for part in group] for group in groups] == [
        [("main", 3, 400, 0)], [("2", 2, 100, 0)], [("4", 4, 100, 0)], [("5", 5, 100, 0)],
        [("near 0", 3, 100, 500_000)],
    ]  # fmt: skip
    groups = parts_of(Bench("underground"), relic, [("less", relic)], 4000, 100)
    assert [[(part.name, part.games, part.field) for part in group] for group in groups] == [
        [("main", 4000, False), ("main box", 4000, True), ("blank", 4000, False)],
        *([(f"{players}", 150, False), (f"{players} box", 150, True)] for players in (3, 4, 5)),
        [("near 0", 100, False)],
    ]  # fmt: skip
    assert groups[0][2].file.data == blank_of(relic).data
    assert blank_of(relic).ok
    assert (blank_of(relic).unit.name, len(blank_of(relic).unit.prices)) == ("grappling_hook", 0)


def test_deals_are_numbered_and_a_race_is_dealt_where_a_thing_is_found() -> None:
    race, relic = read_unit(MICE), read_unit(HOOK)
    some = matches(Bench("small-world", seed=2), race, 2, 3, 10)
    assert [match.seed for match in some] == [2_000_016, 2_000_017, 2_000_018]
    assert {(match.dealt_first, match.found_first) for match in some} == {("mice", "")}
    assert "unit.mice" in some[0].options
    bench = Bench("underground", options={"unit.other": "x"})
    found = matches(bench, relic, 2, 2)
    assert {(match.dealt_first, match.found_first) for match in found} == {("", "grappling_hook")}
    held = matches(bench, relic, 2, 7, 5, field=True)
    assert held[1].found_first == matches(bench, relic, 2, 1, field=True)[0].found_first, (
        "each in its turn: six of them"
    )
    assert len({match.found_first for match in held}) == 6
    assert {*held[0].options} == {"unit.other", "unit.grappling_hook"}, "the deck is the same"


def test_boards_are_drawn_for_each_deal_unless_the_table_names_its_map() -> None:
    race = read_unit(MICE)
    drawn = [match.map_name for match in matches(Bench("warcraft", 3), race, 3, 12)]
    assert len(set(drawn)) > 1
    assert all(drawn)
    named = Bench("warcraft", 3, drawn[0], {"map.mine": "x", "variant": "y"})
    assert {match.map_name for match in matches(named, race, 3, 4)} == {drawn[0]}
    assert "map.mine" in matches(named, race, 3, 1)[0].options
    others = matches(named, race, 4, 4)
    assert drawn[0] not in {match.map_name for match in others}, "it is a map for three"
    assert {*others[0].options} == {"variant", "unit.mice"}


def test_amounts_are_found_wherever_they_stand() -> None:
    sentence = {
        "when": "end",
        "if": {"at_least": ["coins", {"gain": 3}]},
        "do": [{"gain": 2}, {"ask": "yes_no", "then": {"gain": 1}, "else": [{"pay": 1}]}],
    }
    assert amounts(sentence, []) == [(["do", 0, "gain"], 2), (["do", 1, "then", "gain"], 1)]
    assert amounts({"aid": {"fixed": 1, "once": "turn"}}, []) == [(["aid", "fixed"], 1)]
    assert amounts({"price": True, "income": {"count": "held"}}, []) == []


def test_the_lab_plays_until_it_knows_enough_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "ROUND", 500)
    relic = read_unit(HOOK)
    asked: list[int] = []
    mine, other = combo("wise", "ogres"), combo("royal", "drow")

    def run(wanted: list[Match]) -> list[Result]:
        asked.append(len(wanted))
        assert [match.number for match in wanted] == list(range(len(wanted)))
        return [game(n % 2, [mine, other], [50, 70], finder=0, kept=[1, 0]) for n in range(len(wanted))]

    page: Any = measured(Bench("underground"), relic, run, WORDS)
    near = len(near_of(Bench("underground"), relic, WORDS))
    assert asked == [1500, 1500, 1500, 6 * 150 + near * 250]
    assert (page["games"], page["win_share"]) == (1500, 0.5)
    asked.clear()
    measured(Bench("underground"), relic, run, WORDS, games=40)
    assert asked == [120, 6 * 10 + near * 10], "as many as were asked for"


@pytest.mark.parametrize(("seconds", "there_is"), [(0.0, True), (0.0005, True), (0.02, False)])
def test_a_level_that_plans_ahead_plays_for_as_long_as_there_is_time(
    monkeypatch: pytest.MonkeyPatch, seconds: float, there_is: bool
) -> None:
    """Games of a usual level take so long; one of `strong` takes half a second where there is a clock at all."""
    mine, other = combo("flying", "mice"), combo("wealthy", "orcs")
    clock, strong = [0.0], []

    def run(wanted: list[Match]) -> list[Result]:
        assert [match.number for match in wanted] == list(range(len(wanted)))
        if wanted[0].seats == ["strong", "strong"]:
            strong.append(len(wanted))
            clock[0] += len(wanted) * 0.5 * (seconds > 0)
        else:
            clock[0] += len(wanted) * seconds
        return [game(n % 2, [mine, other], [50, 70]) for n in range(len(wanted))]

    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    file = read_unit(MICE)
    page: Any = measured(Bench("small-world"), file, run, WORDS)
    assert clock[0] < 60 or not there_is
    assert sum(strong) == page.get("strong", {"games": 0})["games"]
    assert bool(strong) == there_is
    if not seconds:
        assert strong == [lab.STRONG_GAMES]
    elif there_is:
        assert clock[0] > 45, "all of the time is used"
    if strong:
        assert (page["strong"]["win_share"], page["strong"]["even"]) == (pytest.approx(0.5, abs=0.05), 0.5)
    assert sum(line["games"] for line in page["by_map"]) == sum(line["games"] for line in page["by_players"])
    strong.clear()
    measured(Bench("small-world"), file, run, WORDS, games=40)
    assert not strong, "as many as were asked for"


FOUR = """format = 1
[unit]
kind = "power"
id = "four"
name = { en = "Four" }
tokens = 4
[[unit.ability]]
income = 2
where = "hill"
[[unit.ability]]
price = -2
where = "forest"
[[unit.ability]]
when = "end"
do = { gain = 3 }
[[unit.ability]]
trait = "swims"
"""


def test_every_sentence_is_left_out_and_turned_before_one_is_turned_twice() -> None:
    near = near_of(Bench("small-world"), read_unit(FOUR), WORDS)
    assert [change for change, _ in near] == [
        "3 tokens", "5 tokens",
        *[f"without sentence {n}" for n in (1, 2, 3, 4)],
        "sentence 1: 1 instead of 2", "sentence 2: -3 instead of -2", "sentence 3: 2 instead of 3",
        "sentence 1: 3 instead of 2", "sentence 2: -1 instead of -2", "sentence 3: 4 instead of 3",
    ]  # fmt: skip
    assert len(near) == lab.NEIGHBOURS


def test_a_unit_of_many_sentences_has_as_many_neighbours_as_there_is_time_for() -> None:
    many = FOUR + "".join(f'[[unit.ability]]\nincome = {n}\nwhere = "swamp"\n' for n in range(1, 7))
    near = near_of(Bench("small-world"), read_unit(many), WORDS)
    assert [change for change, _ in near[2:]] == [f"without sentence {n}" for n in range(1, 11)]
