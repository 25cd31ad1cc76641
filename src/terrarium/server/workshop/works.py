"""What people made, as a page tells it: units and maps that are kept, in a list and whole."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from terrarium.kernel.contract import Title
from terrarium.kernel.handmade import canonical, fingerprint
from terrarium.server.workshop import maps
from terrarium.words import Words
from terrarium.workshop.files import UnitFile, option_of, read_unit
from terrarium.workshop.maps import MapFile, map_option, map_text, outline_in, read_map
from terrarium.workshop.text import Teller

MOST = 100
"""Works that one person may keep."""
PAGE = 24
LEAST_SHOWN = 40
"""Games from which on figures of the lab are worth keeping."""
FIGURES = (
    "games",
    "win_share",
    "ci95",
    "mean_score",
    "even",
    "verdict",
    "players",
    "by_players",
    "by_map",
    "with",
    "against",
    "box",
    "blank",
)
"""What is kept of a unit's figures."""
LISTED = ("games", "win_share", "ci95", "mean_score", "even", "verdict", "players")
"""What of that a list tells."""
MAPS = ("regions", "hexes")
"""The kinds of works that are maps; all others are units."""
Shelf = Literal["units", "maps"]


@dataclass
class Work:
    """What is kept of a unit file or a map file."""

    title: str
    kind: str
    names: str
    data: str
    fingerprint: str
    players: int = 0
    """Of a map: for how many it is; 0: any number."""

    @property
    def shelf(self) -> Shelf:
        return shelf_of(self.kind)


def shelf_of(kind: str) -> Shelf:
    return "maps" if kind in MAPS else "units"


def unit_work(title: Title, file: UnitFile) -> Work:
    """What is kept of a unit that can be played."""
    page: Any = file.data["unit"]
    mark, _, data = option_of(file)[1].partition(" ")
    return Work(title.id, page["kind"], _names(page, file.unit.name), data, mark)


def map_work(titles: Mapping[str, Title], text: str, lang: str) -> Work:
    """What is kept of a map; Problem 422 tells what is wrong with it."""
    file = maps.known(titles, read_map(text))
    maps.playable(file, lang)
    title = maps.title_of(titles, file.title)
    line = canonical(file.data)
    return Work(title.id, title.house_maps, _names(file.page, file.id), line, fingerprint(line), file.players)


def _names(page: Mapping[str, Any], id: str) -> str:
    """By what it is found."""
    return " ".join(dict.fromkeys([*page["name"].values(), id])).casefold()[:100]


def same_but_worth(was: str, now: str) -> bool:
    """Is a unit the same by the rules? What bots hold it worth changes nothing at a table."""
    old, new = json.loads(was), json.loads(now)
    for page in (old, new):
        page.get("unit", {}).pop("worth", None)
    return bool(old == new)


def made(row: Any, user_id: int | None) -> dict[str, Any]:
    """What a list tells of every work; its name is the shelf's to tell."""
    plain = ("id", "title", "kind", "author", "figures", "verdict", "plays", "copied", "updated", "published")
    page = {name: getattr(row, name) for name in plain}
    return {
        **page,
        "user": row.user_id,
        "mine": row.user_id == user_id,
        "taken_down": row.taken_down is not None,
    }


@lru_cache(500)
def _read(data: str) -> UnitFile:
    return read_unit(data)


def unit_card(row: Any, lang: str, user_id: int | None) -> dict[str, Any]:
    """A unit as people read it in a list: of its figures only what a line of them tells."""
    page = whole_card(row, lang, user_id)
    figures = page["figures"] or {}
    return {**page, "figures": {key: figures[key] for key in LISTED if key in figures} or None}


def whole_card(row: Any, lang: str, user_id: int | None) -> dict[str, Any]:
    file = _read(row.data)
    page: Any = file.data["unit"]
    teller = Teller(Words(lang, row.title), file)
    return {
        **made(row, user_id),
        "name": teller.name(),
        "unit": file.unit.name,
        "icon": page.get("icon", ""),
        "tokens": page.get("tokens", 0),
        # A unit of an older vocabulary stays with its owner, though it says nothing any more.
        "sentences": teller.sentences() if file.plays else [],
        "won": round(row.won, 2),
    }


def whole_unit(row: Any, lang: str, user_id: int | None) -> dict[str, Any]:
    """The same, with what it is made of and how it comes to a table."""
    file = _read(row.data)
    return {**whole_card(row, lang, user_id), "data": file.data, "option": list(option_of(file))}


def sketch(file: MapFile) -> dict[str, Any]:
    """What a small picture needs."""
    page = file.page
    regions = [{"terrain": row["terrain"], "at": row["at"]} for row in page.get("region", [])]
    return {
        "aspect": page.get("aspect", 0),
        "regions": regions,
        "open": page.get("open", []),
        "rows": page.get("rows", []),
    }


def map_card(row: Any, lang: str, user_id: int | None) -> dict[str, Any]:
    """A map as people see it."""
    # It was looked at when it was kept: here it is only read.
    file = MapFile(json.loads(row.data), [])
    page = {"name": file.name(Words(lang, row.title)), "map": file.id, "players": file.players}
    return {**made(row, user_id), **page, "sketch": sketch(file)}


def whole_map(row: Any, lang: str, user_id: int | None) -> dict[str, Any]:
    """The same, with what it is made of, how it comes to a table, and its outlines."""
    file = MapFile(json.loads(row.data), [])
    option = list(map_option(file))
    page = {"data": file.data, "text": map_text(file), "option": option, "outline": outline_in(option[1])}
    return {**map_card(row, lang, user_id), **page}
