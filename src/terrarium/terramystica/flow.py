"""The course of the game: set-up, turns, round ends, and the steps that need no answer."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE
from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions import carry_out, close_spades
from terrarium.terramystica.board import LAND_NAMES
from terrarium.terramystica.buffer import buffer_of
from terrarium.terramystica.building import any_span, settle
from terrarium.terramystica.data import Position, at, pop, push, top_of
from terrarium.terramystica.digging import can_dig_on, clear_action
from terrarium.terramystica.faction import FACTION_HOOKS
from terrarium.terramystica.goods import priest_room
from terrarium.terramystica.income import pay_income, pay_reward
from terrarium.terramystica.layout import (
    A_NEXT,
    A_OFFERS,
    A_ROUND_END,
    A_ROUND_START,
    A_SETTLED,
    A_SETUP,
    ACTS,
    BOWL1,
    BOWL2,
    CARD_AT,
    CARD_COINS,
    COINS,
    CULT,
    EVENTS,
    F_BRIDGE,
    F_BUILD,
    F_CARD,
    F_FACTION,
    F_FAVOR,
    F_LEECH,
    F_MAIN,
    F_ORDAIN,
    F_OUT,
    F_PLACE,
    F_POST,
    F_RIDE,
    F_SPADES,
    F_STORM,
    F_SWARM,
    F_TILE,
    F_TOWN,
    FACTION,
    GONE,
    HEIGHT,
    HOMES,
    LEAN,
    NEXT_ORDER,
    ORDER,
    PASSED,
    PASSERS,
    PLAYERS,
    PRIESTS,
    R_CARD,
    R_DRAWN,
    R_IDLE,
    R_VARIABLE,
    ROUND,
    ROUND_TILE,
    RULES,
    SHIP,
    TURN,
    USED,
    VP,
    WORKERS,
)
from terrarium.terramystica.listing_board import fill_spades
from terrarium.terramystica.listing_more import fill_favor, fill_free, fill_town
from terrarium.terramystica.names import CARDS, FACTIONS, ROUND_TILES
from terrarium.terramystica.offers import open_offers, takeable
from terrarium.terramystica.passing import take_card
from terrarium.terramystica.prices import can_build
from terrarium.terramystica.scoring import score_game
from terrarium.terramystica.tables import (
    ALCHEMISTS,
    BOARDS,
    CHAOS,
    FIRST_DWELLINGS,
    NOMADS,
    ROUNDS,
    SHIP_START,
    START_VP,
)


def answer(s: Position, action: i64) -> None:
    """Apply a legal action and run on to the next question."""
    v = s.v
    if v[top_of(v)] <= F_CARD:
        answer_setup(s, action)
    else:
        carry_out(s, action)
    advance(s)


def advance(s: Position) -> None:
    """Run every step that needs no answer."""
    v = s.v
    while v[HEIGHT] > 0:
        top = top_of(v)
        kind: i64 = v[top]
        seat: i64 = v[top + 1]
        if kind < A_SETUP:
            if not closes(s, kind, seat, top):
                return
        elif kind == A_OFFERS:
            if s.held:
                return
            pop(v)
            # the action is over: a second one in the same turn starts afresh
            clear_action(v)
            if v[EVENTS] > 0:
                open_offers(s, seat)
        elif kind == A_NEXT:
            next_turn(s)
        elif kind == A_SETTLED:
            taken: i64 = v[top + 2]
            declined: i64 = v[top + 3]
            pop(v)
            FACTION_HOOKS[v[at(seat) + FACTION]].on_settled(s, seat, taken, declined)
        elif kind == A_ROUND_END:
            if s.held:
                return
            pop(v)
            end_round(s)
        elif kind == A_ROUND_START:
            pop(v)
            start_round(s)
        else:
            run_setup(s, v[top + 2], v[top + 3], top)


def closes(s: Position, kind: i64, seat: i64, top: i64) -> bool:
    """A question that can only be answered with "no" is not asked."""
    v = s.v
    if kind == F_LEECH:
        if takeable(v, seat, v[top + 2]) > 0:
            return False
        if s.watching:
            s.note("no_room", seat, causes.LEECH, {"n": int(v[top + 2]), "from": int(v[top + 3])})
        pop(v)
        return True
    if kind == F_BUILD:
        o = at(seat)
        if v[HOMES] > 0:
            # Alchemists may still turn points into the coins they lack
            if can_build(v, o, 0, 0) or (v[LEAN] == 0 and v[o + FACTION] == ALCHEMISTS and v[o + VP] > 0):
                return False
        elif v[LEAN] == 0 and can_dig_on(v, o):
            return False
        pop(v)
        return True
    if kind == F_SPADES:
        if fill_spades(s, buffer_of(s), seat, v[top + 2], v[top + 3]) > 1:
            return False
        if s.watching:
            s.note("spades_lost", seat, causes.NONE, {"n": int(v[top + 2])})
        close_spades(v, v[top + 3] == 1)
        return True
    if kind == F_POST:
        if fill_free(s, buffer_of(s), seat, 0, True) > 0:
            return False
        pop(v)
        return True
    if kind == F_FAVOR:
        if fill_favor(v, buffer_of(s), seat) > 0:
            return False
        pop(v)
        return True
    if kind == F_TOWN:
        if fill_town(v, buffer_of(s)) > 0:
            return False
        pop(v)
        return True
    if kind == F_ORDAIN:
        free_moves = v[LEAN] == 0 and fill_free(s, buffer_of(s), seat, 0, False) > 0
        if priest_room(v, at(seat)) > 0 and (v[at(seat) + WORKERS] > 0 or free_moves):
            return False
        pop(v)
        return True
    if v[RULES] & R_IDLE != 0 and without_object(s, kind, seat):
        pop(v)
        return True
    return False


def without_object(s: Position, kind: i64, seat: i64) -> bool:
    """Is there nothing that an action taken all the same could act on?"""
    if kind == F_BRIDGE:
        return not any_span(s, seat)
    if kind == F_STORM or kind == F_RIDE or kind == F_SWARM:
        return not FACTION_HOOKS[s.v[at(seat) + FACTION]].may_act(s, seat)
    return False


# --- set-up ----------------------------------------------------------------------------------------------------------


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
    """First and second dwellings, the Nomads' third, the Chaos Magicians' only one, in this order."""
    if stage <= 4:
        return FIRST_DWELLINGS[f] >= 2
    return f == NOMADS if stage == 5 else f == CHAOS


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
    board = BOARDS[f]
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


# --- rounds ----------------------------------------------------------------------------------------------------------


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
    i: i64 = 0
    while i < v[PLAYERS]:
        seat: i64 = v[ORDER + i]
        v[NEXT_ORDER + i] = -1
        v[at(seat) + USED] = 0
        pay_income(s, seat)
        i += 1
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
    i: i64 = 0
    while i < v[PLAYERS]:
        spades.append(pay_reward(s, v[ORDER + i]))
        i += 1
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
    seat: i64 = 0
    while seat < players:
        if (v[GONE] >> seat) & 1 != 0 and not among_passers(v, seat):
            v[ORDER + i] = seat
            i += 1
        seat += 1


def among_passers(v: vec[i64], seat: i64) -> bool:
    i: i64 = 0
    while i < v[PASSERS]:
        if v[NEXT_ORDER + i] == seat:
            return True
        i += 1
    return False
