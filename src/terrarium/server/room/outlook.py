"""What would come: a turn ended now, a region taken, a plan tried. All on copies, so that no client needs a rule."""

from terrarium.coach.forecast import forecast
from terrarium.kernel.contract import NotationError, State
from terrarium.server.errors import Problem, refused
from terrarium.server.room import moves


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
