"""A line that falls silent: whatever is said is taken and never arrives, and nobody hangs up."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Hole:
    """Stands in front of a server on this computer."""

    def __init__(self, behind: int) -> None:
        self.behind = behind
        self.silent = False
        self._open: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port: int = self._door.getsockname()[1]
        threading.Thread(target=self._receive, daemon=True).start()

    def _receive(self) -> None:
        with suppress(OSError):
            while True:
                visitor, _ = self._door.accept()
                inside = socket.create_connection(("127.0.0.1", self.behind))
                self._open += [visitor, inside]
                for source, to in ((visitor, inside), (inside, visitor)):
                    threading.Thread(target=self._carry, args=(source, to), daemon=True).start()

    def _carry(self, source: socket.socket, to: socket.socket) -> None:
        lost = False
        with suppress(OSError):
            while piece := source.recv(65536):
                # What was begun in silence stays silent: a computer that is gone does not come back in the middle.
                lost = lost or self.silent
                if not lost:
                    to.sendall(piece)
            if not lost and not self.silent:
                to.close()

    def close(self) -> None:
        for one in (self._door, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


@contextmanager
def hole(behind: int) -> Iterator[Hole]:
    made = Hole(behind)
    try:
        yield made
    finally:
        made.close()
