"""What is in the box, how the table is set up, and what is hidden."""

import re
from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, NotationError
from terrarium.smallworld.core.game import FamilyGame
from terrarium.smallworld.warcraft.kit import Warcraft
from terrarium.smallworld.warcraft.pieces import BADGES
from tests.support.box import box_game
from tests.support.cites import cites
from tests.support.islands import ISLANDS, told
from tests.support.scene import can, deal, end_turn, region, stock
from tests.support.warcraft import RACES, STOCK, THINGS, Wow, map_rows

SIDES = [f"{size}{number}{side}" for size in "lms" for number in "12" for side in "ab"]


def family(players: int, boards: str = "", **options: str) -> FamilyGame:
    return box_game("warcraft", players, boards, options)


@cites(
    "warcraft", "components.boards", "components.islands_drawn", "components.terrains", "components.symbols",
    "components.murlocs",
)  # fmt: skip
def test_twelve_island_sides_with_the_terrains_and_symbols_of_the_box() -> None:
    assert catalog.title("warcraft").maps == SIDES
    terrains = {"mountain", "hill", "field", "forest", "swamp", "sea", "lake"}
    symbols = {"entry", "magic", "cavern", "murloc", "slot_S", "slot_M", "slot_L", "edge", "coastal"}
    for side in SIDES:
        rows = map_rows(side)
        assert {row["features"][0] for row in rows} <= terrains
        assert {word for row in rows for word in row["features"][1:]} <= symbols
        assert [row for row in rows if f"slot_{side[0].upper()}" in row["features"]].__len__() == 1
        assert "project" in str(catalog.map_files("terrarium.smallworld.warcraft")[side]["credits"])
    for seed in range(30):
        title = catalog.title("warcraft")
        assert isinstance(title, Warcraft)
        rows = map_rows(title.draw(5, seed))
        assert sum(row["natives"] for row in rows) <= 15
        assert len([row for row in rows if row["features"][0] == "mountain"]) <= 10


@cites("warcraft", "components.terrains", "components.symbols", "setup.murlocs", "setup.markers", "components.murlocs")
@cites("warcraft", "setup.mountains", "components.boards", "setup.islands")
@pytest.mark.parametrize("side", SIDES)
def test_every_region_shows_the_terrain_and_symbols_written_down_for_it(side: str) -> None:
    rows = map_rows(side)
    assert [told(row) for row in rows] == ISLANDS[side].split()
    assert all(f"slot_{side[0].upper()}" in row["features"] for row in rows if "#" in told(row))
    # And so the table is laid: Murlocs on their symbols and nowhere else, a marker on the letter, water shut.
    small = "s1a" if side[0] != "s" else side
    boards = {"l": f"{side}+{small}", "m": f"l1a+{side}+{small}", "s": f"l1a+{side}"}[side[0]]
    state = deal(family(len(boards.split("+")), boards).new())
    board = family(len(boards.split("+")), boards).kit.board
    for r, word in enumerate(" ".join(ISLANDS[name] for name in boards.split("+")).split()):
        found = region(state, r)
        murloc = "&" in word
        assert (found["holder"], found["tokens"], found["mode"]) == ("natives" if murloc else None, murloc, None)
        assert found["marks"] == ({"hidden": 1} if "#" in word else {})
        terrain = word.rstrip("!*^&#")
        assert bool(board.water >> r & 1) == (terrain in ("sea", "lake")), r
        assert int(board.cost[r]) == (3 if terrain == "mountain" else 2), r
        assert bool(board.entry >> r & 1) == ("!" in word), r
    # each board is an island of its own, and no border leads from one to another
    sizes = [len(ISLANDS[name].split()) for name in boards.split("+")]
    firsts = [sum(sizes[:place]) for place in range(len(sizes))]
    assert sorted(int(island) for island in board.islands) == sorted(
        ((1 << size) - 1) << first for first, size in zip(firsts, sizes, strict=True)
    )


@cites("warcraft", "components.banners", "components.banner_values", "components.tokens")
def test_races_with_their_banner_values_and_tokens() -> None:
    kit = family(2).kit
    assert {u.name: (int(u.tokens), int(u.tray)) for u in kit.units[: kit.n_races]} == RACES
    assert sum(tray for _, tray in RACES.values()) == 182


@cites("warcraft", "components.badges", "components.badge_values")
def test_powers_with_the_numbers_proposed_for_their_badges() -> None:
    kit = family(2).kit
    powers = {u.name: int(u.tokens) for u in kit.units[kit.n_races : kit.n_races + kit.n_powers]}
    assert powers == BADGES
    assert all(2 <= n <= 5 for n in powers.values())


@cites("warcraft", "components.artifacts_places", "components.markers")
def test_markers_and_pieces_of_the_box() -> None:
    kit = family(2).kit
    assert [thing.name for thing in kit.things] == THINGS
    assert [thing.chapter for thing in kit.things] == ["artifact"] * 5 + ["place"] * 7
    assert {mark.name: int(mark.stock) for mark in kit.marks if mark.name in STOCK} == STOCK


@cites("warcraft", "components.markers", "power.defensive.limit", "power.garrisoned.limit", "race.night_elves.walls")
@cites("warcraft", "power.beastmaster", "power.champion", "race.goblins.stack")
def test_a_new_game_has_the_pieces_of_the_box() -> None:
    page: Any = deal(family(2).new()).view(0)
    found = page["stock"]
    told = {"fort": 10, "wisp_wall": 9, "watchtower": 6, "beast": 5, "bomb": 12, "military_objective": 2, "champion": 1}
    assert {piece: found[piece] for piece in told} == told


@cites("warcraft", "components.markers", "power.beastmaster.tokens")
def test_all_five_beasts_may_stand_in_one_region() -> None:
    scene = Wow().active(0, "orcs", "beastmaster", {11: 1}).mark(11, "beast", 5).note("beastmaster", 5)
    state = scene.turn(0)
    assert (region(state, 11)["marks"], stock(state, "beast")) == ({"beast": 5}, 0)


@cites("warcraft", "faction.members")
def test_six_races_of_the_alliance_six_of_the_horde_and_four_neutral_ones() -> None:
    kit = family(2).kit
    sides = {u.name: int(u.faction) for u in kit.units[:16]}
    assert {name for name in sides if sides[name] == 1} == {
        "draenei", "dwarves", "gnomes", "humans", "night_elves", "worgen",
    }  # fmt: skip
    assert {name for name in sides if sides[name] == 0} == {"ethereals", "kobolds", "naga", "pandaren"}
    assert {name for name in sides if sides[name] == 2} == {
        "blood_elves", "forsaken", "goblins", "orcs", "tauren", "trolls",
    }  # fmt: skip


@cites(
    "warcraft", "setup.players", "setup.map", "setup.sides", "setup.islands", "setup.rounds", "setup.round_marker",
)  # fmt: skip
@pytest.mark.parametrize(
    ("players", "sizes", "rounds"), [(2, "ls", 10), (3, "lms", 10), (4, "lmms", 9), (5, "llmss", 8)]
)
def test_boards_and_rounds_follow_the_number_of_players(players: int, sizes: str, rounds: int) -> None:
    title = catalog.title("warcraft")
    assert isinstance(title, Warcraft)
    drawn = {title.draw(players, seed) for seed in range(60)}
    assert len(drawn) > 3
    for name in [*drawn, ""]:
        game = family(players, name)
        assert "".join(side[0] for side in game.map_name.split("+")) == sizes
        assert len(game.kit.board.islands) == players
        assert int(game.kit.rounds) == rounds
        assert game.new().view(0)["round"] == 1 or game.new().current_player() == CHANCE
    assert family(2, "s2b+l1a").map_name == "l1a+s2b"


@cites("warcraft", "components.boards", "setup.map", "setup.players")
def test_a_selection_that_does_not_fit_is_refused_in_words() -> None:
    for players, name in ((2, "l2b+s1b"), (3, "l1a+m2b+s2a"), (4, "l2a+m1b+m2a+s2b"), (5, "l1b+l2a+m2a+s1b+s2a")):
        assert family(players, name).map_name == name
    for players, name in ((2, "l1a"), (2, "l1a+m1a"), (3, "l1a+m1a+x9z"), (4, "l1a+m1a+m1b+s1a"), (6, "")):
        with pytest.raises(NotationError):
            family(players, name)


@cites("warcraft", "setup.murlocs", "setup.markers", "setup.coins", "conquest.murlocs_declined", "secret.markers")
def test_a_new_table() -> None:
    state = deal(family(3, "l1a+m1a+s1a").new())
    rows = map_rows("l1a+m1a+s1a")
    for r, row in enumerate(rows):
        found = region(state, r)
        assert found["tokens"] == row["natives"]
        assert found["holder"] == ("natives" if "murloc" in row["features"] else None)
        assert found["marks"] == ({"hidden": 1} if any("slot" in word for word in row["features"]) else {})
        assert found["mode"] is None
    page: Any = state.view(0)
    assert page["unseen"] == THINGS
    assert page["things"] == []
    assert page["stock"]["hidden"] == 5 - 3, "one on each board"
    assert state.scores() == [5, 5, 5]


@cites("warcraft", "setup.first_player", "turn.order", "turn.round", "secret.open")
def test_who_begins() -> None:
    state = family(3).new()
    while not state.text(state.legal_actions()[0]).startswith("first"):
        state.apply(state.legal_actions()[0])
    assert len(state.legal_actions()) == 3
    state = deal(family(3, random_first_player="no").new())
    assert state.current_player() == 0
    scene = Wow("l1a+s1a")
    scene.active(0, "orcs", "ranger", {2: 1}).active(1, "trolls", "mining", {11: 1})
    state = scene.turn(0)
    end_turn(state)
    assert state.view(0)["turn"] == 1
    assert state.view(0)["round"] == 2
    end_turn(state)
    assert state.view(0)["turn"] == 0
    assert state.view(0)["round"] == 3


@cites("warcraft", "secret.coins", "secret.bombs")
def test_coins_are_hidden_and_bombs_have_no_face_before_they_are_flipped() -> None:
    scene = Wow("l1a+s1a").active(0, "goblins", "ranger", {2: 1}).active(1, "trolls", "mining", {4: 2})
    scene.mark(4, "bomb")
    state = scene.turn(0)
    seats: Any = state.view(1)["seats"]
    assert seats[0]["coins"] is None
    assert seats[1]["coins"] == 20
    assert sorted(weight for _, weight in state.chance_outcomes()) == [6, 6]
    assert region(state, 4)["marks"] == {"bomb": 1}
    assert can(state, "find bomb_live")
    assert can(state, "find bomb_fizzle")


@cites("warcraft", "components.coins")
@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
def test_the_rulebook_tells_the_coins_of_the_box(language: str) -> None:
    # Coins are plain numbers to the rules, so the 110 pieces stand in the rulebook alone.
    pieces = {10: 30, 5: 25, 3: 20, 1: 35}
    told = [int(n) for n in re.findall(r"\d+", catalog.rulebook("warcraft").by_id["components.coins"].texts[language])]
    assert told[0] == sum(pieces.values()) == 110
    assert sorted(told[1:]) == sorted([*pieces.keys(), *pieces.values()])
