"""Slow things apart from each other: threads, queues and deadlines of their own for names, passwords and replays, doors
for calls to the outside, and a fuse for each address that does not answer.

Whatever is slow here keeps nobody else waiting: the database has its own threads and shares them with nothing.
"""

import asyncio
import os
import sys
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, TypeVar

import structlog

from terrarium.server.errors import Problem
from terrarium.server.ops import metrics

log = structlog.get_logger()
T = TypeVar("T")


def _give_way() -> None:
    """Threads of a pool come after the event loop, where the system knows the priority of a thread."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


CALLER: ContextVar[str] = ContextVar("caller", default="")
"""The address for which something is worked out, as limits count it; empty where nobody outside asked for it."""
SHARE = 4
"""One address has the fourth part of a pool's queue at most."""


class Pool:
    """A few threads for one kind of work: so many may wait, and nobody waits longer than so many seconds.

    It goes round the addresses that wait: whoever asks for a hundred things keeps nobody else waiting for more than
    those that are being done.
    """

    def __init__(self, name: str, threads: int, waiting: int, seconds: float) -> None:
        self.name = name
        self.most = threads + waiting
        self.each = threads + waiting // SHARE
        self.seconds = seconds
        self.taken = 0
        self._of: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[tuple[Callable[[], Any], Future[Any]]]] = OrderedDict()
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(threads, name, _give_way)

    async def run(self, work: Callable[[], T]) -> T:
        """`work()` in a thread; Problem 503 where too many wait, TimeoutError where it takes too long.

        A thread cannot be stopped: its place stays taken until it comes back, and others are turned away meanwhile.
        """
        who = CALLER.get()
        doing: Future[T] = Future()
        with self._lock:
            if self.taken >= self.most or (who and self._of[who] >= self.each):
                metrics.CUT_OFF.labels(self.name).inc()
                raise Problem(503, "busy")
            self.taken += 1
            self._of[who] += 1
            self._waiting.setdefault(who, deque()).append((work, doing))
        doing.add_done_callback(lambda _: self._done(who))
        self._threads.submit(self._next)
        answer = asyncio.wrap_future(doing)
        try:
            # Not `asyncio.timeout`: that cancels the task it is in, which may have other work to finish (`room.whole`).
            await asyncio.wait({answer}, timeout=self.seconds)
            if not answer.done():
                raise TimeoutError
            return answer.result()
        finally:
            answer.cancel()

    def _next(self) -> None:
        """In a thread: the next thing of whoever is next; who had a turn goes to the end of the round."""
        with self._lock:
            if not self._waiting:
                return  # closed
            who, waiting = self._waiting.popitem(last=False)
            work, doing = waiting.popleft()
            if waiting:
                self._waiting[who] = waiting
        if not doing.set_running_or_notify_cancel():
            return  # nobody waits for it any more
        try:
            found = work()
        except BaseException as error:
            doing.set_exception(error)
        else:
            doing.set_result(found)

    def _done(self, who: str) -> None:
        with self._lock:
            self.taken -= 1
            self._of[who] -= 1
            if not self._of[who]:
                del self._of[who]

    def close(self) -> None:
        """Let go; whatever still runs is left to its end, whatever waits is given up."""
        with self._lock:
            waiting = [doing for some in self._waiting.values() for _, doing in some]
            self._waiting.clear()
        for doing in waiting:
            doing.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)


class Busy(ConnectionError):
    """A call that was not made: for want of a free door, or because its address is left alone for a while. That is no
    fault of whom it was for."""


def is_busy(error: BaseException) -> bool:
    """Was there no room for this, so that nothing was tried?"""
    return isinstance(error, Busy) or (isinstance(error, Problem) and error.code == "busy")


class Doors:
    """How many calls to the outside go on at once: in all, and for each name (a person, an address)."""

    def __init__(self, name: str, most: int, each: int, waiting: int, seconds: float) -> None:
        self.name = name
        self.each = each
        self.waiting = waiting
        self.seconds = seconds
        self._free = asyncio.Semaphore(most)
        self._taken: Counter[str] = Counter()
        self._queued = 0

    async def run(self, who: str, work: Callable[[], Awaitable[T]]) -> T:
        """One call within the deadline; Busy where too many wait, TimeoutError where it is slow."""
        if self._queued >= self.waiting or self._taken[who] >= self.each:
            metrics.CUT_OFF.labels(self.name).inc()
            raise Busy("too many calls")
        self._queued += 1
        self._taken[who] += 1
        try:
            async with self._free:
                return await asyncio.wait_for(work(), self.seconds)
        finally:
            self._queued -= 1
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]


class Fuses:
    """One fuse for each address: after a few failures in a row it is left alone for a while, longer each time.

    Only what is its own fault burns it: what one person can bring about would cut it off for everybody.
    """

    FAILURES = 3
    REST_S = 60.0
    MOST_S = 3600.0

    def __init__(self, limit: int = 10_000) -> None:
        self.limit = limit
        self._burnt: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def rests(self, where: str) -> bool:
        """Is this address to be left alone now?"""
        return self._burnt.get(where, (0, 0.0))[1] > time.monotonic()

    def failed(self, where: str) -> None:
        count = self._burnt.get(where, (0, 0.0))[0] + 1
        rest = 0.0
        if count >= self.FAILURES:
            rest = time.monotonic() + min(self.MOST_S, self.REST_S * 2 ** (count - self.FAILURES))
            log.warning("address_rests", failures=count)
        self._burnt[where] = (count, rest)
        self._burnt.move_to_end(where)
        while len(self._burnt) > self.limit:
            self._burnt.popitem(last=False)

    def answered(self, where: str) -> None:
        self._burnt.pop(where, None)


class Pools:
    """All of them, for one worker."""

    def __init__(self) -> None:
        self.names = Pool("names", 4, 60, 5.0)
        """Asking for the address of a name: the system's own resolver, which can take long."""
        self.hashing = Pool("hashing", 2, 30, 20.0)
        """Passwords: slow on purpose."""
        self.history = Pool("history", 2, 200, 30.0)
        """Positions of the past, from snapshots."""
        self.replays = Pool("replays", 1, 1000, 600.0)
        """Long looks at games that are over."""
        self.entrances = Pool("entrances", 4, 40, 20.0)
        """Asking somebody else who it is that signs in."""
        self.drafts = Pool("drafts", 1, 40, 20.0)
        """Units and maps that somebody is making: reading one builds a game."""
        self.posts = Doors("posts", 64, 10, 500, 10.0)
        self.mail = Doors("mail", 4, 2, 200, 20.0)
        self.fuses = Fuses()

    def close(self) -> None:
        for pool in (self.names, self.hashing, self.history, self.replays, self.entrances, self.drafts):
            pool.close()
