"""Running a worker: uvicorn with the limits that a table needs."""

import gc
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from prometheus_client import start_http_server

from terrarium.server.app import create_app
from terrarium.server.ops.settings import MAX_BODY, SettingError, Settings, check_door, metrics_address
from terrarium.server.wire.protocol import DOOR, Http, Wire

MOST_FILES = 65_536
"""As many files as one worker ever needs."""


def more_files() -> None:
    """Let this process open as many files as the system grants it: each connection is one."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wished = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wished:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))


class Server(uvicorn.Server):
    """One that says when it listens."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[], None]) -> None:
        super().__init__(config)
        self.listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.listening()


def serve(settings: Settings, listening: Callable[[], None] = lambda: None) -> None:
    """Serve until stopped by a signal; `listening` is called once people can come."""
    check_door(settings.host, settings.port)
    app = create_app(settings)
    # Rooms and sockets live long: what was imported is never looked at again, and full collections are rare. Pages of
    # moves under way are thousands of objects, which go by themselves: looking at them each time only stops everybody.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 5, 100)
    # The thread that writes and those that read share the interpreter with the event loop: short turns for all.
    sys.setswitchinterval(0.001)
    more_files()
    DOOR.each = settings.most_connections if settings.quotas else 0
    DOOR.proxies = tuple(part.strip() for part in settings.trusted_proxies.split(","))
    DOOR.request_s = settings.request_s
    own = metrics_address(settings.metrics)
    if own is not None:
        try:
            start_http_server(own[1], own[0])
        except OSError as error:
            raise SettingError("metrics", settings.metrics, "taken") from error
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="auto",  # uvloop where there is one; not on Windows
        http=Http,
        ws=Wire,
        ws_max_size=MAX_BODY,
        # Packets are small and many; compressing each costs more memory per socket than it saves on the wire.
        ws_per_message_deflate=False,
        ws_ping_interval=settings.ping_s,
        ws_ping_timeout=settings.ping_s,
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
        backlog=4096,
    )
    server = Server(config, listening)
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(3)  # as uvicorn does; it has said why
