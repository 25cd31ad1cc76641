"""Goods and power: gaining, spending, burning, and paying with conversions in their normal form.

Normal form of a payment: missing priests by power; missing workers by power while the coins stay payable, else by
spare priests; missing coins by bowl III, then burning, then spare workers, then spare priests. `afford` and `pay`
agree exactly: whatever the first says can be paid, the second pays.
"""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.factions.boards import (
    COINS_PER_VP,
    SKIP_CHEAPER,
    SKIP_PRIESTS,
    SKIP_WORKERS,
    SPADE_PRIESTS,
    SPADE_WORKERS,
)
from terrarium.terramystica.layout import (
    BOWL1,
    BOWL2,
    BOWL3,
    COINS,
    COUNT,
    DIG,
    FACTION,
    KEYS,
    PRIESTS,
    SENT,
    STRONGHOLD,
    VP,
    WORKERS,
)
from terrarium.terramystica.tables import PRIEST_PIECES


def gain_vp(s: Position, seat: i64, n: i64, cause: i64) -> None:
    if n == 0:
        return
    s.v[at(seat) + VP] += n
    if s.watching:
        s.note_goods("gain", seat, cause, "vp", n)


def lose_vp(s: Position, seat: i64, n: i64, cause: i64) -> None:
    if n == 0:
        return
    s.v[at(seat) + VP] -= n
    if s.watching:
        s.note_goods("pay", seat, cause, "vp", n)


def gain_coins(s: Position, seat: i64, n: i64, cause: i64) -> None:
    if n == 0:
        return
    s.v[at(seat) + COINS] += n
    if s.watching:
        s.note_goods("gain", seat, cause, "coins", n)


def gain_workers(s: Position, seat: i64, n: i64, cause: i64) -> None:
    if n == 0:
        return
    s.v[at(seat) + WORKERS] += n
    if s.watching:
        s.note_goods("gain", seat, cause, "workers", n)


def priest_room(v: vec[i64], o: i64) -> i64:
    """How many priests the supply of a seat still holds; priests on the cult board never come back."""
    return PRIEST_PIECES - v[o + SENT] - v[o + PRIESTS]


def gain_priests(s: Position, seat: i64, n: i64, cause: i64) -> None:
    """Priests beyond the seven pieces are lost."""
    v = s.v
    o = at(seat)
    room = priest_room(v, o)
    if n > room:
        n = room
    if n <= 0:
        return
    v[o + PRIESTS] += n
    if s.watching:
        s.note_goods("gain", seat, cause, "priests", n)


def gain_keys(s: Position, seat: i64, n: i64, cause: i64) -> None:
    s.v[at(seat) + KEYS] += n
    if s.watching:
        s.note_goods("gain", seat, cause, "keys", n)


def power_room(v: vec[i64], o: i64) -> i64:
    """How much power the bowls can still take."""
    return 2 * v[o + BOWL1] + v[o + BOWL2]


def gain_power(s: Position, seat: i64, n: i64, cause: i64) -> None:
    """From bowl I to II, and only when I is empty from II to III; the rest is lost."""
    v = s.v
    o = at(seat)
    room = power_room(v, o)
    if n > room:
        n = room
    if n <= 0:
        return
    first: i64 = v[o + BOWL1]
    if n <= first:
        v[o + BOWL1] = first - n
        v[o + BOWL2] += n
    else:
        rest: i64 = n - first
        v[o + BOWL1] = 0
        v[o + BOWL2] += first - rest
        v[o + BOWL3] += rest
    if s.watching:
        s.note("power_gain", seat, cause, {"n": int(n)})


def burn(s: Position, seat: i64, n: i64) -> None:
    """n tokens of bowl II leave the game, n others move on to bowl III."""
    if n == 0:
        return
    v = s.v
    o = at(seat)
    v[o + BOWL2] -= 2 * n
    v[o + BOWL3] += n
    if s.watching:
        s.note("burn", seat, causes.NONE, {"n": int(n)})


def spend_power(s: Position, seat: i64, n: i64, cause: i64) -> None:
    """Out of bowl III back to bowl I, burning just as much as is missing."""
    if n == 0:
        return
    v = s.v
    o = at(seat)
    if v[o + BOWL3] < n:
        burn(s, seat, n - v[o + BOWL3])
    v[o + BOWL3] -= n
    v[o + BOWL1] += n
    if s.watching:
        s.note("power_spend", seat, cause, {"n": int(n)})


def power_at_hand(v: vec[i64], o: i64) -> i64:
    """What could be spent now, burning included."""
    return v[o + BOWL3] + (v[o + BOWL2] >> 1)


def afford(v: vec[i64], o: i64, coins: i64, workers: i64, priests: i64) -> bool:
    """Can the seat at `o` pay this, converting as it must?"""
    power: i64 = v[o + BOWL3] + (v[o + BOWL2] >> 1)
    spare_priests: i64 = v[o + PRIESTS] - priests
    if spare_priests < 0:
        # a bought priest needs a piece
        if v[o + SENT] + priests > PRIEST_PIECES:
            return False
        power += 5 * spare_priests
        if power < 0:
            return False
        spare_priests = 0
    spare_workers: i64 = v[o + WORKERS] - workers
    if spare_workers >= 0:
        return power + spare_workers + spare_priests + v[o + COINS] >= coins
    need: i64 = -spare_workers
    forced: i64 = need - spare_priests
    if forced < 0:
        forced = 0
    if 3 * forced > power:
        return False
    short: i64 = coins - v[o + COINS]
    return short <= 0 or power + spare_priests - need - 2 * forced >= short


def pay(s: Position, seat: i64, coins: i64, workers: i64, priests: i64, cause: i64) -> None:
    """Pay what `afford` has said can be paid."""
    v = s.v
    o = at(seat)
    if v[o + COINS] < coins or v[o + WORKERS] < workers or v[o + PRIESTS] < priests:
        convert_for(s, seat, coins, workers, priests)
    v[o + COINS] -= coins
    v[o + WORKERS] -= workers
    v[o + PRIESTS] -= priests
    if s.watching:
        if coins:
            s.note_goods("pay", seat, cause, "coins", coins)
        if workers:
            s.note_goods("pay", seat, cause, "workers", workers)
        if priests:
            s.note_goods("pay", seat, cause, "priests", priests)


def convert_for(s: Position, seat: i64, coins: i64, workers: i64, priests: i64) -> None:
    """The conversions of the normal form that make a payment possible."""
    v = s.v
    o = at(seat)
    power: i64 = power_at_hand(v, o)
    short_priests: i64 = max(priests - v[o + PRIESTS], 0)
    power -= 5 * short_priests
    spare_priests: i64 = max(v[o + PRIESTS] - priests, 0)
    short_workers: i64 = max(workers - v[o + WORKERS], 0)
    spare_workers: i64 = max(v[o + WORKERS] - workers, 0)
    short_coins: i64 = max(coins - v[o + COINS], 0)
    by_power: i64 = 0
    if short_workers > 0:
        by_power = min(short_workers, power // 3)
        if short_coins > 0:
            slack: i64 = power + spare_priests - short_workers - short_coins
            by_power = min(by_power, max(slack // 2, short_workers - spare_priests))
            by_power = max(by_power, 0)
    by_priest: i64 = short_workers - by_power
    convert(s, seat, 1, short_priests)
    convert(s, seat, 2, by_power)
    convert(s, seat, 4, by_priest)
    power -= 3 * by_power
    coin_power: i64 = min(short_coins, power)
    short_coins -= coin_power
    coin_workers: i64 = min(short_coins, spare_workers)
    short_coins -= coin_workers
    convert(s, seat, 3, coin_power)
    convert(s, seat, 5, coin_workers)
    convert(s, seat, 4, short_coins)
    convert(s, seat, 5, short_coins)


def convert(s: Position, seat: i64, kind: i64, n: i64) -> None:
    """n conversions of one kind, in the order of `names.CONVERSIONS`; power is burnt where bowl III is short."""
    if n == 0:
        return
    v = s.v
    o = at(seat)
    if kind == 0:
        burn(s, seat, n)
        return
    if kind <= 3:
        price: i64 = 5 if kind == 1 else (3 if kind == 2 else 1)
        spend_power(s, seat, price * n, causes.CONVERSION)
        if kind == 1:
            gain_priests(s, seat, n, causes.CONVERSION)
        elif kind == 2:
            gain_workers(s, seat, n, causes.CONVERSION)
        else:
            gain_coins(s, seat, n, causes.CONVERSION)
        return
    if kind == 4:
        v[o + PRIESTS] -= n
        if s.watching:
            s.note_goods("pay", seat, causes.CONVERSION, "priests", n)
        gain_workers(s, seat, n, causes.CONVERSION)
    elif kind == 5:
        v[o + WORKERS] -= n
        if s.watching:
            s.note_goods("pay", seat, causes.CONVERSION, "workers", n)
        gain_coins(s, seat, n, causes.CONVERSION)
    elif kind == 6:
        lose_vp(s, seat, n, causes.CONVERSION)
        gain_coins(s, seat, n, causes.CONVERSION)
    else:
        coins: i64 = n * COINS_PER_VP[v[o + FACTION]]
        v[o + COINS] -= coins
        if s.watching:
            s.note_goods("pay", seat, causes.CONVERSION, "coins", coins)
        gain_vp(s, seat, n, causes.CONVERSION)


def spade_workers(v: vec[i64], o: i64) -> i64:
    """Workers for one bought spade; none where priests buy them."""
    return SPADE_WORKERS[v[o + FACTION]] - v[o + DIG]


def spade_priests(v: vec[i64], o: i64) -> i64:
    """Priests for one bought spade."""
    return SPADE_PRIESTS[v[o + FACTION]]


def skip_workers(v: vec[i64], o: i64) -> i64:
    """Workers for one tunnel."""
    f: i64 = v[o + FACTION]
    return SKIP_WORKERS[f] - SKIP_CHEAPER[f] * v[o + COUNT + STRONGHOLD]


def skip_priests(v: vec[i64], o: i64) -> i64:
    """Priests for one carpet flight."""
    return SKIP_PRIESTS[v[o + FACTION]]
