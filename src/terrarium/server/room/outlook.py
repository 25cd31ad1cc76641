"""What would come: a turn ended now, a region taken, a draft tried. All on copies, so that no client needs a rule."""

from terrarium import courtesy
from terrarium.coach.forecast import forecast
from terrarium.kernel.contract import CHANCE, NotationError, State
from terrarium.server.errors import Problem, refused
from terrarium.server.room import moves
from terrarium.server.room.room import Room
from terrarium.server.store.rows import LIVE


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


def drafted(room: Room, seat: int, ahead: bool) -> tuple[State, bool]:
    """The private copy on which a draft begins, with what `seat` knows and no more.

    `ahead`: while others are on turn, the copy in which `seat`'s next turn begins on the board as it stands now; the
    second part of the answer says whether it is that one.
    """
    if room.meta.status != LIVE:
        raise Problem(409, "not_running", status=room.meta.status)
    copy = courtesy.copy(room.game, room.state, seat, room.meta.coins)
    if not ahead or copy.current_player() == seat:
        return copy, False
    turn = copy.turn_ahead(seat)
    if turn is None:
        raise Problem(409, "no_turn_ahead")
    return turn, True


def draft(
    room: Room, seat: int, texts: list[str], ahead: bool = False, as_far: bool = False, chance: bool = False
) -> tuple[dict[str, object], Problem | None]:
    """Try `texts` on a private copy: where they lead, what the turn would bring if it ended there, and what is to be
    answered next. `as_far`: where one of them does not hold, those before it are tried, and the second part of the
    answer says why not; otherwise it is refused. `chance`: go on after a draw, as if the likeliest had come."""
    copy, early = drafted(room, seat, ahead)
    stopped: Problem | None = None
    try:
        rows, own, sure = attempt(copy, room.meta.title, seat, texts, chance)
    except Problem as problem:
        if not as_far:
            raise
        stopped = problem
        copy, early = drafted(room, seat, ahead)
        rows, own, sure = attempt(copy, room.meta.title, seat, texts[: step_of(problem)], chance)
    who = copy.current_player()
    return {
        "seq": room.seq,
        "view": courtesy.view(copy, seat, room.meta.coins),
        "choices": [choice.as_dict() for choice in copy.choices(who)] if who >= 0 else [],
        "rows": rows,
        # A plan may say what comes after a draw; what is played at once ends there.
        "own": own if early else min(own, sure),
        "assumed": sure < UNTOLD,
        "forecast": forecast(copy, seat),
        "ahead": early,
        "stopped": None,
    }, stopped


def step_of(problem: Problem) -> int:
    """Which of the moves that were tried was refused."""
    step = problem.extra["move"]
    assert isinstance(step, int)
    return step


def told_stop(problem: Problem, sentence: str) -> dict[str, object]:
    """The first move of a draft that does not hold, with the reason in the reader's language."""
    return {"move": step_of(problem), "error": problem.body(sentence)["error"]}


UNTOLD = 10**6
"""More moves than anybody tries: nothing was drawn among them."""


def assume(copy: State) -> bool:
    """Pass over what is to be drawn, as if the likeliest came: what will come nobody knows. True if any was."""
    drawn = False
    while copy.current_player() == CHANCE:
        copy.apply(max(sorted(copy.chance_outcomes()), key=lambda outcome: outcome[1])[0])
        copy.forget_events()
        drawn = True
    return drawn


def attempt(
    copy: State, title: str, seat: int, texts: list[str], chance: bool = False
) -> tuple[list[dict[str, object]], int, int]:
    """Play `texts` on a copy: what happened in it as `seat` sees it, how many of them are `seat`'s own in a row, and
    how many come before a draw.

    The copy knows only what `seat` may know, so a plan shows no card and no die before its time. With `chance` it goes
    on after a draw, as if the likeliest had come.
    """
    sure = UNTOLD
    copy.watch()
    rows: list[dict[str, object]] = []
    own = 0
    for index, text in enumerate(texts):
        for action in _expanded(copy, title, text, index):
            who = copy.current_player()
            if who < 0:
                raise Problem(409, "not_your_turn", seat=seat).at_move(index)
            refusal = copy.why_illegal(action)
            if refusal is not None:
                raise refused(title, refusal).at_move(index)
            if who == seat and own == index:
                own = index + 1
            copy.apply(action)
            told = [event.as_dict() for event in copy.events(seat)]
            rows.append({"seq": index + 1, "who": who, "kind": "move", "at": 0, "events": told})
            copy.forget_events()
        if chance and assume(copy):
            sure = min(sure, index + 1)
    return rows, own, sure


def _expanded(copy: State, title: str, text: str, index: int) -> list[int]:
    try:
        return moves.expand(copy, title, text)
    except Problem as problem:
        raise problem.at_move(index) from problem.__cause__
