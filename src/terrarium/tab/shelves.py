"""The gallery of a browser: the units and maps that were made in it. Nobody else comes by, so that each list shows all
of them, and nothing is published; files go in and out by the bench and the sheet."""

import secrets
import time
from collections.abc import Callable
from dataclasses import asdict
from types import SimpleNamespace
from typing import Any

from terrarium.server.errors import Problem
from terrarium.server.workshop import units, works
from terrarium.tab.doors import Asked, Made, door, place_after
from terrarium.tab.maps import text_of
from terrarium.tab.things import LETTERS, ME, Kept
from terrarium.tab.workshop import drafted

LENGTH = 14
"""Letters of a number, as at a server."""
Teller = Callable[[Any, str, int | None], dict[str, Any]]


def unit_read(asked: Asked) -> works.Work:
    """The unit in a request; Problem 422 tells what is wrong with it."""
    title, text = drafted(asked)
    return works.unit_work(title, units.playable(title.id, text, asked.lang)[0])


def map_read(asked: Asked) -> works.Work:
    """The map in a request."""
    return works.map_work(asked.house.titles, text_of(asked), asked.lang)


def row_of(asked: Asked, work: Kept) -> Any:
    """A work as the tellers of cards read it."""
    mine = {"author": asked.house.me.name, "user_id": ME, "published": None, "taken_down": None}
    return SimpleNamespace(**asdict(work), **mine)


def shelve(path: str, shelf: works.Shelf, read: Callable[[Asked], works.Work], card: Teller, whole: Teller) -> None:
    """The ways to the works of a shelf."""
    at, number = f"/workshop/{path}", f"/workshop/{path}/{{number}}"

    def found(asked: Asked) -> Kept:
        work = asked.house.works.get(asked.path["number"])
        if work is None or works.shelf_of(work.kind) != shelf:
            raise Problem(404, "not_found")
        return work

    def told(asked: Asked, work: Kept) -> dict[str, Any]:
        return whole(row_of(asked, work), asked.lang, ME)

    @door("POST", at)
    def keep(asked: Asked) -> object:
        """Keep something here."""
        made, house, now = read(asked), asked.house, time.time()
        if len(house.works) >= works.MOST:
            raise Problem(409, "too_many_units", most=works.MOST)
        copied = asked.wish("copied", str, None)
        id = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        work = Kept(**asdict(made), id=id, copied=copied, updated=now)
        house.works[id] = work
        house.touch(work.key)
        return Made(told(asked, work))

    @door("GET", number)
    def show(asked: Asked) -> object:
        """One of them, with its data."""
        return told(asked, found(asked))

    @door("PUT", number)
    def change(asked: Asked) -> object:
        """Another content for it: what was found of the old one is gone then, unless only what bots hold it worth has
        changed."""
        made, was = read(asked), found(asked)
        if (made.title, made.fingerprint) != (was.title, was.fingerprint):
            kept: dict[str, Any] = {"id": was.id, "copied": was.copied, "updated": time.time()}
            if made.title == was.title and works.same_but_worth(was.data, made.data):
                kept |= {name: getattr(was, name) for name in ("figures", "verdict", "plays", "won")}
            was = Kept(**asdict(made), **kept)
            asked.house.works[was.id] = was
            asked.house.touch(was.key)
        return told(asked, was)

    @door("DELETE", number)
    def drop(asked: Asked) -> object:
        """Keep it no longer; games with it have their own copy."""
        work = found(asked)
        del asked.house.works[work.id]
        asked.house.touch(work.key)
        return {"ok": True}

    @door("GET", at)
    def listed(asked: Asked) -> object:
        """All of them, the latest or the most played first. `cursor`: the `next` of the page before."""
        by_plays = asked.query.get("which") == "played"
        all_ = [work for work in asked.house.works.values() if works.shelf_of(work.kind) == shelf and fits(asked, work)]
        all_.sort(key=lambda work: (work.plays if by_plays else work.updated, work.id), reverse=True)
        first = place_after(asked.query.get("cursor"), [work.id for work in all_])
        some = all_[first : first + works.PAGE]
        more = some[-1].id if first + works.PAGE < len(all_) else None
        return {shelf: [card(row_of(asked, work), asked.lang, ME) for work in some], "next": more}


def fits(asked: Asked, work: Kept) -> bool:
    """Does a work answer all wishes of a list?"""
    wishes = asked.query
    players = asked.number("players") or 0
    sought = " ".join(wishes.get("find", "").split()).casefold()
    return (
        all(not wishes.get(name) or wishes[name] == getattr(work, name) for name in ("title", "kind", "verdict"))
        and (not players or work.players in (0, players))
        and (sought in work.names or sought in asked.house.me.name.casefold())
    )


shelve("units", "units", unit_read, works.unit_card, works.whole_unit)
shelve("atlas", "maps", map_read, works.map_card, works.whole_map)
