"""The board: positions, moves, undo, what happened, why not, what would come, records."""

import json
from dataclasses import asdict
from typing import Any

from terrarium import catalog, courtesy
from terrarium.coach.forecast import forecast
from terrarium.server import words
from terrarium.server.errors import Problem, refused
from terrarium.server.room import history, moves, page
from terrarium.server.room.outlook import attempt, draft, drafted, gained, told_stop
from terrarium.server.room.room import Room
from terrarium.server.store import records
from terrarium.server.store.rows import ENDED, LIVE
from terrarium.tab import talk
from terrarium.tab.doors import Asked, door, unfit
from terrarium.tab.house import House
from terrarium.tab.things import ME


def seated(asked: Asked) -> tuple[House, Room, int]:
    """House, room and seat of whoever plays here now."""
    room = asked.house.room(asked.path["game"])
    seat = room.seat_of(ME)
    if seat < 0:
        raise Problem(403, "players_only")
    return asked.house, room, seat


def looker(asked: Asked) -> tuple[House, Room, int]:
    room = asked.house.room(asked.path["game"])
    return asked.house, room, room.seat_of(ME)


def over(room: Room) -> bool:
    return room.meta.status in ENDED


@door("POST", "/games/{game}/moves")
def submit(asked: Asked) -> object:
    """Play."""
    house, room, seat = seated(asked)
    return acknowledged(house, room, seat, talk.submit(house, room, seat, asked.body))


@door("POST", "/games/{game}/undo")
def take_back(asked: Asked) -> object:
    """Take back my last decision, or my whole turn."""
    house, room, seat = seated(asked)
    return acknowledged(house, room, seat, talk.undo(house, room, seat, asked.body))


def acknowledged(house: House, room: Room, seat: int, done: talk.Done) -> object:
    row, lines, repeated, pages = done
    if not repeated:
        house.tell(room, pages)
    return {"seq": pages.seq, "row": row, "done": lines, "repeated": repeated, **pages.of(seat)}


@door("GET", "/games/{game}/view")
def view(asked: Asked) -> object:
    """The position now or after row `at`, with the choices I have."""
    _, room, viewer = looker(asked)
    eyes = asked.number("as", 7)
    if eyes is not None and eyes != viewer:
        if not over(room):
            raise Problem(403, "game_running")
        if eyes >= room.meta.players:
            raise Problem(404, "no_seat", seat=eyes)
        viewer = eyes
    at = asked.number("at")
    seq = room.seq if at is None else at
    state = history.state_at(room, seq)
    mine = seq == room.seq and room.meta.status == LIVE and room.meta.turn == viewer
    return {"seq": seq, **page.position(room.meta, state, viewer, mine)}


@door("GET", "/games/{game}/events")
def events(asked: Asked) -> object:
    """What happened in rows after+1 … upto, with sentences."""
    _, room, viewer = looker(asked)
    after, upto = asked.number("after") or 0, asked.number("upto")
    last = min(room.seq if upto is None else upto, room.seq, after + history.MOST)
    rows: list[dict[str, Any]] = []
    if after < last:
        rows = [page.told_row(told, viewer) for told in history.told_between(room, after, last, [viewer])]
    names = [seat.name or seat.level for seat in room.seats]
    for row in rows:
        for event in row["events"]:
            args = {"seat": event["seat"], "cause": event["cause"], **event["args"]}
            event["sentence"] = words.spoken(asked.lang, "event." + event["code"], args, room.meta.title, names)
    return {"seq": last, "rows": rows}


@door("GET", "/games/{game}/why")
def why(asked: Asked) -> object:
    """May I play this now? If not, the reason and its rule; if so, what it costs."""
    move, after = asked.text("move", 1, 200), asked.text("after", 0, 4000)
    ahead, chance = bool(asked.number("ahead", 1)), bool(asked.number("chance", 1))
    _, room, seat = seated(asked)
    if not ahead:
        moves.check_turn(room, seat)
    known, _ = drafted(room, seat, ahead)
    attempt(known, room.meta.title, seat, after.splitlines(), chance)
    actions = moves.expand(known, room.meta.title, move)
    refusal = known.why_illegal(actions[0]) if actions else None
    problem = None
    if refusal is not None:
        found = refused(room.meta.title, refusal)
        problem = found.body(words.sentence(asked.lang, found.key, found.args_, found.title))["error"]
    price = known.explain(actions[0]) if actions and refusal is None else []
    return {"legal": bool(actions) and refusal is None, "refusal": problem, "price": price}


@door("GET", "/games/{game}/forecast")
def outlook(asked: Asked) -> object:
    """What my turn would bring if I ended it now."""
    _, room, seat = seated(asked)
    running = room.meta.status == LIVE and room.meta.turn == seat
    return {"lines": forecast(room.state, seat) if running else []}


@door("GET", "/games/{game}/profit")
def profit(asked: Asked) -> object:
    """Who profits from a region: its holder each turn, and I if I take it now."""
    _, room, viewer = looker(asked)
    region = asked.number("region", 200)
    if region is None:
        raise unfit("query.region")
    holder, held = catalog.yields(room.state, region)
    running = room.meta.status == LIVE and viewer >= 0 and room.meta.turn == viewer
    mine = gained(room.state, viewer, region) if running else []
    return {"holder": holder if holder >= 0 else None, "held": held, "mine": mine}


@door("POST", "/games/{game}/plan")
def plan(asked: Asked) -> object:
    """Try moves on a copy: where they lead."""
    wished = asked.texts("moves", 0, 200)
    _, room, seat = seated(asked)
    ahead, as_far, chance = (asked.wish(name, bool, False) for name in ("ahead", "as_far", "chance"))
    told, stopped = draft(room, seat, wished, ahead, as_far, chance)
    if stopped is not None:
        told["stopped"] = told_stop(stopped, words.sentence(asked.lang, stopped.key, stopped.args_, stopped.title))
    return told


@door("GET", "/games/{game}/position")
def position(asked: Asked) -> object:
    """The position as one line of text."""
    house, room, viewer = looker(asked)
    at = asked.number("at")
    seq = room.seq if at is None else at
    state = history.state_at(room, seq)
    if not over(room):
        state = courtesy.copy(room.game, state, viewer, room.meta.coins)
    usual = {option.name: option.default for option in house.titles[room.meta.title].options}
    return {"seq": seq, "line": page.written(room, state, usual)}


def exported(house: House, room: Room) -> str:
    """The record, which says which of the people at this device is me."""
    mine = next((seat.seat for seat in room.seats if seat.user_id == ME), None)
    return records.export(room.meta, room.seats, room.rows, room.game, house.titles[room.meta.title], mine)


@door("GET", "/games/{game}/record")
def record(asked: Asked) -> object:
    """The record of a game, also of one that is not over: whoever has the device has all of it."""
    house, room, _ = looker(asked)
    return exported(house, room)


@door("GET", "/games/{game}/fair")
def fair(asked: Asked) -> object:
    """The hash of the secret behind all draws; when the game is over, the secret."""
    _, room, _ = looker(asked)
    secret = room.meta.secret.hex() if over(room) else None
    return {"commitment": room.meta.commitment, "secret": secret, "fair_from": room.meta.fair_from}


@door("GET", "/games/{game}/draws")
def draws(asked: Asked) -> object:
    """Every draw of a finished game with all that could have come."""
    house, room, _ = looker(asked)
    if not over(room):
        raise Problem(409, "game_running")
    written, heading = records.parse(exported(house, room))
    return {"draws": json.loads(json.dumps([asdict(one) for one in records.replay(room.game, written, heading).draws]))}
