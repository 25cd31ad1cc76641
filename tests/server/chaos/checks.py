"""What must hold of every game of the chaos."""

from typing import Any

import msgspec
from sqlalchemy import select

from terrarium.kernel.record import Record
from terrarium.server.store import records, schema
from terrarium.server.store.reading import read_meta, read_rows, read_seats
from terrarium.server.store.replay_all import check_game
from terrarium.server.store.rows import ENDED, LIVE, REMOVED
from tests.server.chaos.tables import Table, Window, Workers


class Checks(Workers):
    """Looking after it: does it replay, is everything told once, is nobody stuck?"""

    def check_seats(self, made: Table) -> None:
        with self.world.halls[0].store.engine.connect() as database:
            seats = read_seats(database, made.id)
            p = schema.passes.c
            passes = database.execute(select(p.user_id, p.seat).where(p.game == made.id, p.seat.is_not(None))).all()
        owners = {seat.seat: seat.user_id for seat in seats if seat.kind == "human" and not seat.gone}
        if len(set(owners.values())) != len(owners):
            raise self.fault(made, f"somebody has two seats: {owners}")
        if {row.seat: row.user_id for row in passes} != owners:
            raise self.fault(made, f"seats {owners}, but passes {[tuple(row) for row in passes]}")

    async def check(self, made: Table) -> None:
        """Is everything about this game as it must be?"""
        await self.quiet()
        for worker in self.world.halls:
            await worker.on_news(None)
        await self.quiet()
        titles = self.world.halls[0].titles
        with self.world.halls[0].store.engine.connect() as database:
            differences = check_game(database, titles, made.id)
            found = read_meta(database, made.id)
            assert found is not None
            meta, position = found
            rows = read_rows(database, made.id)
            s = schema.snapshots.c
            snapshots = {row.seq: row.dump for row in database.execute(select(s.seq, s.dump).where(s.game == made.id))}
        if differences:
            raise self.fault(made, f"does not replay: {differences}, {[(r.who, r.text) for r in rows[-12:]]}")
        if [row.seq for row in rows] != [*range(1, meta.seq + 1)]:
            raise self.fault(made, "rows are missing or too many")
        self.check_draws(made, meta, rows)
        self.check_log(made, rows)
        for worker in self.world.halls:
            room = worker.rooms.rooms.get(made.id)
            if room is not None and (room.seq, room.meta.version) != (meta.seq, meta.version):
                raise self.fault(made, f"{worker.settings.worker} is at {room.seq}, the database at {meta.seq}")
            if room is not None and room.state.dump() != msgspec.json.decode(position):
                raise self.fault(made, f"{worker.settings.worker} has another position than the database")
        for window in [*made.windows]:
            await self.drained(window)
            if window.connection.closed:
                continue  # somebody was sent away, or may be somebody else now
            self.check_window(made, window)
            if window.view != msgspec.json.decode(
                msgspec.json.encode(window.room.state.view(window.connection.viewer))
            ):
                raise self.fault(made, f"a window of {window.connection.viewer} shows an old position")
        self.check_turn(made, meta)
        self.check_passes(made)
        if self.world.wrong:
            raise self.fault(made, self.world.wrong[0])
        for entry in self.logs:
            if entry["log_level"] == "error" and entry["event"] != "bot_failed":
                raise self.fault(made, f"logged: {entry}")
        self.logs.clear()
        await self.check_snapshots(made, snapshots)

    def check_draws(self, made: Table, meta: Any, rows: list[Any]) -> None:
        title = self.world.halls[0].titles[meta.title]
        game = records.game_of(
            self.world.halls[0].titles,
            Record(meta.title, meta.rules_version, meta.players, meta.map_name, meta.options),
        )
        heading = records.Heading(fair=(meta.fair_from, meta.commitment, meta.secret.hex()), start=meta.start)
        _, wrong, honest = records.verify(records.of_rows(game, title, rows), heading, game)
        if wrong or not honest:
            raise self.fault(made, f"draws {wrong} are not those of the secret")

    def check_log(self, made: Table, rows: list[Any]) -> None:
        for name, (seat, number) in made.acks.items():
            if not 0 < number <= len(rows) or (rows[number - 1].client, rows[number - 1].who) != (name, seat):
                raise self.fault(made, f"{name} was acknowledged as row {number}, which is another")
        for row in rows:
            own = row.how in ("order", "plan") or (row.how in ("chosen", "undo") and row.client)
            if own and row.seq > made.gone.get(row.who, row.seq):
                raise self.fault(made, f"seat {row.who} gave up and made row {row.seq}")

    def check_window(self, made: Table, window: Window) -> None:
        if window.connection.closed:
            return
        wanted = [*range(window.first + 1, window.first + 1 + len(window.heard))]
        if window.heard != wanted:
            raise self.fault(made, f"a window of {window.connection.viewer} was told rows {window.heard}")

    def check_turn(self, made: Table, meta: Any) -> None:
        if meta.status == LIVE and meta.turn < 0:
            raise self.fault(made, f"the game runs and nobody is to move ({meta.turn})")
        if meta.status in ENDED and meta.ask is not None:
            raise self.fault(made, "something is still asked at a table that has ended")

    def check_passes(self, made: Table) -> None:
        """Nobody looks with the eyes of a seat from which somebody was sent away."""
        with self.world.halls[0].store.engine.connect() as database:
            removed = [seat.seat for seat in read_seats(database, made.id) if seat.stand_in == REMOVED]
            p = schema.passes.c
            found = select(p.user_id, p.seat).where(p.game == made.id, p.seat.in_(removed))
            passes = [tuple(row) for row in database.execute(found)]
        if passes:
            raise self.fault(made, f"people at seats that were taken away: {passes}")

    async def check_snapshots(self, made: Table, snapshots: dict[int, str]) -> None:
        worker = self.world.halls[0]
        room = await worker.rooms.get(made.id)
        with worker.store.engine.connect() as database:
            rows = read_rows(database, made.id)
        title = worker.titles[room.meta.title]
        for seq, dump in snapshots.items():
            record = records.of_rows(room.game, title, rows[:seq])
            state = records.replay(room.game, record, records.Heading(start=room.meta.start)).state
            if msgspec.json.decode(msgspec.json.encode(state.dump())) != msgspec.json.decode(dump):
                raise self.fault(made, f"the snapshot at row {seq} is of another position")
