"""Carrying out one answer: what it costs, what it brings, which questions it opens."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.digging import clear_action, dig_on, needs_skip, pay_dwelling, transform
from terrarium.terramystica.data import Position, at, pop, push, top_of
from terrarium.terramystica.economy.cults import rise
from terrarium.terramystica.economy.goods import (
    convert,
    gain_coins,
    gain_priests,
    gain_vp,
    gain_workers,
    pay,
    spend_power,
)
from terrarium.terramystica.economy.offers import take_offer, takeable
from terrarium.terramystica.economy.prices import upgrade_coins
from terrarium.terramystica.economy.tracks import raise_ship
from terrarium.terramystica.factions.boards import BRIDGE_WORKERS, COST_WORKERS, DIG_COINS, FAVOR_TILES, HOME_OF
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import (
    A_OFFERS,
    A_SETTLED,
    ACTS,
    CARD,
    DIG,
    EVENTS,
    F_BRIDGE,
    F_BUILD,
    F_CULT,
    F_FAVOR,
    F_MAIN,
    F_POST,
    F_RIDE,
    F_SPADES,
    FACTION,
    FAVOR_LEFT,
    FAVORS,
    HEIGHT,
    LEAN,
    SENT,
    SPOTS,
    STACK,
    STRONGHOLD,
    USED,
    USED_CARD,
    USED_FAVOR,
    USED_STRONGHOLD,
)
from terrarium.terramystica.map.bridges import span
from terrarium.terramystica.map.building import build, upgrade
from terrarium.terramystica.map.spades import free_spades, turn_hex
from terrarium.terramystica.map.towns import check_all_towns, choose_stay, connect, take_town
from terrarium.terramystica.names import CULTS, POWER_ACTIONS
from terrarium.terramystica.names import FAVORS as FAVOR_NAMES
from terrarium.terramystica.phases.passing import leave, pass_turn
from terrarium.terramystica.tables import (
    ACT_POWER,
    DIG_PRIESTS,
    DIG_VP,
    DIG_WORKERS,
    FAV_TOWN,
    FAVOR_STEPS,
    PRIEST_SPACES,
    SHIP_COINS,
    SHIP_PRIESTS,
    SPADE_CARD,
)


def begin(s: Position) -> None:
    """An action starts: its offers of power come after everything it asks."""
    v = s.v
    top = top_of(v)
    seat: i64 = v[top + 1]
    pop(v)
    clear_action(v)
    v[EVENTS] = 0
    push(v, A_OFFERS, seat, 0, 0)
    if v[LEAN] == 0:
        push(v, F_POST, seat, 0, 0)


def do_main(s: Position, seat: i64, action: i64) -> None:
    """One action of the action phase."""
    v = s.v
    o = at(seat)
    if action >= codes.PASS and action < codes.LEAVE:
        pass_turn(s, seat, action - codes.PASS)
        return
    if action == codes.LEAVE:
        leave(s, seat)
        return
    begin(s)
    if action < codes.LONG:
        h: i64 = action // codes.BLOCK
        part: i64 = action - h * codes.BLOCK
        if part == 0:
            pay_dwelling(s, seat, h, needs_skip(s, seat, h))
            build(s, seat, h, causes.NONE)
        elif part < codes.UPGRADE:
            push(v, F_BUILD, seat, 0, 0)
            transform(s, seat, h, part - 1, False, 0, False)
        else:
            do_upgrade(s, seat, h, part - codes.UPGRADE + 2)
    elif action < codes.TILE:
        push(v, F_BUILD, seat, 0, 0)
        far: i64 = (action - codes.LONG) // 7
        transform(s, seat, far, action - codes.LONG - far * 7, True, 0, False)
    elif action == codes.SHIP:
        pay(s, seat, SHIP_COINS, 0, SHIP_PRIESTS, causes.SHIPPING)
        raise_ship(s, seat, causes.SHIPPING)
    elif action == codes.DIG:
        pay(s, seat, DIG_COINS[v[o + FACTION]], DIG_WORKERS, DIG_PRIESTS, causes.DIGGING)
        v[o + DIG] += 1
        if s.watching:
            s.note("digging", seat, causes.DIGGING, {"level": int(v[o + DIG])})
        gain_vp(s, seat, DIG_VP, causes.DIGGING)
    elif action < codes.ACT:
        do_send(s, seat, action - codes.SEND)
    else:
        do_space(s, seat, o, action)


def do_upgrade(s: Position, seat: i64, h: i64, kind: i64) -> None:
    """Upgrade a building; a stronghold's questions lie below those of a town, favor tiles above."""
    v = s.v
    f: i64 = v[at(seat) + FACTION]
    pay(s, seat, upgrade_coins(v, seat, h, kind), COST_WORKERS[f * 6 + kind], 0, causes.COST)
    if kind == STRONGHOLD:
        # counted by `upgrade`; the Alchemists' spade power starts with the next spade
        FACTION_HOOKS[f].on_stronghold(s, seat)
    upgrade(s, seat, h, kind, causes.NONE)
    tiles: i64 = FAVOR_TILES[f * 6 + kind]
    if tiles > 0:
        push(v, F_FAVOR, seat, tiles, 0)


def do_send(s: Position, seat: i64, which: i64) -> None:
    """A priest to a cult: `which` is 3 * track + steps - 1."""
    v = s.v
    o = at(seat)
    track: i64 = which // 3
    steps: i64 = which - track * 3 + 1
    pay(s, seat, 0, 0, 1, causes.SEND)
    if steps > 1:
        place: i64 = 0
        while PRIEST_SPACES[place] != steps or v[SPOTS + track * 4 + place] != 0:
            place += 1
        v[SPOTS + track * 4 + place] = seat + 1
        v[o + SENT] += 1
    if s.watching:
        s.note("send", seat, causes.SEND, {"track": CULTS[track], "steps": int(steps)})
    rise(s, seat, track, steps, causes.SEND)


def do_space(s: Position, seat: i64, o: i64, action: i64) -> None:
    """A power action, or a once-a-round space."""
    v = s.v
    if action < codes.ACT_CARD:
        i: i64 = action - codes.ACT
        v[ACTS] |= 1 << i
        cause: i64 = causes.OF_ACT + i
        if s.watching:
            s.note("action", seat, cause, {"action": POWER_ACTIONS[i]})
        spend_power(s, seat, ACT_POWER[i], cause)
        if i == 0:
            push(v, F_BRIDGE, seat, 0, 0)
        elif i == 1:
            gain_priests(s, seat, 1, cause)
        elif i == 2:
            gain_workers(s, seat, 2, cause)
        elif i == 3:
            gain_coins(s, seat, 7, cause)
        else:
            free_spades(s, seat, i - 3)
    elif action == codes.ACT_CARD:
        v[o + USED] |= USED_CARD
        if s.watching:
            s.note("action", seat, causes.OF_CARD + v[o + CARD], {"action": "card"})
        if v[o + CARD] == SPADE_CARD:
            free_spades(s, seat, 1)
        else:
            push(v, F_CULT, seat, 1, 0)
    elif action == codes.ACT_FAVOR:
        v[o + USED] |= USED_FAVOR
        if s.watching:
            s.note("action", seat, causes.OF_FAVOR + 5, {"action": "fav6"})
        push(v, F_CULT, seat, 1, 2)
    elif action == codes.ACT_STRONGHOLD:
        v[o + USED] |= USED_STRONGHOLD
        if s.watching:
            s.note("action", seat, causes.OF_FACTION + v[o + FACTION], {"action": "stronghold"})
        FACTION_HOOKS[v[o + FACTION]].act(s, seat)
    else:
        pay(s, seat, 0, BRIDGE_WORKERS[v[o + FACTION]], 0, causes.BRIDGE)
        push(v, F_BRIDGE, seat, 0, 0)


def step_cause(v: vec[i64], o: i64, steps: i64, where: i64) -> i64:
    """What a step on a cult of choice is owed to: a favor tile, the faction, or the bonus card."""
    if where == 2:
        return causes.OF_FAVOR + 5
    return causes.OF_FACTION + v[o + FACTION] if where == 1 or steps == 2 else causes.OF_CARD + v[o + CARD]


def do_spades(s: Position, seat: i64, action: i64, top: i64) -> None:
    """Use free spades on a hex, or drop the rest."""
    v = s.v
    left: i64 = v[top + 2]
    cult_phase = v[top + 3] == 1
    if action == codes.DONE:
        if s.watching:
            s.note("spades_lost", seat, causes.NONE, {"n": int(left)})
        close_spades(v, cult_phase)
        return
    long = action >= codes.LONG
    h: i64 = (action - codes.LONG) // 7 if long else action // codes.BLOCK
    terrain: i64 = action - codes.LONG - h * 7 if long else action - h * codes.BLOCK - 1
    left -= transform(s, seat, h, terrain, long, left, cult_phase)
    v[top + 2] = left
    if left == 0:
        close_spades(v, cult_phase)


def close_spades(v: vec[i64], cult_phase: bool) -> None:
    """The question is answered; in the cult phase nothing else will ask about these hexes."""
    pop(v)
    if cult_phase:
        clear_action(v)


def do_build(s: Position, seat: i64, action: i64) -> None:
    """A dwelling after transforming, more spades, or nothing."""
    if action == codes.DONE:
        pop(s.v)
        return
    h: i64 = action // codes.BLOCK
    part: i64 = action - h * codes.BLOCK
    if part == 0:
        pop(s.v)
        pay_dwelling(s, seat, h, False)
        build(s, seat, h, causes.NONE)
    else:
        dig_on(s, seat, h, part - 1)


def do_favor(s: Position, seat: i64, tile: i64, top: i64) -> None:
    """Take a favor tile; the next of the Chaos Magicians' two comes before any town it founds."""
    v = s.v
    o = at(seat)
    more: i64 = v[top + 2] - 1
    pop(v)
    if tile == codes.DONE - codes.FAVOR:
        return
    v[FAVOR_LEFT + tile] -= 1
    v[o + FAVORS] |= 1 << tile
    if s.watching:
        s.note("favor", seat, causes.OF_FAVOR + tile, {"tile": FAVOR_NAMES[tile]})
    rise(s, seat, tile & 3, FAVOR_STEPS[tile], causes.OF_FAVOR + tile)
    if 1 << tile == FAV_TOWN:
        check_all_towns(s, seat)
    if more > 0:
        push(v, F_FAVOR, seat, more, 0)


def do_leech(s: Position, seat: i64, action: i64, top: i64) -> None:
    """Take the power or turn it down; the Cultists count."""
    v = s.v
    offer: i64 = v[top + 2]
    builder: i64 = v[top + 3]
    pop(v)
    i: i64 = STACK + 4 * v[HEIGHT] - 4
    while v[i] != A_SETTLED and i > STACK:
        i -= 4
    counted = v[i] == A_SETTLED
    real = takeable(v, seat, offer) > 0
    if action == codes.TAKE:
        took = take_offer(s, seat, offer, builder)
        if counted and took > 0:
            v[i + 2] += 1
    else:
        if s.watching:
            s.note("turn_down", seat, causes.LEECH, {"n": int(offer), "from": int(builder)})
        if counted and real:
            v[i + 3] += 1


def do_follow_up(s: Position, kind: i64, seat: i64, action: i64, top: i64) -> None:
    """Answers to what strongholds, bridges, towns and short keys ask."""
    v = s.v
    o = at(seat)
    if action < codes.LONG:
        h: i64 = action // codes.BLOCK
        pop(v)
        own: i64 = causes.OF_FACTION + v[o + FACTION]
        if kind == F_RIDE:
            build(s, seat, h, own)
        elif action - h * codes.BLOCK >= codes.UPGRADE:
            upgrade(s, seat, h, 2, own)
        else:
            turn_hex(s, seat, h, HOME_OF[v[o + FACTION]], 1, 0, own)
    elif action < codes.CULT:
        pop(v)
        span(s, seat, action - codes.BRIDGE)
    elif action < codes.FAVOR:
        steps: i64 = v[top + 2]
        where: i64 = v[top + 3]
        pop(v)
        rise(s, seat, action - codes.CULT, steps, step_cause(v, o, steps, where))
    elif action < codes.STAY:
        pop(v)
        take_town(s, seat, action - codes.TOWN)
    elif action < codes.ORDAIN:
        choose_stay(s, seat, action - codes.STAY, v[top + 3])
    else:
        pop(v)
        if action != codes.DONE:
            n: i64 = action - codes.ORDAIN + 1
            pay(s, seat, 0, n, 0, causes.OF_FACTION + v[o + FACTION])
            gain_priests(s, seat, n, causes.OF_FACTION + v[o + FACTION])


def carry_out(s: Position, action: i64) -> None:
    """Apply one legal answer of the action phase or the cult phase."""
    v = s.v
    top = top_of(v)
    kind: i64 = v[top]
    seat: i64 = v[top + 1]
    if action >= codes.CONVERT:
        convert(s, seat, action - codes.CONVERT, 1)
    elif action >= codes.CONNECT:
        connect(s, seat, action - codes.CONNECT)
    elif kind == F_MAIN:
        do_main(s, seat, action)
    elif kind == F_SPADES:
        do_spades(s, seat, action, top)
    elif kind == F_BUILD:
        do_build(s, seat, action)
    elif kind == F_FAVOR:
        do_favor(s, seat, action - codes.FAVOR, top)
    elif action == codes.TAKE or action == codes.DECLINE:
        do_leech(s, seat, action, top)
    else:
        do_follow_up(s, kind, seat, action, top)
