"""The WebSocket protocol of uvicorn, for clients that do not leave when they are told to."""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

GOODBYE_S = 2.0
"""How long a client that was cut off may take to say goodbye."""
GOODBYE_BYTES = 64 * 1024
"""How much it may still send before its connection ends without one: a flood is not read to its end."""


class Wire(WebSocketsSansIOProtocol):
    """One connection. After we have closed it, little more is read from it, and not for long."""

    transport: asyncio.Transport

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.close_timeout = GOODBYE_S
        self._late = 0

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            # Closing waits until everything is sent; to somebody who does not read that would be for ever.
            self.loop.call_later(GOODBYE_S, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        if self.close_sent:
            self._late += len(data)
            if self._late > GOODBYE_BYTES:
                self.transport.abort()
                return
        super().data_received(data)
