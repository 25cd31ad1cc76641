"""Commands around the server: serve, verify, replay-all, backup, restore, loadtest."""

import json
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

DATABASE = "sqlite:///data/terrarium.db"
Database = Annotated[str, typer.Option(help="sqlite:///FILE or postgresql://…", envvar="TERRARIUM_DATABASE")]
TitlesFrom = Annotated[str, typer.Option("--titles", hidden=True, envvar="TERRARIUM_TITLES")]
CATALOGUE = "terrarium.catalog:titles"


def fail(sentence: str) -> typer.Exit:
    """One clear sentence instead of a trace."""
    typer.echo(sentence, err=True)
    return typer.Exit(1)


def serve(
    host: Annotated[str, typer.Option(help="address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="port to listen on; 0 takes a free one", min=0, max=65535)] = 8000,
    database: Database = DATABASE,
    redis: Annotated[str, typer.Option(help="redis://… for several workers", envvar="TERRARIUM_REDIS")] = "",
    open_browser: Annotated[bool, typer.Option("--open", help="open the table in the browser")] = False,
    titles: TitlesFrom = CATALOGUE,
) -> None:
    """Let people and bots play in the browser and over the API."""
    from terrarium.server.run import serve as run
    from terrarium.server.settings import from_environment

    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise fail(f"Port {port} of {host} is not free: choose another one with --port.") from error
        chosen = int(probe.getsockname()[1])
    address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{chosen}"
    typer.echo(f"Terrarium is at {address}  (Ctrl+C ends it)")
    if open_browser:
        threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
    log_format = "plain" if sys.stderr.isatty() else "json"
    settings = from_environment(
        host=host, port=chosen, database=database, redis=redis, titles=titles, log_format=log_format
    )
    run(settings)


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
    record: Annotated[
        Path, typer.Argument(help="a record, as exported when a game is over; - reads from standard input")
    ],
    titles: TitlesFrom = CATALOGUE,
) -> None:
    """Check that every draw of a record follows from the secret whose hash was published at the start."""
    from terrarium.server import words
    from terrarium.server.errors import Problem
    from terrarium.server.records import game_of, parse
    from terrarium.server.records import verify as check
    from terrarium.server.rooms import load_titles

    try:
        text = sys.stdin.read() if str(record) == "-" else record.read_text("utf-8")
        parsed, notes = parse(text)
        draws, wrong, honest = check(parsed, notes, game_of(load_titles(titles), parsed))
    except (OSError, UnicodeDecodeError) as error:
        raise fail(f"{record} cannot be read.") from error
    except Problem as problem:
        raise fail(words.sentence("en", problem.key, problem.args_)) from problem
    if not honest:
        raise fail("The secret does not belong to the hash that was published.")
    if wrong:
        rows = ", ".join(str(row) for row in wrong[:20])
        raise fail(f"{len(wrong)} of {draws} draws do not follow from the secret: row {rows}.")
    typer.echo(f"All {draws} draws follow from the secret, and the secret belongs to the published hash.")


def replay_all(
    database: Database = DATABASE,
    mark: Annotated[bool, typer.Option(help="note in the database which games differ")] = False,
    titles: TitlesFrom = CATALOGUE,
) -> None:
    """Replay every stored game on this version and report what differs. Ends with 1 if something does."""
    from terrarium.server import migrate
    from terrarium.server.replay_all import replay_all as check
    from terrarium.server.rooms import load_titles

    if migrate.current(database) is None:
        raise fail("There is no Terrarium database at this address.")
    games = differing = 0
    console = Console(stderr=True)
    for differences in track(check(database, load_titles(titles), mark), "Replaying", console=console, transient=True):
        games += 1
        differing += any(difference.what != "rules" for difference in differences)
        for difference in differences:
            row = f" at row {difference.row}" if difference.row else ""
            typer.echo(f"{difference.game} ({difference.title}): {difference.what}{row}")
    typer.echo(f"{games} games replayed, {differing} differ.")
    if differing:
        raise typer.Exit(1)


def backup(
    target: Annotated[Path, typer.Argument(help="the file to write (.jsonl.gz)")], database: Database = DATABASE
) -> None:
    """Write a backup while the server runs."""
    from terrarium.server.backup import BackupError
    from terrarium.server.backup import backup as write

    try:
        count = write(database, target)
    except BackupError as error:
        raise fail(str(error)) from error
    except OSError as error:
        raise fail(f"{target} cannot be written.") from error
    typer.echo(f"{count} rows in {target}.")


def restore(
    source: Annotated[Path, typer.Argument(help="a file that `terrarium backup` wrote")], database: Database = DATABASE
) -> None:
    """Fill an empty database from a backup; also the way from SQLite to PostgreSQL."""
    from terrarium.server.backup import BackupError
    from terrarium.server.backup import restore as read
    from terrarium.server.settings import Settings, prepare_data_folder

    try:
        prepare_data_folder(Settings(database=database))
        count = read(source, database)
    except BackupError as error:
        raise fail(str(error)) from error
    typer.echo(f"{count} rows restored.")


def loadtest(
    games: Annotated[int, typer.Option(min=1, max=5000)] = 500,
    sockets: Annotated[int, typer.Option(min=2, max=20000)] = 2000,
    moves_per_second: Annotated[float, typer.Option(min=0.1, max=5000)] = 100,
    seconds: Annotated[float, typer.Option(min=1, max=3600)] = 30,
    title: Annotated[str, typer.Option(help="default: the first of the catalogue")] = "",
    database: Annotated[str, typer.Option(help="default: a fresh SQLite file")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
    titles: TitlesFrom = CATALOGUE,
) -> None:
    """Start a server, let many people play at once, and print how it held."""
    from terrarium.server.loadtest import Plan, run
    from terrarium.server.rooms import load_titles

    plan = Plan(games, sockets, moves_per_second, seconds, title or next(iter(load_titles(titles))), titles, database)
    try:
        figures = run(plan)
    except (RuntimeError, OSError) as error:
        raise fail(f"The load test could not be run: {error}") from error
    if as_json:
        typer.echo(json.dumps(figures))
    else:
        for name, value in figures.items():
            typer.echo(f"{name:>18}  {value}")
