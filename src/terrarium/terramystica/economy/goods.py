"""Goods and power: gaining, spending, burning, and paying with conversions in their normal form.

Normal form of a payment: missing priests by power; missing workers by power while the coins stay payable, else by
spare priests; missing coins by bowl III, then burning, then spare workers, then spare priests. `afford` and `pay`
agree exactly: whatever the first says can be paid, the second pays.
"""

from typing import Final

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
from terrarium.terramystica.tables import POWER_FOR, PRIEST_PIECES

GOODS: Final = {VP: "vp", COINS: "coins", WORKERS: "workers", PRIESTS: "priests", KEYS: "keys"}
"""What events call the goods of a seat, by their place in its block."""
GIVEN: Final[vec[i64]] = vec[i64]([0, 0, 0, 0, PRIESTS, WORKERS, VP, COINS])
GAINED: Final[vec[i64]] = vec[i64]([0, PRIESTS, WORKERS, COINS, WORKERS, COINS, COINS, VP])
"""What each conversion takes, where that is no power, and what it brings."""


def gain(s: Position, seat: i64, what: i64, n: i64, cause: i64) -> None:
    """Points, coins, workers, priests or keys, by their place in the seat's block."""
    if n != 0:
        s.v[at(seat) + what] += n
        if s.watching:
            s.note_goods("gain", seat, cause, GOODS[what], n)


def lose(s: Position, seat: i64, what: i64, n: i64, cause: i64) -> None:
    """The same, given away."""
    if n != 0:
        s.v[at(seat) + what] -= n
        if s.watching:
            s.note_goods("pay", seat, cause, GOODS[what], n)


def gain_vp(s: Position, seat: i64, n: i64, cause: i64) -> None:
    gain(s, seat, VP, n, cause)


def gain_coins(s: Position, seat: i64, n: i64, cause: i64) -> None:
    gain(s, seat, COINS, n, cause)


def gain_workers(s: Position, seat: i64, n: i64, cause: i64) -> None:
    gain(s, seat, WORKERS, n, cause)


def priest_room(v: vec[i64], o: i64) -> i64:
    """How many priests the supply of a seat still holds; priests on the cult board never come back."""
    return PRIEST_PIECES - v[o + SENT] - v[o + PRIESTS]


def gain_priests(s: Position, seat: i64, n: i64, cause: i64) -> None:
    """Priests beyond the seven pieces are lost."""
    gain(s, seat, PRIESTS, max(min(n, priest_room(s.v, at(seat))), 0), cause)


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


def gain_goods(s: Position, seat: i64, table: vec[i64], row: i64, cause: i64) -> None:
    """Coins, workers, priests and power of one row of a table."""
    gain_coins(s, seat, table[row * 4], cause)
    gain_workers(s, seat, table[row * 4 + 1], cause)
    gain_priests(s, seat, table[row * 4 + 2], cause)
    gain_power(s, seat, table[row * 4 + 3], cause)


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
    prepare(s, seat, coins, workers, priests)
    lose(s, seat, COINS, coins, cause)
    lose(s, seat, WORKERS, workers, cause)
    lose(s, seat, PRIESTS, priests, cause)


def prepare(s: Position, seat: i64, coins: i64, workers: i64, priests: i64) -> None:
    """Convert for a price: for all of it at once, so that no part of it takes what another needs."""
    v = s.v
    o = at(seat)
    if v[o + COINS] < coins or v[o + WORKERS] < workers or v[o + PRIESTS] < priests:
        convert_for(s, seat, coins, workers, priests)


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
    cause: i64 = causes.CONVERSION
    if n == 0:
        return
    if kind == 0:
        burn(s, seat, n)
        return
    if kind <= 3:
        spend_power(s, seat, POWER_FOR[kind] * n, cause)
    else:
        rate: i64 = COINS_PER_VP[s.v[at(seat) + FACTION]] if kind == 7 else 1
        lose(s, seat, GIVEN[kind], rate * n, cause)
    if kind == 1:
        gain_priests(s, seat, n, cause)
    else:
        gain(s, seat, GAINED[kind], n, cause)


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
