"""Six units of our own that no box holds: three races and three powers, to play with and to begin from."""

from functools import cache
from importlib import resources

from terrarium.workshop.files import UnitFile, read_unit

FOLDER = resources.files("terrarium.workshop") / "example_units"


@cache
def example_texts() -> dict[str, str]:
    """The file of each example, by its id."""
    files = sorted(FOLDER.iterdir(), key=lambda path: path.name)
    return {path.name.removesuffix(".toml"): path.read_text(encoding="utf-8") for path in files}


def examples() -> dict[str, UnitFile]:
    """The same, read."""
    return {name: read_unit(text) for name, text in example_texts().items()}
