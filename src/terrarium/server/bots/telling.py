"""What bots thought, told to people: a thought as a page shows it, the reason of a row, a review with its moves."""

from typing import Any

from terrarium import coach, courtesy
from terrarium.bots import thought
from terrarium.kernel.contract import State
from terrarium.server.errors import Problem
from terrarium.server.room import history
from terrarium.server.room.room import Room
from terrarium.server.store.rows import Row


def choice_of(state: State, seat: int, text: str) -> dict[str, object]:
    """A move as the choice it was in this position; its text alone where it was none."""
    for choice in state.choices(seat):
        if choice.text == text:
            return choice.as_dict()
    return {"text": text, "verb": text.split(" ")[0], "facts": {}}


def shown(state: State, seat: int, move: str, reason: str, whole: bool, compared: bool) -> dict[str, Any]:
    """A thought for the page. `whole`: also what only somebody with this seat's eyes may know; `compared`: also what
    counts others' points against its own."""
    page: dict[str, Any] = {"seat": seat, "move": choice_of(state, seat, move), "alternative": None, "cost": None}
    page |= {"points": None, "lead": None, "chance": None, "fear": None, "fear_seat": None, "sources": []}
    page["threat"] = page["less"] = None
    page["simulations"] = 0
    found = thought.read(reason)
    threat = (found.fear_seat, found.fear_choice["facts"]) if found and found.fear_choice else None
    page |= coach.advise(state, seat, move, threat).as_dict()
    page["instead"] = []
    if found is None:
        return page
    page["simulations"] = found.simulations
    if found.others:
        page["alternative"] = choice_of(state, seat, found.others[0].move)
        page["cost"] = round(found.cost(), 2)
        page["less"] = found.less or None
        page["instead"] = coach.advise(state, seat, found.others[0].move).as_dict()["reasons"]
    if found.fear:
        page["fear"] = found.fear_choice or {"text": found.fear, "verb": found.fear.split(" ")[0], "facts": {}}
        page["fear_seat"] = found.fear_seat
        page["threat"] = found.threat
    if whole:
        chosen = found.chosen
        page["points"] = chosen.points[seat] if chosen.points else None
        page["sources"] = [[code, points] for code, points in found.sources]
        if compared:
            page["lead"] = chosen.lead
            page["chance"] = chosen.chance if chosen.chance >= 0 else None
    return page


def reason(room: Room, viewer: int, seq: int, ended: bool) -> dict[str, Any]:
    """Why a bot played row `seq`. `past.prepare` must have run.

    While the game runs its expectations are told only if the viewer knows as much as the bot did: a thought is a
    function of what a seat may see, and must not give that away.
    """
    row = room.rows[seq - 1] if 0 < seq <= len(room.rows) else None
    if row is None or row.how == "undo" or not row.reason:
        raise Problem(404, "no_reason")
    before = history.state_at(room, seq - 1)
    told = courtesy.open_to_all(room.meta.title, room.meta.coins)
    whole = ended or (told and before.blind(viewer).dump() == before.blind(row.who).dump())
    return {"seq": seq, **shown(before, row.who, row.text, row.reason, whole, whole)}


def described(room: Room, rows: list[Row], found: dict[str, Any]) -> dict[str, Any]:
    """The review with the log's own row numbers, and moves as the choices they were."""
    numbers = [0, *room.line]
    curve = [{**step, "seq": numbers[step["row"]]} for step in found["curve"]]
    for step in curve:
        del step["row"], step["move"]
    costliest = []
    for slip in found["costliest"]:
        row = rows[slip["row"] - 1]
        before = history.state_at(room, numbers[slip["row"] - 1])
        costliest.append(
            {
                "seq": row.seq,
                "before": numbers[slip["row"] - 1],
                "seat": slip["seat"],
                "move": choice_of(before, slip["seat"], slip["move"]),
                "better": choice_of(before, slip["seat"], slip["better"]),
                "cost": slip["cost"],
                "chance": slip["chance"],
                **coach.advise(before, slip["seat"], slip["better"]).as_dict(),
            }
        )
    return {"curve": curve, "moments": found["moments"], "costliest": costliest, "accounts": found["accounts"]}
