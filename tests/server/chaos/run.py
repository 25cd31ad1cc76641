"""A run of the chaos: steps, then every game is looked at and played on."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

from structlog.testing import capture_logs

from terrarium.server.ops import sweep
from terrarium.server.room import agree, clocks, submission
from terrarium.server.store import migrate
from terrarium.server.store.rows import ENDED, LIVE, PAUSED
from tests.server.chaos.deeds import Deeds
from tests.server.chaos.tables import PLAYED_ON, Table
from tests.server.chaos.world import SlowHub


class Chaos(Deeds):
    """The whole of it: so many steps, then every game is looked at and played on."""

    async def play_on(self, made: Table) -> None:
        """Everybody who may comes back; then the game must take answers until it ends, or enough of them."""
        worker = self.any_hall()
        room = await worker.rooms.get(made.id)
        await worker.catch_up(room)
        here = [seat for seat in made.people if not room.seats[seat].gone]
        for seat in here:
            await agree.back(worker, room, seat)
        if room.meta.ask is not None:
            await self.withdraw(made, worker, room, 0)
        if room.meta.status == PAUSED:
            if not here:
                raise self.fault(made, "paused, and nobody is left who could go on")
            await agree.resume(worker, room, here[0])
        for _ in range(PLAYED_ON):
            await self.quiet()
            await worker.catch_up(room)
            if room.meta.status in ENDED:
                return
            before, seat = room.seq, room.meta.turn
            if seat in here:
                text = room.state.text(self.chance.choice(room.state.legal_actions()))
                await submission.submit(worker, room, seat, submission.Submission(self.new_id(), room.seq, [text]))
            else:
                self.world.now += clocks.BOT_LEASE_S + 1
                await sweep.once(worker)
                await self.quiet()
                await worker.catch_up(room)
            if room.seq == before and room.meta.status == LIVE:
                raise self.fault(made, f"stuck: {seat} is to move and cannot ({room.seats[seat]})")

    async def finish(self, made: Table) -> None:
        await self.check(made)
        room = await self.world.halls[0].rooms.get(made.id)
        if room.meta.status not in ENDED:
            await self.play_on(made)
            await self.check(made)
        self.finished += 1
        self.rows += room.seq
        self.tables.remove(made)
        for window in [*made.windows]:
            self.close(made, window)
        for worker in self.world.halls:
            worker.rooms.rooms.pop(made.id, None)

    async def run(self, steps: int, told: Callable[[str], None] | None = None, until: float = 0.0) -> None:
        """So many steps, or as many as there is time for; then every game is looked at and played on."""
        migrate.upgrade(self.database)
        with self.world.running(), capture_logs() as self.logs:
            self.world.halls = [self.worker("one"), self.worker("two")]
            for one, other in (self.world.halls, self.world.halls[::-1]):
                cast(SlowHub, one.hub).others = [other]
            try:
                while self.step < steps and (not until or time.monotonic() < until):
                    await self.one_step()
                    if told is not None and self.step % 1000 == 0:
                        told(self.summary())
                for made in [*self.tables]:
                    await self.finish(made)
            finally:
                for worker in self.world.halls:
                    await worker.stop()

    async def one_step(self) -> None:
        self.step += 1
        while len(self.tables) < self.at_once:
            self.tables.append(await self.open_table())
        made = self.chance.choice(self.tables)
        made.steps += 1
        self.world.now += self.chance.random()
        await self.act(made)
        if made.steps % 40 == 0:
            await self.check(made)
        room = await self.world.halls[0].rooms.get(made.id)
        if room.meta.status in ENDED or made.steps > 400:
            await self.finish(made)

    def summary(self) -> str:
        return (
            f"{self.step} steps, {sum(self.done.values())} deeds, {sum(self.refused.values())} refused, "
            f"{self.finished} games, {self.rows} rows"
        )


def chaos(folder: Path, seed: int, steps: int, told: Callable[[str], None] | None = None, until: float = 0.0) -> Chaos:
    """Run it; Fault where something is wrong."""
    made = Chaos(folder, seed)
    asyncio.run(made.run(steps, told, until))
    return made
