"""A bot's turn: ask a bot process about what its seat may know, then play through the same door as everybody."""

import asyncio
import secrets
from typing import Any, cast

import structlog

from terrarium import courtesy
from terrarium.server.bots.pool import BotsPool, Question
from terrarium.server.bots.turnstile import TURN
from terrarium.server.errors import Problem
from terrarium.server.ops.settings import Settings
from terrarium.server.room import chance
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.room.submission import Submission, submit
from terrarium.server.store.rows import LIVE

log = structlog.get_logger()


def about(settings: Settings, room: Room) -> dict[str, Any]:
    """Which game a bot process is asked about."""
    meta = room.meta
    return {
        "titles": settings.titles,
        "title": meta.title,
        "players": meta.players,
        "map_name": meta.map_name,
        "options": meta.options,
    }


def question(settings: Settings, room: Room, seat: int, level: str) -> Question:
    """What a bot of this level would do for `seat` now, from what that seat may see at this table."""
    known = courtesy.guessed(room.game, room.state, seat, room.meta.coins)
    return Question(
        **about(settings, room),
        blind=cast("dict[str, Any]", known.dump()),
        seat=seat,
        level=level,
        budget_s=settings.bot_budget_s,
        simulations=settings.bot_simulations,
        seed=seed(room),
        table=room.id,
        cores=settings.bot_cores,
    )


def seed(room: Room) -> int:
    """What a bot leaves to chance follows from the secret too: whoever knows it plays the same game again."""
    return chance.derived(room.meta.secret, f"bot {room.seq}")


class BotTurns:
    """Lets bots answer at the tables of this worker."""

    def __init__(self, pool: BotsPool) -> None:
        self.pool = pool

    def follow(self, hall: Hall, room: Room) -> None:
        """Where it is a bot's turn, let it think about the present position, unless it already does."""
        if room.meta.status != LIVE or room.meta.turn < 0 or not room.seats[room.meta.turn].by_bot:
            return
        if room.bot_task is None or room.bot_task.done():
            room.bot_task = hall.spawn(self._play(hall, room))

    async def _play(self, hall: Hall, room: Room) -> None:
        while room.meta.status == LIVE and room.meta.turn >= 0 and room.seats[room.meta.turn].by_bot:
            seq, seat = room.seq, room.meta.turn
            if hall.settings.bot_pause_s > 0:
                await asyncio.sleep(hall.settings.bot_pause_s)
            if room.seq != seq or room.meta.turn != seat:
                continue
            text, reason = await self._choose(hall, room, seat)
            wish = Submission(id=f"bot-{seq}-{secrets.token_hex(4)}", expected_seq=seq, moves=[text])
            try:
                await submit(hall, room, seat, wish, how="bot", reason=reason)
            except Problem as problem:
                if problem.code not in ("stale", "not_your_turn", "not_running"):
                    log.error("bot_refused", game=room.id, code=problem.code)
                    await asyncio.sleep(1)

    async def _choose(self, hall: Hall, room: Room, seat: int) -> tuple[str, str]:
        state, level = room.state, self.pool.level_or(room.meta.title, room.seats[seat].level)
        try:
            asked = question(hall.settings, room, seat, level)
            return await self.pool.ask(asked, TURN, *hall.share_of(room.meta.host))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            # The game must go on: a bot that fails plays any legal move.
            log.error("bot_failed", game=room.id, reason=type(error).__name__)
            legal = state.legal_actions()
            return state.text(legal[seed(room) % len(legal)]), ""
