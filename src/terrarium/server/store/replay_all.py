"""Before a deploy: replay every stored game on this code and say which ones differ.

A game that differs is not lost: it goes on from its stored position; `mark` notes that its history cannot be replayed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, select, update

from terrarium.kernel.contract import NotationError, Title
from terrarium.kernel.record import Record
from terrarium.server.errors import Problem
from terrarium.server.store import schema
from terrarium.server.store.reading import read_meta, read_rows
from terrarium.server.store.records import Heading, game_of, of_rows, replay
from terrarium.server.store.store import make_engine


@dataclass
class Difference:
    """`what`: rules (version number), title, row (a row is no longer legal), position (another one results)."""

    game: str
    title: str
    what: str
    row: int = 0


def check_game(connection: Connection, titles: Mapping[str, Title], game_id: str) -> list[Difference]:
    """How this game differs on today's code; empty when it does not."""
    found = read_meta(connection, game_id)
    if found is None:
        return []
    meta, position = found
    differences: list[Difference] = []
    try:
        game = game_of(titles, Record(meta.title, meta.rules_version, meta.players, meta.map_name, meta.options))
        record = of_rows(game, titles[meta.title], read_rows(connection, game_id)[: meta.seq])
        if game.rules_version != meta.rules_version:
            differences.append(Difference(game_id, meta.title, "rules"))
        state = replay(game, record, Heading(start=meta.start)).state
        if msgspec.json.decode(msgspec.json.encode(state.dump())) != msgspec.json.decode(position):
            differences.append(Difference(game_id, meta.title, "position"))
    except Problem as problem:
        row = problem.args_.get("row", 0)
        what = "row" if problem.code == "bad_record" else "title"
        differences.append(Difference(game_id, meta.title, what, row if isinstance(row, int) else 0))
    except (NotationError, KeyError, TypeError, ValueError, IndexError):
        differences.append(Difference(game_id, meta.title, "position"))
    return differences


def replay_all(database: str, titles: Mapping[str, Title], mark: bool = False) -> Iterator[list[Difference]]:
    """Check every stored game, one result at a time. `mark` notes in the database which ones differ."""
    engine = make_engine(database)
    games = schema.games
    try:
        with engine.connect() as connection:
            ids = [*connection.execute(select(games.c.id).order_by(games.c.created)).scalars()]
        for game_id in ids:
            with engine.connect() as connection:
                differences = check_game(connection, titles, game_id)
            if mark:
                diverged = any(difference.what != "rules" for difference in differences)
                with engine.connect().execution_options(writes=True) as connection, connection.begin():
                    connection.execute(update(games).where(games.c.id == game_id).values(diverged=diverged))
            yield differences
    finally:
        engine.dispose()
