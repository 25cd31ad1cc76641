"""Work that is carried out to its end, even if whoever asked for it goes away in the middle.

Between the disk and the room nobody may stop: a move that is saved must be in the room and be told. A task of its own
would see to that, but making one for every move, and waking who waits for it, takes longer than the rules of the move.
So the work goes on in the task that asked for it, which waits for a `Relay` of whatever the work waits for: cancelled,
it leaves that behind, and the rest of the work gets a task after all. Such work does not bound its own time with
`asyncio.timeout`, which cancels the task it is in: deadlines belong to what it waits for.
"""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextlib import suppress
from types import coroutine
from typing import Any, TypeVar

from terrarium.server.errors import Problem
from terrarium.server.ops.relay import Relay

T = TypeVar("T")
Work = Coroutine[Any, Any, T]
Spawn = Callable[[Coroutine[Any, Any, None]], object]


async def carried_out(work: Work[T], spawn: Spawn) -> T:
    """What `work` gives; where the present task is cancelled meanwhile, `spawn` runs the rest of it."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            awaited = work.send(None)
        except StopIteration as done:
            answer: T = done.value
            return answer
        relay = Relay(loop)
        if awaited is None:  # only lets others run
            loop.call_soon(relay.tell)
        else:
            awaited._asyncio_future_blocking = False
            awaited.add_done_callback(relay.tell)
        try:
            await relay
        except asyncio.CancelledError:
            spawn(_unheard(work, awaited))
            raise


async def _unheard(work: Work[Any], awaited: Any) -> None:
    """The rest of work whose asker is gone: nobody hears what became of it."""
    with suppress(Problem):
        await _resumed(work, awaited)


@coroutine
def _resumed(work: Work[T], awaited: Any) -> Generator[Any, Any, T]:
    """Go on with work that has begun and waits."""
    if awaited is not None and not awaited.done():
        awaited._asyncio_future_blocking = True
        yield awaited
    answer: T = yield from work
    return answer
