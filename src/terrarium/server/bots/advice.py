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
from terrarium.bots import review, thought
from terrarium.kernel.contract import State
from terrarium.server.bots.pool import About, BotsPool, game_of
from terrarium.server.bots.turns import about, question
from terrarium.server.bots.turnstile import HINT, REVIEW
from terrarium.server.errors import Problem
from terrarium.server.room import history
from terrarium.server.room.hall import Hall
from terrarium.server.room.rooms import Room
from terrarium.server.store.rows import Row
from terrarium.titles import records

log = structlog.get_logger()
LEVEL = "master"
KEPT = 200
"""Hints and reviews remembered at once."""
WAITING = 20
"""Reviews that may wait for a process; more are refused."""
PORTION_S = 1.0
USUAL = 200
"""Simulations for each position of a review of a title that has no record."""


def review_simulations(title: str) -> int:
    """Simulations for each position of a review."""
    record = records().get(title)
    return USUAL if record is None else record.review_simulations


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


def choice_of(state: State, seat: int, text: str) -> dict[str, object]:
    """A move as the choice it was in this position; its text alone where it was none."""
    for choice in state.choices(seat):
        if choice.text == text:
            return choice.as_dict()
    return {"text": text, "verb": text.split(" ")[0], "facts": {}}


def shown(state: State, seat: int, move: str, reason: str, whole: bool, compared: bool) -> dict[str, Any]:
    """A thought for the page. `whole`: also what only somebody with this seat's eyes may know; `compared`: also what
    counts others' points against its own."""
    page: dict[str, Any] = {"seat": seat, "move": choice_of(state, seat, move), "alternative": None, "cost": None}
    page |= {"points": None, "lead": None, "chance": None, "fear": None, "fear_seat": None, "sources": []}
    page["threat"] = None
    page["simulations"] = 0
    found = thought.read(reason)
    if found is None:
        return page
    page["simulations"] = found.simulations
    if found.others:
        page["alternative"] = choice_of(state, seat, found.others[0].move)
        page["cost"] = round(found.cost(), 2)
    if found.fear:
        page["fear"] = found.fear_choice or {"text": found.fear, "verb": found.fear.split(" ")[0], "facts": {}}
        page["fear_seat"] = found.fear_seat
        page["threat"] = found.threat
    if whole:
        chosen = found.chosen
        page["points"] = chosen.points[seat] if chosen.points else None
        page["sources"] = [[code, points] for code, points in found.sources]
        if compared:
            page["lead"] = chosen.lead
            page["chance"] = chosen.chance if chosen.chance >= 0 else None
    return page


def reason(room: Room, viewer: int, seq: int, ended: bool) -> dict[str, Any]:
    """Why a bot played row `seq`. `history.prepare` must have run.

    While the game runs its expectations are told only if the viewer knows as much as the bot did: a thought is a
    function of what a seat may see, and must not give that away.
    """
    row = room.rows[seq - 1] if 0 < seq <= len(room.rows) else None
    if row is None or row.how == "undo" or not row.reason:
        raise Problem(404, "no_reason")
    before = history.state_at(room, seq - 1)
    told = courtesy.open_to_all(room.meta.title, room.meta.coins)
    whole = ended or (told and before.blind(viewer).dump() == before.blind(row.who).dump())
    return {"seq": seq, **shown(before, row.who, row.text, row.reason, whole, whole)}


def _described(room: Room, rows: list[Row], found: dict[str, Any]) -> dict[str, Any]:
    """The review with the log's own row numbers, and moves as the choices they were."""
    numbers = [0, *room.line]
    curve = [{**step, "seq": numbers[step["row"]]} for step in found["curve"]]
    for step in curve:
        del step["row"], step["move"]
    costliest = []
    for slip in found["costliest"]:
        row = rows[slip["row"] - 1]
        before = history.state_at(room, numbers[slip["row"] - 1])
        costliest.append(
            {
                "seq": row.seq,
                "before": numbers[slip["row"] - 1],
                "seat": slip["seat"],
                "move": choice_of(before, slip["seat"], slip["move"]),
                "better": choice_of(before, slip["seat"], slip["better"]),
                "cost": slip["cost"],
                "chance": slip["chance"],
            }
        )
    return {"curve": curve, "moments": found["moments"], "costliest": costliest, "accounts": found["accounts"]}


@dataclass
class Review:
    """The review of one game: being made, or ready."""

    of: int
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
        self._one = asyncio.Semaphore(1)

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
        move, reason = await self.pool.ask(asked, HINT, str(room.seats[seat].user_id), room.id)
        compared = courtesy.open_to_all(room.meta.title, room.meta.coins)
        return {"seq": seq, **shown(room.game.load(asked.blind), seat, move, reason, True, compared)}

    def begun(self, room: Room) -> bool:
        """Is there a review of this game, or one being made?"""
        return room.id in self.reviews

    def reviewed(self, room: Room) -> Review:
        """The review of a finished game, begun with the first question for it."""
        known = self.reviews.get(room.id)
        if known is None or known.failed:
            if sum(1 for other in self.reviews.values() if other.found is None and not other.failed) >= WAITING:
                raise Problem(409, "no_advice")
            known = self.reviews[room.id] = Review(len(room.line))
            known.task = self.hall.spawn(self._review(room, known))
            ready = [name for name, other in self.reviews.items() if other.found is not None]
            for old in ready[: max(0, len(self.reviews) - KEPT)]:
                del self.reviews[old]
        self.reviews.move_to_end(room.id)
        return known

    async def _review(self, room: Room, made: Review) -> None:
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
            async with self._one:
                stretches = await self._portions(task, made, str(room.meta.host), room.id)
            steps = [step for stretch in stretches for step in stretch.steps]
            slips = [slip for stretch in stretches for slip in stretch.slips]
            fates = [fate for stretch in stretches for fate in stretch.fates]
            whole = review.assemble(room.game, room.state.scores(), steps, slips, fates).as_dict()
            await history.prepare(self.hall.store, room)
            made.found = _described(room, rows, whole)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            made.failed = True
            log.error("review_failed", game=room.id, reason=type(error).__name__)

    async def _portions(self, task: Look, made: Review, who: str, room: str) -> list[review.Stretch]:
        stretches: list[review.Stretch] = []
        while task.after < made.of:
            stretches.append(await self.pool.run(look, task, task.seconds, REVIEW, who, room))
            task.after = made.done = stretches[-1].upto
        return stretches
