"""Logs of the public Terra Mystica server: `replay --format snellman`, `import` and `export`."""

import json as plain
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from terrarium import catalog
from terrarium.cli.groups import Lang
from terrarium.cli.speech import err, language, out, print_json, read_text
from terrarium.foreign import record_of
from terrarium.kernel.contract import NotationError
from terrarium.kernel.handmade import MAP
from terrarium.kernel.record import Record
from terrarium.kernel.replay import replay
from terrarium.terramystica.game import TerraMysticaGame
from terrarium.terramystica.snellman.log import read_log
from terrarium.terramystica.snellman.ordered.importing import import_log
from terrarium.terramystica.snellman.replay.rows import Comparison
from terrarium.terramystica.snellman.writing.header import other_readings
from terrarium.terramystica.snellman.writing.writer import Writer
from terrarium.titles import records
from terrarium.words import Words

TITLE = next(id for id, record in records().items() if record.logs)
"""The title whose games the public server plays."""
DIFFERENCES = {"row": "log_unmet", "ledger": "log_ledger"}
"""Sentences of mismatches that are not about one field of a row."""
FORMATS = ("terrarium", "snellman")
Format = Annotated[str, typer.Option("--format", help="terrarium or snellman (logs of the public server).")]


def known(format: str) -> str:
    """The format, if it is one."""
    if format not in FORMATS:
        raise NotationError("unknown_format", {"format": format, "names": ", ".join(FORMATS)})
    return format


def tell(words: Words, problem: NotationError) -> str:
    """The sentence of a row that was refused, with the reason of our rules inside."""
    args = dict(problem.details)
    reason, details = args.get("reason"), args.get("reason_args")
    if isinstance(reason, str) and isinstance(details, dict):
        args["because"] = words.say(f"refusal.{reason}", details)
    return words.say(f"error.{problem.code}", args)


def refuse(words: Words, problem: NotationError) -> NoReturn:
    """One sentence on standard error, and a non-zero exit."""
    err.print(tell(words, problem), style="bold", markup=False)
    raise typer.Exit(2)


def remark(words: Words, notes: list[NotationError]) -> None:
    """What was passed over in a log, or is allowed to logs only: one sentence each, beside the result."""
    for note in notes:
        err.print(tell(words, note), markup=False)


def differs(words: Words, mismatch: dict[str, object]) -> str:
    """The sentence of a mismatch."""
    args = {**mismatch, "faction": words.name(str(mismatch["faction"]))}
    return words.say(f"error.{DIFFERENCES.get(str(mismatch['field']), 'log_differs')}", args)


def read_rows(path: Path | None) -> list[dict[str, object]]:
    """The rows recorded beside a log: one JSON object a line."""
    if path is None:
        return []
    rows: list[dict[str, object]] = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        try:
            row = plain.loads(line)
        except ValueError as error:
            raise NotationError("record_line", {"line": number, "text": line[:60]}) from error
        if not isinstance(row, dict) or not {"faction", "commands"} <= set(row):
            raise NotationError("record_line", {"line": number, "text": line[:60]})
        rows.append(row)
    return rows


def replay_snellman(file: Path, rows: Path | None, json: bool, lang: str) -> None:
    """Replay a log with open offers and compare the rows, if there are any."""
    words = Words(language(lang), TITLE)
    try:
        comparison = Comparison(read_log(read_text(file)), read_rows(rows))
    except NotationError as problem:
        refuse(words, problem)
    comparison.run()
    report = comparison.result()
    notes = comparison.notes()
    if notes:
        report["notes"] = [tell(words, note) for note in notes]
    if comparison.error is not None:
        report["error"] = tell(words, comparison.error)
    if json:
        print_json(report)
    else:
        remark(words, notes)
        if comparison.error is not None:
            err.print(report["error"], style="bold", markup=False)
        for mismatch in comparison.mismatches[:20]:
            err.print(differs(words, mismatch), markup=False)
        scores = report["final_vp"]
        if isinstance(scores, dict) and scores:
            out.print("  ".join(f"{words.name(faction)} {scores[faction]}" for faction in scores))
    if not report["ok"]:
        raise typer.Exit(2)


def import_file(
    file: Annotated[Path, typer.Argument(help="A log.")],
    format: Format = "snellman",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Where the record goes; else printed.")] = None,
    lang: Lang = "",
) -> None:
    """Make a record of a log; what comes before a refused row is kept."""
    known(format)
    words = Words(language(lang), TITLE)
    try:
        found = import_log(read_log(read_text(file)))
    except NotationError as problem:
        refuse(words, problem)
    text = record_of(found).format()
    if output is None:
        typer.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
    remark(words, found.notes)
    if found.problem is not None:
        err.print(tell(words, found.problem), style="bold", markup=False)
        raise typer.Exit(2)


def export_file(
    file: Annotated[Path, typer.Argument(help="A record of Terra Mystica.")],
    format: Format = "snellman",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Where the log goes; else printed.")] = None,
    lang: Lang = "",
) -> None:
    """Write a game, finished or not, in the command language of the public server."""
    known(format)
    record = Record.parse(read_text(file))
    game = catalog.game_of(record)
    if not isinstance(game, TerraMysticaGame):
        raise NotationError("export_title", {"title": record.title})
    if any(name.startswith(MAP) for name in record.options):
        raise NotationError("export_map", {})
    state = game.new()
    writer = Writer(game)
    for row in replay(game, record).line:
        writer.add(state.parse(row.text))
    text = writer.text()
    if output is None:
        typer.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
    notes: list[NotationError] = []
    rows = writer.unsaid_rows()
    if rows:
        notes.append(NotationError("log_unsaid", {"n": len(rows), "rows": ", ".join(map(str, rows))}))
    readings = other_readings(game.options)
    if readings:
        notes.append(NotationError("log_readings", {"n": len(readings), "names": ", ".join(readings)}))
    remark(Words(language(lang), TITLE), notes)
