"""What is written about the environments is so, and what is shown runs."""

import json
import runpy
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="the extra `envs` is not installed")

from terrarium import catalog, envs
from terrarium.bots.policies import Policy
from terrarium.envs.curve import draw
from terrarium.envs.observers import observer_of
from terrarium.envs.tables import PLACE, filled, renewed
from terrarium.envs.vector_env import VectorTable

ROOT = Path(__file__).resolve().parents[2]


def test_the_curves_are_those_of_the_policies() -> None:
    text = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    assert renewed(text) == text, "run: python -m terrarium.envs.tables docs/environments.md"


def test_the_tables_tell_every_action_and_column() -> None:
    text = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    assert text.count(PLACE) == 1, "the site puts the tables there"
    shown = filled(text)
    for name, title in catalog.titles().items():
        part = shown.partition(f"### {name}\n")[2].partition("\n### ")[0]
        for players in range(title.players[0], title.players[1] + 1):
            observer = observer_of(catalog.game(name, players))
            assert f"| {players} | {len(observer.actions)} | {observer.size} |" in part
            if players == title.players[0]:
                assert f"–{observer.size - 1} | " in part, "the last column is told"


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


def test_what_researchers_are_shown_runs() -> None:
    pytest.importorskip("pettingzoo", reason="the extra `envs` is not installed")
    text = (ROOT / "docs" / "researchers.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    exec(compile(text.partition("```python\n")[2].partition("```")[0], "researchers.md", "exec"), names)
    env = names["env"]
    assert isinstance(env, VectorTable)
    assert env.seat.size == 256


@pytest.mark.parametrize("title", list(catalog.titles()))
def test_the_example_trains(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], title: str
) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra `train`)")
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra `train`)")
    words = ["--minutes", "0.01", "--games", "4", "--against", "random", "--curve", str(tmp_path / "curve.svg")]
    words += ["--title", title, "--save", str(tmp_path / "agent.pt"), "--export", str(tmp_path / "agent.npz")]
    monkeypatch.setattr(sys, "argv", ["train_ppo.py", *words])
    example = runpy.run_path(str(ROOT / "examples" / "train_ppo.py"))
    monkeypatch.setitem(example["train"].__globals__, "GAMES", 8)
    monkeypatch.setitem(example["train"].__globals__, "STEPS", 4)
    example["main"]()
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    assert rows[0]["steps"] == 0
    assert rows[-1]["steps"] > 0
    assert (tmp_path / "curve.svg").read_text().count("<svg") == 1
    assert (tmp_path / "agent.pt").stat().st_size > 100_000
    policy = Policy((tmp_path / "agent.npz").read_bytes())
    assert policy.about["curve"] == rows
    assert policy.about["title"] == title


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_curve_is_drawn_and_the_same_again(tmp_path: Path, kind: str) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra `train`)")
    rows = [{"minutes": 0.0, "steps": 0, "random": 0.5}, {"minutes": 1.0, "steps": 64, "random": 0.75}]
    for name in ("one", "two"):
        draw(rows, "Masked PPO", tmp_path / name / f"curve.{kind}")
    one, two = ((tmp_path / name / f"curve.{kind}").read_bytes() for name in ("one", "two"))
    assert one == two
    assert one.startswith(b"\x89PNG" if kind == "png" else b"<?xml")


def test_the_exported_policy_likes_what_the_agent_likes(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed (extra `train`)")
    example = runpy.run_path(str(ROOT / "examples" / "train_ppo.py"))
    env = envs.vector("terra-mystica", count=4, seed=3)
    torch.manual_seed(1)
    agent = example["Agent"](env, example["scale_of"](env))
    with torch.no_grad():
        for weight in agent.parameters():
            weight.add_(0.1 * torch.randn_like(weight))
    example["export"](agent, env, [], tmp_path / "agent.npz")
    policy = Policy((tmp_path / "agent.npz").read_bytes())
    for _ in range(20):
        env.step(env.sample())
        legal = example["listed"](env.mask)
        logs = example["look"](agent, env.observation, legal)[0].numpy()
        for row, log, actions in zip(env.observation, logs, legal, strict=True):
            count = int((actions >= 0).sum())
            likings = policy(row)[actions[:count]]
            # A softmax forgets what is added to all.
            assert likings - likings.max() == pytest.approx(log[:count] - log[:count].max(), abs=0.05)


def test_the_example_with_a_library_trains(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra `train`)")
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed (extra `train`)")
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra `train`)")
    words = ["--steps", "32", "--games", "1", "--against", "random", "--curve", str(tmp_path / "curve.svg")]
    monkeypatch.setattr(sys, "argv", ["train_maskable_ppo.py", *words, "--save", str(tmp_path / "agent.zip")])
    example = runpy.run_path(str(ROOT / "examples" / "train_maskable_ppo.py"))
    monkeypatch.setitem(example["train"].__globals__, "ENVS", 2)
    monkeypatch.setitem(example["train"].__globals__, "STEPS", 16)
    example["main"]()
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["steps"] for row in rows] == [0, 32]
    assert all(0 <= row["random"] <= 1 for row in rows)
    assert (tmp_path / "curve.svg").read_text().count("<svg") == 1
    assert (tmp_path / "agent.zip").stat().st_size > 100_000


@pytest.mark.parametrize("title", list(catalog.titles()))
def test_every_trained_policy_shows_its_curve(title: str) -> None:
    """The table is among those written anew; the picture is drawn by the training itself."""
    text = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    assert f"<!-- curve: {title} -->" in text
    assert f"](pictures/ppo-{title}.svg)" in text
    assert (ROOT / "docs" / "pictures" / f"ppo-{title}.svg").read_text().count("<svg") == 1
