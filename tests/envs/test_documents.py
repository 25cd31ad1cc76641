"""What is written about the environments is so, and what is shown runs."""

import json
import runpy
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="the extra `envs` is not installed")

from terrarium.envs.tables import renewed

ROOT = Path(__file__).resolve().parents[2]


def test_the_tables_are_those_of_the_code() -> None:
    text = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    assert renewed(text) == text, "run: python -m terrarium.envs.tables docs/environments.md"


def test_the_notebook_runs_and_keeps_no_outputs(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra `train`)")
    pytest.importorskip("pettingzoo", reason="the extra `envs` is not installed")
    matplotlib.use("agg")
    book = json.loads((ROOT / "examples" / "terrarium.ipynb").read_text(encoding="utf-8"))
    assert book["nbformat"] == 4
    names: dict[str, object] = {"display": lambda *things: None}
    for number, cell in enumerate(book["cells"]):
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
            exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
    assert names["state"]._repr_svg_().startswith("<svg")  # type: ignore[attr-defined]


def test_the_example_trains(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra `train`)")
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra `train`)")
    words = ["--minutes", "0.01", "--games", "4", "--against", "random", "--curve", str(tmp_path / "curve.svg")]
    monkeypatch.setattr(sys, "argv", ["train_ppo.py", *words, "--save", str(tmp_path / "agent.pt")])
    example = runpy.run_path(str(ROOT / "examples" / "train_ppo.py"))
    monkeypatch.setitem(example["train"].__globals__, "GAMES", 8)
    monkeypatch.setitem(example["train"].__globals__, "STEPS", 4)
    example["main"]()
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    assert rows[0]["steps"] == 0
    assert rows[-1]["steps"] > 0
    assert (tmp_path / "curve.svg").read_text().count("<svg") == 1
    assert (tmp_path / "agent.pt").stat().st_size > 100_000
