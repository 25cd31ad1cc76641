"""Random units in random games: none breaks the rules, runs on, loses tokens, or is offered what is refused."""

import json
import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terrarium import catalog
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.core.game import FamilyGame, Position
from terrarium.workshop.files import option_of, read_unit
from terrarium.workshop.trial import begin_with, lost_something, until_found, watched
from tests.support.random_units import units
from tests.support.stand_ins import FAMILY

THINGS = [("underground", "relic"), ("underground", "place"), ("warcraft", "artifact"), ("warcraft", "place")]
EXAMPLES = int(os.environ.get("TERRARIUM_RANDOM_UNITS", "40"))


@pytest.mark.parametrize("title", FAMILY)
@settings(max_examples=EXAMPLES, deadline=None)
@given(page=units())
def test_a_random_unit_breaks_nothing(title: str, page: dict[str, Any]) -> None:
    if title == "warcraft":  # whose house rules have no bit left for one race more
        page = {**page, "unit": {key: page["unit"][key] for key in page["unit"] if key not in ("lender", "tray")}}
    file = read_unit(json.dumps(page))
    assert file.problems == []
    game = catalog.game(title, 2, "", dict([option_of(file)]))
    assert isinstance(game, FamilyGame)
    kit = game.kit
    seed = len(json.dumps(page))
    race = kit.units[seed % int(kit.n_races)].name
    power = kit.units[int(kit.n_races) + seed % int(kit.n_powers)].name
    if page["unit"]["kind"] == "race":
        race = "odd_unit"
    else:
        power = "odd_unit"
    state = game.start()
    begin_with(state, race, power, Dealer(seed))
    assert_nothing_breaks(game, state, seed)


@pytest.mark.parametrize(("title", "kind"), THINGS)
@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(data=st.data())
def test_a_random_thing_breaks_nothing(title: str, kind: str, data: st.DataObject) -> None:
    page = data.draw(units((kind,)))
    file = read_unit(json.dumps(page))
    assert file.problems == []
    game = catalog.game(title, 2, "", dict([option_of(file)]))
    assert isinstance(game, FamilyGame)
    seed = len(json.dumps(page))
    kit = game.kit
    power = kit.units[int(kit.n_races) + seed % int(kit.n_powers)].name
    state = game.start()
    begin_with(state, kit.units[seed % int(kit.n_races)].name, power, Dealer(seed))
    until_found(state, "odd_unit", Dealer(seed + 2))
    assert_nothing_breaks(game, state, seed)


def assert_nothing_breaks(game: FamilyGame, state: Position, seed: int) -> None:
    assert watched(state, Dealer(seed + 1)) is None
    assert not lost_something(state)
    # what is stored is what was played
    again = game.load(state.dump())
    assert again.dump() == state.dump()
