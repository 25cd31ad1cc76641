"""Advice, what bots know for people: a hint for one's own turn, a bot's reason, a finished game looked at again.

Everything that takes time runs in the bot processes, in portions of about a second, so that bots at other tables get
their turn in between; the event loop only waits and collects.
"""

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog

from terrarium import courtesy
from terrarium.bots import review
from terrarium.server.bots.pool import About, BotsPool, game_of
from terrarium.server.bots.telling import described, shown
from terrarium.server.bots.turns import about, question
from terrarium.server.bots.turnstile import HINT, REVIEW, Turnstile
from terrarium.server.errors import Problem
from terrarium.server.room import past
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.titles import simulations

log = structlog.get_logger()
LEVEL = "master"
KEPT = 200
"""Hints and reviews remembered at once."""
WAITING, EACH = 200, 5
"""Reviews that may wait, in all and of one asker; more are refused."""
PORTION_S = 1.0
USUAL = 200
"""Simulations for each position of a review, where a title has no other number."""


def review_simulations(title: str) -> int:
    """Simulations for each position of a review."""
    return simulations(title, "review", USUAL)


class Look(About):
    """A portion of a review: the whole line of a game, and the row after which to go on."""

    start: dict[str, Any] | None
    line: list[tuple[int, str]]
    after: int
    simulations: int
    seconds: float


def look(task: Look) -> review.Stretch:
    """Runs in a bot process."""
    game = game_of(task)
    state = game.new() if task.start is None else game.load(task.start)
    ends = time.monotonic() + task.seconds
    return review.look(game, state, task.line, task.after, task.simulations, 1, ends)


@dataclass
class Review:
    """The review of one game: being made, or ready."""

    of: int
    asker: tuple[str, str]
    """Whose share of the bots it takes, and who within it asked first."""
    done: int = 0
    failed: bool = False
    found: dict[str, Any] | None = None
    task: "asyncio.Task[None] | None" = None


class Advisor:
    """Gives advice in this worker, and remembers what was given or is being made."""

    def __init__(self, hall: Hall, pool: BotsPool) -> None:
        self.hall = hall
        self.pool = pool
        self.hints: OrderedDict[tuple[str, int, int], asyncio.Future[dict[str, Any]]] = OrderedDict()
        self.reviews: OrderedDict[str, Review] = OrderedDict()
        self._one = Turnstile(1)
        """One review after another, going round those who asked."""

    async def hint(self, room: Room, seat: int) -> dict[str, Any]:
        """What a strong bot would do in my place, from what I can see; computed once for each position."""
        key = (room.id, room.seq, seat)
        known = self.hints.get(key)
        if known is None or (known.done() and (known.cancelled() or known.exception() is not None)):
            self.hints[key] = known = asyncio.ensure_future(self._hint(room, seat))
            while len(self.hints) > KEPT:
                self.hints.popitem(last=False)
        try:
            # Whoever asked first may go away; the others still want the answer.
            return await asyncio.shield(known)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.error("hint_failed", game=room.id, reason=type(error).__name__)
            raise Problem(409, "no_advice") from error

    async def _hint(self, room: Room, seat: int) -> dict[str, Any]:
        seq, level = room.seq, self.pool.level_or(room.meta.title, LEVEL)
        asked = question(self.hall.settings, room, seat, level)
        move, reason = await self.pool.ask(asked, HINT, *self.hall.share_of(room.seats[seat].user_id))
        compared = courtesy.open_to_all(room.meta.title, room.meta.coins)
        return {"seq": seq, **shown(room.game.load(asked.blind), seat, move, reason, True, compared)}

    def begun(self, room: Room) -> bool:
        """Is there a review of this game, or one being made? One that failed is made anew."""
        known = self.reviews.get(room.id)
        return known is not None and not known.failed

    def reviewed(self, room: Room, asker: tuple[str, str]) -> Review:
        """The review of a finished game, begun with the first question for it, at the cost of whoever asks that."""
        known = self.reviews.get(room.id)
        if known is None or known.failed:
            waiting = [other.asker[0] for other in self.reviews.values() if other.found is None and not other.failed]
            if len(waiting) >= WAITING or waiting.count(asker[0]) >= EACH:
                raise Problem(409, "no_advice")
            known = self.reviews[room.id] = Review(len(room.line), asker)
            known.task = self.hall.spawn(self._review(room, known))
            ready = [name for name, other in self.reviews.items() if other.found is not None]
            for old in ready[: max(0, len(self.reviews) - KEPT)]:
                del self.reviews[old]
        self.reviews.move_to_end(room.id)
        return known

    async def _review(self, room: Room, made: Review) -> None:
        await self._one.enter(REVIEW, *made.asker)
        try:
            await self._look(room, made)
        finally:
            self._one.leave()

    async def _look(self, room: Room, made: Review) -> None:
        rows = [room.rows[number - 1] for number in room.line]
        task = Look(
            **about(self.hall.settings, room),
            start=None if room.meta.start is None else msgspec.json.decode(room.meta.start),
            line=[(row.who, row.text) for row in rows],
            after=0,
            simulations=self.hall.settings.bot_simulations or review_simulations(room.meta.title),
            seconds=PORTION_S,
        )
        try:
            stretches = await self._portions(task, made)
            steps = [step for stretch in stretches for step in stretch.steps]
            slips = [slip for stretch in stretches for slip in stretch.slips]
            fates = [fate for stretch in stretches for fate in stretch.fates]
            whole = review.assemble(room.game, room.state.scores(), steps, slips, fates).as_dict()
            await past.prepare(self.hall.store, room)
            made.found = described(room, rows, whole)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            made.failed = True
            log.error("review_failed", game=room.id, reason=type(error).__name__)

    async def _portions(self, task: Look, made: Review) -> list[review.Stretch]:
        stretches: list[review.Stretch] = []
        while task.after < made.of:
            stretches.append(await self.pool.run(look, task, task.seconds, REVIEW, *made.asker))
            task.after = made.done = stretches[-1].upto
        return stretches
