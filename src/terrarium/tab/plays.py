"""How seats, races and powers have done in the games of this browser."""

from collections.abc import Iterable
from typing import Any

from terrarium.server.errors import Problem
from terrarium.tab.doors import Asked, door
from terrarium.tab.things import ME

Row = dict[str, Any]


@door("GET", "/titles/{title}/statistics")
def statistics(asked: Asked) -> object:
    """Everybody's at this device, or mine. A game is counted when nothing else is to be done."""
    house, title = asked.house, asked.path["title"]
    if title not in house.titles:
        raise Problem(404, "no_title", title=title)
    players, mine = asked.number("players"), asked.query.get("mine") == "true"
    rows = [row for found in house.plays.values() for row in found if row["title"] == title]
    wanted = [row for row in rows if players in (None, row["players"]) and (not mine or row["user_id"] == ME)]
    return {"title": title, "figures": figures(wanted)}


def figures(rows: Iterable[Row]) -> list[Row]:
    """Games, share of wins and mean score of each seat, race and power."""
    by_unit: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        by_unit.setdefault((row["kind"], row["unit"]), []).append(row)
    found = []
    for (kind, unit), its in sorted(by_unit.items()):
        games, won = len(its), float(sum(row["won"] for row in its))
        mean = sum(row["score"] for row in its) / games
        page = {"kind": kind, "unit": unit, "games": games, "wins": round(won, 2)}
        found.append({**page, "win_share": round(won / games, 4), "mean_score": round(mean, 2)})
    return found
