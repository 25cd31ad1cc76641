"""One open socket: a bounded queue of packets, so that a client that does not read is cut off."""

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from contextlib import suppress

MAX_QUEUED = 256
MAX_QUEUED_BYTES = 4 * 1024 * 1024
MAX_HELD = 1000
"""Packets that wait for a delay to pass. A delay may be a day: who misses some for it finds them in the log."""
TRY_AGAIN = 1013


class Backlog:
    """Bytes that wait for the sockets of each address, in all: somebody who reads nothing anywhere has no more than a
    few sockets' worth of the memory."""

    MOST = 5 * MAX_QUEUED_BYTES

    def __init__(self) -> None:
        self._of: Counter[str] = Counter()

    def add(self, client: str, size: int) -> bool:
        """So many more wait, or fewer; False where that is too much."""
        self._of[client] += size
        if self._of[client] <= 0:
            del self._of[client]
        return self._of[client] <= self.MOST


class Connection:
    """Where packets for one viewer go: at once by `post` while it takes them, else into a queue, which a task drains by
    `deliver` only while there is something in it."""

    def __init__(
        self,
        viewer: int,
        user_id: int | None,
        lang: str,
        delay: float,
        deliver: Callable[[bytes], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
        post: Callable[[bytes], bool] | None = None,
        waits: Callable[[int], bool] | None = None,
    ) -> None:
        self.viewer = viewer
        self.user_id = user_id
        self.lang = lang
        self.delay = delay
        self.closed = False
        self.told = 0
        """The row up to which this socket has been told everything."""
        self._deliver = deliver
        self._close = close
        self._post = post
        self._waits = waits
        """Told how many bytes more wait here, or fewer; says whether its address may have so many."""
        self._packets: deque[bytes] | None = None
        """What waits; most sockets never have any."""
        self._bytes = 0
        self._held: deque[tuple[float, bytes]] | None = None
        """What is told later, with its time; only spectators with a delay have any."""
        self._held_bytes = 0
        self._timer: asyncio.TimerHandle | None = None
        self._owed: asyncio.Task[None] | None = None
        """Tells what happened before this socket came and is told later; what is held comes after it."""
        self._task: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._owner = asyncio.current_task()

    def send(self, data: bytes, at_once: bool = False) -> None:
        """Queue one packet; a delayed spectator gets it later, everybody in order."""
        if self.delay > 0 and not at_once:
            self._hold(data)
        else:
            self._queue(data)

    def _hold(self, data: bytes) -> None:
        if self.closed:
            return
        loop = asyncio.get_running_loop()
        if self._held is None:
            self._held = deque()
        self._held.append((loop.time() + self.delay, data))
        self._held_bytes += len(data)
        if len(self._held) > MAX_HELD or self._held_bytes > MAX_QUEUED_BYTES:
            self.cut(TRY_AGAIN)
        elif self._timer is None:
            self._timer = loop.call_at(self._held[0][0], self._release)

    def _release(self) -> None:
        """What has waited long enough goes on its way."""
        loop, self._timer = asyncio.get_running_loop(), None
        if self._owed is not None:
            return  # its end releases the rest
        while self._held and self._held[0][0] <= loop.time():
            data = self._held.popleft()[1]
            self._held_bytes -= len(data)
            self._queue(data)
        if self._held:
            self._timer = loop.call_at(self._held[0][0], self._release)

    def owe(self, task: asyncio.Task[None]) -> None:
        """This task tells what this socket came too late to hear and too early to know; it ends with the socket."""
        self._owed = task
        task.add_done_callback(self._paid)

    def _paid(self, _: object) -> None:
        self._owed = None
        if self._timer is None:
            self._release()

    def gone(self) -> None:
        """Nobody hears anything here any more: what waits is let go of."""
        self.closed = True
        self._wait(-self._bytes)
        self._packets = self._held = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._owed is not None:
            self._owed.cancel()

    def _queue(self, data: bytes) -> None:
        if self.closed:
            return
        if self._task is None and self._post is not None and self._post(data):
            return  # nothing waits, and its client reads
        if self._packets is None:
            self._packets = deque()
        self._packets.append(data)
        fits = self._wait(len(data))
        if not fits or len(self._packets) > MAX_QUEUED or self._bytes > MAX_QUEUED_BYTES:
            self.cut(TRY_AGAIN)
        elif self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._drain())

    def _wait(self, size: int) -> bool:
        """So many bytes more wait, or fewer; False where its address has too many."""
        self._bytes += size
        return not size or self._waits is None or self._waits(size)

    async def _drain(self) -> None:
        try:
            while self._packets and not self.closed:
                data = self._packets.popleft()
                self._wait(-len(data))
                await self._deliver(data)
        except Exception:
            # The peer is gone; the reading side of the socket notices and cleans up.
            self.closed = True
            self._wait(-self._bytes)
        finally:
            self._packets = self._task = None

    def cut(self, code: int) -> None:
        """Close this socket now; a blocked delivery is given up."""
        if self.closed:
            return
        self.gone()
        if self._task is not None:
            self._task.cancel()
        self._ending = asyncio.get_running_loop().create_task(self._finish(code))

    async def ended(self) -> None:
        """Wait until the goodbye of `cut` is on its way; a server that hangs up first would swallow it."""
        if self._ending is not None:
            await asyncio.wait({self._ending})

    async def _finish(self, code: int) -> None:
        with suppress(Exception):
            await asyncio.wait_for(self._close(code), 2)
        # Whoever does not read gets no goodbye either; the task that serves this socket ends all the same.
        if self._owner is not None:
            self._owner.cancel()
