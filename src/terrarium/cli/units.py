"""`--unit FILE` of several commands: races and powers of one's own at the table."""

from itertools import combinations
from pathlib import Path
from typing import Annotated

import typer

from terrarium import catalog
from terrarium.kernel.contract import NotationError
from terrarium.words import Words
from terrarium.workshop.box import home_of
from terrarium.workshop.files import UnitFile, option_of, read_file
from terrarium.workshop.text import teach
from terrarium.workshop.trial import game_with

Units = Annotated[
    list[Path] | None, typer.Option("--unit", help="A unit file of one's own, may be given several times.")
]


def opened(path: Path, words: Words) -> UnitFile:
    """A unit file without a problem; NotationError tells the first one."""
    file = read_file(path)
    if file.problems:
        raise NotationError("unit_file", {"file": str(path), "why": file.told(words)[0]["sentence"]})
    return file


def takes_units(title: str) -> None:
    """NotationError unless there is such a title, and units of one's own may sit at its tables."""
    if not catalog.title(title).guests:
        raise NotationError("unit_title", {"title": title})


def invited(title: str, options: dict[str, str], units: list[Path] | None, words: Words) -> dict[str, str]:
    """Options with the units of these files; the words learn to speak of them."""
    if not units:
        return options
    takes_units(title)
    files = several(units, words)
    teach(words, files)
    return {**options, **dict(option_of(file) for file in files)}


def several(units: list[Path], words: Words) -> list[UnitFile]:
    """Several unit files, each with an id of its own."""
    files = [opened(path, words) for path in units]
    names = [file.unit.name for file in files]
    for name in names:
        if names.count(name) > 1:
            raise NotationError("unit_twice", {"unit": name})
    return files


def housed(units: list[Path], words: Words) -> dict[str, str]:
    """The units of a house as options: each fits into a title at least, and all that fit into one do so together."""
    files = several(units, words)
    homes: set[str] = set()
    for title in [title for title in catalog.titles() if catalog.title(title).guests]:
        taken = [file for file in files if game_with(file, title)[0] is not None]
        homes |= {file.unit.name for file in taken}
        for one, other in combinations(taken, 2):
            if not together(title, [one, other]):
                names: dict[str, object] = {"unit": one.unit.name, "other": other.unit.name, "title": title}
                raise NotationError("unit_pair", names)
        if not together(title, taken):
            raise NotationError("unit_crowd", {"title": title})
    for path, file in zip(units, files, strict=True):
        if file.unit.name not in homes:
            problem = game_with(file, home_of(file))[1]
            file.problems = [problem] if problem else []
            raise NotationError("unit_file", {"file": str(path), "why": file.told(words)[0]["sentence"]})
    return dict(option_of(file) for file in files)


def together(title: str, files: list[UnitFile]) -> bool:
    """Can these sit at one table of a title?"""
    try:
        catalog.game(title, 3, "", dict(option_of(file) for file in files))
    except NotationError:
        return False
    return True
