"""Units of the boxes as files, where data can say them: to copy and change, and as the proof that it can."""

from functools import cache
from importlib import resources

from terrarium.kernel.contract import NotationError
from terrarium.workshop.files import UnitFile, read_unit

FOLDER = resources.files("terrarium.workshop") / "units_of_the_box"


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


def home_of(file: UnitFile) -> str:
    """The first title whose box holds units of this kind."""
    return {"relic": "underground", "place": "underground", "artifact": "warcraft"}.get(
        file.unit.chapter, "small-world"
    )


def exported(name: str, title: str = "") -> str:
    """A unit of a box as a file to change: under ids of its own, so that it can sit at a table beside the original;
    its tokens are lent by whoever has enough."""
    for other in [title] if title else ("small-world", "underground", "warcraft"):
        text = box_texts(other).get(name)
        if text is not None:
            lines = []
            for line in text.splitlines():
                if line.startswith('id = "'):
                    line = line.replace('id = "', 'id = "my_', 1)
                if not line.startswith(("lender = ", "tray = ")):
                    lines.append(line)
            return "\n".join(lines) + "\n"
    names = sorted({name for other in ("small-world", "underground", "warcraft") for name in box_texts(other)})
    raise NotationError("unknown_export", {"unit": name[:40], "names": ", ".join(names)})
