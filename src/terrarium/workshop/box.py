"""Units of the boxes as files, where data can say them: to copy and change, and as the proof that it can."""

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any

from terrarium import catalog
from terrarium.kernel.contract import NotationError, Title
from terrarium.smallworld.core.vocabulary import TERRAINS
from terrarium.titles import records
from terrarium.workshop.files import UnitFile, read_unit

FOLDER = resources.files("terrarium.workshop") / "units_of_the_box"
BOARDS = 4
"""Boards that are looked at for each number of players: some titles draw theirs from several."""
NEAR = 5
"""Names that are offered to whoever mistypes one."""
FACTION = ("faction", "victim_faction")
"""Keys of which one title alone knows what they mean."""


@cache
def box_texts(title: str) -> dict[str, str]:
    """The file of each unit of a title that has one, by its id."""
    folder = FOLDER / title
    if not folder.is_dir():
        return {}
    files = sorted(folder.iterdir(), key=lambda path: path.name)
    return {path.name.removesuffix(".toml"): path.read_text(encoding="utf-8") for path in files}


def box_units(title: str) -> dict[str, UnitFile]:
    """The same, read."""
    return {name: read_unit(text) for name, text in box_texts(title).items()}


@cache
def terrains_of(title: Title) -> list[str]:
    """What is printed in regions of a title's boards: terrains first, then symbols, the commonest first."""
    counts: dict[str, int] = {}
    terrains: set[str] = set()
    for players in range(title.players[0], title.players[1] + 1):
        for seed in range(BOARDS):
            view: Any = title.game(players, title.draw(players, seed), {}).new().view(0)
            for region in view["regions"]:
                terrains.add(region["terrain"])
                for word in region["features"]:
                    counts[word] = counts.get(word, 0) + 1
    return sorted(counts, key=lambda word: (word not in terrains, -counts[word], word))


def boxes() -> list[str]:
    """The titles whose units there are as files."""
    return [title for title in records() if box_texts(title)]


@cache
def heard_in(title: str) -> set[str]:
    """Every key and word of a box's files, and the kinds of its units."""
    files = box_units(title).values()
    return {file.unit.chapter for file in files} | {word for file in files for word in words_in(file.data)}


def home_of(file: UnitFile) -> str:
    """The title that a unit was made for: whose box holds units of its kind, and whose boards have what it speaks of.
    The first of several."""
    said = set(words_in(file.data))
    wanted = {file.unit.chapter} | (said & set(FACTION))
    homes = [title for title in boxes() if wanted <= heard_in(title)] or boxes()
    of_maps = said & set(TERRAINS)
    return min(homes, key=lambda home: len(of_maps - set(terrains_of(catalog.title(home)))))


def words_in(data: Any) -> Iterator[str]:
    """Every key and word of a file."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from words_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from words_in(value)


def exported(name: str, title: str = "") -> str:
    """A unit of a box as a file to change: under ids of its own, so that it can sit at a table beside the original;
    its tokens are lent by whoever has enough."""
    for other in [title] if title else boxes():
        text = box_texts(other).get(name)
        if text is not None:
            lines = []
            for line in text.splitlines():
                if line.startswith('id = "'):
                    line = line.replace('id = "', 'id = "my_', 1)
                if not line.startswith(("lender = ", "tray = ")):
                    lines.append(line)
            return "\n".join(lines) + "\n"
    names = sorted({name for other in ([title] if title else boxes()) for name in box_texts(other)})
    names = get_close_matches(name, names, NEAR, 0.5) or names
    raise NotationError("unknown_export", {"unit": name[:40], "names": ", ".join(names)})
