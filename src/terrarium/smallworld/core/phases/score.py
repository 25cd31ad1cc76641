"""Scoring, going into decline, and the end of the game."""

from mypy_extensions import i64

from terrarium.smallworld.core.board import count, one
from terrarium.smallworld.core.codes import DECLINED, FADING
from terrarium.smallworld.core.data import (
    ACTIVES,
    COINS,
    HAND,
    HELD,
    HOLDER,
    MARKS,
    MODE,
    OUTSIDE,
    OWNER,
    POWER,
    TOKENS,
    TRAY,
    Data,
)
from terrarium.smallworld.core.events import E_DECLINED
from terrarium.smallworld.core.folds import stays
from terrarium.smallworld.core.verbs import clear, discard_badge, discharge, gain, leave, leave_if_gone, notify, vacate


def score(d: Data, seat: i64) -> None:
    """One coin for each region held, active and in decline, and what abilities add."""
    v = d.v
    active = v[ACTIVES + seat]
    if active >= 0:
        score_tribe(d, seat, active)
    t: i64
    for t in range(d.kit.n_races):
        if v[t * 7 + OWNER] == seat and v[t * 7 + MODE] == DECLINED:
            score_tribe(d, seat, t)


def score_tribe(d: Data, seat: i64, t: i64) -> None:
    held = d.v[t * 7 + HELD]
    gain(d, seat, count(held), -1)
    crew = d.crew(t)
    for unit in crew.region_earners:
        total: i64 = 0
        mask = held
        r: i64 = 0
        while mask:
            if mask & 1:
                total += unit.region_income(d, t, r)
            mask >>= 1
            r += 1
        gain(d, seat, total, unit.id)
    for unit in crew.turn_earners:
        gain(d, seat, unit.turn_income(d, t), unit.id)


def decline(d: Data, seat: i64) -> None:
    """The active race goes into decline: an older declined race leaves first, then one token stays in each region."""
    v = d.v
    t = v[ACTIVES + seat]
    for unit in d.crew(t).units:
        notify(d, unit, t, FADING)
    if d.crew(t).outside_limit:
        v[OUTSIDE] |= one(t)
    else:
        old: i64
        for old in range(d.kit.n_races):
            if v[old * 7 + OWNER] == seat and v[old * 7 + MODE] == DECLINED and not v[OUTSIDE] & one(old):
                leave(d, old)
    turn_over(d, t)
    v[ACTIVES + seat] = -1
    d.say(E_DECLINED, seat, t, -1, count(v[t * 7 + HELD]), -1, -1)
    leave_if_gone(d, t)


def turn_over(d: Data, t: i64) -> None:
    """Flip the tokens that stay, give back the others and every piece that does not stay with a declined race."""
    v = d.v
    active = d.crew(t)
    discharge(d, t, v[t * 7 + HAND], -1)
    v[t * 7 + MODE] = DECLINED
    if v[t * 7 + POWER] >= 0 and not d.kit.units[v[t * 7 + POWER]].in_decline:
        discard_badge(d, t)
    crew = d.crew(t)
    rivers = i64(0) if active.swims else d.kit.board.river
    held = v[t * 7 + HELD]
    r: i64
    for r in range(d.kit.board.n):
        if not (held >> r) & 1:
            continue
        if (rivers >> r) & 1:
            n = vacate(d, r)  # first: a thing that is left may move tokens
            v[t * 7 + TRAY] += n
        else:
            spare = v[r * 3 + TOKENS] - stays(d, t, r, crew, True)
            if spare > 0:
                v[r * 3 + TOKENS] -= spare
                v[t * 7 + TRAY] += spare
            if v[r * 3 + MARKS]:
                clear(d, r, True)


def tokens_on_map(d: Data, seat: i64) -> i64:
    """Race tokens of a player on the map, active and in decline: the tie-break."""
    v = d.v
    total: i64 = 0
    r: i64
    for r in range(d.kit.board.n):
        t = v[r * 3 + HOLDER]
        if t >= 0 and v[t * 7 + OWNER] == seat:
            total += v[r * 3 + TOKENS]
            if v[r * 3 + MARKS] & d.kit.first_marks:
                total += d.kit.figures(v[r * 3 + MARKS] & d.kit.first_marks)
    return total


def winners(d: Data) -> list[int]:
    """The seats that win a game that ends like this."""
    seats = range(int(d.kit.players))
    coins = [int(d.v[COINS + seat]) for seat in seats]
    tokens = [int(tokens_on_map(d, seat)) for seat in seats]
    return d.kit.contest.winners(coins, tokens, rival_coins(d))


def rival_coins(d: Data) -> int:
    """The coins of the race that nobody plays; 0 where there is none."""
    return int(d.v[COINS + d.kit.players]) if d.kit.wild >= 0 else 0
