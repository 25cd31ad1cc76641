"""The hub of several workers: news over Redis."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import msgspec
import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from terrarium.server.room.hub import Hub, News

log = structlog.get_logger()
T = TypeVar("T")
CHANNEL = "terrarium"
PRESENCE_S = 45.0
REST_S = 1.0
"""How long Redis is left alone after it did not answer: whoever has something to tell goes on meanwhile."""


class RedisHub(Hub):
    """News over Redis pub/sub. A lost message is harmless: the database decides; a reconnect looks at everything, and
    the sweep finds what a worker that died did not tell any more."""

    shared = True

    def __init__(self, url: str, worker: str, patience_s: float = 2.0) -> None:
        self.worker = worker
        self.deaf = True
        self.patience_s = patience_s
        # A connection that was left lying may be dead: a second try, and no more. Nobody at a table waits for news.
        self.redis: Redis = Redis.from_url(
            url,
            socket_keepalive=True,
            socket_timeout=patience_s,
            socket_connect_timeout=patience_s,
            retry=Retry(NoBackoff(), 1),
        )
        self._rests_until = 0.0
        self._task: asyncio.Task[None] | None = None

    async def start(self, listener: Callable[[News | None], Awaitable[None]]) -> None:
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._listen(listener, ready))
        with suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), 5)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self.redis.aclose()

    async def _listen(self, listener: Callable[[News | None], Awaitable[None]], ready: asyncio.Event) -> None:
        first = True
        while True:
            try:
                async with self.redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    ready.set()
                    self.deaf = False
                    if not first:
                        await listener(None)
                    first = False
                    while True:
                        await self._hear(channel, listener)
            except (RedisError, OSError, msgspec.DecodeError) as error:
                self.deaf = True
                log.warning("hub_lost", reason=type(error).__name__)
                await asyncio.sleep(1)

    async def _hear(self, channel: PubSub, listener: Callable[[News | None], Awaitable[None]]) -> None:
        """The next message. Where none comes for a while, is anybody there? A line may be dead and look open."""
        message = await channel.get_message(timeout=self.patience_s)
        if message is None:
            await channel.ping()
            message = await channel.get_message(timeout=self.patience_s)
        if message is None:
            raise TimeoutError
        if message["type"] != "message":
            return
        news = msgspec.json.decode(message["data"], type=News)
        if news.worker != self.worker:
            await listener(news)

    async def _ask(self, words: Awaitable[T]) -> T:
        """One word to Redis, in a task of its own: where the answer is late, its driver cancels the task it waits in,
        which may have other work to finish (`room.whole`)."""
        return await asyncio.ensure_future(words)

    def _rest(self) -> None:
        self._rests_until = time.monotonic() + REST_S

    @property
    def _resting(self) -> bool:
        return time.monotonic() < self._rests_until

    async def publish(self, kind: str, game: str, seq: int = 0) -> None:
        if self._resting:
            return
        try:
            await self._ask(self.redis.publish(CHANNEL, msgspec.json.encode(News(self.worker, kind, game, seq))))
        except (RedisError, OSError) as error:
            # What was committed stays committed; the others see it at their next look at the database.
            self._rest()
            log.warning("hub_publish_failed", reason=type(error).__name__)

    async def set_presence(self, game: str, present: list[str]) -> None:
        if self._resting:
            return
        key = f"terrarium:presence:{game}"
        try:
            until = time.time() + PRESENCE_S
            value = msgspec.json.encode({"until": until, "present": present})
            await self._ask(self.redis.hset(key, self.worker, value.decode()))
            await self._ask(self.redis.expire(key, int(PRESENCE_S * 2)))
        except (RedisError, OSError) as error:
            self._rest()
            log.warning("hub_presence_failed", reason=type(error).__name__)

    async def presence(self, game: str) -> list[str]:
        if self._resting:
            return []
        try:
            entries = await self._ask(self.redis.hgetall(f"terrarium:presence:{game}"))
        except (RedisError, OSError):
            self._rest()
            return []
        found: list[str] = []
        for worker, value in entries.items():
            entry = msgspec.json.decode(value)
            if worker not in (self.worker, self.worker.encode()) and entry["until"] > time.time():
                found += entry["present"]
        return found

    async def healthy(self) -> bool:
        try:
            return bool(await self.redis.ping())
        except (RedisError, OSError):
            return False
