"""`terrarium replay --format snellman`, `import`, `export`: one document, one sentence, nothing lost."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from terrarium.cli.main import app
from tests.rules.terra_mystica.test_logs import HEAD

PLAYED = HEAD + "witches: upgrade F4 to TP\nnomads: send p to FIRE\n"
ROWS = [
    {"faction": "witches", "VP": 23, "C": 9, "W": 5, "P": 0, "PW": "2/10/0", "CULT": "0/0/0/2",
     "commands": "upgrade F4 to TP"},
]  # fmt: skip
runner = CliRunner()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.log"
    path.write_text(PLAYED, encoding="utf-8")
    return path


def test_replay_prints_one_document(log: Path) -> None:
    done = runner.invoke(app, ["replay", str(log), "--format", "snellman", "--json"])
    assert done.exit_code == 0
    assert json.loads(done.stdout) == {
        "ok": True,
        "rows": 0,
        "mismatches": [],
        "final_vp": {"witches": 23, "nomads": 20},
    }


def test_replay_compares_rows(log: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    for coins, ok in ((ROWS[0]["C"], True), (99, False)):
        rows.write_text(json.dumps({**ROWS[0], "C": coins}) + "\n", encoding="utf-8")
        done = runner.invoke(app, ["replay", str(log), "--format", "snellman", "--rows", str(rows), "--json"])
        found = json.loads(done.stdout)
        fields = [m["field"] for m in found["mismatches"]]
        assert fields == ([] if ok else ["C"]), found
        assert found["ok"] is ok
        assert done.exit_code == (0 if ok else 2)


def test_import_and_export_are_a_round_trip(log: Path, tmp_path: Path) -> None:
    record, again = tmp_path / "game.txt", tmp_path / "again.log"
    assert runner.invoke(app, ["import", str(log), "-o", str(record)]).exit_code == 0
    assert record.read_text("utf-8").startswith("# title terra-mystica")
    assert runner.invoke(app, ["replay", str(record)]).exit_code == 0
    assert runner.invoke(app, ["export", str(record), "-o", str(again)]).exit_code == 0
    assert "witches: upgrade F4 to TP" in again.read_text("utf-8")
    assert runner.invoke(app, ["replay", str(again), "--format", "snellman"]).exit_code == 0


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
def test_export_names_the_options_that_the_server_plays_otherwise(log: Path, tmp_path: Path, language: str) -> None:
    """The server knows one reading only: another one may bring other points there."""
    record = tmp_path / "game.txt"
    for options in ([], ["cultist_step=each", "spade_credit=used"], ["strict_split=on"]):
        log.write_text("".join(f"# terrarium {option}\n" for option in options) + PLAYED, encoding="utf-8")
        assert runner.invoke(app, ["import", str(log), "-o", str(record)]).exit_code == 0
        done = runner.invoke(app, ["export", str(record), "--lang", language])
        assert done.exit_code == 0
        assert ("cultist_step, spade_credit" in done.stderr) == (len(options) == 2)
        assert bool(done.stderr) == (len(options) == 2)


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
def test_a_refused_row_gets_a_sentence_and_keeps_the_rest(log: Path, tmp_path: Path, language: str) -> None:
    log.write_text(HEAD + "witches: upgrade F4 to SH\n", encoding="utf-8")
    record = tmp_path / "kept.txt"
    done = runner.invoke(app, ["import", str(log), "-o", str(record), "--lang", language])
    assert done.exit_code == 2
    assert "16" in done.output
    assert "Traceback" not in done.output
    assert "0 build g3" in record.read_text("utf-8")
    assert runner.invoke(app, ["replay", str(record)]).exit_code == 0


def test_a_log_without_a_table_gets_a_sentence(log: Path) -> None:
    log.write_text("setup witches\n", encoding="utf-8")
    done = runner.invoke(app, ["replay", str(log), "--format", "snellman"])
    assert done.exit_code == 2
    assert "Traceback" not in done.output
