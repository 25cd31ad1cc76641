"""Units of the boxes said as data: games with them in the place of the classes are equal, answer by answer.

`tools/workshop_equal.py` plays ten thousand; here each unit stands in alone for a few games, then all at once on every
map. A file that says something else must be noticed.
"""

import pytest

from terrarium import catalog
from terrarium.smallworld.core.composed import Composed
from terrarium.smallworld.core.game import FamilyGame
from terrarium.smallworld.core.guests import stand_in
from terrarium.smallworld.core.marks import Mark
from terrarium.workshop.box import box_texts, box_units, exported
from terrarium.workshop.files import option_of, read_unit
from tests.support.box import POWERS, RACES
from tests.support.stand_ins import FAMILY, first_difference, pair, told_units

ALL = [(title, name) for title in FAMILY for name in told_units(title)]


def test_so_many_units_are_told() -> None:
    told = {title: len(told_units(title)) for title in FAMILY}
    box = {title: len(RACES[title]) + len(POWERS[title]) for title in FAMILY}
    assert told["small-world"] == box["small-world"], "all of Small World"
    everybody = sum(box.values())
    for title in FAMILY:
        game = catalog.game(title, 2)
        assert isinstance(game, FamilyGame)
        things = [unit for unit in game.kit.units if unit.chapter]
        everybody += len(things) + len(game.kit.house)
    assert everybody == 136
    assert sum(told.values()) >= 0.85 * everybody


@pytest.mark.parametrize("title", ["underground", "warcraft"])
def test_every_kind_of_thing_is_told(title: str) -> None:
    game = catalog.game(title, 2)
    assert isinstance(game, FamilyGame)
    kinds = {thing.chapter for thing in game.kit.things}
    told = {file.unit.chapter for file in box_units(title).values() if file.unit.chapter}
    assert told == kinds
    for name, file in box_units(title).items():
        assert file.unit.chapter == game.kit.unit(name).chapter
        assert file.unit.defence == game.kit.unit(name).defence


@pytest.mark.parametrize(("title", "name"), ALL)
def test_a_unit_made_of_data_plays_as_its_class_does(title: str, name: str) -> None:
    usual, other = pair(title, 3, "", (name,))
    assert isinstance(other.kit.unit(name), Composed)
    assert not isinstance(usual.kit.unit(name), Composed)
    thing = name if usual.kit.unit(name).chapter else ""
    for seed in (3, 5, 7, 9) if thing else (3, 5):
        assert first_difference(usual, other, seed, thing) == ""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("title", FAMILY)
def test_all_of_them_at_once(title: str, players: int) -> None:
    usual, other = pair(title, players, "")
    for seed in range(4):
        assert first_difference(usual, other, 100 + seed) == ""


@pytest.mark.parametrize(("title", "name"), ALL)
def test_numbers_and_pieces_are_those_of_the_box(title: str, name: str) -> None:
    game = catalog.game(title, 2)
    assert isinstance(game, FamilyGame)
    unit, box = box_units(title)[name].unit, game.kit.unit(name)
    assert (unit.tokens, unit.faction) == (box.tokens, box.faction)
    assert unit.tray in (0, box.tray)
    if box.piece:
        page = box_units(title)[name].data["unit"]
        assert isinstance(page, dict)
        piece = page["piece"]
        same = Mark(
            piece["id"], piece["stock"], box.mark.rule, piece.get("defence", 0), piece.get("immune", False),
            piece.get("keeps", False), piece.get("shields", False), piece.get("returns", True), piece.get("most", 1),
            piece.get("lies", False), master=name if piece.get("bars", False) else "",
        )  # fmt: skip
        keys = ("name", "stock", "defence", "immune", "keeps", "shields", "returns", "most", "lies", "master")
        for key in keys:
            assert getattr(same, key) == getattr(box.mark, key), key


def test_a_wrong_file_would_be_noticed() -> None:
    usual, other = catalog.game("small-world", 2), catalog.game("small-world", 2)
    assert isinstance(usual, FamilyGame)
    assert isinstance(other, FamilyGame)
    text = box_texts("small-world")["commando"].replace("price = -1", "price = -2")
    stand_in(other.kit, [read_unit(text).unit])
    assert any(first_difference(usual, other, seed) for seed in range(10))


def test_a_wrong_relic_would_be_noticed() -> None:
    usual, other = catalog.game("underground", 3), catalog.game("underground", 3)
    assert isinstance(usual, FamilyGame)
    assert isinstance(other, FamilyGame)
    text = box_texts("underground")["fountain_of_youth"].replace("recruit = 1", "recruit = 2")
    stand_in(other.kit, [read_unit(text).unit])
    assert any(first_difference(usual, other, seed, "fountain_of_youth") for seed in range(10))


@pytest.mark.parametrize(("title", "name"), ALL)
def test_an_exported_unit_sits_beside_the_original(title: str, name: str) -> None:
    file = read_unit(exported(name, title))
    assert file.problems == []
    game = catalog.game(title, 3, "", dict([option_of(file)]))
    assert isinstance(game, FamilyGame)
    assert "my_" + name in game.kit.ids
    game.new().play_out(7)
