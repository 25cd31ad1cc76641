"""Everything that can be done at a table, each by either worker."""

from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from terrarium.kernel.contract import SPECTATOR
from terrarium.server.errors import Problem
from terrarium.server.ops import sweep
from terrarium.server.people import accounts
from terrarium.server.people.sessions import Person
from terrarium.server.room import agree, chat, hall, moderation, submission, table, undo
from terrarium.server.room.room import Room
from terrarium.server.wire import sockets
from terrarium.server.wire.connection import Connection
from tests.server.chaos.checks import Checks
from tests.server.chaos.tables import CLOCKS, Table, Window


class Deeds(Checks):
    """What people do, together or one after another."""

    async def open_table(self) -> Table:
        """A table for which several people rush; some take more than one seat, some get up again."""
        title, players = self.combos[len(self.played) % len(self.combos)]
        while not any(variant.players[0] <= players <= variant.players[1] for variant in self.variants(title)):
            self.combos.remove((title, players))
            title, players = self.combos[len(self.played) % len(self.combos)]
        self.played.add((title, players))
        bots = self.chance.randrange(players)
        host = await self.person()
        kinds = [{"kind": "me"}, *[{"kind": "open"}] * (players - 1 - bots)]
        kinds += [{"kind": "bot", "level": "random"}] * bots
        self.chance.shuffle(kinds)
        wish = table.Wish(
            title, kinds, clock=self.chance.choice(CLOCKS), absent_after=self.chance.choice([None, 120.0])
        )
        one = self.any_hall()
        room, _ = await table.create(one, host, wish)
        made = Table(room.id, title, host, {room.seat_of(host.user_id): host})
        while room.meta.status == "open":
            await self.rush(made, host)
            await one.catch_up(room)
        self.check_seats(made)
        made.gone = {seat.seat: room.seq for seat in room.seats if seat.gone}
        made.people = {room.seat_of(user): self.people[user] for user in room.passes if room.seat_of(user) >= 0}
        return made

    async def rush(self, made: Table, host: Person) -> None:
        """People sit down and stand up; now and then the host fills a seat with a bot, or clears the table."""
        people = [await self.person() for _ in range(3)]
        wishes: list[Coroutine[Any, Any, Any]] = []
        for person in people:
            for _ in range(2):
                worker = self.any_hall()
                room = await worker.rooms.get(made.id)
                if self.chance.random() < 0.2:
                    wishes.append(table.stand(worker, room, person))
                seat = self.chance.randrange(room.meta.players)
                wishes.append(table.sit(worker, room, person, seat, person.name))
        worker = self.any_hall()
        room = await worker.rooms.get(made.id)
        if self.chance.random() < 0.2:
            seat = self.chance.randrange(room.meta.players)
            wishes.append(table.seat_bot(worker, room, host, seat, "random", table.anything))
        if self.chance.random() < 0.03:
            wishes.append(agree.abort_open(worker, room, host))
        if self.chance.random() < 0.1:
            wishes.append(moderation.remove(worker, room, host, self.chance.randrange(room.meta.players)))
        await self.together("sit", made, wishes)

    async def act(self, made: Table) -> None:
        """A few people do something at the same moment, each through either worker."""
        works: list[Coroutine[Any, Any, Any]] = []
        names: list[str] = []
        for _ in range(self.chance.choice((1, 1, 2, 2, 3, 4))):
            worker = self.any_hall()
            room = await worker.rooms.get(made.id)
            name = self.chance.choices([*DEEDS], [weight for weight, _ in DEEDS.values()])[0]
            seat = self.chance.choice([*made.people])
            if name in ("move", "plan") and room.meta.turn in made.people and self.chance.random() < 0.9:
                seat = room.meta.turn
            self.done[name] += 1
            names.append(name)
            works.append(DEEDS[name][1](self, made, worker, room, seat))
        await self.together("+".join(names), made, works)

    async def move(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        if room.seats[seat].stand_in not in ("", "resigned") and self.chance.random() < 0.7:
            await agree.back(worker, room, seat)
        legal = room.state.legal_actions() if room.state.current_player() >= 0 else []
        text = room.state.text(self.chance.choice(legal)) if legal else "nothing"
        wish = submission.Submission(self.new_id(), room.seq, [text])
        await self._submit(made, worker, room, seat, wish)
        if self.chance.random() < 0.1:
            # No answer came: the same again, perhaps at the other worker. And once, by mistake, something else.
            other = self.any_hall()
            again = await other.rooms.get(made.id)
            await self._submit(made, other, again, seat, wish)
            try:
                await submission.submit(other, again, seat, submission.Submission(wish.id, again.seq, ["else"]))
            except Problem as problem:
                if problem.code != "id_used":
                    raise self.fault(made, f"another move with the same id: {problem.code}") from problem
            else:
                raise self.fault(made, "another move with the same id was acknowledged")

    async def plan(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        """Several lines in one submission."""
        state, texts = room.state.blind(seat), []
        for _ in range(self.chance.randrange(1, 5)):
            if state.current_player() != seat:
                break
            action = self.chance.choice(state.legal_actions())
            texts.append(state.text(action))
            state.apply(action)
        if texts:
            wish = submission.Submission(self.new_id(), room.seq, texts)
            await self._submit(made, worker, room, seat, wish)

    async def _submit(self, made: Table, worker: hall.Hall, room: Room, seat: int, wish: submission.Submission) -> None:
        done = await submission.submit(worker, room, seat, wish)
        known = made.acks.setdefault(wish.id, (seat, done.row))
        if known != (seat, done.row):
            raise self.fault(made, f"{wish.id} acknowledged as {known} and as {(seat, done.row)}")

    async def undo(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        name = self.new_id()
        done = await undo.undo(worker, room, seat, name, room.seq, self.chance.random() < 0.5)
        made.acks[name] = (seat, done.row)

    async def ask(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        kind = self.chance.choices(agree.KINDS, (12, 4, 1))[0]
        to = None
        if kind == "takeback":
            near = [0, *room.line][-12:]
            to = self.chance.choice(near) if self.chance.random() < 0.9 else self.chance.randrange(room.seq + 2)
        await agree.ask(worker, room, seat, kind, to)

    async def answer(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        asked = room.meta.ask
        number = asked["id"] if asked is not None and self.chance.random() < 0.95 else self.chance.randrange(30)
        await agree.answer(worker, room, seat, self.chance.random() < 0.85, number)

    async def withdraw(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        if room.meta.ask is not None:
            await agree.answer(worker, room, room.meta.ask["by"], False, room.meta.ask["id"])

    async def resign(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        await agree.resign(worker, room, seat)
        made.gone.setdefault(seat, room.seq)
        await self.orders(made, worker, room, seat)

    async def remove(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        """The host sends somebody away, who goes on by orders as little as whoever gave up."""
        await moderation.remove(worker, room, made.host, seat)
        made.gone.setdefault(seat, room.seq)
        await self.orders(made, worker, room, seat)

    async def silence(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        on = self.chance.random() < 0.5
        await moderation.silence(worker, room, made.host, made.people[seat].user_id, on)

    async def key(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        """Somebody has a new key made for their seat."""
        made.keys[seat] = await accounts.new_key(worker, room, made.people[seat], seat)

    async def claim(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        """Somebody comes to a seat from another device, with its key or one that was."""
        key = made.keys.get(seat, "guessed")
        await table.claim(worker, room, await self.person(), seat, key)

    async def back(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        await agree.back(worker, room, seat)

    async def resume(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        await agree.resume(worker, room, seat)

    async def pass_time(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        """Clocks run, bots are asked again, seats are stood in for."""
        self.world.now += self.chance.choice((1.0, 30.0, 130.0, 310.0))
        await sweep.once(worker)

    async def orders(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        """Whoever has given up tries to go on by orders, others leave some now and then."""
        often = 0.9 if room.seats[seat].gone else 0.1
        wished = [{"ask": "*", "play": "*"}] if self.chance.random() < often else []
        await agree.set_orders(worker, room, seat, wished)

    async def leave(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        """Leave a plan for the next turn, or take it back."""
        if room.state.current_player() == seat or self.chance.random() < 0.2:
            return await agree.withdraw_plan(worker, room, seat)
        state = room.state.blind(seat).turn_ahead(seat)
        lists: list[list[str]] = [[], []]
        for texts in lists:
            copy = state.clone() if state is not None else None
            while copy is not None and copy.current_player() == seat and len(texts) < self.chance.randrange(1, 5):
                action = self.chance.choice(copy.legal_actions())
                texts.append(copy.text(action))
                copy.apply(action)
        await agree.leave_plan(worker, room, seat, lists[0], lists[1], self.chance.random() < 0.5)

    async def say(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        await chat.say(worker, room, made.people[seat], "hello")

    async def look(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        """A window is opened, or closed and opened again where it was."""
        viewer = self.chance.choice((seat, SPECTATOR))
        old = next((w for w in made.windows if w.connection.viewer == viewer and w.room is room), None)
        after = 0
        if old is not None:
            await self.drained(old)
            self.check_window(made, old)
            after = old.heard[-1] if old.heard else old.first
            self.close(made, old)
        user = made.people[viewer].user_id if viewer >= 0 else None
        await self.open(made, worker, room, viewer, user, after)

    async def open(self, made: Table, worker: hall.Hall, room: Room, viewer: int, user: int | None, after: int) -> None:
        window: Window

        async def deliver(data: bytes) -> None:
            await self.world.wait(3)
            packet = msgspec.json.decode(data)
            if packet["type"] in ("hello", "update"):
                window.heard += [row["seq"] for row in packet["data"]["rows"]]
                window.view = packet["data"]["view"]

        async def close(_: int) -> None: ...

        connection = Connection(viewer, user, "en", 0.0, deliver, close)
        connection._owner = None
        window = Window(room, connection, after)
        await sockets.join(worker, room, connection, after, 0)
        made.windows.append(window)

    async def crash(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        """A worker forgets the room: what it had not told yet comes with the next window."""
        if room.lock.locked() or (room.bot_task is not None and not room.bot_task.done()):
            return
        for window in [window for window in made.windows if window.room is room]:
            self.close(made, window)
        if worker.rooms.rooms.get(made.id) is room:
            del worker.rooms.rooms[made.id]


Deed = Callable[[Deeds, Table, hall.Hall, Room, int], Coroutine[Any, Any, None]]
DEEDS: dict[str, tuple[float, Deed]] = {
    "move": (50, Deeds.move),
    "plan": (8, Deeds.plan),
    "undo": (10, Deeds.undo),
    "ask": (10, Deeds.ask),
    "answer": (12, Deeds.answer),
    "withdraw": (2, Deeds.withdraw),
    "resign": (0.3, Deeds.resign),
    "back": (4, Deeds.back),
    "resume": (5, Deeds.resume),
    "pass_time": (3, Deeds.pass_time),
    "orders": (2, Deeds.orders),
    "leave": (6, Deeds.leave),
    "say": (1, Deeds.say),
    "look": (5, Deeds.look),
    "crash": (2, Deeds.crash),
    "remove": (0.3, Deeds.remove),
    "silence": (0.5, Deeds.silence),
    "key": (1, Deeds.key),
    "claim": (1, Deeds.claim),
}
