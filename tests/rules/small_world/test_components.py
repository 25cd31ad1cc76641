"""The chapter on components: what the box holds, counted against numbers written down here."""

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from terrarium import catalog
from terrarium.workshop import option_of, read_unit
from tests.support.box import RACES, box_game
from tests.support.cites import cites
from tests.support.scene import Scene, coins_for, deal, find, map_rows, play, price, region, tribe

BANNERS = {race: value for race, (value, _) in RACES["small-world"].items()}
TOKENS = {race: tray for race, (_, tray) in RACES["small-world"].items()}
BADGES = {
    "merchant": 2, "fortified": 3,
    "alchemist": 4, "berserk": 4, "commando": 4, "forest": 4, "hill": 4, "stout": 4, "swamp": 4, "wealthy": 4,
    "bivouacking": 5, "diplomat": 5, "dragon_master": 5, "flying": 5, "heroic": 5, "mounted": 5, "pillaging": 5,
    "seafaring": 5, "spirit": 5, "underworld": 5,
}  # fmt: skip
TERRAINS = {"forest", "hill", "farmland", "mountain", "swamp", "sea", "lake"}
MAPS = ["2p", "3p", "4p", "5p"]


def numbers_told(statement: str, language: str) -> list[int]:
    """The numbers in a statement of the living rulebook, in the order in which it tells them."""
    book = tomllib.loads(files("terrarium").joinpath("rules/small-world.toml").read_text("utf-8"))
    chapter, name = statement.split(".")
    return [int(n) for n in re.findall(r"\d+", book[chapter][name][language])]


def mustered(race: str, power: str) -> tuple[int, int]:
    """Tokens in hand and left in the tray right after picking this combo."""
    state = Scene().combos((race, power, 0)).turn(0)
    deal(play(state, "pick 0"))
    picked = tribe(state, race)
    return picked["hand"], picked["tray"]


@cites("small-world", "components.maps")
def test_there_are_four_maps_one_for_each_number_of_players() -> None:
    assert catalog.title("small-world").maps == MAPS
    assert [catalog.game("small-world", players=n).map_name for n in (2, 3, 4, 5)] == MAPS


@cites("small-world", "components.regions")
@pytest.mark.parametrize(("name", "regions"), [("2p", 23), ("3p", 30), ("4p", 39), ("5p", 48)])
def test_regions_seas_and_lake_of_each_map(name: str, regions: int) -> None:
    assert len(map_rows(name)) == regions
    assert len(find(name, "sea")) == 2
    assert len(find(name, "lake")) == 1


@cites("small-world", "components.terrains", "components.symbols")
@pytest.mark.parametrize("name", MAPS)
def test_each_region_has_one_terrain_and_any_number_of_symbols_on_land(name: str) -> None:
    symbols = {"mine", "cavern", "magic"}
    for row in map_rows(name):
        assert len(TERRAINS.intersection(row["features"])) == 1, row
        assert not symbols.intersection(row["features"]) or not {"sea", "lake"}.intersection(row["features"])
    shown = [sum(symbol in row["features"] for symbol in symbols) for row in map_rows(name)]
    assert 0 in shown
    assert 1 in shown


@cites("small-world", "components.symbols")
def test_a_region_may_show_several_symbols() -> None:
    assert find("2p", "mine", "cavern") == [5]


@cites("small-world", "components.terrains", "conquest.water")
def test_both_seas_and_the_lake_are_water() -> None:
    # Nobody but a Seafaring race gets onto any of the three; a Seafaring race onto all of them.
    for power, entered in (("merchant", []), ("seafaring", [0, 7, 22])):
        state = Scene().active(0, "ratmen", power, {2: 9, 15: 1, 5: 1}).conquest(0)
        legal = {state.text(code) for code in state.legal_actions()}
        assert [r for r in (0, 7, 22) if f"conquer {r}" in legal] == entered


@cites("small-world", "components.symbols")
def test_symbols_mean_nothing_to_a_race_and_power_that_do_not_name_them() -> None:
    # 1 shows magic, 2 a mine, 17 a cavern; 9 shows nothing: all four are empty flat land at price 2.
    scene = Scene(natives=False).active(0, "ratmen", "flying", {4: 13})
    state = scene.conquest(0)
    assert [price(state, r) for r in (1, 2, 17, 9)] == [2, 2, 2, 2]
    play(state, "conquer 1", "conquer 2", "conquer 17", "stop", "deploy 1:6")
    assert state.scores()[0] == 20 + 4


@cites("small-world", "components.symbols")
def test_symbols_serve_those_who_name_them() -> None:
    state = Scene().active(0, "wizards", "underworld", {1: 1, 3: 4}).conquest(0)
    assert price(state, 17) == 1, "a cavern is cheaper for Underworld, and linked to the cavern of region 3"
    play(state, "stop", "deploy 1:0")
    assert coins_for(state, "wizards") == 1, "only region 1 shows magic"


@cites("small-world", "components.banners", "components.banner_values", "components.tokens")
def test_fourteen_races_with_their_banner_values_and_tokens() -> None:
    kit = box_game("small-world").kit
    assert sorted(unit.name for unit in kit.units[: int(kit.n_races)]) == sorted(BANNERS)
    assert sum(TOKENS.values()) == 168
    for race, value in BANNERS.items():
        # Merchant shows 2. The 4 conquest tokens of Amazons come to hand when troops are readied.
        extra = 4 if race == "amazons" else 0
        assert mustered(race, "merchant") == (value + 2 + extra, TOKENS[race] - value - 2 - extra), race


@cites("small-world", "components.badges", "components.badge_values")
def test_twenty_powers_with_their_badge_values() -> None:
    kit = box_game("small-world").kit
    assert sorted(unit.name for unit in kit.units[int(kit.n_races) :]) == sorted(BADGES)
    for power, value in BADGES.items():
        assert mustered("ratmen", power)[0] == 8 + value, power


@cites("small-world", "components.banners", "components.token_sides")
def test_banner_and_tokens_show_whether_a_race_is_active_or_in_decline() -> None:
    scene = Scene().active(0, "orcs", "hill", {4: 2}).declined(0, "giants", {16: 1})
    state = scene.turn(0)
    assert (tribe(state, "orcs")["mode"], region(state, 4)["mode"]) == ("active", "active")
    assert (tribe(state, "giants")["mode"], region(state, 16)["mode"]) == ("declined", "declined")
    play(state, "decline")
    assert (tribe(state, "orcs")["mode"], region(state, 4)["mode"]) == ("declined", "declined")


@cites("small-world", "components.tray")
def test_tokens_neither_in_hand_nor_on_the_map_lie_in_the_tray() -> None:
    state = Scene().combos(("ratmen", "merchant", 0)).active(1, "elves", "hill", {4: 3}).turn(0)
    deal(play(state, "pick 0"))
    assert (tribe(state, "ratmen")["hand"], tribe(state, "ratmen")["tray"]) == (10, 3)
    play(state, "conquer 4")  # costs 2 + 3 Elves, who lose nobody
    assert (tribe(state, "ratmen")["hand"], region(state, 4)["tokens"], tribe(state, "ratmen")["tray"]) == (5, 5, 3)
    assert (tribe(state, "elves")["retreat"], tribe(state, "elves")["tray"]) == (3, 8)


@cites("small-world", "components.tray")
def test_a_race_that_has_come_already_musters_what_is_left_in_the_tray() -> None:
    """Only a unit of a player's own brings tokens when it is picked."""
    file = read_unit(
        """
            format = 1
            [unit]
            kind = "race"
            id = "voles"
            name = { en = "Voles", zh-Hant = "田鼠", zh-Hans = "田鼠" }
            tokens = 5
            lender = "own"
            tray = 10
            [[unit.ability]]
            when = "picked"
            do = { recruit = 9 }
        """
    )
    options: Any = dict([option_of(file)])
    state = Scene(own=("voles",), **options).combos(("voles", "merchant", 0)).turn(0)
    deal(play(state, "pick 0"))
    assert (tribe(state, "voles")["hand"], tribe(state, "voles")["tray"]) == (10, 0)


@cites("small-world", "components.lost_tribes", "setup.lost_tribes")
def test_eighteen_lost_tribes_suffice_for_the_largest_map_and_belong_to_nobody() -> None:
    state = catalog.game("small-world", players=5).new()
    page: Any = state.view(0)
    natives = [held for held in page["regions"] if held["holder"] == "natives"]
    assert sum(held["tokens"] for held in natives) == 18
    assert {held["seat"] for held in natives} == {None}


@cites("small-world", "components.markers")
def test_pieces_of_each_kind() -> None:
    stock: Any = catalog.game("small-world", players=2).new().view(0)["stock"]
    box = {"lair": 10, "fortress": 6, "encampment": 5, "hole": 2, "hero": 2, "dragon": 1}
    assert {name: stock.get(name) for name in box} == box
    assert [len(find(name, "mountain")) for name in MAPS] == [4, 7, 8, 9], "9 mountains serve every map"


@cites("small-world", "components.coins", "components.markers", "components.tokens")
def test_the_rulebook_tells_the_counts_of_the_box_in_every_language() -> None:
    # Coins are plain numbers to the engine, so the 109 pieces stand in the rulebook alone.
    coins = {10: 30, 5: 24, 3: 20, 1: 35}
    assert sum(coins.values()) == 109
    assert sum(value * n for value, n in coins.items()) == 515
    for language in ("en", "zh-Hant", "zh-Hans"):
        told = numbers_told("components.coins", language)
        assert told[0] == 109
        assert sorted(told[1:]) == sorted([*coins.keys(), *coins.values()])
        assert numbers_told("components.markers", language) == [10, 6, 9, 5, 2, 2, 1]
        assert numbers_told("components.tokens", language) == [168, *TOKENS.values()]
        assert numbers_told("components.banner_values", language) == [6, 4, *list(BANNERS.values())[1:]]


@cites("small-world", "components.change")
def test_the_supply_of_coins_never_runs_out() -> None:
    # All coins of the box together are worth 515; two players may own more than that.
    scene = Scene().active(0, "orcs", "merchant", {4: 1, 3: 1}).active(1, "elves", "hill", {16: 1})
    scene.coins = [515, 515]
    state = scene.turn(0)
    play(state, "expand", "stop")
    assert state.scores() == [515 + 2 + 2, 515]
    play(state, "decline")
    assert state.scores() == [519, 516]
