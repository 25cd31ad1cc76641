"""What pages and tables say to each other over a line: the packets of the server's sockets."""

import json
import time
import traceback
from typing import Any

from terrarium.kernel.contract import SPECTATOR
from terrarium.server import words
from terrarium.server.errors import Problem
from terrarium.server.room import fences, history, moves
from terrarium.server.room.page import Pages, told_row
from terrarium.server.room.room import Room
from terrarium.server.store.rows import ALONE, LIVE
from terrarium.tab.house import House
from terrarium.tab.things import ME, Line


def join(house: House, line: Line, after: int | None) -> int:
    """Open a line: what happened after row `after` and the position now, then everything that follows. Its number."""
    room = house.room(line.room)
    line.viewer, line.told = room.seat_of(ME), room.seq
    told: list[history.Told] = []
    if after is not None and after < room.seq:
        told = history.told_between(room, max(after, room.seq - history.MOST), room.seq, [line.viewer])
    data = {"seq": room.seq, **Pages(room, [], time.time()).of(line.viewer)}
    data["rows"] = [told_row(item, line.viewer) for item in told]
    number = house.connect(line)
    house.send(line, "hello", {**data, "table": house.around(room), "chat": [], "present": house.present(room)})
    return number


def hear(house: House, number: int, text: str) -> None:
    """A packet of a page."""
    line = house.lines[number]
    room, client = house.room(line.room), ""
    try:
        sent: dict[str, Any] = json.loads(text)
        data = sent.get("data") or {}
        client = str(data.get("id", ""))
        _answer(house, room, line, str(sent.get("type")), data)
    except Problem as problem:
        refuse(house, line, client, problem)
    except Exception:  # whoever says something that nobody understands is told so, and the line goes on
        traceback.print_exc()
        refuse(house, line, client, Problem(500, "internal"))


def refuse(house: House, line: Line, client: str, problem: Problem) -> None:
    sentence = words.sentence(line.lang, problem.key, problem.args_, problem.title)
    kind = "stale" if problem.code == "stale" else "refused"
    house.send(line, kind, {"id": client, **problem.body(sentence)})


def _answer(house: House, room: Room, line: Line, kind: str, data: dict[str, Any]) -> None:
    if kind == "ping":
        house.send(line, "pong", data)
        return
    seat = room.seat_of(ME)
    if seat == SPECTATOR:
        raise Problem(403, "players_only")
    if kind in ("move", "undo"):
        done = submit(house, room, seat, data) if kind == "move" else undo(house, room, seat, data)
        house.send(line, "ack", {"id": data["id"], "row": done[0], "done": done[1], "repeated": done[2]})
        if not done[2]:
            house.tell(room, done[3])
    elif kind == "ask":
        ask(house, room, seat, str(data.get("kind")), data.get("to"))
    elif kind not in ("back", "answer", "chat"):
        raise Problem(422, "bad_request", what="type")


Done = tuple[int, int, bool, Pages]
"""The first row that a submission made, lines carried out, whether it was a retry, and what everybody is shown."""


def submit(house: House, room: Room, seat: int, wish: dict[str, Any]) -> Done:
    """Play the lines of a submission."""
    client, lines = id_of(wish), wish.get("moves")
    if not isinstance(lines, list) or not 1 <= len(lines) <= 200:
        raise Problem(422, "bad_request", what="moves")
    if not all(isinstance(text, str) and len(text) <= 2000 for text in lines):
        raise Problem(422, "bad_request", what="moves")
    wished = moves.digest(lines)
    earlier = room.submitted(seat, client)
    if earlier is not None:
        moves.check_same(earlier, wished)
        return earlier.seq, len(lines), True, house.pages(room, [])
    moves.check_turn(room, seat)
    moves.check_person(room.seats[seat])
    check_seq(house, room, seat, wish.get("expected_seq"))
    work = house.work_on(room)
    done = moves.carry_out(work, seat, lines, client, "chosen", "", wished)
    return work.rows[0].seq, done, False, house.keep(room, work)


def id_of(wish: dict[str, Any]) -> str:
    """The page's own name of a submission: the same again is answered, not played, again."""
    found = wish.get("id")
    if not isinstance(found, str) or not 1 <= len(found) <= 64 or not found.isprintable():
        raise Problem(422, "bad_request", what="id")
    return found


def check_seq(house: House, room: Room, viewer: int, expected: object) -> None:
    """A submission for another position is answered with the present one."""
    if expected == room.seq:
        return
    problem = Problem(409, "stale", seq=room.seq)
    told: list[history.Told] = []
    if isinstance(expected, int) and room.seq - history.MOST_STALE <= expected < room.seq:
        told = history.told_between(room, expected, room.seq, [viewer])
    problem.extra["current"] = {"seq": room.seq, **house.pages(room, told).of(viewer)}
    raise problem


def undo(house: House, room: Room, seat: int, wish: dict[str, Any]) -> Done:
    """Take back one decision, or all of them up to the fence. Who shares a device may take back what they saw too."""
    client, whole = id_of(wish), wish.get("turn") is True
    wished = moves.digest(["undo", "turn" if whole else "step"])
    earlier = room.submitted(seat, client)
    if earlier is not None:
        moves.check_same(earlier, wished)
        return earlier.seq, 1, True, house.pages(room, [])
    if room.meta.status != LIVE:
        raise Problem(409, "not_running", status=room.meta.status)
    moves.check_person(room.seats[seat])
    check_seq(house, room, seat, wish.get("expected_seq"))
    fences.check_room(room)
    free = fences.fence(room, seat) or ([] if house.shared(room) else fences.last_turn(room, seat))
    if not free:
        mine = any(room.rows[number - 1].who == seat for number in room.line)
        raise Problem(409, "fence" if mine else "nothing_to_undo")
    step, turn = fences.targets(room, free)
    return take_back(house, room, seat, turn if whole else step, client, wished)


def take_back(
    house: House, room: Room, seat: int, target: int, client: str | None, wish: str | None = None, why: str = ""
) -> Done:
    """Stand again after row `target`."""
    fences.check_room(room)
    if not fences.can_stand_at(room, target):
        raise Problem(404, "no_position", seq=target, last=room.seq)
    work = house.work_on(room)
    work.go_back(moves.undo_row(room, seat, target, client, why, work.now, wish), history.state_at(room, target))
    if client is None:
        work.settle(orders=False)
    return work.rows[0].seq, 1, False, house.keep(room, work)


def ask(house: House, room: Room, seat: int, kind: str, to: object) -> None:
    """What needs the others' consent elsewhere happens at once: who shares a device agrees by looking on."""
    if room.meta.status != LIVE:
        raise Problem(409, "not_running", status=room.meta.status)
    moves.check_person(room.seats[seat])
    if kind == "takeback":
        if not isinstance(to, int):
            raise Problem(404, "no_position", seq=-1, last=room.seq)
        why = "" if house.shared(room) else ALONE
        house.tell(room, take_back(house, room, seat, to, None, why=why)[3])
        return
    if kind != "abort":
        raise Problem(422, "bad_request", what="ask")
    house.end(room, "aborted", [])
    house.show_table(room)
