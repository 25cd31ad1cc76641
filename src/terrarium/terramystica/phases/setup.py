"""The set-up: tiles, cards left out, factions, first dwellings, first cards."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE
from terrarium.terramystica import causes, codes
from terrarium.terramystica.data import Position, at, pop, push, top_of
from terrarium.terramystica.factions.boards import FIRST_DWELLINGS, SHIP_START
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import (
    A_ROUND_START,
    BOWL1,
    BOWL2,
    CARD_AT,
    CARD_COINS,
    COINS,
    CULT,
    F_CARD,
    F_FACTION,
    F_OUT,
    F_PLACE,
    F_TILE,
    FACTION,
    PLAYERS,
    PRIESTS,
    R_CARD,
    R_DRAWN,
    ROUND_TILE,
    RULES,
    SHIP,
    VP,
    WORKERS,
)
from terrarium.terramystica.map.board import LAND_NAMES
from terrarium.terramystica.map.building import settle
from terrarium.terramystica.names import CARDS, FACTIONS, ROUND_TILES
from terrarium.terramystica.phases.passing import take_card
from terrarium.terramystica.tables import START_VP


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


def answer_setup(s: Position, action: i64) -> None:
    """A tile, a card left out, a faction, a first dwelling, a first card."""
    v = s.v
    top = top_of(v)
    kind: i64 = v[top]
    seat: i64 = v[top + 1]
    a: i64 = v[top + 2]
    pop(v)
    if kind == F_TILE:
        v[ROUND_TILE + a] = action - codes.TILE
        if s.watching:
            s.note("round_tile", CHANCE, causes.NONE, {"round": int(a) + 1, "tile": ROUND_TILES[action - codes.TILE]})
    elif kind == F_OUT:
        v[CARD_AT + action - codes.OUT_CARD] = -1
        if s.watching:
            s.note("card_out", CHANCE, causes.NONE, {"card": CARDS[action - codes.OUT_CARD]})
    elif kind == F_FACTION:
        seat_faction(s, a, action - codes.PICK)
    elif kind == F_PLACE:
        settle(s, seat, action // codes.BLOCK)
        if s.watching:
            s.note("place", seat, causes.NONE, {"hex": LAND_NAMES[action // codes.BLOCK]})
    else:
        take_card(s, seat, action - codes.CARD)


def seat_faction(s: Position, seat: i64, f: i64) -> None:
    """Lay out the faction board."""
    v = s.v
    o = at(seat)
    board = FACTION_HOOKS[f]
    v[o + FACTION] = f
    v[o + VP] = START_VP
    v[o + COINS] = board.coins
    v[o + WORKERS] = board.workers
    v[o + PRIESTS] = board.priests
    v[o + BOWL1] = board.bowls[0]
    v[o + BOWL2] = board.bowls[1]
    v[o + SHIP] = SHIP_START[f]
    for track in range(4):
        v[o + CULT + track] = board.cults[track]
    if s.watching:
        s.note("faction", seat, causes.NONE, {"faction": FACTIONS[f]})


def coins_on_cards(v: vec[i64]) -> None:
    """One coin on every card that nobody holds."""
    i: i64 = 0
    while i < 10:
        if v[CARD_AT + i] == 0:
            v[CARD_COINS + i] += 1
        i += 1
