"""What would come: a turn ended now, a region taken, a plan tried. All on copies, so that no client needs a rule."""

from terrarium.kernel.contract import NotationError, State
from terrarium.server.errors import Problem, refused
from terrarium.server.room import moves

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
            return [(event.cause, _number(event.args["n"])) for event in gains]
    return []


def _quiet_answer(state: State, seat: int) -> int:
    """The answer that ends the turn soonest: an ending verb, else expanding rather than declining, else the last."""
    choices = state.choices(seat)
    for verb in (*ENDING, "expand"):
        for choice in choices:
            if choice.verb == verb:
                return choice.action
    return choices[-1].action


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def gained(state: State, seat: int, region: int) -> list[tuple[str, int]]:
    """What taking a region would add to the coins of this turn, by cause; empty where it cannot simply be taken."""
    copy = state.blind(seat)
    try:
        action = copy.parse(f"conquer {region}")
    except NotationError:
        return []
    if copy.why_illegal(action) is not None:
        return []
    before = forecast(copy, seat)
    copy.apply(action)
    after = forecast(copy, seat) if copy.current_player() == seat else []
    if not after:
        return []
    gain: dict[str, int] = {}
    for lines, sign in ((after, 1), (before, -1)):
        for cause, n in lines:
            gain[cause] = gain.get(cause, 0) + sign * n
    return [(cause, n) for cause, n in gain.items() if n]


def attempt(copy: State, title: str, seat: int, texts: list[str]) -> tuple[list[dict[str, object]], int]:
    """Play `texts` on a copy: what happened in it as `seat` sees it, and how many of them are `seat`'s own in a row.

    The copy knows only what `seat` may know, so a plan shows no card and no die before its time.
    """
    copy.watch()
    rows: list[dict[str, object]] = []
    own = 0
    for index, text in enumerate(texts):
        for action in moves.expand(copy, title, text):
            who = copy.current_player()
            if who < 0:
                raise Problem(409, "not_your_turn", seat=seat)
            refusal = copy.why_illegal(action)
            if refusal is not None:
                raise refused(title, refusal)
            if who == seat and own == index:
                own = index + 1
            copy.apply(action)
            told = [event.as_dict() for event in copy.events(seat)]
            rows.append({"seq": index + 1, "who": who, "kind": "move", "at": 0, "events": told})
            copy.forget_events()
    return rows, own
