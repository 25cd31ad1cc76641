"""The `terrarium` command."""

import sys
from typing import Annotated

import typer

import terrarium
from terrarium.cli import (
    admin,
    arena,
    bench,
    calibrate,
    catalogue,
    games,
    ladder,
    logs,
    mcp,
    new,
    play,
    review,
    serve,
    workshop,
)
from terrarium.cli.speech import err, language, sentence
from terrarium.kernel.contract import NotationError
from terrarium.titles import USUAL
from terrarium.words import Words

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Board games with exact rules: play, simulate, replay, look things up.",
)


def told_version(asked: bool) -> None:
    """The version in one plain line, for people and for reports."""
    if asked:
        typer.echo(f"terrarium {terrarium.__version__}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", help="Say which version this is.", callback=told_version)]


@app.callback()
def whole(version: Version = False) -> None:
    """What goes before every command."""


app.command("titles")(catalogue.titles)
app.command("rules")(catalogue.rules)
app.command("play")(play.play)
app.command("simulate")(games.simulate)
app.command("replay")(games.replay)
app.command("import")(logs.import_file)
app.command("export")(logs.export_file)
app.command("perft")(games.perft)
app.command("bench")(bench.bench)
app.command("arena")(arena.arena)
app.command("balance")(arena.balance)
app.command("ladder")(ladder.ladder)
app.command("calibrate")(calibrate.calibrate)
app.command("review")(review.review)
app.add_typer(new.app, name="new")
app.add_typer(workshop.app, name="workshop")
app.command("mcp")(mcp.mcp)
app.command("serve")(serve.serve)
app.command("verify")(serve.verify)
app.command("replay-all")(serve.replay_all)
app.command("migrate")(serve.migrate)
app.command("backup")(serve.backup)
app.command("restore")(serve.restore)
app.add_typer(admin.app, name="admin")
app.command("loadtest")(serve.loadtest)


def spoken_language() -> str:
    """The language asked for on the command line, for the sentence of an error."""
    wish = ""
    for place, word in enumerate(sys.argv):
        if word == "--lang" and place + 1 < len(sys.argv):
            wish = sys.argv[place + 1]
        elif word.startswith("--lang="):
            wish = word.removeprefix("--lang=")
    try:
        return language(wish)
    except NotationError:
        return USUAL


def main() -> None:
    """Run a command; whatever was wrong with the input is told in one sentence."""
    try:
        app()
    except NotationError as error:
        title = next((word for word in sys.argv[2:] if not word.startswith("-")), "")
        err.print(sentence(Words(spoken_language(), title), error), style="bold", markup=False)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(1)


if __name__ == "__main__":
    main()
