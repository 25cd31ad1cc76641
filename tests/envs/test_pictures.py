"""Pictures of positions: whole, correct, and without secrets."""

from xml.etree import ElementTree

import pytest

from terrarium import catalog
from terrarium.kernel.contract import SPECTATOR, State
from terrarium.pictures import svg
from tests.support.play import all_games, make, positions

SVG = "{http://www.w3.org/2000/svg}"


def some(title: str, players: int, variant: str = "standard") -> State:
    """A position in the middle of a game."""
    found = [state.clone() for state in positions(make(title, players, variant), seed=6, every=10)]
    return found[len(found) // 2]


@pytest.mark.parametrize(("title", "players", "variant"), all_games())
def test_every_title_draws_itself(title: str, players: int, variant: str) -> None:
    state = some(title, players, variant)
    root = ElementTree.fromstring(svg(state, width=300))
    assert root.tag == f"{SVG}svg"
    assert root.get("width") == "300"
    shown = [words.text for words in root.iter(f"{SVG}title")]
    page = state.view(SPECTATOR)
    assert len(shown) == len(page.get("regions") or page["hexes"])  # type: ignore[arg-type]
    assert state._repr_svg_() == svg(state)


def test_tokens_are_told_with_the_colour_of_their_seat() -> None:
    state = some("small-world", 2)
    page = state.view(SPECTATOR)
    held = [region for region in page["regions"] if region["tokens"]]  # type: ignore[attr-defined]
    root = ElementTree.fromstring(svg(state))
    assert len(list(root.iter(f"{SVG}circle"))) == len(held) > 3
    bold = [words.text for words in root.iter(f"{SVG}text") if words.get("font-weight")]
    assert bold == [str(region["tokens"]) for region in held]
    titles = " ".join(str(words.text) for words in root.iter(f"{SVG}title"))
    assert all(region["holder"] in titles for region in held)


def test_hidden_coins_change_nothing() -> None:
    game = catalog.game("small-world", 2)
    state = some("small-world", 2)
    page = state.dump()
    rich = game.load({**page, "coins": [90, 90]})
    assert svg(rich) == svg(state)
