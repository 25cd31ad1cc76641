"""Records, positions, logs and options damaged in every way a stranger could think of, and every reader of them."""

import json
import random
from typing import Any

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, Game, NotationError, State
from terrarium.kernel.handmade import MAP
from terrarium.kernel.record import Record
from terrarium.kernel.replay import replay
from terrarium.terramystica.snellman.log import read_log
from terrarium.terramystica.snellman.ordered.importing import import_log
from terrarium.terramystica.snellman.writing.writer import write_log
from terrarium.workshop.maps import drawn_in

SPLINTERS = [b"9" * 12, b"-", b"\x00", "²".encode(), b"2147483648", b"[[[[", b"{", b"\n", b'"', b" 63", b"1e9", b"#"]
ODD: list[Any] = [-1, 0, 1, 7, 99, 10**6, 2**31, 2**62, 2**63, 2**70, -(2**63) - 1, 1.5, None, True]
ODD += ["", "x", "ghouls", "natives", [], {}, [1, 2, 3], {"a": 1}]


def some_way_in(game: Game, dice: random.Random, steps: int) -> tuple[State, list[str], list[int]]:
    """A position of a random game, the rows that led there, and the actions they spell."""
    state, rows, actions = game.new(), [], []
    for _ in range(steps):
        who = state.current_player()
        if who == OVER:
            break
        action = dice.choice(state.legal_actions())
        rows.append(f"{'?' if who == CHANCE else who} {state.text(action)}")
        actions.append(action)
        state.apply(action)
    return state, rows, actions


def texts(title: str, players: int, steps: int, dice: random.Random) -> list[str]:
    """A record, a record from a position, a position, and where there is one, a log of a title."""
    game = catalog.game(title, players)
    state, rows, actions = some_way_in(game, dice, steps)
    head = catalog.new_record(game).format().strip()
    start = f"{head}\n# start {json.dumps(state.dump())}\n"
    found = ["\n".join([head, *rows]), start, catalog.write_position(game, state)]
    return [*found, write_log(game, actions)] if title == "terra-mystica" else found  # type: ignore[arg-type]


def mutated(text: str, dice: random.Random) -> str:
    """A few bytes changed, cut out, doubled, or replaced by something odd."""
    raw = bytearray(text.encode())
    for _ in range(dice.randrange(1, 5)):
        if not raw:
            break
        at, to = sorted((dice.randrange(len(raw)), dice.randrange(len(raw))))
        way = dice.randrange(6)
        if way == 0:
            raw[at] = dice.randrange(256)
        elif way == 1:
            del raw[at : min(to, at + 40)]
        elif way == 2:
            raw[at:at] = raw[at : min(to, at + 40)]
        elif way == 3:
            raw[at:at] = dice.choice(SPLINTERS)
        elif way == 4:
            number = next((place for place in range(at, len(raw)) if chr(raw[place]).isdigit()), at)
            raw[number : number + 1] = str(dice.choice([dice.randrange(300), 2**31, 9999])).encode()
        else:
            raw[at] ^= 1 << dice.randrange(8)
    return raw.decode("utf-8", "replace")


def read_position(text: str) -> None:
    catalog.read_position(text)


def read_record(text: str) -> None:
    record = Record.parse(text)
    replay(catalog.game_of(record), record)


def read_snellman(text: str) -> None:
    import_log(read_log(text))


def read_option(text: str) -> None:
    """A title, and in the next line what somebody brings to a table for two."""
    title, _, option = text.partition("\n")
    name, _, value = option.partition(" ")
    catalog.title(title).game(2, "", {name: value})
    if name.startswith(MAP):
        drawn_in(value)


READERS = {"position": read_position, "record": read_record, "log": read_snellman, "option": read_option}
"""Every reader of the library, by what it reads."""


def answered(reader: str, text: str) -> bool:
    """Was it read? False where it was refused with a sentence; any other error is a fault and comes out."""
    try:
        READERS[reader](text)
    except NotationError:
        return False
    return True
