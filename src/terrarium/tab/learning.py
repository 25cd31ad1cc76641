"""Lessons and puzzles: what there is to learn, the table at which one learns it, and how far one has come."""

import json
import time
from datetime import UTC, datetime
from typing import Any

from terrarium import lessons, puzzles
from terrarium.kernel import notation
from terrarium.kernel.contract import State
from terrarium.server.bots.telling import shown
from terrarium.server.errors import Problem
from terrarium.server.room.moves import same_move
from terrarium.server.room.room import Room
from terrarium.server.store.rows import LIVE
from terrarium.tab.doors import Asked, door
from terrarium.tab.house import House
from terrarium.tab.things import Learnt, Wish

GENTLE = "casual"


def loaded(house: House, line: str) -> State:
    """The position that a line spells."""
    head, page = notation.read_line(line)
    options: Any = page["options"]
    return house.game(head, int(str(page["players"])), str(page["map"]), options).load(page)


def begin(asked: Asked, thing: str, line: str, seat: int, again: bool) -> tuple[Room, int]:
    """The table of a lesson or puzzle and the step it stands at: the one left behind, or a new one."""
    house = asked.house
    mine = house.learnt.setdefault(thing, Learnt())
    left = None if mine.game is None else house.card(mine.game)
    if mine.game is not None and left is not None and left.entry["status"] == LIVE and not again:
        return house.room(mine.game), mine.step
    for old in house.learnt.values():
        if old.game is not None:
            house.forget(old.game)
            old.game = None
    state = loaded(house, line)
    game = state.origin()
    bot = {"kind": "bot", "level": GENTLE}
    seats = [{"kind": "me"} if place == seat else bot for place in range(game.players)]
    start = json.dumps(state.dump())
    wish = Wish(game.title, seats, game.map_name, dict(game.options), asked.lang, position=state, start=start)
    wish.imported = wish.learning = True
    room = house.create(wish)
    mine.game, mine.step = room.id, 0
    house.touch("me")
    return room, 0


def _lesson(asked: Asked) -> tuple[lessons.Lesson, str]:
    title, id = asked.path["title"], asked.path["lesson"]
    found = lessons.course(title).find(id) if title in asked.house.titles else None
    if found is None:
        raise Problem(404, "not_found")
    return found, f"lesson {title}/{id}"


@door("GET", "/lessons")
def courses(asked: Asked) -> object:
    """The lessons of every title, and which of them I have done."""
    found = []
    for title in asked.house.titles:
        entries = []
        for lesson in lessons.course(title).lessons:
            mine = asked.house.learnt.get(f"lesson {title}/{lesson.id}", Learnt())
            done = mine.done is not None
            entries.append({"id": lesson.id, "name": lesson.name[asked.lang], "done": done, "step": mine.step})
        if entries:
            found.append({"title": title, "lessons": entries})
    return {"courses": found}


@door("GET", "/lessons/{title}/{lesson}")
def one(asked: Asked) -> object:
    """One lesson in words."""
    return _lesson(asked)[0].told(asked.lang)


@door("POST", "/lessons/{title}/{lesson}")
def take_up(asked: Asked) -> object:
    """The table of a lesson: where I left it, or `again` from its beginning."""
    found, thing = _lesson(asked)
    room, step = begin(asked, thing, found.position, found.seat, asked.wish("again", bool, False))
    return {"table": asked.house.table(room), "step": min(step, len(found.steps))}


@door("PUT", "/lessons/{title}/{lesson}")
def reached(asked: Asked) -> object:
    """I have come this far."""
    found, thing = _lesson(asked)
    mine = asked.house.learnt.setdefault(thing, Learnt())
    mine.step = asked.wish("step", int, 0)
    if asked.wish("done", bool, False):
        mine.done = time.time()
    asked.house.touch("me")
    name = found.name[asked.lang]
    return {"id": found.id, "name": name, "done": mine.done is not None, "step": mine.step}


def _puzzle(asked: Asked) -> puzzles.Puzzle:
    found = puzzles.every().get(asked.path["id"])
    if found is None or found.title not in asked.house.titles:
        raise Problem(404, "not_found")
    return found


def _entry(house: House, puzzle: puzzles.Puzzle) -> dict[str, object]:
    mine = house.learnt.get(f"puzzle {puzzle.id}", Learnt())
    told = {"id": puzzle.id, "title": puzzle.title, "difficulty": puzzle.difficulty}
    return {**told, "done": mine.done is not None, "tries": mine.tries}


@door("GET", "/puzzles")
def listed(asked: Asked) -> object:
    """The puzzle of the day, and all there are."""
    house = asked.house
    day = datetime.fromtimestamp(time.time(), UTC).date()
    today = puzzles.of_day(day, tuple(house.titles))
    found = [_entry(house, puzzle) for title in house.titles for puzzle in puzzles.of_title(title)]
    return {"day": day.isoformat(), "today": None if today is None else _entry(house, today), "puzzles": found}


@door("POST", "/puzzles/{id}")
def set_up(asked: Asked) -> object:
    """A table with the position of a puzzle: nothing is told of its answer."""
    found = _puzzle(asked)
    room, _ = begin(asked, f"puzzle {found.id}", found.position, found.seat, True)
    return {"table": asked.house.table(room), "puzzle": _entry(asked.house, found)}


@door("POST", "/puzzles/{id}/answer")
def judge(asked: Asked) -> object:
    """Is this the answer? The explanation comes with the right one, or when I give up."""
    found, move = _puzzle(asked), asked.wish("move", str, "")
    state = loaded(asked.house, found.position)
    right = bool(move) and same_move(state, move, found.best)
    mine = asked.house.learnt.setdefault(f"puzzle {found.id}", Learnt())
    mine.tries += 1 if move else 0
    if right and mine.done is None:
        mine.done = time.time()
    asked.house.touch("me")
    told = right or not move
    thought = None
    if told:
        thought = {"seq": 0, **shown(state, found.seat, found.best, json.dumps(found.thought), True, True)}
    margin, each = (found.margin, found.each) if told else (None, None)
    return {"right": right, "tries": mine.tries, "margin": margin, "each": each, "thought": thought}
