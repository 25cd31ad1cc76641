"""A bot's turn: ask a bot process about the blind position, then play through the same door as everybody."""

import asyncio
import secrets
from typing import Any, cast

import structlog

from terrarium.server.bots.pool import Question
from terrarium.server.errors import Problem
from terrarium.server.room.hall import Hall
from terrarium.server.room.play import Submission, submit
from terrarium.server.room.rooms import Room
from terrarium.server.store.rows import LIVE

log = structlog.get_logger()


def follow(hall: Hall, room: Room) -> None:
    """Where it is a bot's turn, let it think about the present position, unless it already does."""
    if room.meta.status != LIVE or room.meta.turn < 0 or not room.seats[room.meta.turn].by_bot:
        return
    if room.bot_task is None or room.bot_task.done():
        room.bot_task = hall.spawn(_play(hall, room))


async def _play(hall: Hall, room: Room) -> None:
    while room.meta.status == LIVE and room.meta.turn >= 0 and room.seats[room.meta.turn].by_bot:
        seq, seat = room.seq, room.meta.turn
        if hall.settings.bot_pause_s > 0:
            await asyncio.sleep(hall.settings.bot_pause_s)
        if room.seq != seq or room.meta.turn != seat:
            continue
        text, reason = await _choose(hall, room, seat)
        wish = Submission(id=f"bot-{seq}-{secrets.token_hex(4)}", expected_seq=seq, moves=[text])
        try:
            await submit(hall, room, seat, wish, how="bot", reason=reason)
        except Problem as problem:
            if problem.code not in ("stale", "not_your_turn", "not_running"):
                log.error("bot_refused", game=room.id, code=problem.code)
                await asyncio.sleep(1)


async def _choose(hall: Hall, room: Room, seat: int) -> tuple[str, str]:
    meta = room.meta
    question = Question(
        titles=hall.settings.titles,
        title=meta.title,
        players=meta.players,
        map_name=meta.map_name,
        options=meta.options,
        blind=cast("dict[str, Any]", room.state.blind(seat).dump()),
        seat=seat,
        level=hall.bots.level_or(meta.title, room.seats[seat].level),
        budget_s=hall.settings.bot_budget_s,
    )
    state = room.state
    try:
        return await hall.bots.ask(question)
    except asyncio.CancelledError:
        raise
    except Exception as error:
        # The game must go on: a bot that fails plays any legal move.
        log.error("bot_failed", game=room.id, reason=type(error).__name__)
        return state.text(secrets.choice(state.legal_actions())), ""
