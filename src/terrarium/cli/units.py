"""`--unit FILE` of several commands: races and powers of one's own at the table."""

from pathlib import Path
from typing import Annotated

import typer

from terrarium import catalog
from terrarium.kernel.contract import NotationError
from terrarium.words import Words
from terrarium.workshop.files import UnitFile, option_of, read_file
from terrarium.workshop.text import teach

Units = Annotated[
    list[Path] | None, typer.Option("--unit", help="A unit file of one's own, may be given several times.")
]


def opened(path: Path, words: Words) -> UnitFile:
    """A unit file without a problem; NotationError tells the first one."""
    file = read_file(path)
    if file.problems:
        raise NotationError("unit_file", {"file": str(path), "why": file.told(words)[0]["sentence"]})
    return file


def invited(title: str, options: dict[str, str], units: list[Path] | None, words: Words) -> dict[str, str]:
    """Options with the units of these files; the words learn to speak of them."""
    if not units:
        return options
    if not catalog.title(title).guests:
        raise NotationError("unit_title", {"title": title})
    files = [opened(path, words) for path in units]
    names = [file.unit.name for file in files]
    for name in names:
        if names.count(name) > 1:
            raise NotationError("unit_twice", {"unit": name})
    teach(words, files)
    return {**options, **dict(option_of(file) for file in files)}
