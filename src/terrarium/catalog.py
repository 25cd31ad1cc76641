"""Title name -> Title: makes the titles that have a record, and reads their map files and rulebooks."""

import json
from functools import cache, lru_cache
from importlib import import_module, resources
from typing import Any

from terrarium.kernel import notation
from terrarium.kernel.contract import PAINTERS, REVIVERS, Game, NotationError, State, Title
from terrarium.kernel.record import Record, record_of
from terrarium.kernel.rulebook import Rulebook
from terrarium.smallworld.core.board import each_region
from terrarium.smallworld.core.game import FamilyGame, Position
from terrarium.smallworld.core.yields import yields as region_yields
from terrarium.terramystica.game import TerraMysticaGame
from terrarium.titles import LANGUAGES, TitleRecord, records


def map_files(package: str) -> dict[str, dict[str, object]]:
    """Every map file of a title's package, parsed, by map name."""
    folder = resources.files(package) / "maps"
    found: dict[str, dict[str, object]] = {}
    if not folder.is_dir():
        return found
    for path in sorted(folder.iterdir(), key=lambda item: item.name):
        if path.name.endswith(".json"):
            data = json.loads(path.read_text(encoding="utf-8"))
            found[data["id"]] = data
    return found


@cache
def titles() -> dict[str, Title]:
    """Every title there is, by id."""
    return {id: made(record) for id, record in records().items()}


def made(record: TitleRecord) -> Title:
    """The title of a record, with its map files if it has any."""
    module, name = record.maker.split(":")
    maker: Any = getattr(import_module(module), name)
    maps = map_files(record.package)
    found = maker(maps) if maps else maker()
    assert isinstance(found, Title)
    assert found.id == record.id
    return found


def title(name: str) -> Title:
    """The title with this id; NotationError if there is none."""
    if name not in titles():
        raise NotationError("unknown_title", {"title": name, "names": ", ".join(titles())})
    return titles()[name]


def game(name: str, players: int = 2, map_name: str = "", options: dict[str, str] | None = None) -> Game:
    """A game of a title: `game("small-world", players=3)`."""
    return title(name).game(players, map_name, options or {})


@cache
def rulebook(name: str) -> Rulebook:
    """The living rulebook of a title."""
    text = (resources.files("terrarium.rules") / f"{title(name).id}.toml").read_text(encoding="utf-8")
    return Rulebook.parse(name, text, LANGUAGES)


def book_with(name: str, statement: str) -> Rulebook:
    """The rulebook that has a statement: the title's own, or in a mixed game another's."""
    for other in (name, *titles()):
        if statement in rulebook(other).by_id:
            return rulebook(other)
    return rulebook(name)


def usual_options(name: str) -> dict[str, str]:
    """The default value of every option of a title."""
    return {option.name: option.default for option in title(name).options}


def game_of(record: Record) -> Game:
    """The game a record is of."""
    return game(record.title, record.players, record.map_name, record.options)


def new_record(game: Game) -> Record:
    """An empty record of a game."""
    return record_of(game, usual_options(game.title))


def write_position(game: Game, state: State) -> str:
    """A position as one line of text; `read_position` reads it back."""
    return notation.write_position(game, state, usual_options(game.title))


def read_position(text: str) -> tuple[Game, State]:
    """The game and the state of a position written by `write_position`; NotationError where the text is none."""
    head, page = notation.read_line(text)
    players, map_name, options = page.get("players"), page.get("map"), page.get("options")
    if not isinstance(players, int) or not isinstance(map_name, str) or not isinstance(options, dict):
        raise NotationError("bad_position", {"reason": "players, map or options are missing"})
    found = game(head, players, map_name, {str(key): str(options[key]) for key in options})
    state = found.load(page)
    notation.look_at(found, state)
    return found, state


def yields(state: State, region: int) -> tuple[int, list[tuple[str, int]]]:
    """Who holds a region (-1: nobody) and what it brings that seat at scoring, by cause."""
    return region_yields(state, region) if isinstance(state, Position) else (-1, [])


def borders(game: Game) -> dict[str, tuple[list[str], list[str]]]:
    """Every place of a board by the name that moves give it: what it borders, and what lies over one river hex."""
    if isinstance(game, FamilyGame):
        board = game.kit.board
        return {str(r): ([str(q) for q in each_region(board.borders[r])], []) for r in range(board.n)}
    assert isinstance(game, TerraMysticaGame)
    atlas, names = game.chart.atlas, [name.lower() for name in game.chart.land_names]
    found = {}
    for place, name in enumerate(names):
        beside = {cell for cell in atlas.around[place] if cell < len(names)}
        over = atlas.over_river(place, 1) - beside
        found[name] = ([names[cell] for cell in sorted(beside)], [names[cell] for cell in sorted(over)])
    return found


def paint(state: State) -> str:
    """The picture of a state; what draws it is loaded when the first one is wanted."""
    from terrarium.pictures import svg

    return svg(state)


PAINTERS.append(paint)


def revived(
    name: str, players: int, map_name: str, options: dict[str, str], dump: dict[str, object] | None = None
) -> Game | State:
    """What was pickled: a game, or with a dump a position of it."""
    found = _shared(name, players, map_name, tuple(sorted(options.items())))
    return found if dump is None else found.load(dump)


@lru_cache(maxsize=64)
def _shared(name: str, players: int, map_name: str, options: tuple[tuple[str, str], ...]) -> Game:
    """Positions that come back together belong to one game, as they did."""
    return game(name, players, map_name, dict(options))


REVIVERS.append(revived)
