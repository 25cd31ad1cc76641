"""Work that goes on to its end: within the task that asks for it, and after that task has been cancelled."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from contextvars import ContextVar
from typing import Any

import pytest

from terrarium.server.errors import Problem
from terrarium.server.ops.pools import Pool
from terrarium.server.room.whole import carried_out
from tests.support.patience import CEILING_S

Wait = Callable[["asyncio.Future[str]"], Awaitable[str]]


async def plainly(word: "asyncio.Future[str]") -> str:
    return await word


async def after_others(word: "asyncio.Future[str]") -> str:
    await asyncio.sleep(0)
    return await word


async def in_a_task(word: "asyncio.Future[str]") -> str:
    return await asyncio.create_task(plainly(word))


async def behind_a_lock(word: "asyncio.Future[str]") -> str:
    lock = asyncio.Lock()
    await lock.acquire()
    word.add_done_callback(lambda _: lock.release())
    async with lock:
        return await word


WAYS = [plainly, after_others, in_a_task, behind_a_lock]


class Scene:
    """Work under way, what it has done, and what was left for others to finish."""

    def __init__(self, wait: Wait, nested: bool = False) -> None:
        self.word: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.done: list[str] = []
        self.left: list[asyncio.Task[None]] = []
        work = self.work(wait)
        if nested:
            work = carried_out(work, self.spawn)
        self.task = asyncio.create_task(carried_out(work, self.spawn))

    async def work(self, wait: Wait) -> str:
        self.done.append("begun")
        said = await wait(self.word)
        await asyncio.sleep(0)
        self.done.append(said)
        return said + "!"

    def spawn(self, rest: Coroutine[Any, Any, None]) -> None:
        self.left.append(asyncio.create_task(rest))


async def settled() -> None:
    """Long enough for everybody to come as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


def staged(play: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(CEILING_S):
            await play()

    asyncio.run(run())


@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("wait", WAYS)
def test_work_is_carried_out_where_it_is_asked_for(wait: Wait, nested: bool) -> None:
    async def play() -> None:
        scene = Scene(wait, nested)
        await settled()
        assert scene.done == ["begun"]
        scene.word.set_result("told")
        assert await scene.task == "told!"
        assert scene.done == ["begun", "told"]
        assert scene.left == []

    staged(play)


@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("wait", WAYS)
@pytest.mark.parametrize("turns", range(1, 4))
def test_who_is_cancelled_goes_at_once_and_the_work_goes_on(turns: int, wait: Wait, nested: bool) -> None:
    async def play() -> None:
        scene = Scene(wait, nested)
        for _ in range(turns):
            await asyncio.sleep(0)
        scene.task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await scene.task
        assert scene.done == ["begun"]
        scene.word.set_result("told")
        await settled()
        assert scene.done == ["begun", "told"]
        assert all(task.done() and task.exception() is None for task in scene.left)

    staged(play)


@pytest.mark.parametrize("turns", range(8))
def test_cancelled_as_the_word_comes_it_is_heard_all_the_same(turns: int) -> None:
    async def play() -> None:
        scene = Scene(plainly)
        await settled()
        scene.word.set_result("told")
        for _ in range(turns):
            await asyncio.sleep(0)
        scene.task.cancel()
        await asyncio.wait({scene.task})
        await settled()
        assert scene.done == ["begun", "told"]

    staged(play)


def test_what_goes_wrong_is_told_to_who_asked() -> None:
    async def play() -> None:
        scene = Scene(plainly)
        await settled()
        scene.word.set_exception(Problem(503, "try_again"))
        with pytest.raises(Problem):
            await scene.task

    staged(play)


def test_a_refusal_that_nobody_waits_for_is_no_failure_and_an_error_is_one() -> None:
    async def play() -> None:
        for error, failed in ((Problem(409, "stale"), False), (RuntimeError("broken"), True)):
            scene = Scene(plainly)
            await settled()
            scene.task.cancel()
            await asyncio.wait({scene.task})
            scene.word.set_exception(error)
            await settled()
            assert (scene.left[0].exception() is not None) == failed

    staged(play)


def test_a_pool_that_is_too_slow_for_the_work_cancels_nobody() -> None:
    free = threading.Event()

    async def play() -> None:
        pool = Pool("test", threads=1, waiting=1, seconds=0.01)

        async def slowly(word: "asyncio.Future[str]") -> str:
            with suppress(TimeoutError):
                await pool.run(free.wait)
            return await word

        try:
            scene = Scene(slowly)
            scene.word.set_result("told")
            assert await scene.task == "told!"
            assert scene.left == []
        finally:
            free.set()
            pool.close()

    staged(play)


def test_the_work_knows_what_its_task_knows() -> None:
    known: ContextVar[str] = ContextVar("known", default="nothing")

    async def play() -> None:
        heard: list[str] = []

        async def listen(word: "asyncio.Future[str]") -> str:
            known.set("something")
            said = await word
            heard.append(known.get())
            return said

        scene = Scene(listen)
        await settled()
        scene.word.set_result("told")
        await scene.task
        assert heard == ["something"]

    staged(play)
