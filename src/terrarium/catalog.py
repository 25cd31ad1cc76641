"""Title name -> Title: the only module that knows all titles, and the one that reads their map files."""

import json
from functools import cache
from importlib import resources

from terrarium.kernel.contract import Game, NotationError, Title
from terrarium.smallworld.classic.kit import SmallWorld


def map_files(package: str) -> dict[str, dict[str, object]]:
    """Every map file of a title's package, parsed, by map name."""
    folder = resources.files(package) / "maps"
    found: dict[str, dict[str, object]] = {}
    for path in sorted(folder.iterdir(), key=lambda item: item.name):
        if path.name.endswith(".json"):
            data = json.loads(path.read_text(encoding="utf-8"))
            found[data["id"]] = data
    return found


@cache
def titles() -> dict[str, Title]:
    """Every title there is, by id."""
    return {"small-world": SmallWorld(map_files("terrarium.smallworld.classic"))}


def title(name: str) -> Title:
    """The title with this id; NotationError if there is none."""
    if name not in titles():
        raise NotationError("unknown_title", {"title": name, "names": ", ".join(titles())})
    return titles()[name]


def game(name: str, players: int = 2, map_name: str = "", options: dict[str, str] | None = None) -> Game:
    """A game of a title: `game("small-world", players=3)`."""
    return title(name).game(players, map_name, options or {})
