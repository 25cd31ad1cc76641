"""Map files: what is read and drawn, what is refused with which line; games carry them, and nothing breaks."""

import copy
import itertools
import json
import pickle
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terrarium import bots, catalog
from terrarium.kernel.contract import CHANCE, NotationError
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.handmade import canonical, fingerprint
from terrarium.kernel.record import Record
from terrarium.kernel.replay import replay
from terrarium.pictures import svg
from terrarium.words import LANGUAGES, Words
from terrarium.workshop import map_schema
from terrarium.workshop.map_trial import broken_game, game_on, tried_map
from terrarium.workshop.maps import MapFile, map_option, map_text, outline_of, read_data, read_map
from terrarium.workshop.shuffle import shuffled
from tests.meta import test_outlines as outlines
from tests.support.random_maps import TITLES, changed_maps, shuffled_once

REGIONS = TITLES[:3]
WARCRAFT: Any = catalog.title("warcraft")
DOCS = Path(__file__).resolve().parents[2] / "docs" / "workshop.md"
TABLES = [(title, players) for title in REGIONS for players in (2, 3, 4, 5)] + [("terra-mystica", 2)]


def changed(file: MapFile, path: str, value: Any) -> MapFile:
    """The same map with something else at a place; its borders are read off anew."""
    data = copy.deepcopy(file.data)
    for region in data["map"].get("region", []):
        del region["borders"], region["edge"]
    here: Any = data
    *way, last = path.split(".")
    for step in way:
        here = here[int(step)] if isinstance(here, list) else here[step]
    if isinstance(here, list):
        here[int(last)] = value
    else:
        here[last] = value
    return read_map(map_text(MapFile(data, [])))


def first(file: MapFile, terrain: str) -> int:
    return next(r for r, region in enumerate(file.page["region"]) if region["terrain"] == terrain)


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_a_shuffled_map_is_fair_to_the_checker_and_comes_back_from_its_file(title: str, players: int) -> None:
    for seed in (1, 2):
        file = shuffled_once(title, players, seed)
        assert file.problems == []
        again = read_map(map_text(file))
        assert again.data == file.data
        assert shuffled(title, players, seed).data == file.data, "the same seed gives the same map"
    assert shuffled_once(title, players, 1).page != shuffled_once(title, players, 2).page


@pytest.mark.parametrize(("title", "players"), TABLES[:-1])
def test_what_is_drawn_is_what_is_played(title: str, players: int) -> None:
    """The outlines agree with the borders, by a checker that knows nothing of how they were drawn."""
    file = shuffled_once(title, players, 1)
    drawing: Any = outline_of(file.data)
    rows = [
        {"id": r, "features": [row["terrain"], *(["edge"] if row["edge"] else [])], "borders": row["borders"]}
        for r, row in enumerate(file.page["region"])
    ]
    source = {"title": title, "aspect": 1.5, "regions": rows}
    if title == "warcraft":  # several islands have several shores
        parts = (outlines._rings, outlines._neighbours, outlines._rim)
        found = [sentence for part in parts for sentence in part(source, drawing)]
        found += list(outlines._places(drawing))
    else:
        found = outlines.faults(source, drawing)
    assert found == []


@pytest.mark.parametrize("title", TITLES)
def test_a_position_on_such_a_map_has_its_picture(title: str) -> None:
    file = shuffled_once(title, 2, 1)
    picture = svg(game_on(file, 2).new())
    shapes = len(file.page["region"]) if "region" in file.page else 77 + 36
    assert len(re.findall(r"<(?:path|polygon)", picture)) >= shapes


def test_a_region_may_have_several_places() -> None:
    file = shuffled_once("small-world", 2, 1)
    here = first(file, "sea")
    x, y = file.page["region"][here]["at"][0]
    near = [min(1000, x + 25), min(1000, y + 25)]
    grown = changed(file, f"map.region.{here}.at", [[x, y], near])
    assert {problem.code for problem in grown.problems} <= {"hardly", "hardly_edge", "four_meet"}
    assert grown.page["region"][here]["borders"]


WRONG = [
    ("map.title", "nowhere", "word"),
    ("map.players", 9, "range"),
    ("map.players", 5, "map_size"),
    ("map.id", "Bad Id", "id"),
    ("map.name", {"en": "<b>bold</b>"}, "letters"),
    ("map.name", {"en": "x" * 25}, "long_name"),
    ("map.aspect", 500, "range"),
    ("map.region.0.terrain", "nowhere", "word"),
    ("map.region.0.symbols", ["volcano"], "word"),
    ("map.region.0.natives", 2, "range"),
    ("map.region.0.at", [], "spot"),
    ("map.region.0.at", [[1, 2, 3]], "many"),
    ("map.region.0.at", [[1, 2000]], "range"),
    ("map.region.0.at", [[n, n] for n in range(9)], "many"),
    ("format", 2, "format"),
]


@pytest.mark.parametrize(("path", "value", "code"), WRONG)
def test_what_is_wrong_is_told_with_its_line_in_three_languages(path: str, value: Any, code: str) -> None:
    file = changed(shuffled_once("small-world", 2, 1), path, value)
    assert code in [problem.code for problem in file.problems]
    text = map_text(file)
    for language in LANGUAGES:
        for told in file.told(Words(language, "small-world")):
            assert str(told["line"]) in str(told["sentence"])
            assert "{" not in str(told["sentence"])
    if path.startswith("map.region.0."):
        lines = [told["line"] for told in file.told(Words("en", "small-world")) if told["code"] == code]
        key = path.split(".")[-1]
        block = text.splitlines()[int(str(lines[0])) - 1]
        assert block.startswith((key, "[[map.region]]"))


@pytest.mark.parametrize("place", ['"here"', "[[99999, 5]]", "[]"])
def test_a_wrong_place_is_all_that_is_told(place: str) -> None:
    """Borders cannot be read off then; nobody wrote them, so nobody is told of them."""
    text = map_text(shuffled_once("small-world", 3, 1))
    line = next(number for number, row in enumerate(text.splitlines(), 1) if row.startswith("at = "))
    rows = text.splitlines()
    told = read_map("\n".join([*rows[: line - 1], f"at = {place}", *rows[line:]])).told(Words("en"))
    assert {problem["line"] for problem in told} == {line}


def test_every_code_of_a_problem_has_a_sentence() -> None:
    source = Path(__file__).resolve().parents[2] / "src" / "terrarium"
    files = ["smallworld/core/house_map.py", "terramystica/map/painted.py", "workshop/maps.py", "kernel/handmade.py",
             "cartography/plan.py", "workshop/map_trial.py"]  # fmt: skip
    text = "\n".join((source / name).read_text(encoding="utf-8") for name in files)
    codes = set(re.findall(r'wrong\([^"]*?(?:f?"[^"]*"|where[^,]*), "(\w+)"', text))
    codes |= set(re.findall(r'Problem\(f?"[^"]*", "(\w+)"', text)) | set(re.findall(r'\("(\w+)", \w+\W.*?\)\)?$', text))
    codes |= {"borders_drawn", "edge_drawn", "hardly", "hardly_edge", "four_meet", "spots_close", "in_pieces", "torn"}
    assert len(codes) > 30
    for language in LANGUAGES:
        known = Words(language, "small-world").messages
        assert [code for code in sorted(codes) if f"workshop.problem.{code}" not in known] == []


def by_rule(title: str, path: str, value: Any) -> list[str]:
    return [problem.code for problem in changed(shuffled_once(title, 2, 1), path, value).problems]


def test_symbols_and_natives_stand_where_they_can() -> None:
    sea = first(shuffled_once("small-world", 2, 1), "sea")
    assert "closed" in by_rule("small-world", f"map.region.{sea}.natives", 1)
    assert "closed" in by_rule("small-world", f"map.region.{sea}.symbols", ["mine"])
    hole = first(shuffled_once("underground", 2, 1), "chasm")
    mud = next(
        r for r, row in enumerate(shuffled_once("underground", 2, 1).page["region"])
        if row["terrain"] == "mud" and not row["natives"]
    )  # fmt: skip
    assert by_rule("underground", f"map.region.{hole}.symbols", ["volcano"]) in ([], ["map_least"])
    assert "ground" in by_rule("underground", f"map.region.{mud}.symbols", ["volcano"])
    assert "native_sign" in by_rule("underground", f"map.region.{mud}.symbols", ["monster"])
    assert "native_tokens" in by_rule("underground", f"map.region.{mud}.natives", 1)
    field = next(
        r for r, row in enumerate(shuffled_once("warcraft", 2, 1).page["region"])
        if row["terrain"] == "field" and not row["symbols"]
    )  # fmt: skip
    assert "twice" in by_rule("warcraft", f"map.region.{field}.symbols", ["slot_S", "slot_M"])


def everywhere(title: str, key: str, value: Any) -> list[str]:
    data = copy.deepcopy(shuffled_once(title, 2, 1).data)
    for region in data["map"]["region"]:
        region[key] = value
    return [problem.code for problem in read_data(data).problems]


def test_a_map_needs_ways_in_and_enough_of_everything() -> None:
    assert "map_entries" in everywhere("small-world", "entry", False)
    assert "entry_inland" in everywhere("small-world", "entry", True)
    assert "island_entry" in everywhere("warcraft", "entry", False)
    assert "map_least" in everywhere("small-world", "symbols", [])
    assert "natives_apart" in everywhere("small-world", "natives", 0)
    data = copy.deepcopy(shuffled_once("small-world", 2, 1).data)
    for region in data["map"]["region"]:
        region["natives"] = int(region["terrain"] not in ("sea", "lake"))
    assert [problem.code for problem in read_data(data).problems] == ["map_natives"]


def test_land_hangs_together() -> None:
    """A ring of lakes round a region cuts it off."""
    file = shuffled_once("small-world", 2, 1)
    data = copy.deepcopy(file.data)
    inner = next(r for r, row in enumerate(file.page["region"]) if not row["edge"] and row["terrain"] != "lake")
    for near in file.page["region"][inner]["borders"]:
        data["map"]["region"][near].update(terrain="lake", symbols=[], natives=0)
    assert "cut_off" in [problem.code for problem in read_data(data).problems]


def test_borders_that_the_drawing_does_not_show_are_refused() -> None:
    data = copy.deepcopy(shuffled_once("small-world", 2, 1).data)
    data["map"]["region"][0]["borders"] = [1]
    data["map"]["region"][1]["edge"] = not data["map"]["region"][1]["edge"]
    assert {problem.code for problem in read_data(data).problems} == {"borders_drawn", "edge_drawn"}


def test_the_rules_look_at_borders_themselves() -> None:
    """An option need not come from our files: the rules read it as if nobody had."""
    for code in ("border_order", "border_oneway"):
        data = copy.deepcopy(shuffled_once("small-world", 2, 1).data)
        near = data["map"]["region"][3]["borders"]
        data["map"]["region"][3]["borders"] = [*near, near[0]] if code == "border_order" else near[:-1]
        line = canonical(data)
        with pytest.raises(NotationError, match=code):
            catalog.game("small-world", 2, "", {"map.map_1": f"{fingerprint(line)} {line}"})


def test_hexes_are_painted_by_their_own_rules() -> None:
    file = shuffled_once("terra-mystica", 2, 1)
    rows = list(file.page["rows"])

    def codes(row: int, text: str) -> list[str]:
        return [problem.code for problem in changed(file, f"map.rows.{row}", text).problems]

    assert codes(0, rows[0][:-1]) == ["hex_row"]
    assert "hex_rivers" in codes(0, "." + rows[0][1:])
    assert "hex_rivers" in codes(1, rows[1].replace(".", "Y", 1))
    assert codes(0, "x" + rows[0][1:]) == ["hex_letter"]
    assert "hex_alike" in codes(0, rows[0][1] + rows[0][1:])
    assert set(codes(8, "YYYYYYYYY.YYY")) == {"hex_count", "hex_alike"}
    assert [p.code for p in changed(file, "map.rows", rows[:8]).problems] == ["hex_rows"]


@pytest.mark.parametrize(
    "text",
    ["", "[map]", "map = 3", "format = 1\nmap = []", "a." * 3000 + "b = 1", "a = " + "[" * 5000 + "]" * 5000,
     "[map]\nplayers = nan", '{"map": ' * 3000 + "1" + "}" * 3000, "x" * 50_000, '{"map": {"title": ["small-world"]}}',
     '[map]\ntitle = "small-world"\nregion = [1, 2]', '[map]\ntitle = "terra-mystica"\nrows = [1]',
     '[map]\ntitle = "small-world"\n[[map.region]]\nat = [["a", true]]', "[]", "3",
     '[map]\ntitle = "small-world"\nplayers = 2\naspect = true\n[[map.region]]\nat = [[1, 1]]'],
)  # fmt: skip
def test_what_nobody_would_write_is_refused_with_a_sentence(text: str) -> None:
    file = read_map(text)
    assert not file.ok
    for language in LANGUAGES:
        assert all(told["sentence"] for told in file.told(Words(language)))


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("line", ['{"map":NaN}', '{"a":' * 3000 + "1" + "}" * 3000, "9" * 5000, "[]", "", "{}"])
def test_an_option_that_is_no_map_is_refused(title: str, line: str) -> None:
    with pytest.raises(NotationError):
        catalog.game(title, 2, "", {"map.valley": f"0123456789abcdef {line}"})


@pytest.mark.parametrize("title", TITLES)
def test_a_game_takes_one_map_under_its_own_name(title: str) -> None:
    file = shuffled_once(title, 2, 1)
    name, value = map_option(file)
    assert catalog.game(title, 2, "", {name: value}).map_name == file.id
    with pytest.raises(NotationError, match="map_many"):
        catalog.game(title, 2, "", {name: value, "map.other": value})
    with pytest.raises(NotationError, match="map_named"):
        catalog.game(title, 2, "", {"map.other": value})
    with pytest.raises(NotationError, match=r"map_both|unknown_map"):
        catalog.game(title, 2, "2p", {name: value})
    with pytest.raises(NotationError, match="map_hash"):
        catalog.game(title, 2, "", {name: value.replace("Map 1", "Map 2")})
    with pytest.raises(NotationError):
        catalog.game(title, 2, file.id, {})
    if file.players:
        with pytest.raises(NotationError, match="map_players"):
            catalog.game(title, 3, "", {name: value})


@pytest.mark.parametrize("title", TITLES)
def test_a_map_travels_with_records_positions_and_pickles(title: str) -> None:
    file = shuffled_once(title, 3, 2)
    game = game_on(file, 3)
    record = catalog.new_record(game)
    state, dealer = game.new(), Dealer(5)
    for _ in range(60):
        who = state.current_player()
        code = dealer.choose(state) if who == CHANCE else dealer.pick(state.legal_actions())
        record.add(who, state.text(code))
        state.apply(code)
    again = Record.parse(record.format())
    assert again.options == dict([map_option(file)])
    assert again.map_name == file.id
    assert replay(catalog.game_of(again), again).state.dump() == state.dump()
    found, there = catalog.read_position(catalog.write_position(game, state))
    assert (found.map_name, there.dump()) == (file.id, state.dump())
    assert pickle.loads(pickle.dumps(state)).dump() == state.dump()


@pytest.mark.parametrize(("title", "players"), [*TABLES, ("terra-mystica", 5)])
def test_random_games_on_maps_of_ones_own_break_nothing(title: str, players: int) -> None:
    file = shuffled_once(title, players, 1)
    assert broken_game(game_on(file, players), players, True) is None
    for seed in range(3):
        assert broken_game(game_on(file, players), seed, False) is None


@pytest.mark.parametrize("options", [{"mixed": "relics"}, {"mixed": "races", "any_sea_shore_is_border": "yes"}])
def test_mixed_games_find_room_on_them(options: dict[str, str]) -> None:
    game = game_on(shuffled_once("small-world", 2, 2), 2, options)
    assert broken_game(game, 1, True) is None


BESIDE = [
    (2, ["l1a"]), (2, ["s2b"]), (3, ["l2a", "s1a"]), (3, ["m1a"]), (4, ["l1b", "m1a", "s1a"]),
    (5, ["l1a", "l2b", "m1b", "s1a"]),
]  # fmt: skip


@pytest.mark.parametrize(("players", "beside"), BESIDE)
def test_islands_lie_beside_boards_of_the_box(players: int, beside: list[str]) -> None:
    file = read_map(map_text(shuffled("warcraft", players, 1, beside)))
    assert file.ok, file.problems
    assert file.beside == beside
    game: Any = game_on(file, players)
    regions = game.new().view(0)["regions"]
    own = file.page["region"]
    assert [region["terrain"] for region in regions[: len(own)]] == [row["terrain"] for row in own]
    first = len(own)
    for name in beside:
        rows = WARCRAFT.map_files[name]["regions"]
        for row, region in zip(rows, regions[first : first + len(rows)], strict=True):
            assert set(row["features"]) == set(region["features"]), (name, row["id"])
        first += len(rows)
    assert first == len(regions)
    # No border leads from an island to another: whoever goes there travels.
    borders = game.kit.board.borders
    bounds = [0, len(own)]
    for name in beside:
        bounds.append(bounds[-1] + len(WARCRAFT.map_files[name]["regions"]))
    for low, high in itertools.pairwise(bounds):
        inside = sum(1 << r for r in range(low, high))
        assert not any(borders[r] & ~inside for r in range(low, high))
    assert broken_game(game, 1, True) is None
    for seed in range(2):
        assert broken_game(game_on(file, players), seed, False) is None
    assert svg(game.new()).count("<path") >= len(regions)


def test_boards_beside_are_some_of_the_table_and_none_twice() -> None:
    file = shuffled("warcraft", 3, 1, ["m1a"])
    for wrong in (["l1a", "m1a", "s1a"], ["m1a", "m2a"], ["m1a", "m1b"], ["l1a", "l2a"]):
        assert [problem.code for problem in changed(file, "map.beside", wrong).problems] == ["beside_boards"], wrong
    assert "word" in [problem.code for problem in changed(file, "map.beside", ["x9z"]).problems]
    assert [p.code for p in changed(shuffled_once("small-world", 2, 1), "map.beside", ["l1a"]).problems] == [
        "no_beside"
    ]
    # The table is looked at as a whole: beside another board it is too large, without one too small.
    whole = shuffled_once("warcraft", 2, 1)
    assert "map_size" in [problem.code for problem in changed(whole, "map.beside", ["l1a"]).problems]
    assert "map_size" in [problem.code for problem in changed(file, "map.beside", []).problems]


@pytest.mark.parametrize(("variant", "players"), [("team", 3), ("coop", 2)])
def test_other_ways_to_play_warcraft_take_them(variant: str, players: int) -> None:
    game = game_on(shuffled_once("warcraft", players, 2), players, {"variant": variant})
    assert broken_game(game, 1, True) is None


@pytest.mark.parametrize("title", TITLES)
def test_bots_play_on_them(title: str) -> None:
    game = game_on(shuffled_once(title, 2, 1), 2)
    state, dealer = game.new(), Dealer(3)
    for level, answers in (("greedy", 8), ("strong", 2)):
        bot = bots.make(level, title, 1, 2)
        for _ in range(answers):
            who = state.current_player()
            state.apply(dealer.choose(state) if who == CHANCE else bot.choose(state.blind(who), who, 0.0)[0])
    assert state.current_player() != -2


@pytest.mark.parametrize("title", TITLES)
def test_a_random_map_breaks_nothing(title: str) -> None:
    played = 0

    @settings(max_examples=60, deadline=None)
    @given(data=st.data())
    def tried(data: Any) -> None:
        nonlocal played
        file = read_data(data.draw(changed_maps(title)))
        for language in LANGUAGES[:1]:
            assert all("{" not in str(told["sentence"]) for told in file.told(Words(language, title)))
        if file.ok:
            played += 1
            assert broken_game(game_on(file), played, played % 8 == 0) is None

    tried()
    assert played >= 5, "some of them can be played on"


def test_a_trial_counts_its_games() -> None:
    found = tried_map(shuffled_once("underground", 2, 1), 4)
    assert (found.games, found.problems) == (4, [])


def test_the_shipped_schema_says_what_the_rules_take() -> None:
    assert map_schema.FILE.read_text(encoding="utf-8") == map_schema.text()
    jsonschema = pytest.importorskip("jsonschema")
    for title, players in TABLES:
        file = shuffled_once(title, players, 1)
        jsonschema.validate(tomllib.loads(map_text(file)), map_schema.schema())
        jsonschema.validate(json.loads(canonical(file.data)), map_schema.schema())
    wrong = copy.deepcopy(shuffled_once("small-world", 2, 1).data)
    wrong["map"]["region"][0]["terrain"] = "nowhere"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, map_schema.schema())
