"""The palette: icons that a unit file may name, each by what game-icons.net calls it."""

import json
from functools import cache
from importlib import resources

SOURCE = resources.files("terrarium.titles") / "icons.json"
"""Which glyph stands for what; the browser's pictures are made from it too."""


@cache
def palette() -> list[str]:
    """Every icon in use."""
    sets: dict[str, dict[str, str]] = json.loads(SOURCE.read_text(encoding="utf-8"))
    return sorted({glyph for glyphs in sets.values() for glyph in glyphs.values()})
