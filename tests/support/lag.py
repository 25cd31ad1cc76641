"""A bad line between the browser and the server: answers come late, and in another order than they were sent.

What a test takes for granted because two things happen at once on a good line shows here:

    pytest tests/web --lag 7
"""

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

DELAYS_S = (0.0, 0.0, 0.0, 0.01, 0.05, 0.2, 0.6)
"""How long a piece of an answer may be under way; pieces of one connection keep their order."""
THROTTLES = (1, 1, 2, 4)
"""By how much a page's own work is slowed down."""
PIECE = 1 << 16


class BadLine:
    """Stands in front of a server. Programs that test over the API get through at once; browsers do not."""

    def __init__(self, behind: int, seed: int) -> None:
        self.behind = behind
        self.dice = random.Random(seed)
        self.port = 0
        self.stands = Event()
        self.loop: asyncio.AbstractEventLoop
        self.over: asyncio.Event

    async def stand(self) -> None:
        """Let everybody through until it is over; whoever is still talking then is cut off."""
        self.loop, self.over = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self.visit, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            self.stands.set()
            await self.over.wait()

    async def visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await reader.read(PIECE)
        late = b"Mozilla" in first
        try:
            inside, outside = await asyncio.open_connection("127.0.0.1", self.behind)
            outside.write(first)
            await asyncio.gather(self.carry(reader, outside, False), self.carry(inside, writer, late))
        except OSError:
            pass  # one of the two has gone
        finally:
            writer.close()

    async def carry(self, source: asyncio.StreamReader, to: asyncio.StreamWriter, late: bool) -> None:
        while piece := await source.read(PIECE):
            if late:
                await asyncio.sleep(self.dice.choice(DELAYS_S))
            to.write(piece)
            await to.drain()
        to.close()


@contextmanager
def bad_line(behind: int, seed: int) -> Iterator[str]:
    """The address by which the server of that port is reached badly."""
    line = BadLine(behind, seed)
    thread = Thread(target=lambda: asyncio.run(line.stand()))
    thread.start()
    line.stands.wait()
    try:
        yield f"http://127.0.0.1:{line.port}"
    finally:
        line.loop.call_soon_threadsafe(line.over.set)
        thread.join()
