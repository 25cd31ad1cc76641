"""Commands around the server: serve, verify, replay-all, migrate, backup, restore, loadtest."""

import json
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from terrarium.cli.groups import Lang
from terrarium.cli.maps import opened_map
from terrarium.cli.speech import err, language
from terrarium.cli.units import Units, housed
from terrarium.kernel.contract import NotationError
from terrarium.titles import FIRST
from terrarium.words import Words
from terrarium.workshop.maps import map_option

DATABASE = "sqlite:///data/terrarium.db"
CATALOGUE = "terrarium.catalog:titles"
USUAL_PORT = 8000
Database = Annotated[str, typer.Option(help="sqlite:///FILE or postgresql://…", envvar="TERRARIUM_DATABASE")]
TitlesFrom = Annotated[str, typer.Option("--titles", hidden=True, envvar="TERRARIUM_TITLES")]


def say(lang: str, code: str, **args: object) -> str:
    """A sentence of the server's catalogue."""
    from terrarium.server import words

    return words.sentence(language(lang), f"ops.{code}", args)


def fail(lang: str, code: str, **args: object) -> typer.Exit:
    """One clear sentence instead of a trace."""
    typer.echo(say(lang, code, **args), err=True)
    return typer.Exit(1)


@contextmanager
def told(lang: str) -> Iterator[None]:
    """Whatever the server's parts complain about, told in one sentence."""
    try:
        from sqlalchemy.exc import ArgumentError, DatabaseError

        from terrarium.server import words
        from terrarium.server.errors import Problem
        from terrarium.server.ops.settings import SettingError
        from terrarium.server.store.backup import BackupError
        from terrarium.server.store.migrate import NewerDatabase
    except ImportError as error:
        raise NotationError("needs_extra", {"extra": "server"}) from error
    try:
        yield
    except Problem as problem:
        typer.echo(words.sentence(language(lang), problem.key, problem.args_, problem.title), err=True)
        raise typer.Exit(1) from problem
    except BackupError as error:
        raise fail(lang, str(error)) from error
    except SettingError as error:
        raise fail(lang, "setting", **error.args_) from error
    except NewerDatabase as error:
        raise fail(lang, "newer_database") from error
    except (ArgumentError, DatabaseError) as error:
        raise fail(lang, "database", reason=type(error).__name__) from error


def free_port(host: str, port: int, lang: str) -> int:
    """The port to serve on: the wished one, or without a wish the usual one if it is free, else any free one."""
    from terrarium.server.ops.settings import SettingError, check_door

    for candidate in [port] if port else [USUAL_PORT, 0]:
        try:
            return check_door(host, candidate)
        except SettingError as error:
            if error.args_["name"] != "port":
                raise
    raise fail(lang, "port", port=port, host=host)


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0: the usual or any free one.", min=0, max=65535)] = 0,
    database: Database = DATABASE,
    redis: Annotated[str, typer.Option(help="redis://… for several workers.", envvar="TERRARIUM_REDIS")] = "",
    open_browser: Annotated[bool, typer.Option("--open", help="Open the table in the browser.")] = False,
    unit: Units = None,
    maps: Annotated[
        list[Path] | None,
        typer.Option("--map", help="A map file that every table may choose, may be given several times."),
    ] = None,
    lang: Lang = "",
    titles: TitlesFrom = CATALOGUE,
) -> None:
    """Let people and bots play in the browser and over the API."""
    guests = housed(unit, Words(language(lang), FIRST)) if unit else {}
    own = [opened_map(path, Words(language(lang), FIRST)) for path in maps or []]
    house = [{"title": file.title, "option": map_option(file)} for file in own]
    with told(lang):
        from terrarium.server.ops.run import serve as run
        from terrarium.server.ops.settings import from_environment, unknown

        for name, near in unknown():
            typer.echo(say(lang, "unknown_setting", name=name, near=near or "none"), err=True)
        chosen = free_port(host, port, lang)
        named = f"[{host}]" if ":" in host else host
        address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else named}:{chosen}"

        def listening() -> None:
            typer.echo(say(lang, "at", address=address))
            if open_browser:
                threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()

        settings = from_environment(
            host=host,
            port=chosen,
            database=database,
            redis=redis,
            titles=titles,
            house_units=json.dumps(guests, ensure_ascii=False) if guests else None,
            house_maps=json.dumps(house, ensure_ascii=False) if house else None,
            log_format="plain" if sys.stderr.isatty() else "json",
            log_level="warning" if open_browser else None,
        )
        run(settings, listening)


def _open_when_ready(address: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(address + "/healthz", timeout=1):
                break
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    # Where there is no browser, the address was printed.
    with suppress(webbrowser.Error):
        webbrowser.open(address)


def verify(
    record: Annotated[Path, typer.Argument(help="A record of a finished game; - reads standard input.")],
    lang: Lang = "",
    titles: TitlesFrom = CATALOGUE,
) -> None:
    """Check that every draw of a record follows from the secret whose hash was published at the start."""
    with told(lang):
        from terrarium.server.ops.titles import load_titles
        from terrarium.server.store import records

        try:
            text = sys.stdin.read() if str(record) == "-" else record.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise fail(lang, "no_file", file=str(record)) from error
        parsed, heading = records.parse(text)
        draws, wrong, honest = records.verify(parsed, heading, records.game_of(load_titles(titles), parsed))
        if not honest:
            raise fail(lang, "foreign_secret")
        if wrong:
            rows = ", ".join(str(row) for row in wrong[:20])
            raise fail(lang, "wrong_draws", wrong=len(wrong), draws=draws, rows=rows)
        typer.echo(say(lang, "fair", draws=draws))


def replay_all(
    database: Database = DATABASE,
    mark: Annotated[bool, typer.Option(help="Note in the database which games differ.")] = False,
    lang: Lang = "",
    titles: TitlesFrom = CATALOGUE,
) -> None:
    """Replay every stored game on this version and report what differs. Ends with 1 if something does."""
    with told(lang):
        from terrarium.server.ops.titles import load_titles
        from terrarium.server.store import migrate
        from terrarium.server.store.replay_all import replay_all as check

        if migrate.current(database) is None:
            raise fail(lang, "no_database")
        games = differing = 0
        checked = check(database, load_titles(titles), mark)
        for differences in track(checked, say(lang, "replaying"), console=err, transient=True):
            games += 1
            differing += any(one.what != "rules" for one in differences)
            for one in differences:
                typer.echo(say(lang, "difference", game=one.game, title=one.title, what=one.what, row=one.row))
        typer.echo(say(lang, "replayed", games=games, differ=differing))
        if differing:
            raise typer.Exit(1)


def migrate(
    down: Annotated[str, typer.Option(help="Back to the tables of this version, e.g. 0002.")] = "",
    database: Database = DATABASE,
    lang: Lang = "",
) -> None:
    """Bring a database to the tables of this version, or back to those of an earlier one. Make a backup first."""
    with told(lang):
        from terrarium.server.ops.settings import Settings, prepare_data_folder
        from terrarium.server.store import migrate as tables

        prepare_data_folder(Settings(database=database))
        if down:
            try:
                tables.downgrade(database, down)
            except LookupError as error:
                known = ", ".join(tables.revisions())
                raise fail(lang, "no_version", version=down, known=known) from error
        else:
            tables.upgrade(database)
        typer.echo(say(lang, "migrated", version=str(tables.current(database))))


def backup(
    target: Annotated[Path, typer.Argument(help="The file to write (.jsonl.gz).")],
    database: Database = DATABASE,
    lang: Lang = "",
) -> None:
    """Write a backup while the server runs."""
    with told(lang):
        from terrarium.server.store.backup import backup as write

        try:
            count = write(database, target)
        except OSError as error:
            raise fail(lang, "no_write", file=str(target)) from error
        typer.echo(say(lang, "backed_up", n=count, file=str(target)))


def restore(
    source: Annotated[Path, typer.Argument(help="A file that `terrarium backup` wrote.")],
    database: Database = DATABASE,
    lang: Lang = "",
) -> None:
    """Fill an empty database from a backup; also the way from SQLite to PostgreSQL."""
    with told(lang):
        from terrarium.server.ops.settings import Settings, prepare_data_folder
        from terrarium.server.store.backup import restore as read

        if not source.is_file():
            raise fail(lang, "no_file", file=str(source))
        prepare_data_folder(Settings(database=database))
        typer.echo(say(lang, "restored", n=read(source, database)))


def loadtest(
    games: Annotated[int, typer.Option(min=1, max=5000)] = 500,
    sockets: Annotated[int, typer.Option(min=2, max=20000)] = 2000,
    moves_per_second: Annotated[float, typer.Option(min=0.1, max=5000)] = 100,
    seconds: Annotated[float, typer.Option(min=1, max=3600)] = 30,
    title: Annotated[str, typer.Option(help="Default: the first of the catalogue.")] = "",
    database: Annotated[str, typer.Option(help="Default: a fresh SQLite file.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    lang: Lang = "",
    titles: TitlesFrom = CATALOGUE,
) -> None:
    """Start a server, let many people play at once, and print how it held."""
    with told(lang):
        from terrarium.server.ops.titles import load_titles
        from terrarium.tools.loadtest import Plan, run

        chosen = title or next(iter(load_titles(titles)))
        try:
            figures = run(Plan(games, sockets, moves_per_second, seconds, chosen, titles, database))
        except (RuntimeError, OSError) as error:
            raise fail(lang, "loadtest", reason=str(error)) from error
        if as_json:
            typer.echo(json.dumps(figures))
        else:
            for name, value in figures.items():
                typer.echo(f"{name:>18}  {value}")
