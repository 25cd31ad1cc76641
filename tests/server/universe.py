"""A server in a world where all is fixed except what one seat hides: two such worlds must look alike to the others.

Time stands still, identifiers are counted, and the hidden die always shows HIDDEN_DIE.
"""

import itertools
import os
import secrets
import sys
import time

_counter = itertools.count(1)


def _token(size: int | None = None) -> str:
    return f"{next(_counter):0{max(22, 2 * (size or 16))}d}"


secrets.token_urlsafe = _token
secrets.token_hex = _token
time.time = lambda: 1_700_000_000.0

from terrarium.kernel.contract import State  # noqa: E402 - the world above must be in place first
from terrarium.server import chance, table  # noqa: E402
from terrarium.server.run import serve  # noqa: E402
from terrarium.server.settings import from_environment  # noqa: E402


def _draw(secret: bytes, ply: int, state: State) -> int:
    outcomes = [action for action, _ in state.chance_outcomes()]
    if state.text(outcomes[0]).startswith("die"):
        return outcomes[int(os.environ["HIDDEN_DIE"]) - 1]
    return outcomes[ply % len(outcomes)]


chance.draw = _draw
chance.commitment = lambda secret: "0" * 64
table.new_id = lambda: f"{next(_counter) + 22222222222222}".replace("0", "a").replace("1", "b")

if __name__ == "__main__":
    serve(from_environment(port=int(sys.argv[1]), worker="w"))
