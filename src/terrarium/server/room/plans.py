"""Plans: moves that a seat leaves for its next turn, played when it comes, as far as nothing about them has changed.

A plan lies among the standing orders of its seat, where nobody else looks: {"plan": {"ask": what the turn begins with,
"round": when, "steps": […], "otherwise": […], "chance": go on after a draw}}. A step is {"play": a line, "terms": its
price and effect when the plan was left, or None where a draw comes before it}.

Each step is a condition: it is played only if it is legal and costs and brings what it did. If the whole of `steps`
holds, as far as can be known without a draw, they are played; otherwise `otherwise`, if the whole of that holds; if
neither does, `steps` as far as they hold. Then the turn waits for its owner.
"""

from typing import Any

from terrarium.kernel.contract import CHANCE, NotationError, State
from terrarium.server.errors import Problem, refused, unreadable

Plan = dict[str, Any]
Step = dict[str, Any]
Orders = list[dict[str, Any]]

TOLD = ("why", "warnings")
"""What a choice tells people about itself and is neither its price nor its effect."""


def plan_of(orders: Orders) -> Plan | None:
    """The plan among these orders."""
    return next((order["plan"] for order in orders if "plan" in order), None)


def without_plan(orders: Orders) -> Orders:
    """The orders that answer questions, without the plan."""
    return [order for order in orders if "plan" not in order]


def with_plan(orders: Orders, plan: Plan) -> Orders:
    return [*without_plan(orders), {"plan": plan}]


def made(title: str, copy: State, seat: int, steps: list[str], otherwise: list[str], chance: bool) -> Plan:
    """The plan of these moves, with the price and effect that each has in `copy`, the turn they are meant for."""
    return {
        **_when(copy, seat),
        "steps": _measured(title, copy.clone(), seat, steps, chance),
        "otherwise": _measured(title, copy.clone(), seat, otherwise, chance),
        "chance": chance,
    }


def _when(state: State, seat: int) -> Plan:
    view = state.view(seat)
    ask = view["ask"]
    return {"ask": ask["code"] if isinstance(ask, dict) else ask, "round": view["round"]}


def _measured(title: str, copy: State, seat: int, texts: list[str], chance: bool) -> list[Step]:
    steps: list[Step] = []
    for place, text in enumerate(texts):
        who = copy.current_player()
        if who == CHANCE and chance:
            # Nobody knows what the draw brings: whether these can be played shows when it is drawn.
            return [*steps, *[{"play": later, "terms": None} for later in texts[place:]]]
        if who != seat:
            raise Problem(409, "plan_ends").at_move(place)
        try:
            actions = copy.expand(text)
        except NotationError as error:
            raise unreadable(title, error.code, error.details).at_move(place) from error
        steps.append({"play": text, "terms": plain(terms(copy, seat, actions))})
        for action in actions:
            refusal = copy.why_illegal(action)
            if refusal is not None:
                raise refused(title, refusal).at_move(place)
            copy.apply(action)
    return steps


def terms(state: State, seat: int, actions: list[int]) -> dict[str, object]:
    """Price and effect of a line's first action: a line of several distributes what is there."""
    facts = next((choice.facts for choice in state.choices(seat) if actions and choice.action == actions[0]), {})
    return {name: value for name, value in facts.items() if name not in TOLD}


WAITS, DUE, LATE = "waits", "due", "late"


def stage(plan: Plan, state: State, seat: int) -> str:
    """Is this the turn that the plan was left for? A turn of a later round is not."""
    now = _when(state, seat)
    if now["round"] != plan["round"]:
        return LATE if now["round"] > plan["round"] else WAITS
    return DUE if now["ask"] == plan["ask"] else WAITS


def fitting(plan: Plan, state: State, seat: int) -> list[Step]:
    """Which of its two lists of steps is played now."""
    for name in ("steps", "otherwise"):
        if plan[name] and _whole(plan[name], state.blind(seat), seat):
            found: list[Step] = plan[name]
            return found
    first: list[Step] = plan["steps"]
    return first


def _whole(steps: list[Step], copy: State, seat: int) -> bool:
    """Do all of them hold, as far as can be known without a draw?"""
    for step in steps:
        if copy.current_player() != seat:
            return True
        actions = holding(step, copy, seat)
        if not actions:
            return False
        for action in actions:
            if copy.why_illegal(action) is not None:
                return False
            copy.apply(action)
    return True


def holding(step: Step, copy: State, seat: int) -> list[int]:
    """The actions of a step that `seat` may take now on the terms it was left with; none where that has changed."""
    try:
        actions = copy.expand(step["play"])
    except NotationError:
        return []
    if not actions or copy.why_illegal(actions[0]) is not None:
        return []
    return actions if step["terms"] in (None, plain(terms(copy, seat, actions))) else []


def plain(value: Any) -> Any:
    """As it comes back from the database: tuples are lists there."""
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def shown(orders: Orders) -> Plan | None:
    """The plan as its owner reads it."""
    plan = plan_of(orders)
    if plan is None:
        return None
    lines = {name: [step["play"] for step in plan[name]] for name in ("steps", "otherwise")}
    return {"round": plan["round"], "moves": lines["steps"], "otherwise": lines["otherwise"], "chance": plan["chance"]}
