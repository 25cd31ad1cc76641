"""The palette: icons that a unit file may name, each by what game-icons.net calls it."""

import json
import re
from functools import cache
from importlib import resources

SOURCE = resources.files("terrarium.titles") / "icons.json"
"""Which glyph stands for what; the browser's pictures are made from it too."""
LIST = re.compile(r"(<!-- icons -->\n)(.*?)(<!-- end of icons -->)", re.DOTALL)
"""Where a page of the documentation lists them."""


@cache
def palette() -> list[str]:
    """Every icon in use."""
    return glyphs(SOURCE.read_text(encoding="utf-8"))


def glyphs(text: str) -> list[str]:
    """Every icon that a file like `SOURCE` names."""
    sets: dict[str, dict[str, str]] = json.loads(text)
    return sorted({glyph for found in sets.values() for glyph in found.values()})


def listed(page: str, names: list[str]) -> str:
    """A page with its list of icons as they are now."""
    told = ", ".join(f"`{name}`" for name in names)
    return LIST.sub(lambda found: f"{found[1]}{told}\n{found[3]}", page)
