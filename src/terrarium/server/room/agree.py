"""What a table decides together or a seat for itself, beside the moves: pause, abort, take-back, resign, stand-ins."""

import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, update

from terrarium.kernel.contract import SPECTATOR
from terrarium.server.errors import Conflict, Problem
from terrarium.server.people.sessions import Person
from terrarium.server.room import chance, chat, clocks, fences, moves, outlook, plans, undo
from terrarium.server.room.hall import Hall
from terrarium.server.room.page import Pages
from terrarium.server.room.room import Room
from terrarium.server.room.table import Change, change, set_game, set_seat
from terrarium.server.room.voters import needed
from terrarium.server.store import schema
from terrarium.server.store.rows import ENDED, LIVE, OPEN, PAUSED, REMOVED, RESIGNED, Meta, Seat

KINDS = ("takeback", "pause", "abort")
Request = dict[str, Any]
"""What is asked: `id`, `kind`, `by`, `to`, and who has `agreed` of those whose agreement is `needed`."""


Say = tuple[str, int, str]
"""A line for the chat: its kind, the seat, what it is about."""
Next = Callable[[], tuple[Request | None, Say]]
"""What is asked from now on; Problem where this cannot be. Called under the lock, in a room just read."""


async def ask(hall: Hall, room: Room, seat: int, kind: str, to: int | None) -> None:
    """Ask the others; without other people it happens at once."""

    def following() -> tuple[Request | None, Say]:
        if room.meta.status != LIVE:
            raise Problem(409, "not_running", status=room.meta.status)
        moves.check_person(room.seats[seat])
        if room.meta.ask is not None:
            raise Problem(409, "ask_pending")
        if kind == "abort" and any(entry.stand_in == REMOVED and entry.rated for entry in room.seats):
            raise Problem(409, "sent_away")
        # Not the version itself: it would tell how often somebody noted something for themselves.
        number = chance.derived(room.meta.secret, f"ask {room.meta.version}")
        request: Request = {"id": number, "kind": kind, "by": seat, "to": None, "agreed": []}
        request["needed"] = needed(hall, room, seat, time.time())
        if kind == "takeback":
            fences.check_room(room)
            if to is None or not fences.can_stand_at(room, to):
                raise Problem(404, "no_position", seq=-1 if to is None else to, last=room.seq)
            request["to"] = to
        return request, ("asked", seat, kind)

    await hall.whole(_proceed(hall, room, following))


async def answer(hall: Hall, room: Room, seat: int, agree: bool, number: int) -> None:
    """Agree to what is asked under this number, or not; whoever asked may withdraw it in the same way."""

    def following() -> tuple[Request | None, Say]:
        pending = room.meta.ask
        if pending is None or pending.get("id") != number:
            raise Problem(409, "no_ask")
        moves.check_person(room.seats[seat])
        if not agree and seat in (pending["by"], *pending["needed"]):
            return None, ("declined", seat, pending["kind"])
        if not agree or seat not in pending["needed"]:
            raise Problem(409, "no_ask")
        return {**pending, "agreed": sorted({*pending["agreed"], seat})}, ("agreed", seat, pending["kind"])

    await hall.whole(_proceed(hall, room, following))


async def _proceed(hall: Hall, room: Room, following: Next) -> None:
    """Write down what is asked now, or do it where everybody has agreed: in one transaction, and only if nothing has
    happened at the table since it was looked at. Otherwise look again."""
    async with room.lock:
        for _ in range(8):
            await hall.refresh(room)
            request, said = following()
            try:
                moved = await _carry_out(hall, room, request, said)
                break
            except Conflict:
                continue
        else:
            raise Problem(503, "try_again")
    await hall.after(room, "moved" if moved else "table")


async def _carry_out(hall: Hall, room: Room, request: Request | None, said: Say) -> bool:
    """True when moves were taken back; Conflict when something else came first."""
    code, seat, about = said
    meta, who, now = room.meta, room.seats[seat], time.time()

    def say(connection: Connection) -> None:
        chat.add(connection, meta.id, code, seat, who.name, about, who.user_id)

    done = request is not None and not set(request["needed"]) - set(request["agreed"])
    if done and request is not None and request["kind"] == "takeback":
        told = await undo.take_back(hall, room, request["by"], request["to"], None, bool(request["needed"]), say)
        hall.tell(room, Pages(room, told, now))
        return True
    values: dict[str, Any] = {"ask": None if done else request}
    if done and request is not None and request["kind"] == "pause":
        # While paused, `since` holds the seconds already used for the present question.
        values |= {"status": PAUSED, "wake": None, "since": now - meta.since}
    elif done:
        values |= ended(meta, "aborted", None, now)
    g = schema.games

    def write(connection: Connection) -> None:
        same = update(g).where(g.c.id == meta.id, g.c.seq == meta.seq, g.c.version == meta.version)
        if connection.execute(same.values(version=meta.version + 1, **values)).rowcount != 1:
            raise Conflict
        say(connection)

    await hall.store.write(write)
    await hall.refresh(room)
    return False


def ended(meta: Meta, status: str, winners: list[int] | None, now: float) -> dict[str, Any]:
    """What changes when a game ends beside the rules: given up or aborted. Where it has not begun, that is no news of
    the board, whatever the delay of those who watch."""
    result = {"scores": None, "winners": winners or [], "ended": "resign" if winners else "abort"}
    wake = None if meta.status == OPEN else clocks.reveal_time(meta, now)
    values = {"status": status, "wake": wake, "ask": None, "result": result}
    return values if meta.delay > 0 else {**values, "updated": now}


def end(connection: Connection, meta: Meta, status: str, winners: list[int] | None) -> None:
    set_game(connection, meta.id, **ended(meta, status, winners, time.time()))


async def resume(hall: Hall, room: Room, seat: int) -> None:
    """Go on after a pause."""

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if meta.status != PAUSED:
            raise Problem(409, "not_paused")
        moves.check_person(seats[seat])
        now = time.time()
        since = now - meta.since
        wake = clocks.wake_time(meta, seats, meta.turn, meta.left, since, now)
        set_game(connection, meta.id, status=LIVE, since=since, wake=wake)
        chat.add(connection, meta.id, "resumed", seat, seats[seat].name, user=seats[seat].user_id)

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
        if seats[seat].gone:
            return
        set_seat(connection, meta.id, seat, stand_in=RESIGNED, orders=[])
        chat.add(connection, meta.id, "resigned", seat, seats[seat].name, user=seats[seat].user_id)
        left = [entry.seat for entry in seats if entry.seat != seat and not entry.gone]
        if len(left) == 1:
            end(connection, meta, "over", left)
            return
        # Whatever the table was being asked, it was asked of other people.
        set_game(connection, meta.id, ask=None)
        people = [entry for entry in seats if entry.kind == "human" and not entry.gone]
        if meta.status == PAUSED and people == [seats[seat]]:
            # Nobody is left who could end the pause.
            set_game(connection, meta.id, status=LIVE, since=time.time() - meta.since, wake=time.time())
        elif meta.status == LIVE and meta.turn == seat:
            set_game(connection, meta.id, wake=time.time())

    await change(hall, room, work)


async def stand_in(hall: Hall, room: Room, seat: int, why: str) -> None:
    """Let a bot answer for a seat whose person is away or out of time, if it is still asked the same question."""
    looked = (room.seq, room.meta.version)

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if meta.status != LIVE or meta.turn != seat or seats[seat].by_bot or (meta.seq, meta.version) != looked:
            return
        set_seat(connection, meta.id, seat, stand_in=why)
        set_game(connection, meta.id, wake=time.time() + clocks.BOT_LEASE_S)
        chat.add(connection, meta.id, "stand_in", seat, seats[seat].name, why, seats[seat].user_id)

    await change(hall, room, work)


async def back(hall: Hall, room: Room, seat: int) -> None:
    """The person is here again: the bot gives the seat back. A seat that was given up stays the bot's."""

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if seats[seat].stand_in not in ("absent", "time"):
            return
        set_seat(connection, meta.id, seat, stand_in="")
        chat.add(connection, meta.id, "back", seat, seats[seat].name, user=seats[seat].user_id)
        left = [*meta.left]
        if meta.clock["kind"] == "total":
            # Time ran out once: what is left from now on is the increment of each turn, at least ten seconds.
            left[seat] = max(left[seat], float(meta.clock.get("increment", 0)), 10.0)
        if meta.status == LIVE and meta.turn == seat:
            now = time.time()
            set_game(connection, meta.id, since=now, left=left, wake=clocks.person_wake(meta, seat, left, now))
        elif meta.turn == seat:
            set_game(connection, meta.id, since=0.0, left=left)  # paused: nothing of the question's time is used
        else:
            set_game(connection, meta.id, left=left)

    await change(hall, room, work)


async def set_note(hall: Hall, room: Room, seat: int, note: str) -> None:
    await change(hall, room, lambda connection, meta, seats: set_seat(connection, meta.id, seat, note=note))


async def set_orders(hall: Hall, room: Room, seat: int, orders: list[dict[str, Any]]) -> None:
    """Other standing orders; a plan that was left stays."""
    if seat == SPECTATOR:
        raise Problem(403, "players_only")

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        moves.check_person(seats[seat])
        plan = plans.plan_of(seats[seat].orders)
        set_seat(connection, meta.id, seat, orders=orders if plan is None else plans.with_plan(orders, plan))

    await change(hall, room, work)


async def leave_plan(hall: Hall, room: Room, seat: int, steps: list[str], otherwise: list[str], chance: bool) -> None:
    """Leave moves for the next turn, instead of whatever was left before; it is measured against the board as it is
    when it is written down."""
    for _ in range(8):
        seq = room.seq
        moves.check_person(room.seats[seat])
        copy, ahead = outlook.drafted(room, seat, ahead=True)
        if not ahead:
            raise Problem(409, "plan_now")
        plan = plans.made(room.meta.title, copy, seat, steps, otherwise, chance)
        try:
            return await change(hall, room, _plan_writer(seat, seq, plan))
        except Conflict:
            await hall.catch_up(room)
    raise Problem(503, "try_again")


def _plan_writer(seat: int, seq: int, plan: plans.Plan) -> Change:
    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if meta.seq != seq:
            raise Conflict
        moves.check_person(seats[seat])
        set_seat(connection, meta.id, seat, orders=plans.with_plan(seats[seat].orders, plan))

    return work


async def withdraw_plan(hall: Hall, room: Room, seat: int) -> None:
    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        set_seat(connection, meta.id, seat, orders=plans.without_plan(seats[seat].orders))

    await change(hall, room, work)
