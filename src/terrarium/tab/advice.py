"""Hints, bots' reasons, and a finished game looked at again, in portions between two answers to the page."""

import time
from typing import Any

from terrarium import courtesy
from terrarium.bots import review
from terrarium.server.bots.telling import described, reason, shown
from terrarium.server.errors import Problem
from terrarium.server.room import history, moves
from terrarium.server.room.room import Room
from terrarium.server.store.rows import LIVE
from terrarium.tab.board import looker, over, seated
from terrarium.tab.doors import Asked, door
from terrarium.tab.house import House

LEVEL = "strong"
SIMULATIONS = 16
"""For each position of a review: a browser counts a hundredth of what compiled rules do."""
PORTION_S = 0.25


@door("GET", "/games/{game}/hint")
def hint(asked: Asked) -> object:
    """What a strong bot would do in my place now, and why; from what I can see alone."""
    house, room, seat = seated(asked)
    moves.check_turn(room, seat)
    move, thought = house.advised(room, seat, LEVEL)
    compared = courtesy.open_to_all(room.meta.title, room.meta.coins)
    return {"seq": room.seq, **shown(room.state.blind(seat), seat, move, thought, True, compared)}


@door("GET", "/games/{game}/reasons/{seq}")
def why_played(asked: Asked) -> object:
    """Why a bot played this row."""
    _, room, viewer = looker(asked)
    number = asked.path["seq"]
    seq = int(number) if number.isascii() and number.isdigit() and len(number) < 8 else 0
    if seq > room.seq:
        raise Problem(404, "no_position", seq=seq, last=room.seq)
    return reason(room, viewer, seq, over(room))


class Looking:
    """The review of one game: being made, or ready."""

    def __init__(self, room: Room, simulations: int) -> None:
        self.room = room
        self.rows = [room.rows[number - 1] for number in room.line]
        self.simulations = simulations
        self.done = 0
        self.stretches: list[review.Stretch] = []
        self.found: dict[str, Any] | None = None

    def portion(self) -> bool:
        """Look at some more rows; are there any left?"""
        line = [(row.who, row.text) for row in self.rows]
        ends = time.monotonic() + PORTION_S
        start = history.first_state(self.room)
        self.stretches.append(review.look(self.room.game, start, line, self.done, self.simulations, 1, ends))
        self.done = self.stretches[-1].upto
        if self.done < len(line):
            return True
        steps = [step for stretch in self.stretches for step in stretch.steps]
        slips = [slip for stretch in self.stretches for slip in stretch.slips]
        fates = [fate for stretch in self.stretches for fate in stretch.fates]
        whole = review.assemble(self.room.game, self.room.state.scores(), steps, slips, fates).as_dict()
        self.found = described(self.room, self.rows, whole)
        return False


_reviews: dict[tuple[int, str], Looking] = {}


def looking(house: House, room: Room) -> Looking:
    key = (id(house), room.id)
    known = _reviews.get(key)
    if known is None:
        known = _reviews[key] = Looking(room, house.simulations or SIMULATIONS)
        house.tasks[f"review {room.id}"] = known.portion
    return known


@door("GET", "/games/{game}/analysis")
def analysis(asked: Asked) -> object:
    """A finished game looked at again. The first question begins the work; ask again until it is `ready`."""
    house, room, _ = looker(asked)
    if not over(room):
        raise Problem(409, "game_running")
    if room.meta.status == LIVE or room.meta.status != "over" or not room.line:
        raise Problem(404, "no_reason")
    made = looking(house, room)
    found = made.found or {"curve": [], "moments": [], "costliest": [], "accounts": []}
    return {"ready": made.found is not None, "done": made.done, "of": len(made.rows), **found}
