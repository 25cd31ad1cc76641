"""Reports with pictures: one HTML file that needs nothing else."""

import base64
import html
import io
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from terrarium.arena.balance import Share
from terrarium.arena.table import Line
from terrarium.kernel.contract import NotationError

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fdfcf8}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .75rem;text-align:right;border-bottom:1px solid #ddd}
td:first-child,th:first-child{text-align:left}img{max-width:100%}
"""


def figure(width: float, height: float) -> tuple[Any, Any]:
    """A matplotlib figure without a screen."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise NotationError("needs_extra", {"extra": "arena"}) from error
    fig = Figure(figsize=(width, height), layout="constrained")
    return fig, fig.subplots()


def bars(names: Sequence[str], values: Sequence[float], errors: Sequence[tuple[float, float]], label: str) -> Any:
    """Horizontal bars with their intervals; the first on top."""
    fig, axes = figure(8, 1.2 + 0.28 * len(names))
    places = list(range(len(names)))[::-1]
    widths = [[max(0.0, low) for low, _ in errors], [max(0.0, high) for _, high in errors]]
    axes.barh(places, values, xerr=widths, color="#6b9080", ecolor="#444", height=0.65)
    axes.set_yticks(places, names)
    axes.set_xlabel(label)
    axes.set_xlim(left=0)
    axes.grid(axis="x", alpha=0.3)
    return fig


def picture(fig: Any) -> str:
    """An image tag that carries its picture. Text in it stays text: the reader's own fonts have their script, the ones
    that come with the plots have no Chinese."""
    from matplotlib import rc_context

    data = io.BytesIO()
    with rc_context({"svg.fonttype": "none"}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")
        fig.savefig(data, format="svg")
    return f'<img alt="" src="data:image/svg+xml;base64,{base64.b64encode(data.getvalue()).decode()}">'


def page(title: str, parts: list[str]) -> str:
    head = f'<meta charset="utf-8"><title>{html.escape(title)}</title><style>{STYLE}</style>'
    return f"<!doctype html><html>{head}<body><h1>{html.escape(title)}</h1>{''.join(parts)}</body></html>\n"


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def around(value: float, interval: list[float]) -> tuple[float, float]:
    return value - interval[0], interval[1] - value


def arena_report(path: Path, title: str, lines: list[Line], columns: Sequence[str]) -> None:
    """The table of an arena with pictures of win shares, ratings and scores."""
    names = [line.name for line in lines]
    rows = [
        [line.name, f"{line.games}", f"{100 * line.win_share:.1f} %",
         f"{100 * line.ci95[0]:.1f}–{100 * line.ci95[1]:.1f} %", f"{line.mean_score:.1f}",
         f"{line.rating:.1f} ± {line.sigma:.1f}", f"{line.ms_per_move:.1f}"]
        for line in lines
    ]  # fmt: skip
    wins = bars(names, [line.win_share for line in lines], [around(x.win_share, x.ci95) for x in lines], columns[2])
    scores = bars(names, [x.mean_score for x in lines], [(x.score_ci95, x.score_ci95) for x in lines], columns[4])
    rated = bars(names, [x.rating for x in lines], [(x.sigma, x.sigma) for x in lines], columns[5])
    write(path, page(title, [table(columns, rows), picture(wins), picture(scores), picture(rated)]))


def balance_report(path: Path, title: str, lines: list[Share], columns: Sequence[str], words: dict[str, str]) -> None:
    """The table of a balance with one picture a kind; `words` names the kinds."""
    parts: list[str] = []
    for kind in dict.fromkeys(line.kind for line in lines):
        some = [line for line in lines if line.kind == kind][:60]
        rows = [
            [line.name, f"{line.games}", f"{100 * line.win_share:.1f} %",
             f"{100 * line.ci95[0]:.1f}–{100 * line.ci95[1]:.1f} %", f"{line.mean_score:.1f} ± {line.score_ci95:.1f}"]
            for line in some
        ]  # fmt: skip
        fig = bars([x.name for x in some], [x.win_share for x in some], [around(x.win_share, x.ci95) for x in some],
                   columns[2])  # fmt: skip
        parts += [f"<h2>{html.escape(words.get(kind, kind))}</h2>", picture(fig), table(columns, rows)]
    write(path, page(title, parts))


def write(path: Path, text: str) -> None:
    """Write a report; NotationError where that is not possible."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise NotationError("cannot_write", {"file": str(path)}) from error
