"""Bots price units they have never seen: by what their sentences do, or by the worth the lab found, never by name."""

import pytest

from terrarium import catalog
from terrarium.search.smallworld.units import KNOWN, Units
from terrarium.smallworld.core.game import FamilyGame
from terrarium.workshop.box import exported
from terrarium.workshop.files import option_of, read_unit


def priced(text: str) -> tuple[float, float, float, float]:
    """Tokens, coins a turn, coins once and coins per region that bots hold a unit of one's own worth."""
    file = read_unit(text)
    assert file.problems == []
    game = catalog.game("small-world", 3, "", dict([option_of(file)]))
    assert isinstance(game, FamilyGame)
    units = Units(game.kit)
    at = int(game.kit.unit(file.unit.name).id)
    return units.strength[at], units.steady[at], units.once[at], units.rate[at]


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("commando", 0), ("mounted", 0), ("tritons", 0), ("elves", 0), ("heroic", 0), ("dragon_master", 0),
        ("sorcerers", 0), ("berserk", 0), ("flying", 0), ("alchemist", 1), ("orcs", 1), ("pillaging", 1), ("spirit", 2),
        ("stout", 2), ("ghouls", 2),
    ],
)  # fmt: skip
def test_a_unit_under_another_name_is_worth_about_as_much(name: str, place: int) -> None:
    read = priced(exported(name, "small-world"))
    known = KNOWN[name]
    assert read[place] > 0
    assert abs(read[place] - known[place]) <= 2, (read, known)
    assert [k for k in range(3) if read[k]] == [place] or known[place] == max(known)


def test_a_unit_that_does_nothing_is_worth_its_number() -> None:
    assert priced(exported("ratmen", "small-world")) == (0.0, 0.0, 0.0, 0.0)


def test_coins_for_regions_are_asked_of_the_unit() -> None:
    usual = catalog.game("small-world", 3)
    assert isinstance(usual, FamilyGame)
    rate = Units(usual.kit).rate[int(usual.kit.unit("merchant").id)]
    assert priced(exported("merchant", "small-world"))[3] == rate > 0


def test_the_worth_that_travels_with_a_unit_is_believed() -> None:
    text = exported("commando", "small-world").replace("tokens = 4", "tokens = 4\nworth = [0.5, 0.25, 1.5]")
    assert priced(text) == (0.5, 0.25, 1.5, 0.0)


@pytest.mark.parametrize(("place", "effect"), [(0, "recruit"), (1, "gain")])
def test_what_comes_after_few_conquests_is_worth_less(place: int, effect: str) -> None:
    head = 'format = 1\n[unit]\nkind = "power"\nid = "odd"\nname = { en = "Odd" }\ntokens = 4\n[[unit.ability]]\n'
    told = f'when = "conquered"\ndo = {{ ask = "yes_no", then = {{ {effect} = 1 }} }}\n'
    ever = priced(head + told)[place]
    somewhere = priced(head + told + 'if = { in = { or = ["magic", "mine"] } }\n')[place]
    hardly = priced(head + told + 'if = { in = "magic" }\n')[place]
    assert ever > somewhere > hardly > 0
    assert priced(head + told + 'if = { in = "water" }\n')[place] == 0, "nobody swims"
    # whose race stands there, an empty board cannot tell
    assert priced(head + told + 'if = "victim_active"\n')[place] == ever


def test_a_unit_of_ones_own_is_not_priced_by_its_id() -> None:
    """Drow are of another box: here anybody may call theirs so, and only what they do counts."""
    text = exported("merchant", "small-world")
    assert 'id = "my_merchant"' in text
    assert priced(text.replace('id = "my_merchant"', 'id = "drow"')) == priced(text)
