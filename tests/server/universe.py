"""A server in a world where all is fixed except what is hidden: two such worlds must look alike to the others.

Time stands still, identifiers are counted, draws follow from their place in the game. What differs between two worlds:
the toy's hidden die always shows HIDDEN_DIE; every number of a new game that seat 1 and spectators may not know is
raised by HIDDEN_RAISE.
"""

import itertools
import os
import secrets
import sys
import time

_counter = itertools.count(1)


def _token(size: int | None = None) -> str:
    return f"{next(_counter):0{max(22, 2 * (size or 16))}d}"


secrets.token_urlsafe = _token  # type: ignore[assignment]
secrets.token_hex = _token  # type: ignore[assignment]
time.time = lambda: 1_700_000_000.0

import msgspec  # noqa: E402 - the world above must be in place first

from terrarium.kernel.contract import SPECTATOR, State  # noqa: E402
from terrarium.server.ops.run import serve  # noqa: E402
from terrarium.server.ops.settings import from_environment  # noqa: E402
from terrarium.server.people.sessions import Person  # noqa: E402
from terrarium.server.room import chance, table  # noqa: E402
from terrarium.server.room.hall import Hall  # noqa: E402
from terrarium.server.room.room import Room  # noqa: E402
from tests.server import twins  # noqa: E402

HIDDEN_DIE = int(os.environ.get("HIDDEN_DIE", "0"))
HIDDEN_RAISE = int(os.environ.get("HIDDEN_RAISE", "0"))


def _draw(secret: bytes, ply: int, state: State) -> int:
    outcomes = [action for action, _ in state.chance_outcomes()]
    if HIDDEN_DIE and state.text(outcomes[0]).startswith("die"):
        return outcomes[HIDDEN_DIE - 1]
    return outcomes[ply % len(outcomes)]


_create = table.create


async def _create_with_secrets(hall: Hall, person: Person, wish: table.Wish) -> tuple[Room, str | None]:
    if HIDDEN_RAISE and wish.position is None:
        game = table.find_game(hall, wish, b"")
        state = game.new()
        for path in twins.secrets_from(game, state, [1, SPECTATOR], HIDDEN_RAISE):
            state = twins.raised(game, state, path, HIDDEN_RAISE) or state
        wish.position, wish.start = state, msgspec.json.encode(state.dump()).decode()
    return await _create(hall, person, wish)


table.create = _create_with_secrets
chance.draw = _draw
chance.commitment = lambda secret: "0" * 64
table.new_id = lambda: f"{next(_counter) + 22222222222222}".replace("0", "a").replace("1", "b")

if __name__ == "__main__":
    serve(from_environment(port=int(sys.argv[1]), worker="w"))
