"""A refused row leaves nothing behind: points, goods, notes and rows are those of the log that ends before it."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from terrarium.cli.main import app
from terrarium.terramystica.snellman.log import read_log
from terrarium.terramystica.snellman.ordered.importing import import_log
from terrarium.terramystica.snellman.replay.rows import Comparison
from tests.rules.terra_mystica.test_conformance import each_game, needs_games, rows, text
from tests.rules.terra_mystica.test_logs import HEAD

runner = CliRunner()


def compared(log: str, recorded: list[dict[str, object]] | None = None) -> Comparison:
    comparison = Comparison(read_log(log), recorded or [])
    comparison.run()
    return comparison


def told(comparison: Comparison) -> dict[str, Any]:
    """All that a replay tells of a game, except what was wrong with its last row."""
    player = comparison.player
    found = comparison.result()
    return {
        "position": list(player.state.v),
        "points": found["final_vp"],
        "rows": found["rows"],
        "mismatches": found["mismatches"],
        "offers": [(offer.seat, offer.amount, offer.real, offer.late) for offer in player.offers],
        "steps": player.steps,
        "notes": [(note.code, note.details["row"]) for note in comparison.notes()],
    }


@pytest.mark.parametrize(
    "row",
    [
        "witches: send p to WATER. upgrade F4 to SH",
        "witches: burn 3. action ACT4. burn 50",
        "witches: upgrade F4 to TP. upgrade G3 to TP",
        "witches: burn 1. send p to WATER for 3. send p to WATER for 2",
        "witches: convert 1w to 1c. advance ship",
        "witches: convert 3w to 3c. dig 2",
        "witches: pass BON3. build A1",
        "nomads: send p to FIRE",
        "witches: dig 0. action ACT4",
    ],
)
def test_a_refused_row_leaves_nothing_behind(row: str) -> None:
    refused = compared(HEAD + row + "\n")
    assert refused.error is not None
    assert refused.error.details["row"] == 16
    assert told(refused) == told(compared(HEAD))
    again = compared(HEAD + row + "\nnomads: pass BON3\n")
    assert told(again) == told(refused), "nor is what follows played"


def test_a_table_that_is_refused_has_no_points() -> None:
    refused = compared(HEAD.replace("setup nomads", "setup auren"))
    assert refused.error is not None
    assert refused.result()["final_vp"] == {}
    assert refused.mismatches == []


def test_notes_of_a_refused_row_are_not_told() -> None:
    """What only the server allows is told of rows that are played."""
    idle = "witches: burn 3. action ACT1. -BRIDGE"
    for row, codes in ((idle, ["log_waived"]), (f"{idle}. burn 50", [])):
        log = HEAD + row + "\nnomads: pass BON3\n"
        assert [note.code for note in import_log(read_log(log)).notes] == codes
        assert [note.code for note in compared(log).notes()] == codes


@needs_games
@each_game
def test_a_real_game_with_a_row_that_is_refused(name: str) -> None:
    """Every kind of row a game has, with something behind it that nobody can do."""
    lines = text(name).split("\n")
    at = [i for i, line in enumerate(lines) if ":" in line and not line.startswith("#")]
    recorded = rows(name)
    for i in at[7::41]:
        head = "\n".join(lines[:i]) + "\n"
        refused = compared(head + lines[i] + ". burn 50\n", recorded)
        if refused.error is None:  # said after the end of the game
            continue
        # what is missing behind the last row is told only of a log that is whole
        whole = compared(head)
        assert refused.mismatches == []
        for part in ("position", "points", "offers", "steps", "notes"):
            assert told(refused)[part] == told(whole)[part], lines[i]


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
def test_mismatches_are_told_in_sentences(tmp_path: Path, language: str) -> None:
    log, recorded = tmp_path / "game.log", tmp_path / "rows.jsonl"
    log.write_text(HEAD + "witches: upgrade F4 to TP\n", encoding="utf-8")
    row = {"faction": "witches", "VP": 23, "C": 9, "W": 5, "P": 0, "PW": "2/10/0", "CULT": "0/0/0/2",
           "commands": "upgrade F4 to TP"}  # fmt: skip
    never = {**row, "commands": "upgrade G3 to TP"}
    recorded.write_text(json.dumps({**row, "C": 99}) + "\n" + json.dumps(never) + "\n", encoding="utf-8")
    call = ["replay", str(log), "--format", "snellman", "--rows", str(recorded), "--lang", language]
    done = runner.invoke(app, call)
    assert done.exit_code == 2
    first, second = done.stderr.splitlines()
    assert "1" in first
    assert "99" in first
    assert "9" in first.replace("99", "")
    assert "upgrade G3 to TP" in second
    assert "{" not in done.stderr
    found = json.loads(runner.invoke(app, [*call, "--json"]).stdout)
    assert [(m["row"], m["field"], m["expected"], m["found"]) for m in found["mismatches"]] == [
        (1, "C", 99, 9),
        (2, "row", "upgrade G3 to TP", None),
    ]


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
def test_a_refused_row_is_one_sentence(tmp_path: Path, language: str) -> None:
    log = tmp_path / "game.log"
    points = []
    for more in ("", "witches: send p to WATER. upgrade F4 to SH\n"):
        log.write_text(HEAD + more, encoding="utf-8")
        done = runner.invoke(app, ["replay", str(log), "--format", "snellman", "--lang", language])
        points.append(done.stdout)
        assert len(done.stderr.splitlines()) == (1 if more else 0)
    assert points[0] == points[1]
