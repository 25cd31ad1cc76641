"""Hints, bots' reasons, and a finished game looked at again, in portions between two answers to the page."""

import time
import traceback
from math import inf

from terrarium import courtesy
from terrarium.bots import review
from terrarium.server.bots.telling import described, reason, shown
from terrarium.server.errors import Problem
from terrarium.server.room import history, moves
from terrarium.server.room.room import Room
from terrarium.tab.board import looker, over, seated
from terrarium.tab.doors import Asked, door
from terrarium.tab.house import House
from terrarium.tab.things import REVIEW, Review

LEVEL = "strong"
SIMULATIONS = 16
"""For each position of a review: a browser counts a hundredth of what compiled rules do."""
POSITION_S = 0.5
"""A position is searched no longer than this: in Terra Mystica a simulation may take a quarter of a second."""
PORTION_S = 0.25
"""After so long others are answered, also in the middle of a row."""


@door("GET", "/games/{game}/hint")
def hint(asked: Asked) -> object:
    """What a strong bot would do in my place now, and why; from what I can see alone."""
    house, room, seat = seated(asked)
    moves.check_turn(room, seat)
    move, thought = house.advised(room, seat, LEVEL)
    compared = courtesy.open_to_all(room.meta.title, room.meta.coins)
    known = courtesy.guessed(room.game, room.state, seat, room.meta.coins)
    return {"seq": room.seq, **shown(known, seat, move, thought, True, compared)}


@door("GET", "/games/{game}/reasons/{seq}")
def why_played(asked: Asked) -> object:
    """Why a bot played this row."""
    _, room, viewer = looker(asked)
    seq = int(asked.path["seq"])
    if seq > room.seq:
        raise Problem(404, "no_position", seq=seq, last=room.seq)
    return reason(room, viewer, seq, over(room))


def look(house: House, room: Room) -> Review:
    """Begin to look at a finished game again, in portions between other answers."""
    rows = [room.rows[number - 1] for number in room.line]
    line = [(row.who, row.text) for row in rows]
    made = house.reviews[room.id] = Review(len(rows))
    counted = house.simulations or SIMULATIONS
    seconds = inf if house.simulations else POSITION_S
    walk = review.Walk(room.game, history.first_state(room), line, 0, counted, 1, seconds)

    def portion() -> bool:
        try:
            more = walk.go_on(time.monotonic() + PORTION_S)
            made.done = walk.found.upto
            if not more:
                seen = walk.found
                whole = review.assemble(room.game, room.state.scores(), seen.steps, seen.slips, seen.fates).as_dict()
                made.found = described(room, rows, whole)
                house.touch(REVIEW + room.id)
        except Exception:  # a log can be wrong in as many ways as there are rules; whoever asks again begins anew
            traceback.print_exc()
            made.failed, more = True, False
        return more

    house.tasks[REVIEW + room.id] = portion
    return made


@door("GET", "/games/{game}/analysis")
def analysis(asked: Asked) -> object:
    """A finished game looked at again. The first question begins the work; ask again until it is `ready`."""
    house, room, _ = looker(asked)
    if not over(room):
        raise Problem(409, "game_running")
    if room.meta.status != "over" or not room.line:
        raise Problem(404, "no_reason")
    made = house.reviews.get(room.id) or look(house, room)
    if made.failed:
        del house.reviews[room.id]
        raise Problem(409, "no_advice")
    found = made.found or {"curve": [], "moments": [], "costliest": [], "accounts": []}
    return {"ready": made.found is not None, "done": made.done, "of": made.of, **found}
