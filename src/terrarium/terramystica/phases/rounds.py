"""Rounds: income at the start, whose turn it is, rewards and turn order at the end."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE
from terrarium.terramystica import causes
from terrarium.terramystica.actions.begin import clear_action
from terrarium.terramystica.data import Position, at, pop, push
from terrarium.terramystica.economy.income import pay_income, pay_reward
from terrarium.terramystica.layout import (
    A_NEXT,
    A_ROUND_END,
    A_ROUND_START,
    ACTS,
    F_MAIN,
    F_SPADES,
    GONE,
    NEXT_ORDER,
    ORDER,
    PASSED,
    PASSERS,
    PLAYERS,
    R_VARIABLE,
    ROUND,
    RULES,
    TURN,
    USED,
)
from terrarium.terramystica.phases.scoring import score_game
from terrarium.terramystica.phases.setup import coins_on_cards
from terrarium.terramystica.tables import (
    ROUNDS,
)


def start_round(s: Position) -> None:
    """Income for everybody; all spaces are free again."""
    v = s.v
    v[ROUND] += 1
    v[ACTS] = 0
    v[PASSED] = v[GONE]
    v[PASSERS] = 0
    v[TURN] = -1
    if s.watching:
        s.note("round", CHANCE, causes.NONE, {"round": int(v[ROUND])})
    i: i64
    for i in range(v[PLAYERS]):
        seat: i64 = v[ORDER + i]
        v[NEXT_ORDER + i] = -1
        v[at(seat) + USED] = 0
        pay_income(s, seat)
    push(v, A_NEXT, CHANCE, 0, 0)


def next_turn(s: Position) -> None:
    """The next seat in turn order that has not passed, or the end of the round."""
    v = s.v
    players: i64 = v[PLAYERS]
    clear_action(v)
    if v[PASSED] == (1 << players) - 1:
        pop(v)
        v[TURN] = -1
        push(v, A_ROUND_END, CHANCE, 0, 0)
        return
    place: i64 = players - 1
    if v[TURN] >= 0:
        place = 0
        while v[ORDER + place] != v[TURN]:
            place += 1
    while True:
        place += 1
        if place >= players:
            place = 0
        if (v[PASSED] >> v[ORDER + place]) & 1 == 0:
            break
    v[TURN] = v[ORDER + place]
    push(v, F_MAIN, v[TURN], 0, 0)


def end_round(s: Position) -> None:
    """Cult rewards and the next turn order; after the last round the final scoring."""
    v = s.v
    if s.watching:
        s.note("round_end", CHANCE, causes.NONE, {"round": int(v[ROUND])})
    if v[ROUND] == ROUNDS:
        v[ROUND] = ROUNDS + 1
        score_game(s)
        return
    set_order(v)
    push(v, A_ROUND_START, CHANCE, 0, 0)
    spades: list[int] = []
    i: i64
    for i in range(v[PLAYERS]):
        spades.append(pay_reward(s, v[ORDER + i]))
    i = v[PLAYERS] - 1
    while i >= 0:
        seat: i64 = v[ORDER + i]
        if spades[i] > 0 and (v[GONE] >> seat) & 1 == 0:
            push(v, F_SPADES, seat, spades[i], 1)
        i -= 1
    coins_on_cards(v)


def set_order(v: vec[i64]) -> None:
    """The first to pass begins; then clockwise, or in the order of passing; who has left comes last."""
    players: i64 = v[PLAYERS]
    if v[PASSERS] == 0:
        return
    i: i64 = 0
    if v[RULES] & R_VARIABLE == 0:
        first: i64 = v[NEXT_ORDER]
        while i < players:
            v[ORDER + i] = (first + i) % players
            i += 1
        return
    while i < v[PASSERS]:
        v[ORDER + i] = v[NEXT_ORDER + i]
        i += 1
    seat: i64
    for seat in range(players):
        if (v[GONE] >> seat) & 1 != 0 and not among_passers(v, seat):
            v[ORDER + i] = seat
            i += 1


def among_passers(v: vec[i64], seat: i64) -> bool:
    return any(v[NEXT_ORDER + i] == seat for i in range(v[PASSERS]))
