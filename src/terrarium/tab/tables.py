"""Tables: who I am, what can be played, making a table, finding it again, and what is around the board."""

import json
from typing import Any

from terrarium import courtesy
from terrarium.kernel.contract import OVER
from terrarium.server import words
from terrarium.server.errors import Problem
from terrarium.server.room import history, plans
from terrarium.server.room.dealt import dealt_first
from terrarium.server.room.moves import check_person
from terrarium.server.room.outlook import drafted
from terrarium.server.room.room import Room
from terrarium.server.shelf import rulebook, shown
from terrarium.server.store import records
from terrarium.server.store.rows import ENDED, RESIGNED, Seat
from terrarium.tab import talk
from terrarium.tab.doors import MOST, Asked, Made, door, place_after, unfit
from terrarium.tab.house import PAGE
from terrarium.tab.things import ME, Wish
from terrarium.words import Words
from terrarium.workshop.text import messages, units_in

TITLES = "terrarium.catalog:titles"


def _session(asked: Asked) -> dict[str, object]:
    me = asked.house.me
    return {"csrf": "here", "user": ME, "name": me.name, "account": False, "lang": me.lang}


@door("GET", "/me")
def me(asked: Asked) -> object:
    """Who I am; nobody before I came for the first time."""
    return {"session": _session(asked) if asked.house.greeted else None}


@door("POST", "/session")
@door("PATCH", "/session")
def session(asked: Asked) -> object:
    """Another name or language, or the first."""
    house = asked.house
    name, lang = asked.wish("name", str, ""), asked.wish("lang", str, "")
    house.me.name = name.strip()[:40] or house.me.name or "Guest"
    house.me.lang = lang if lang in words.LANGUAGES else house.me.lang
    fresh, house.greeted = not house.greeted, True
    house.touch("me")
    return Made(_session(asked)) if fresh else _session(asked)


def _title(asked: Asked, name: str) -> dict[str, object]:
    title = asked.house.titles.get(name)
    if title is None:
        raise Problem(404, "no_title", title=name)
    return {**shown(title, asked.lang), "levels": asked.house.levels(name)}


@door("GET", "/titles")
def titles(asked: Asked) -> object:
    return {"titles": [_title(asked, name) for name in asked.house.titles]}


@door("GET", "/titles/{title}")
def one_title(asked: Asked) -> object:
    return _title(asked, asked.path["title"])


@door("GET", "/titles/{title}/rules")
def rules(asked: Asked) -> object:
    """The living rulebook and its tables."""
    title, lang = asked.path["title"], asked.lang
    found = asked.house.titles.get(title)
    if found is None:
        raise Problem(404, "no_title", title=title)
    book = rulebook(title)
    told = [one.as_dict(lang) for one in book.statements]
    sheets = [sheet.told(lambda key, args: words.spoken(lang, key, args, title)) for sheet in found.sheets()]
    return {"title": title, "lang": lang, "chapters": book.chapters, "rules": told, "tables": sheets}


@door("GET", "/games")
def games(asked: Asked) -> object:
    """My games, or those of them that have ended; no strangers come here. `cursor`: the `next` of the page before."""
    which, title, house = asked.query.get("which", "open"), asked.query.get("title"), asked.house
    wanted = {"mine": ("live", "paused", "over"), "archive": ENDED}.get(which, ())
    learning = {learnt.game for learnt in house.learnt.values()}
    cards = [card.entry for game in house.games() if game not in learning and (card := house.card(game)) is not None]
    found = [entry for entry in cards if entry["status"] in wanted and title in (None, entry["title"])]
    found.sort(key=lambda entry: (entry["updated"], entry["id"]), reverse=True)
    first = place_after(asked.query.get("cursor"), [entry["id"] for entry in found])
    some = found[first : first + PAGE]
    if which != "mine":
        some = [{name: value for name, value in entry.items() if name not in ("you", "your_turn")} for entry in some]
    return {"games": some, "next": some[-1]["id"] if first + PAGE < len(found) else None}


@door("DELETE", "/games/{game}")
def forget(asked: Asked) -> object:
    """A game that has ended makes room."""
    game = asked.path["game"]
    card = asked.house.card(game)
    if card is None:
        raise Problem(404, "no_game")
    if card.entry["status"] not in ENDED:
        raise Problem(409, "game_running")
    asked.house.forget(game)
    return {"ok": True}


def wish_of(asked: Asked, least: int = 0) -> Wish:
    """What the body says of a table: of at least so many seats."""
    seats = []
    for place, seat in enumerate(asked.many("seats", least, 8)):
        if not isinstance(seat, dict):
            raise unfit(f"seats.{place}")
        kind, level = seat.get("kind", "open"), seat.get("level", "random")
        if kind not in ("me", "open", "bot"):
            raise unfit(f"seats.{place}.kind")
        if not isinstance(level, str) or len(level) > 20:
            raise unfit(f"seats.{place}.level")
        seats.append({"kind": kind, "level": level})
    lang, coins = asked.wish("lang", str, ""), asked.wish("coins", str, courtesy.HIDDEN)
    return Wish("", seats, lang=lang or asked.house.me.lang, coins=coins)


def _seated(asked: Asked, room: Room, **more: object) -> Made:
    return Made({"table": asked.house.table(room), "key": None, "link": f"/g/{room.id}", **more})


@door("POST", "/games")
def create(asked: Asked) -> object:
    """Set up a table. It begins at once."""
    wish = wish_of(asked, 1)
    wish.title, wish.map_name = asked.wish("title", str, ""), asked.wish("map", str, "")
    wish.options = {str(name): str(value) for name, value in asked.wish("options", dict, {}).items()}
    first = asked.wish("first", str, "")
    if first:
        _deal(asked, wish, first)
    return _seated(asked, asked.house.create(wish))


def _deal(asked: Asked, wish: Wish, first: str) -> None:
    """A race or power of one's own that comes with the first combo."""
    if f"unit.{first}" not in wish.options:
        raise Problem(422, "bad_request", what="first")
    wish.secret = asked.house.secret()
    begins = next((number for number, seat in enumerate(wish.seats) if seat["kind"] == "me"), 0)
    game = asked.house.wished(wish, wish.secret)
    wish.map_name = game.map_name
    wish.rows, wish.position = dealt_first(game, first, begins, wish.secret, 0.0)


@door("POST", "/quick")
def quick(asked: Asked) -> object:
    """A table against bots: nobody else comes by."""
    title = asked.house.titles.get(asked.wish("title", str, ""))
    if title is None:
        raise Problem(404, "no_title", title=asked.wish("title", str, ""))
    seats = max(title.players[0], min(3, title.players[1]))
    bot = {"kind": "bot", "level": usual(asked, title.id)}
    room = asked.house.create(Wish(title.id, [{"kind": "me"}, *[bot] * (seats - 1)], lang=asked.house.me.lang))
    return {"table": asked.house.table(room), "key": None, "link": f"/g/{room.id}"}


def usual(asked: Asked, title: str) -> str:
    """The level of bots that nobody chose."""
    levels = asked.house.levels(title)
    return "strong" if "strong" in levels else levels[-1]


@door("POST", "/games/import")
def bring_in(asked: Asked) -> object:
    """A game from a record, a position in one line or a log of another server."""
    done = records.reading(TITLES, asked.wish("record", str, ""), 0.0)
    wish = wish_of(asked)
    if done.over or not wish.seats:
        wish.seats = records.wished_seats(done, asked.house.levels(done.title), usual(asked, done.title))
    wish.title, wish.map_name, wish.options = done.title, done.map_name, done.options
    wish.rows, wish.start, wish.imported = done.rows, done.start, True
    wish.position = asked.house.game(done.title, done.players, done.map_name, done.options).load(
        json.loads(done.position)
    )
    room = asked.house.create(wish)
    if done.over:
        room.meta.status = "over"
        room.meta.result = {"scores": done.scores, "winners": done.winners, "ended": "rules"}
    note = None
    if done.stopped is not None:
        note = words.sentence(asked.lang, "error." + done.stopped[0], done.stopped[1], done.title)
    return _seated(asked, room, note=note)


@door("GET", "/games/{game}")
@door("POST", "/games/{game}/back")
@door("POST", "/games/{game}/seats/{seat}/claim")
def show(asked: Asked) -> object:
    """The table around the board."""
    return asked.house.table(asked.house.room(asked.path["game"]))


@door("POST", "/games/{game}/resign")
def resign(asked: Asked) -> object:
    """Give up: a bot plays on, or the game ends when one side is left."""
    house, entry = asked.house, seat_of(asked)
    room = house.room(asked.path["game"])
    if room.meta.status in ENDED:
        raise Problem(409, "not_running", status=room.meta.status)
    if not entry.gone:
        entry.stand_in, entry.orders = RESIGNED, []
        left = [seat.seat for seat in room.seats if seat.seat != entry.seat and not seat.gone]
        if len(left) == 1:
            house.end(room, "over", left)
        house.look_again(room)
        house.show_table(room)
    return house.table(room)


@door("POST", "/games/{game}/ask")
def ask(asked: Asked) -> object:
    """What needs the others' consent elsewhere happens at once."""
    kind, to = asked.body.get("kind"), asked.body.get("to")
    if kind not in ("takeback", "abort"):
        raise unfit("kind")
    if to is not None:
        asked.count("to", MOST)
    entry, room = seat_of(asked), asked.house.room(asked.path["game"])
    talk.ask(asked.house, room, entry.seat, kind, to)
    return asked.house.table(room)


@door("POST", "/games/{game}/fork")
def fork(asked: Asked) -> object:
    """Play on from a position in a new game."""
    wish, at = wish_of(asked, 1), asked.count("at", MOST)
    house, room = asked.house, asked.house.room(asked.path["game"])
    if at > room.seq:
        raise Problem(404, "no_position", seq=at, last=room.seq)
    if len(wish.seats) != room.meta.players:
        raise Problem(422, "bad_seats", low=room.meta.players, high=room.meta.players)
    state = history.state_at(room, at).clone()
    if state.current_player() == OVER:
        raise Problem(409, "game_over")
    wish.title, wish.map_name, wish.options = room.meta.title, room.meta.map_name, dict(room.meta.options)
    wish.parent = (room.id, at)
    if room.meta.status in ENDED:
        wish.rows, wish.position, wish.start = room.rows[:at], state, room.meta.start
    else:
        wish.position = courtesy.copy(room.game, state, room.seat_of(ME), room.meta.coins)
        wish.start = json.dumps(wish.position.dump())
    return _seated(asked, house.create(wish))


def seat_of(asked: Asked) -> Seat:
    """Whose page the device shows."""
    room = asked.house.room(asked.path["game"])
    if room.seat_of(ME) < 0:
        raise Problem(403, "players_only")
    return room.seats[room.seat_of(ME)]


@door("GET", "/games/{game}/private")
def private(asked: Asked) -> object:
    """My standing orders, the plan for my next turn, and my note to myself."""
    entry = seat_of(asked)
    own = {"orders": plans.without_plan(entry.orders), "plan": plans.shown(entry.orders)}
    return {**own, "note": entry.note, "muted": []}


@door("PUT", "/games/{game}/orders")
def orders(asked: Asked) -> object:
    """What to play without asking me."""
    wished = [order_of(order, f"orders.{place}") for place, order in enumerate(asked.many("orders", 0, 20))]
    if "orders" not in asked.body:
        raise unfit("orders")
    entry = seat_of(asked)
    check_person(entry)
    plan = plans.plan_of(entry.orders)
    entry.orders = wished if plan is None else plans.with_plan(wished, plan)
    asked.house.touch(asked.path["game"])
    return {"ok": True}


def order_of(order: object, where: str) -> dict[str, Any]:
    """One order as the server keeps it: its question, its answer, and between which bounds."""
    if not isinstance(order, dict):
        raise unfit(where)
    for name, most in (("ask", 60), ("play", 200)):
        if not isinstance(order.get(name), str) or len(order[name]) > most:
            raise unfit(f"{where}.{name}")
    facts = order.get("facts", {})
    if not isinstance(facts, dict) or len(facts) > 10:
        raise unfit(f"{where}.facts")
    kept = {}
    for fact, bound in facts.items():
        if not isinstance(bound, dict):
            raise unfit(f"{where}.facts.{fact}")
        bounds = {side: bound[side] for side in ("min", "max") if bound.get(side) is not None}
        for side, number in bounds.items():
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise unfit(f"{where}.facts.{fact}.{side}")
        kept[fact] = {side: float(number) for side, number in bounds.items()}
    return {"ask": order["ask"], "play": order["play"], "facts": kept}


@door("PUT", "/games/{game}/note")
def note(asked: Asked) -> object:
    """A note to myself."""
    text = asked.body.get("note")
    if not isinstance(text, str) or len(text) > 20_000 or "\0" in text:
        raise unfit("note")
    seat_of(asked).note = text
    asked.house.touch(asked.path["game"])
    return {"ok": True}


@door("PUT", "/games/{game}/plan")
def leave_plan(asked: Asked) -> object:
    """Leave a plan for my next turn, while a bot thinks."""
    wished, other = asked.texts("moves", 1, 60), asked.texts("otherwise", 0, 60)
    entry, room = seat_of(asked), asked.house.room(asked.path["game"])
    check_person(entry)
    copy, ahead = drafted(room, entry.seat, ahead=True)
    if not ahead:
        raise Problem(409, "plan_now")
    plan = plans.made(room.meta.title, copy, entry.seat, wished, other, asked.wish("chance", bool, False))
    entry.orders = plans.with_plan(entry.orders, plan)
    asked.house.touch(room.id)
    return {"ok": True}


@door("DELETE", "/games/{game}/plan")
def withdraw_plan(asked: Asked) -> object:
    """Take my plan back."""
    entry = seat_of(asked)
    entry.orders = plans.without_plan(entry.orders)
    asked.house.touch(asked.path["game"])
    return {"ok": True}


@door("GET", "/games/{game}/units")
def units(asked: Asked) -> object:
    """The units of somebody's own at this table: names, cards and icons."""
    room = asked.house.room(asked.path["game"])
    said = Words(asked.lang, room.meta.title)
    found = []
    for file in units_in(room.meta.options):
        page: Any = file.data["unit"]
        found.append({"id": file.unit.name, "icon": page.get("icon", ""), "words": messages(said, file)})
    return {"units": found}
