"""The tables of docs/environments.md: what every action number and every column of an observation means.

    python -m terrarium.envs.tables docs/environments.md        # write the tables anew, keep the words around them
"""

import sys
from itertools import groupby
from pathlib import Path

from terrarium import catalog
from terrarium.kernel.contract import State
from terrarium.search.batch.observer import Observer
from terrarium.search.batch.observers import observer_of
from terrarium.search.batch.sheet import Field

START = "<!-- tables: written by python -m terrarium.envs.tables -->"
END = "<!-- end of tables -->"


def tables() -> str:
    """Both tables for the smallest table of every title, and the sizes for all others."""
    parts = []
    for name, title in catalog.titles().items():
        low, high = title.players
        parts.append(f"### {name}\n")
        parts.append("| players | actions | columns |\n|--:|--:|--:|")
        for players in range(low, high + 1):
            observer = observer_of(catalog.game(name, players))
            parts.append(f"| {players} | {len(observer.actions)} | {observer.size} |")
        game = catalog.game(name, low)
        observer = observer_of(game)
        parts.append(f"\nActions at a table of {low}:\n\n| numbers | action | first | last |\n|---|---|---|---|")
        parts += action_rows(observer, game.new())
        parts.append(f"\nColumns at a table of {low}:\n\n| columns | field | values | meaning |\n|---|---|---|---|")
        parts += field_rows(observer.fields)
        parts.append("")
    return "\n".join(parts)


def action_rows(observer: Observer, state: State) -> list[str]:
    """Runs of actions that begin with the same word."""
    texts = [state.text(code) for code in observer.actions]
    rows, start = [], 0
    for verb, run in groupby(texts, key=lambda text: text.split()[0]):
        found = list(run)
        numbers = f"{start}" if len(found) == 1 else f"{start}–{start + len(found) - 1}"
        rows.append(f"| {numbers} | {verb} | `{found[0]}` | `{found[-1]}` |")
        start += len(found)
    return rows


def field_rows(fields: list[Field]) -> list[str]:
    """One row for each field; fields that differ in their number only (`region 0`, `region 1`) share one."""
    rows = []
    for kind, run in groupby(fields, key=lambda field: field.name.rstrip("0123456789")):
        found = list(run)
        first, last = found[0], found[-1]
        columns = f"{first.start}–{last.start + last.count - 1}" if last.start + last.count - 1 > first.start else f"{first.start}"
        name = first.name if len(found) == 1 else f"{kind}0–{len(found) - 1}, {first.count} each"
        meaning = first.meaning if len(found) == 1 else first.meaning.replace(first.name, f"{kind}k")
        rows.append(f"| {columns} | {name} | {first.low}–{first.high} | {meaning} |")
    return rows


def renewed(text: str) -> str:
    """A document with its tables written anew."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n\n{tables()}\n{END}{after}"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
