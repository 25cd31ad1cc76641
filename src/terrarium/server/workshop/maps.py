"""The map editor as a page tells it: what a map may hold, what a draft is and what is wrong with it, one out of a seed,
and the map of a table."""

import json
from collections.abc import Mapping
from typing import Any

from terrarium.kernel.contract import Title
from terrarium.kernel.handmade import map_in
from terrarium.server.errors import Problem
from terrarium.words import Words
from terrarium.workshop.maps import (
    MapFile,
    kind_of,
    map_in_option,
    map_option,
    map_text,
    outline_in,
    outline_of,
    rules_of,
)
from terrarium.workshop.shuffle import shuffled

Titles = Mapping[str, Title]


def title_of(titles: Titles, name: str) -> Title:
    """A title that takes maps; Problem 404 where there is none."""
    title = titles.get(name)
    if title is None or not title.house_maps:
        raise Problem(404, "no_title", title=name)
    return title


def laid_out(titles: Titles, name: str, lang: str, house: str = "") -> dict[str, object]:
    """The titles that take maps, what a map of one of them may hold, and the maps of the house."""
    taking = [found.id for found in titles.values() if found.house_maps]
    if not taking:
        raise Problem(404, "no_title", title=name)
    chosen = title_of(titles, name or taking[0])
    housed = house_maps(house, chosen.id, Words(lang, chosen.id))
    return {"titles": taking, "title": chosen.id, "holds": kind_of(chosen), "house": housed}


def house_maps(house: str, title: str, words: Words) -> list[dict[str, object]]:
    """The maps of the house for a title; `house` is what the setting says of them."""
    found: list[dict[str, object]] = []
    for page in json.loads(house or "[]"):
        if page["title"] == title:
            file = map_in_option(page["option"][1])
            found.append({"id": file.id, "name": file.name(words), "players": file.players})
    return found


def told(file: MapFile, lang: str) -> dict[str, object]:
    """A draft as its maker sees it: what is wrong, and its outlines as far as they can be drawn."""
    words = Words(lang, file.title)
    page: dict[str, object] = {"ok": file.ok, "problems": file.told(words), "data": file.data, "title": file.title}
    page |= {"name": file.name(words), "players": file.players, "outline": outline_of(file.data)}
    return {**page, "text": map_text(file) if file.ok else "", "option": list(map_option(file)) if file.ok else []}


def drawn(titles: Titles, name: str, players: int, seed: int, beside: list[str], lang: str) -> dict[str, object]:
    """A map out of a seed: the same seed, the same map."""
    title = title_of(titles, name)
    if beside and not (title.house_maps == "regions" and rules_of(title.id).leaves_room(players, beside)):
        raise Problem(422, "bad_request", what="beside")
    return told(shuffled(title.id, players, seed, beside), lang)


def playable(file: MapFile, lang: str) -> None:
    """Problem 422 tells what is wrong with a map."""
    if not file.ok:
        raise Problem(422, "bad_unit", why=str(file.told(Words(lang, file.title))[0]["sentence"]))


def known(titles: Titles, file: MapFile) -> MapFile:
    """The same file, if its title is played here."""
    if file.title and file.title not in titles:
        raise Problem(404, "no_title", title=file.title[:40])
    return file


def seats_at(titles: Titles, file: MapFile, players: int) -> None:
    """Problem 422 where so many cannot play on a map."""
    low, high = title_of(titles, file.title).players
    if players != file.players if file.players else not low <= players <= high:
        raise Problem(422, "bad_request", what="players")


def with_verdict(seats: dict[str, Any]) -> dict[str, Any]:
    """What the gallery keeps of how seats fare."""
    return {**seats, "verdict": "uneven" if seats["uneven"] else "even"}


def at_table(options: dict[str, str], title: str, lang: str) -> dict[str, Any]:
    """The map of somebody's own among the options of a game, drawn."""
    name = map_in(options)
    if not name:
        return {"id": "", "name": "", "outline": None, "beside": []}
    line = options[name]
    file = map_in_option(line)
    page = {"id": file.id, "name": file.name(Words(lang, title)), "outline": outline_in(line)}
    return {**page, "beside": file.beside}
