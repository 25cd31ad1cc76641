"""Maps of hexes with rivers elsewhere: bridges follow from the rivers, and the rules play on them as on the board."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.record import Record
from terrarium.kernel.replay import replay
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import at
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.map.board import BASE, LETTERS, ROWS, SITES, Atlas, chart_of
from terrarium.words import LANGUAGES, Words
from terrarium.workshop.map_trial import broken_game, game_on
from terrarium.workshop.maps import MapFile, read_data
from tests.support.cites import cites


def a_map(rows: list[str]) -> MapFile:
    data: dict[str, Any] = {"format": 1, "map": {"id": "rivers", "title": "terra-mystica", "name": {"en": "Rivers"}}}
    data["map"]["rows"] = rows
    return read_data(data)


MIRRORED = [row[::-1] for row in ROWS]
UPSIDE_DOWN = ROWS[::-1]


@cache
def moved(seed: int) -> MapFile:
    """The board with a few rivers and hexes changed for each other, and what is then alike painted anew."""
    dice = random.Random(seed)
    while True:
        cells = [list(row) for row in ROWS]
        spots = [(row, column) for row, line in enumerate(ROWS) for column in range(len(line))]
        for _ in range(dice.randint(1, 5)):
            wet = dice.choice([spot for spot in spots if cells[spot[0]][spot[1]] == "."])
            dry = dice.choice([spot for spot in spots if cells[spot[0]][spot[1]] != "."])
            cells[wet[0]][wet[1]], cells[dry[0]][dry[1]] = cells[dry[0]][dry[1]], "."
        file = a_map(["".join(row) for row in cells])
        if {problem.code for problem in file.problems} <= {"hex_alike", "hex_count"}:
            painted = repainted(file.page["rows"], dice)
            if painted is not None and a_map(painted).ok:
                return a_map(painted)


def repainted(rows: list[str], dice: random.Random) -> list[str] | None:
    atlas = Atlas(rows)
    terrain = list(atlas.terrain)
    for _ in range(400):
        alike = [h for h in range(77) for n in atlas.around[h] if n < 100 and terrain[n] == terrain[h]]
        if not alike:
            letters = iter([LETTERS[t] for t in terrain])
            return ["".join("." if mark == "." else next(letters) for mark in row) for row in rows]
        h = dice.choice(alike)
        near = {terrain[n] for n in atlas.around[h] if n < 100}
        terrain[h] = min((t for t in range(7) if t not in near), key=terrain.count, default=terrain[h])
    return None


def other_names(rows: list[str], turned: Any) -> dict[str, str]:
    """What each hex, river and site of the board is called on a map that shows it turned."""
    there = {place: name for name, place in zip(chart_of(rows).land_names, chart_of(rows).atlas.places, strict=True)}
    wet = {
        place: name for name, place in zip(chart_of(rows).river_names, chart_of(rows).atlas.river_places, strict=True)
    }
    names = {name: there[turned(*place)] for name, place in zip(BASE.land_names, BASE.atlas.places, strict=True)}
    names |= {name: wet[turned(*place)] for name, place in zip(BASE.river_names, BASE.atlas.river_places, strict=True)}
    for site in BASE.bridge_names:
        one, two = (names[end] for end in site.split(":"))
        names[site] = f"{one}:{two}" if f"{one}:{two}" in chart_of(rows).bridge_names else f"{two}:{one}"
    return {name.lower(): other.lower() for name, other in names.items()}


def spelled(state: TerraMystica, action: int, names: dict[str, str]) -> str:
    return " ".join(names.get(word, word) for word in state.text(action).split())


@cites("terra-mystica", "bridges.site", "reach.adjacent")
@pytest.mark.parametrize(
    ("rows", "turned"),
    [
        (MIRRORED, lambda row, column: (row, len(ROWS[row]) - 1 - column)),
        (UPSIDE_DOWN, lambda row, column: (8 - row, column)),
    ],
    ids=["mirrored", "upside-down"],
)
def test_the_board_in_a_mirror_plays_as_the_board_does(rows: list[str], turned: Any) -> None:
    file = a_map(rows)
    assert file.ok, file.problems
    names = other_names(rows, turned)
    for seed, players in enumerate((2, 3, 4, 5) * 2):
        here: Any = catalog.game("terra-mystica", players, "", {}).new()
        there: Any = game_on(file, players).new()
        dealer = Dealer(seed)
        while here.current_player() != OVER:
            assert here.current_player() == there.current_player()
            actions = here.legal_actions()
            assert {spelled(here, action, names) for action in actions} == {
                there.text(action) for action in there.legal_actions()
            }
            # Nobody passes as long as there is something to do: towns, bridges and ships come into play.
            busy = [action for action in actions if codes.verb_of(action) not in ("pass", "decline")] or actions
            chosen = dealer.choose(here) if here.current_player() == CHANCE else busy[dealer.below(len(busy))]
            there.apply(there.parse(spelled(here, chosen, names)))
            here.apply(chosen)
        assert here.scores() == there.scores()


@pytest.mark.parametrize("seed", range(6))
def test_bridges_are_built_in_games_on_moved_rivers(seed: int) -> None:
    file = moved(seed)
    atlas = chart_of(file.page["rows"]).atlas
    assert [row.replace(".", "") for row in file.page["rows"]] != [row.replace(".", "") for row in ROWS]
    game: Any = game_on(file, 2 + seed % 4)
    assert broken_game(game, seed, True) is None
    built = 0
    for number in range(6):
        state, dealer = game.new(), Dealer(100 * seed + number)
        while state.current_player() != OVER:
            actions = state.legal_actions()
            bridges = [a for a in actions if codes.BRIDGE <= a < codes.CULT or state.text(a) == "action act1"]
            chosen = actions[dealer.below(len(actions))]
            if state.current_player() == CHANCE:
                chosen = dealer.choose(state)
            elif bridges:
                chosen = bridges[dealer.below(len(bridges))]
            state.apply(chosen)
        spans = [state.v[at(seat) + layout.BRIDGES] for seat in range(game.players)]
        sites = [site for mask in spans for site in range(SITES) if mask >> site & 1]
        built += len(sites)
        for site in sites:
            one, two = atlas.bridges[site]
            between = [cell for cell in atlas.around[one] if cell in atlas.around[two]]
            assert len(between) == 2
            assert min(between) >= 100, "two river hexes, and the bridge over the edge between them"
    assert built > 0


@given(st.integers(0, 40))
@settings(max_examples=8, deadline=None)
def test_a_game_on_moved_rivers_is_written_down_and_read_again(seed: int) -> None:
    file = moved(seed % 6)
    game: Any = game_on(file, 2)
    state, dealer = game.new(), Dealer(seed)
    record = catalog.new_record(game)
    for _ in range(60):
        if state.current_player() == OVER:
            break
        codes_now = state.legal_actions()
        who = state.current_player()
        chosen = dealer.choose(state) if who == CHANCE else codes_now[dealer.below(len(codes_now))]
        record.add(who, state.text(chosen))
        state.apply(chosen)
    again = Record.parse(record.format())
    assert replay(catalog.game_of(again), again).state.dump() == state.dump()
    _, there = catalog.read_position(catalog.write_position(game, state))
    assert there.view(0) == state.view(0)
    view: Any = state.view(0)
    assert len(view["bridges"]) == chart_of(file.page["rows"]).sites
    assert {(cell["row"], cell["column"]) for cell in view["rivers"]} == {
        (row, column) for row, line in enumerate(file.page["rows"]) for column, mark in enumerate(line) if mark == "."
    }


def test_a_site_that_a_map_lacks_is_refused() -> None:
    seed = next(seed for seed in range(30) if chart_of(moved(seed).page["rows"]).sites < SITES)
    game: Any = game_on(moved(seed), 2)
    state, dealer = game.new(), Dealer(1)
    sites = chart_of(moved(seed).page["rows"]).sites
    while state.current_player() != OVER:
        actions = state.legal_actions()
        if any(codes.BRIDGE <= action < codes.CULT for action in actions):
            break
        bridges = [a for a in actions if state.text(a) == "action act1"]
        chance = state.current_player() == CHANCE
        state.apply(dealer.choose(state) if chance else (bridges or actions)[dealer.below(len(bridges or actions))])
    assert any(codes.BRIDGE <= action < codes.CULT for action in state.legal_actions())
    for site in range(sites, SITES):
        refusal = state.why_illegal(codes.BRIDGE + site)
        assert refusal is not None
        assert codes.BRIDGE + site not in state.legal_actions()


def swapped(rows: list[str], *spots: tuple[int, int, str]) -> list[str]:
    cells = [list(row) for row in rows]
    for row, column, mark in spots:
        cells[row][column] = mark
    return ["".join(row) for row in cells]


def inland(letter: str) -> list[str]:
    """The board, but no hex of this terrain lies at a river."""
    at_rivers = [place for h, place in enumerate(BASE.atlas.places) if max(BASE.atlas.around[h]) >= 100]
    return swapped(ROWS, *[(row, column, "U") for row, column in at_rivers if ROWS[row][column] == letter])


LAKE = [
    "USGBYRUKRGBRK",
    "YKRUKSBYKSGY",
    "GSKBSYGUGRSUB",
    "GBYUKRBKRYRU",
    "KURBKUSYBSGKB",
    "SG..........",
    ".............",
    "............",
    "RKSBRGYUSKBGR",
]


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (swapped(ROWS, (0, 6, ".")), "hex_rivers"),
        (swapped(ROWS, (4, 0, "."), (1, 1, "S")), "hex_pond"),
        (inland("Y"), "hex_dry"),
        (LAKE, "hex_bridges"),
        (LAKE, "hex_cut_off"),
    ],
)
def test_the_checker_says_what_is_wrong_with_rivers(rows: list[str], code: str) -> None:
    file = a_map(rows)
    assert code in {problem.code for problem in file.problems}
    for language in LANGUAGES:
        told = [str(one["sentence"]) for one in file.told(Words(language, "terra-mystica")) if one["code"] == code]
        assert told
        assert "{" not in told[0]


def test_the_bridges_of_the_box_follow_from_its_rivers() -> None:
    """All of them, in the order of their codes."""
    assert (len(BASE.bridge_names), BASE.sites) == (SITES, SITES)
    assert BASE.bridge_names == sorted(BASE.bridge_names)
    assert BASE.bridge_names[:3] == ["A11:C5", "A3:C1", "A7:C3"]
    assert BASE.bridge_names[-3:] == ["G2:I6", "G4:H5", "H6:I9"]
