"""The order of a turn, and of turns. A turn is data: each stage is a frame, pushed in reverse order."""

from mypy_extensions import i64

from terrarium.smallworld.core.codes import (
    CLOSING,
    DECLINED,
    DECLINING,
    DEPLOYING,
    END,
    F_CHOICE,
    F_CONQUEST,
    F_DEPLOY,
    F_EXPAND,
    F_GATHER,
    F_MOMENT,
    F_NEXT,
    F_OVER,
    F_PICK,
    F_READY,
    F_REGROUP,
    F_SCORE,
    F_START,
    F_TURN,
    F_VICTIMS,
    READY,
    REGROUP,
    REVIEW,
    SCORED,
    SPARE,
    START,
)
from terrarium.smallworld.core.data import ACTIVES, FIRST, MODE, OWNER, RETREAT, ROUND, SEAT, Data
from terrarium.smallworld.core.events import E_FIRST, E_OVER, E_ROUND, E_TURN, E_WILD_TURN
from terrarium.smallworld.core.phases.deploy import bring_back
from terrarium.smallworld.core.phases.score import decline, score


def set_first(d: Data, seat: i64) -> None:
    """This player begins every round."""
    d.pop()
    d.v[FIRST] = seat
    d.v[ROUND] = 1
    d.say(E_FIRST, seat, -1, -1, 0, -1, -1)
    d.say(E_ROUND, -1, -1, -1, 1, -1, -1)
    d.push(F_TURN, 0, 0, 0, seat)


def begin_turn(d: Data, seat: i64) -> None:
    """A player's turn: pick a combo if there is no active race, then expand; otherwise expand or decline."""
    v = d.v
    d.pop()
    v[SEAT] = seat
    at: i64
    for at in range(d.kit.used_at, d.kit.rows_at):
        v[at] = 0
    if seat == d.kit.players:
        wild_turn(d)
        return
    d.say(E_TURN, seat, -1, -1, v[ROUND], -1, -1)
    if v[ACTIVES + seat] < 0:
        d.push(F_EXPAND, 0, 0, 0, seat)
        d.push(F_START, 0, 0, 0, seat)
        d.push(F_PICK, 0, 0, 0, seat)
    else:
        d.push(F_CHOICE, 0, 0, 0, seat)
        d.push(F_START, 0, 0, 0, seat)


def wild_turn(d: Data) -> None:
    """The turn of the race that nobody plays: it takes up its troops, conquers, redeploys and scores by itself; then
    tokens driven off come back, the first player's first, and everybody regroups."""
    v = d.v
    wild = d.kit.wild
    players = d.kit.players
    d.say(E_WILD_TURN, -1, wild, -1, v[ROUND], -1, -1)
    d.push(F_NEXT, 0, 0, 0, players)
    step = players - 1
    while step >= 0:
        tell_active(d, (v[FIRST] + step) % players, REGROUP)
        step -= 1
    d.push(F_VICTIMS, 0, 0, 0, (v[FIRST] + players - 1) % players)
    d.push(F_SCORE, 0, 0, 0, players)
    d.push(F_DEPLOY, wild, 0, 0, 0)
    d.push(F_CONQUEST, wild, 0, 0, 0)
    d.push(F_READY, wild, 0, 0, 0)


def push_moment(d: Data, t: i64, moment: i64) -> None:
    """The tribe's abilities are told of a moment, if one of them listens, or a thing kept by then might."""
    if (d.crew(t).moments >> moment) & 1 or d.kit.things:
        d.push(F_MOMENT, t, 0, 0, moment)


def tell_active(d: Data, seat: i64, moment: i64) -> None:
    """A player's active race hears of a moment; after a turn spent on declining there is none."""
    active = d.v[ACTIVES + seat]
    if active >= 0:
        push_moment(d, active, moment)


def start(d: Data, seat: i64) -> None:
    """Every race of the player hears that the turn begins, those in decline first."""
    d.pop()
    tell_all(d, seat, START)


def tell_all(d: Data, seat: i64, moment: i64) -> None:
    """Every race of a player hears of a moment: those in decline first, because the active race may gain by it."""
    v = d.v
    active = v[ACTIVES + seat]
    tell_active(d, seat, moment)
    if not ((d.kit.late_moments >> moment) & 1 or d.kit.things):
        return
    t: i64
    for t in range(d.kit.n_races):
        if v[t * 7 + OWNER] == seat and t != active:
            push_moment(d, t, moment)


def settle(d: Data, seat: i64) -> None:
    """The player scores; then abilities hear it, and last of all the active race may decline."""
    d.pop()
    tell_active(d, seat, CLOSING)
    tell_all(d, seat, SCORED)
    score(d, seat)


def close_turn(d: Data, seat: i64) -> None:
    """What ends every turn after scoring: tokens driven off come back, others regroup, the next player is up."""
    d.push(F_NEXT, 0, 0, 0, seat)
    d.push(F_REGROUP, 0, 0, 0, seat)
    d.push(F_VICTIMS, 0, 0, 0, seat)


def expand(d: Data, seat: i64) -> None:
    """An expand turn: declined races that still act go first, then the active race; then pieces, coins, the end."""
    v = d.v
    d.pop()
    close_turn(d, seat)
    active = v[ACTIVES + seat]
    d.push(F_SCORE, 0, 0, 0, seat)
    push_moment(d, active, END)
    push_campaign(d, active)
    t: i64
    for t in range(d.kit.n_races):
        if v[t * 7 + OWNER] == seat and v[t * 7 + MODE] == DECLINED and d.crew(t).acts:
            push_campaign(d, t)


def push_campaign(d: Data, t: i64) -> None:
    """One tribe takes up its troops, conquers and redeploys."""
    moments = d.crew(t).moments
    d.push(F_DEPLOY, t, 0, 0, 0)
    if (moments >> SPARE) & 1:
        d.push(F_MOMENT, t, 0, 0, SPARE)
    if (moments >> DEPLOYING) & 1 or d.kit.things:
        d.push(F_MOMENT, t, 0, 0, DEPLOYING)
    d.push(F_GATHER, t, 0, 0, 0)
    d.push(F_CONQUEST, t, 0, 0, 0)
    if (moments >> READY) & 1 or d.kit.things:
        d.push(F_MOMENT, t, 0, 0, READY)
    d.push(F_READY, t, 0, 0, 0)
    if (moments >> REVIEW) & 1:
        d.push(F_MOMENT, t, 0, 0, REVIEW)


def decline_turn(d: Data, seat: i64) -> None:
    """A turn spent on going into decline: turn over, score, end."""
    d.pop()
    close_turn(d, seat)
    d.push(F_SCORE, 0, 0, 0, seat)
    t = d.v[ACTIVES + seat]
    decline(d, seat)
    if d.v[t * 7 + OWNER] == seat:
        push_moment(d, t, DECLINING)


def help_victims(d: Data, seat: i64) -> None:
    """The next tribe, clockwise from the player whose turn it is, whose driven-off tokens come back."""
    v = d.v
    players = d.kit.players
    next_up: i64 = -1
    soonest: i64 = 0
    t: i64
    for t in range(d.kit.n_races):
        if v[t * 7 + RETREAT] and v[t * 7 + OWNER] < players:
            wait = (v[t * 7 + OWNER] - seat - 1 + players) % players
            if next_up < 0 or wait < soonest:
                next_up = t
                soonest = wait
    if next_up < 0:
        d.pop()
    else:
        bring_back(d, next_up)


def regroup(d: Data, seat: i64) -> None:
    """Every other player's active race hears that this turn is over, clockwise."""
    d.pop()
    step = d.kit.players - 1
    while step >= 1:
        tell_active(d, (seat + step) % d.kit.players, REGROUP)
        step -= 1


def next_turn(d: Data, seat: i64) -> None:
    """Clockwise, then the race that nobody plays; a new round when the first player is up again; the game ends after
    the last round."""
    v = d.v
    d.pop()
    after = v[FIRST] if seat == d.kit.players else (seat + 1) % d.kit.players
    if after == v[FIRST]:
        if d.kit.wild >= 0 and seat != d.kit.players:
            d.push(F_TURN, 0, 0, 0, d.kit.players)
            return
        if v[ROUND] == d.kit.rounds:
            d.say(E_OVER, -1, -1, -1, 0, -1, -1)
            d.push(F_OVER, 0, 0, 0, 0)
            return
        v[ROUND] += 1
        d.say(E_ROUND, -1, -1, -1, v[ROUND], -1, -1)
    d.push(F_TURN, 0, 0, 0, after)
