"""Waiting without a detour: who waits is woken by whoever brings the news, not in the loop's next round."""

import asyncio
from collections.abc import Callable, Generator
from contextvars import Context
from typing import Any


class Relay:
    """What a task waits for in place of a future. It carries no answer, and who waits may leave while what they waited
    for goes on."""

    __slots__ = ("_asyncio_future_blocking", "_context", "_done", "_left", "_loop", "_wake")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._asyncio_future_blocking = False
        self._loop = loop
        self._wake: Callable[[Relay], object] | None = None
        self._context: Context | None = None
        self._done = False
        self._left = False

    def __await__(self) -> Generator[Any, None, None]:
        self._asyncio_future_blocking = True
        yield self

    def tell(self, _: object = None) -> None:
        """What is waited for has come. To be called by the loop, never by a task: another one goes on meanwhile."""
        self._done = True
        wake, self._wake = self._wake, None
        if wake is None or self._left:
            return
        if self._context is None:
            wake(self)
        else:
            self._context.run(wake, self)

    # The words in which a task speaks to a future.

    def get_loop(self) -> asyncio.AbstractEventLoop:
        return self._loop

    def add_done_callback(self, wake: "Callable[[Relay], object]", *, context: Context | None = None) -> None:
        self._wake, self._context = wake, context

    def cancel(self, msg: object = None) -> bool:
        if self._left or self._done or self._wake is None:
            return False
        self._left = True
        self._loop.call_soon(self._wake, self, context=self._context)
        return True

    def done(self) -> bool:
        return self._done

    def result(self) -> None:
        if self._left:
            raise asyncio.CancelledError
