"""What a table decides together or a seat for itself, beside the moves: pause, abort, take-back, resign, stand-ins."""

import time
from typing import Any

from sqlalchemy import Connection

from terrarium.kernel.contract import SPECTATOR
from terrarium.server.errors import Problem
from terrarium.server.people.sessions import Person
from terrarium.server.room import chat, clocks, history, undo
from terrarium.server.room.hall import Hall
from terrarium.server.room.page import Pages
from terrarium.server.room.rooms import Room
from terrarium.server.room.table import change, set_game, set_seat
from terrarium.server.store.rows import ENDED, LIVE, OPEN, PAUSED, Meta, Seat

KINDS = ("takeback", "pause", "abort")


def needed(seats: list[Seat], by: int) -> list[int]:
    """The seats whose people must agree."""
    return [seat.seat for seat in seats if seat.kind == "human" and not seat.by_bot and seat.seat != by]


async def ask(hall: Hall, room: Room, seat: int, kind: str, to: int | None) -> None:
    """Ask the others; without other people it happens at once."""
    if kind == "takeback":
        await history.prepare(hall.store, room)
        if to is None or to not in [0, *room.line] or to >= room.seq or to < room.meta.fair_from:
            raise Problem(404, "no_position", seq=-1 if to is None else to, last=room.seq)
        history.state_at(room, to)

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if meta.status != LIVE:
            raise Problem(409, "not_running", status=meta.status)
        if meta.ask is not None:
            raise Problem(409, "ask_pending")
        request = {"kind": kind, "by": seat, "to": to, "agreed": [], "needed": needed(seats, seat)}
        chat.add(connection, meta.id, "asked", seat, seats[seat].name, kind)
        _store_or_do(connection, meta, request)

    await change(hall, room, work)
    await _finish(hall, room)


async def answer(hall: Hall, room: Room, seat: int, agree: bool) -> None:
    """Agree to what is asked, or not; whoever asked may withdraw it in the same way."""

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if meta.ask is None:
            raise Problem(409, "no_ask")
        request: dict[str, Any] = dict(meta.ask)
        if not agree:
            chat.add(connection, meta.id, "declined", seat, seats[seat].name, request["kind"])
            set_game(connection, meta.id, ask=None)
            return
        if seat not in request["needed"]:
            raise Problem(409, "no_ask")
        request["agreed"] = sorted({*request["agreed"], seat})
        chat.add(connection, meta.id, "agreed", seat, seats[seat].name, request["kind"])
        _store_or_do(connection, meta, request)

    await change(hall, room, work)
    await _finish(hall, room)


def _store_or_do(connection: Connection, meta: Meta, request: dict[str, Any]) -> None:
    """Keep the request, or do at once what changes only the table. A take-back is a row: `_finish` writes it."""
    if set(request["needed"]) - set(request["agreed"]) or request["kind"] == "takeback":
        set_game(connection, meta.id, ask=request)
        return
    if request["kind"] == "pause":
        # While paused, `since` holds the seconds already used for the present question.
        used = time.time() - meta.since
        set_game(connection, meta.id, status=PAUSED, wake=None, ask=None, since=used)
    else:
        end(connection, meta, "aborted", None)


async def _finish(hall: Hall, room: Room) -> None:
    await hall.whole(_take_back(hall, room))


async def _take_back(hall: Hall, room: Room) -> None:
    """Write the row of a take-back to which everybody has agreed."""
    request = room.meta.ask
    if request is None or request["kind"] != "takeback" or set(request["needed"]) - set(request["agreed"]):
        return
    async with room.lock:
        if room.meta.ask == request and room.meta.status == LIVE:
            await history.prepare(hall.store, room)
            told = await undo.take_back(hall, room, request["by"], request["to"], None)
            if told is not None:
                hall.tell(room, Pages(room, told, time.time()))
    await hall.after(room, "moved")


def end(connection: Connection, meta: Meta, status: str, winners: list[int] | None) -> None:
    """End the game beside the rules: given up or aborted."""
    result = {"scores": None, "winners": winners or [], "ended": "resign" if winners else "abort"}
    set_game(connection, meta.id, status=status, wake=None, ask=None, result=result, updated=time.time())


async def resume(hall: Hall, room: Room, seat: int) -> None:
    """Go on after a pause."""

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if meta.status != PAUSED:
            raise Problem(409, "not_paused")
        now = time.time()
        since = now - meta.since
        wake = clocks.wake_time(room, meta.turn, meta.left, since, now)
        set_game(connection, meta.id, status=LIVE, since=since, wake=wake)
        chat.add(connection, meta.id, "resumed", seat, seats[seat].name)

    await change(hall, room, work)


async def abort_open(hall: Hall, room: Room, person: Person) -> None:
    """The host clears a table at which the game has not begun."""

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if meta.host != person.user_id:
            raise Problem(403, "host_only")
        if meta.status != OPEN:
            raise Problem(409, "already_started")
        end(connection, meta, "aborted", None)

    await change(hall, room, work)


async def resign(hall: Hall, room: Room, seat: int) -> None:
    """Give up: a bot plays on, or the game ends when one side is left."""

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if meta.status in ENDED or meta.status == OPEN:
            raise Problem(409, "not_running", status=meta.status)
        if seats[seat].stand_in == "resigned":
            return
        set_seat(connection, meta.id, seat, stand_in="resigned")
        chat.add(connection, meta.id, "resigned", seat, seats[seat].name)
        left = [entry.seat for entry in seats if entry.seat != seat and entry.stand_in != "resigned"]
        if len(left) == 1:
            end(connection, meta, "over", left)
        elif meta.turn == seat:
            set_game(connection, meta.id, wake=time.time())

    await change(hall, room, work)


async def stand_in(hall: Hall, room: Room, seat: int, why: str) -> None:
    """Let a bot answer for a seat whose person is away or out of time."""

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if meta.status != LIVE or meta.turn != seat or seats[seat].by_bot:
            return
        set_seat(connection, meta.id, seat, stand_in=why)
        set_game(connection, meta.id, wake=time.time() + clocks.BOT_LEASE_S)
        chat.add(connection, meta.id, "stand_in", seat, seats[seat].name, why)

    await change(hall, room, work)


async def back(hall: Hall, room: Room, seat: int) -> None:
    """The person is here again: the bot gives the seat back. A seat that was given up stays the bot's."""

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if seats[seat].stand_in not in ("absent", "time"):
            return
        set_seat(connection, meta.id, seat, stand_in="")
        chat.add(connection, meta.id, "back", seat, seats[seat].name)
        if meta.status == LIVE and meta.turn == seat:
            now = time.time()
            left = [*meta.left]
            if meta.clock["kind"] == "total":
                # Time ran out once: what is left from now on is the increment of each turn, at least ten seconds.
                left[seat] = max(left[seat], float(meta.clock.get("increment", 0)), 10.0)
            set_game(connection, meta.id, since=now, left=left, wake=clocks.person_wake(room, seat, left, now))

    await change(hall, room, work)


async def set_note(hall: Hall, room: Room, seat: int, note: str) -> None:
    await change(hall, room, lambda connection, meta, seats: set_seat(connection, meta.id, seat, note=note))


async def set_orders(hall: Hall, room: Room, seat: int, orders: list[dict[str, Any]]) -> None:
    if seat == SPECTATOR:
        raise Problem(403, "players_only")
    await change(hall, room, lambda connection, meta, seats: set_seat(connection, meta.id, seat, orders=orders))
