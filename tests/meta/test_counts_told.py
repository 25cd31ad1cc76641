"""Numbers that pages of the documentation tell of the boxes are those of the frozen boxes: what somebody adds to a kit
moves none of them."""

import re
from pathlib import Path

import pytest

from terrarium.terramystica.names import FACTIONS
from terrarium.titles import LANGUAGES, USUAL
from terrarium.workshop.box import box_texts
from tests.support.box import COUNTS, box_game

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
KINDS = {"small-world": (), "underground": ("place", "relic"), "warcraft": ("artifact", "place")}
"""Things of each box, in the order in which its page tells them."""


def things(title: str) -> list[str]:
    """The kind of each thing of a box."""
    return [thing.chapter for thing in box_game(title).kit.things if thing.chapter]


def held(title: str) -> list[int]:
    """What a page tells of a box, in its order."""
    if title not in COUNTS:
        return [len(FACTIONS)]
    return [*COUNTS[title], *(things(title).count(kind) for kind in KINDS[title])]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", [*COUNTS, "terra-mystica"])
def test_the_page_for_players_counts_the_box(title: str, language: str) -> None:
    folder = DOCS / "players" / ("" if language == USUAL else language)
    text = (folder / f"{title}.md").read_text(encoding="utf-8")
    short = next(part for part in text.split("\n\n") if part.startswith("*"))
    counts = held(title)
    assert [int(n) for n in re.findall(r"\d+", short)][-len(counts) :] == counts


def test_the_workshop_counts_the_units_that_are_files() -> None:
    text = (DOCS / "workshop.md").read_text(encoding="utf-8")
    told = {title: len(box_texts(title)) for title in COUNTS}
    units = {title: sum(COUNTS[title]) for title in COUNTS}
    everybody = sum(units[title] + len(things(title)) + len(box_game(title).kit.house) for title in COUNTS)
    files = sum(told.values())
    assert f"\n{files} of our {everybody} units exist as files " in text
    assert f", {100 * files // everybody} %: all {units['small-world']} of Small World; " in text
    for title, name in (("underground", "Underground"), ("warcraft", "Warcraft")):
        own = sum(name in box_texts(title) for name in names(title))
        assert f" {own} of {name}'s {units[title]} races and powers, " in text


def names(title: str) -> list[str]:
    """The races and powers of a box."""
    kit = box_game(title).kit
    return [unit.name for unit in kit.units[: sum(COUNTS[title])]]
