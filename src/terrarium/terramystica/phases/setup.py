"""The set-up: tiles, cards left out, factions, first dwellings, first cards."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE
from terrarium.terramystica.data import Position, at, pop, push
from terrarium.terramystica.factions.boards import FIRST_DWELLINGS
from terrarium.terramystica.layout import (
    A_ROUND_START,
    CARD_AT,
    CARD_COINS,
    F_CARD,
    F_FACTION,
    F_OUT,
    F_PLACE,
    F_TILE,
    FACTION,
    PLAYERS,
    R_CARD,
    R_DRAWN,
    RULES,
)


def run_setup(s: Position, stage: i64, step: i64, top: i64) -> None:
    """Ask the next question of the set-up; `step` counts within a stage."""
    v = s.v
    players: i64 = v[PLAYERS]
    v[top + 3] = step + 1
    if stage == 0:
        # rounds 6 and 5 first: so every allowed arrangement is equally likely
        push(v, F_TILE, CHANCE, 5 - step, 0)
        if step == 5:
            next_stage(v, top)
    elif stage == 1:
        cards: i64 = 10 if v[RULES] & R_CARD != 0 else 9
        out: i64 = cards - players - 3
        if step < out:
            push(v, F_OUT, CHANCE, out - step, 0)
        else:
            next_stage(v, top)
    elif stage == 2:
        push(v, F_FACTION, CHANCE if v[RULES] & R_DRAWN != 0 else step, step, 0)
        if step == players - 1:
            next_stage(v, top)
    elif stage <= 6:
        if step < players:
            seat: i64 = players - 1 - step if stage == 4 else step
            if places_now(v[at(seat) + FACTION], stage):
                push(v, F_PLACE, seat, 0, 0)
        else:
            next_stage(v, top)
    elif step < players:
        push(v, F_CARD, players - 1 - step, 0, 0)
    else:
        pop(v)
        coins_on_cards(v)
        push(v, A_ROUND_START, CHANCE, 0, 0)


def next_stage(v: vec[i64], top: i64) -> None:
    v[top + 2] += 1
    v[top + 3] = 0


def places_now(f: i64, stage: i64) -> bool:
    """First and second dwellings, somebody's third, somebody's only one, in this order."""
    if stage <= 4:
        return FIRST_DWELLINGS[f] >= 2
    return FIRST_DWELLINGS[f] == 3 if stage == 5 else FIRST_DWELLINGS[f] == 1


def coins_on_cards(v: vec[i64]) -> None:
    """One coin on every card that nobody holds."""
    i: i64
    for i in range(10):
        if v[CARD_AT + i] == 0:
            v[CARD_COINS + i] += 1
