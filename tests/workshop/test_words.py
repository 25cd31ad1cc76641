"""The word files that every title has."""

import json

from terrarium.words import HERE, LANGUAGES
from terrarium.workshop.icons import palette

SHARED = ("common", "terminal", "bots", "workshop", "maps")


def test_no_two_shared_files_say_the_same_key() -> None:
    """The later one would win, and what the earlier one says would be told of nothing."""
    for language in LANGUAGES:
        keys = [key for name in SHARED for key in json.loads((HERE / language / f"{name}.json").read_text("utf-8"))]
        assert sorted({key for key in keys if keys.count(key) > 1}) == []


def test_every_icon_of_ours_has_a_name_of_its_own() -> None:
    glyphs = {f"icon.{glyph}" for glyph in palette()}
    for language in LANGUAGES:
        names = json.loads((HERE / language / "icons.json").read_text("utf-8"))
        assert set(names) == glyphs
        assert len(set(names.values())) == len(names)
