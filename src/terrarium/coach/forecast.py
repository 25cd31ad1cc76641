"""What a turn would bring if its player stopped now: played out on a copy, so that nobody else needs a rule."""

from terrarium.coach.reason import number
from terrarium.kernel.contract import State

MOST_STEPS = 60
"""Answers after which a forecast is given up: no turn needs as many to come to its end."""
ENDING = ("stop", "no")
"""Verbs that end something, tried before any other answer."""


def forecast(state: State, seat: int) -> list[tuple[str, int]]:
    """Coins by cause that `seat` would gain by stopping now; empty where a die or somebody else comes first."""
    copy = state.clone()
    copy.watch()
    for _ in range(MOST_STEPS):
        if copy.current_player() != seat:
            break
        copy.apply(_quiet_answer(copy, seat))
        gains = [event for event in copy.events(seat) if event.code == "coins" and event.seat == seat]
        if gains:
            return [(event.cause, number(event.args["n"])) for event in gains]
    return []


def _quiet_answer(state: State, seat: int) -> int:
    """The answer that ends the turn soonest: an ending verb, else expanding rather than declining, else the last."""
    choices = state.choices(seat)
    for verb in (*ENDING, "expand"):
        for choice in choices:
            if choice.verb == verb:
                return choice.action
    return choices[-1].action
