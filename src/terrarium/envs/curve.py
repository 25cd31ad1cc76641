"""A learning curve as a small picture (extra `train`): what share of games was won after so many minutes."""

from collections.abc import Mapping, Sequence
from pathlib import Path


def draw(curve: Sequence[Mapping[str, float]], title: str, path: Path) -> None:
    """Rows of `minutes`, `steps` and a win share against each opponent; the same rows make the same file."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.4), layout="constrained")
    axes = figure.subplots()
    for name in [key for key in curve[0] if key not in ("minutes", "steps")]:
        axes.plot([row["minutes"] for row in curve], [100 * row[name] for row in curve], marker=".", label=name)
    axes.axhline(50, color="grey", linewidth=0.8, linestyle=":")
    axes.set(xlabel="minutes of one CPU core", ylabel="games won, %", ylim=(0, 100), title=title)
    axes.legend(title="against")
    path.parent.mkdir(parents=True, exist_ok=True)
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "terrarium"}):
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
