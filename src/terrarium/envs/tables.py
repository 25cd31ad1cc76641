"""The tables of docs/environments.md: what every action number and every column of an observation means, which the
site makes when it is built; and how the trained policies learnt, which stands in the page.

python -m terrarium.envs.tables                             # print the first
python -m terrarium.envs.tables docs/environments.md        # write the curves anew, keep the words around them
"""

import re
import sys
from itertools import groupby
from pathlib import Path

from terrarium import catalog
from terrarium.batch.observer import Observer
from terrarium.batch.sheet import Field
from terrarium.bots.policies import policy_of
from terrarium.envs.observers import observer_of
from terrarium.kernel.contract import State

PLACE = "<!-- tables -->"
"""Where the tables go in the page that is shown."""
CURVE = re.compile(r"(<!-- curve: ([a-z-]+) -->\n)(.*?)(<!-- end of curve -->)", re.DOTALL)
"""Where a title's learning curve stands."""


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
        parts.append(
            f"\nActions at a table of {low}:\n\n| numbers | verb | actions | first | last |\n|---|---|--:|---|---|"
        )
        parts += action_rows(observer, game.new())
        parts.append(f"\nColumns at a table of {low}:\n\n| columns | field | values | meaning |\n|---|---|---|---|")
        parts += field_rows(observer.fields)
        parts.append("")
    return "\n".join(parts)


def action_rows(observer: Observer, state: State) -> list[str]:
    """One row for each verb, in the order of their first numbers."""
    numbers: dict[str, list[int]] = {}
    for number, code in enumerate(observer.actions):
        numbers.setdefault(state.text(code).split()[0], []).append(number)
    rows = []
    for verb, found in numbers.items():
        first, last = found[0], found[-1]
        joined = last - first + 1 == len(found)
        span = f"{first}" if first == last else f"{first}–{last}" if joined else f"{first} … {last}"
        texts = [state.text(observer.actions[number]) for number in (first, last)]
        rows.append(f"| {span} | {verb} | {len(found)} | `{texts[0]}` | `{texts[1]}` |")
    return rows


def field_rows(fields: list[Field]) -> list[str]:
    """One row for each field; fields that differ in their number only (`region 0`, `region 1`) share one."""
    rows = []
    for kind, run in groupby(fields, key=lambda field: field.name.rstrip("0123456789")):
        found = list(run)
        first, last = found[0], found[-1]
        end = last.start + last.count - 1
        columns = f"{first.start}–{end}" if end > first.start else f"{first.start}"
        name = first.name if len(found) == 1 else f"{kind}0–{len(found) - 1}, {first.count} each"
        rows.append(f"| {columns} | {name} | {first.low} to {first.high} | {first.meaning} |")
    return rows


def curve(title: str) -> str:
    """How the policy of a title learnt: games won against each opponent by time and decisions."""
    policy = policy_of(title)
    assert policy is not None, title
    rows = policy.about["curve"]
    against = [name for name in rows[0] if name not in ("minutes", "steps")]
    lines = [f"| CPU minutes | decisions | {' | '.join(against)} |", "|--:|--:|" + "--:|" * len(against)]
    for row in rows:
        shares = " | ".join(f"{100 * row[name]:.0f} %" for name in against)
        lines.append(f"| {row['minutes']:.1f} | {row['steps'] / 1000:.0f} k | {shares} |")
    return "\n".join(lines)


def renewed(text: str) -> str:
    """A document with its curves written anew."""
    return CURVE.sub(lambda found: f"{found[1]}\n{curve(found[2])}\n\n{found[4]}", text)


def filled(text: str) -> str:
    """A document with the tables in their place."""
    return text.replace(PLACE, tables()) if PLACE in text else text


if __name__ == "__main__":
    if len(sys.argv) > 1:
        path = Path(sys.argv[1])
        path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print(tables())
