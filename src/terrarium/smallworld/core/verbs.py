"""The only plain mutators of tokens, coins and pieces. Each keeps the books straight and logs its cause."""

from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import each_region, one
from terrarium.smallworld.core.codes import ACTIVE, LEFT, OUT, THINGS_AT
from terrarium.smallworld.core.data import (
    ACTIVES,
    BADGES,
    COINS,
    DISCARDS,
    HAND,
    HELD,
    HOLDER,
    KEEPS,
    LEDGER,
    MARKS,
    MODE,
    OUTSIDE,
    OWNER,
    POWER,
    QUEUE,
    QUEUED,
    RETREAT,
    ROW,
    SEAT,
    STOCK,
    TOKENS,
    TRAY,
    UNSEEN,
    Data,
)
from terrarium.smallworld.core.events import (
    E_COINS,
    E_EMPTIED,
    E_LEFT,
    E_PAID,
    E_PLACED,
    E_RECRUITED,
    E_REMOVED,
    E_RETURNED,
)
from terrarium.smallworld.core.marks import Mark


def gain(d: Data, seat: i64, n: i64, cause: i64) -> None:
    """A player takes coins from the stash; `cause` is a unit id, or -1 for the regions held."""
    if n:
        d.v[COINS + seat] += n
        d.v[LEDGER + seat] += n
        d.say(E_COINS, seat, -1, -1, n, -1, cause)


def pay(d: Data, seat: i64, n: i64, cause: i64) -> None:
    """A player pays coins; whoever calls says where they go. `cause` is a unit id, or -1 for the price of a combo."""
    if n:
        d.v[COINS + seat] -= n
        d.v[LEDGER + seat] -= n
        d.say(E_PAID, seat, -1, -1, n, -1, cause)


def recruit(d: Data, t: i64, n: i64, cause: i64) -> i64:
    """Take up to `n` tokens of a tribe from the tray into its hand; give how many there were."""
    v = d.v
    have = v[t * 7 + TRAY]
    if n > have:
        n = have
    if n > 0:
        v[t * 7 + TRAY] -= n
        v[t * 7 + HAND] += n
        d.say(E_RECRUITED, v[t * 7 + OWNER], t, -1, n, -1, cause)
    return n


def discharge(d: Data, t: i64, n: i64, cause: i64) -> None:
    """Put `n` tokens from a tribe's hand back into the tray."""
    if n > 0:
        d.v[t * 7 + HAND] -= n
        d.v[t * 7 + TRAY] += n
        d.say(E_RETURNED, d.v[t * 7 + OWNER], t, -1, n, -1, cause)


def displace(d: Data, r: i64, to: i64, killed: bool) -> None:
    """One token leaves `r`: for region `to` of its tribe, or (-1) for the tray if it is killed; else it waits to be
    redeployed, that of a wild race in its hand. Whoever calls sees to a region that is left empty."""
    v = d.v
    t = v[r * 3 + HOLDER]
    v[r * 3 + TOKENS] -= 1
    if to >= 0:
        v[to * 3 + TOKENS] += 1
    elif t == d.kit.wild:
        v[t * 7 + HAND] += 1
    else:
        v[t * 7 + (TRAY if killed else RETREAT)] += 1


def draw_off(d: Data, r: i64, to_hand: bool) -> None:
    """All tokens of a region go to their tribe's hand, or wait to be redeployed; it is vacated by whoever calls."""
    v = d.v
    v[v[r * 3 + HOLDER] * 7 + (HAND if to_hand else RETREAT)] += v[r * 3 + TOKENS]
    v[r * 3 + TOKENS] = 0


def join(d: Data, t: i64, r: i64, n: i64) -> None:
    """Tokens from a tribe's hand join whoever of theirs stands in `r`."""
    d.v[t * 7 + HAND] -= n
    d.v[r * 3 + TOKENS] += n


def enlist(d: Data, t: i64, n: i64, cause: i64) -> None:
    """Pieces that stand for tokens come to a tribe's hand; a negative number of them leaves it again."""
    if n:
        d.v[t * 7 + HAND] += n
        kind = E_RECRUITED if n > 0 else E_RETURNED
        d.say(kind, d.v[t * 7 + OWNER], t, -1, n if n > 0 else -n, -1, cause)


def bequeath(d: Data, r: i64, heir: i64) -> None:
    """The tokens of a region go to their tray; one of the heir's, from its tray or else its hand, takes their place."""
    v = d.v
    t = v[r * 3 + HOLDER]
    n = vacate(d, r)
    v[t * 7 + TRAY] += n
    v[heir * 7 + (TRAY if v[heir * 7 + TRAY] > 0 else HAND)] -= 1
    occupy(d, heir, r, 1)


def rally(d: Data, t: i64) -> None:
    """The tokens of a tribe that were driven off this turn come to its hand at once."""
    d.v[t * 7 + HAND] += d.v[t * 7 + RETREAT]
    d.v[t * 7 + RETREAT] = 0


def hold_back(d: Data, t: i64, n: i64) -> None:
    """Tokens in hand wait to be redeployed with those that were driven off."""
    d.v[t * 7 + HAND] -= n
    d.v[t * 7 + RETREAT] += n


def trim(d: Data, r: i64, cause: i64) -> None:
    """One token of a region goes back to the tray; others stay."""
    v = d.v
    t = v[r * 3 + HOLDER]
    v[r * 3 + TOKENS] -= 1
    v[t * 7 + TRAY] += 1
    d.say(E_RETURNED, v[t * 7 + OWNER], t, -1, 1, -1, cause)


def empty(d: Data, r: i64, cause: i64) -> None:
    """All tokens of a region go back to the tray."""
    v = d.v
    t = v[r * 3 + HOLDER]
    n = vacate(d, r)
    v[t * 7 + TRAY] += n
    d.say(E_EMPTIED, v[t * 7 + OWNER], t, r, 0, -1, cause)


def occupy(d: Data, t: i64, r: i64, n: i64) -> None:
    """Tribe `t` stands in `r`, which is vacant, with `n` tokens; the caller took them from somewhere."""
    v = d.v
    v[r * 3 + HOLDER] = t
    v[r * 3 + TOKENS] = n
    v[t * 7 + HELD] |= one(r)
    if v[r * 3 + MARKS]:
        v[KEEPS + t] |= v[r * 3 + MARKS] >> THINGS_AT


def vacate(d: Data, r: i64) -> i64:
    """Nobody stands in `r` any more; give the number of tokens that did, for the caller to put somewhere. A thing that
    is left may move tokens at once: ask before adding to what there was."""
    t = d.v[r * 3 + HOLDER]
    n = empty_out(d, r)
    if d.v[r * 3 + MARKS]:
        scatter(d, r)
        tell_things(d, t, r)
    return n


def empty_out(d: Data, r: i64) -> i64:
    """`vacate`, but the things there are not told yet that they are left."""
    v = d.v
    t = v[r * 3 + HOLDER]
    n = v[r * 3 + TOKENS]
    v[t * 7 + HELD] &= ~one(r)
    v[r * 3 + HOLDER] = -1
    v[r * 3 + TOKENS] = 0
    if v[r * 3 + MARKS]:
        clear(d, r, False)
        v[KEEPS + t] &= ~(v[r * 3 + MARKS] >> THINGS_AT)
    return n


def tell_things(d: Data, t: i64, r: i64) -> None:
    """The things in `r`, and what they lend, hear that tribe `t` keeps them no more."""
    things = d.v[r * 3 + MARKS] >> THINGS_AT
    if things == 0 or t >= d.kit.n_races:
        return
    for thing in d.kit.things:
        if things & thing.bit:
            notify(d, thing, t, LEFT)
            if thing.lends and d.note(thing.id):
                notify(d, d.kit.units[d.note(thing.id) - 1], t, LEFT)


def notify(d: Data, unit: Ability, t: i64, moment: i64) -> None:
    """Tell one unit of a moment outside the calendar of a turn, if it listens."""
    if (unit.moments >> moment) & 1:
        unit.at(d, t, moment)


def find_mark(d: Data, mark: Mark) -> i64:
    """The first region with a piece of a kind, or -1: for kinds with a single piece."""
    return first_bearing(d, mark.mask)


def spot_of(d: Data, thing: i64) -> i64:
    """The region in which a thing (given by its bit) lies, or -1."""
    return -1 if d.v[UNSEEN] & thing else first_bearing(d, thing << THINGS_AT)


def first_bearing(d: Data, marks: i64) -> i64:
    """The first region in which some of these bits of marks are set, or -1."""
    v = d.v
    r: i64
    for r in range(d.kit.board.n):
        if v[r * 3 + MARKS] & marks:
            return r
    return -1


def uncover(d: Data, thing: i64) -> None:
    """A thing (given by its bit) is hidden no more."""
    d.v[UNSEEN] &= ~thing


def remove_thing(d: Data, thing: i64) -> None:
    """A thing (given by its bit) lies nowhere from now on."""
    v = d.v
    old = spot_of(d, thing)
    if old >= 0:
        v[old * 3 + MARKS] &= ~(thing << THINGS_AT)
        if v[old * 3 + HOLDER] >= 0:
            v[KEEPS + v[old * 3 + HOLDER]] &= ~thing


def put_thing(d: Data, thing: i64, r: i64) -> None:
    """A thing (given by its bit) lies in `r` from now on, kept by whoever holds it."""
    v = d.v
    remove_thing(d, thing)
    v[r * 3 + MARKS] |= thing << THINGS_AT
    if v[r * 3 + HOLDER] >= 0:
        v[KEEPS + v[r * 3 + HOLDER]] |= thing


def lay(d: Data, mark: Mark, r: i64) -> None:
    """Put one piece of a kind into `r`."""
    d.v[r * 3 + MARKS] += one(mark.shift)
    d.v[STOCK + mark.place] -= 1
    t = d.v[r * 3 + HOLDER]
    if mark.lies and d.v[ACTIVES + d.v[SEAT]] >= 0:
        t = d.v[ACTIVES + d.v[SEAT]]  # it may lie in anybody's region: whose turn it is has put it there
    d.say(E_PLACED, d.v[t * 7 + OWNER] if t >= 0 else i64(-1), t, r, 1, mark.place, -1)


def lift(d: Data, mark: Mark, r: i64, lost: bool) -> None:
    """Take every piece of a kind out of `r`; a piece that was `lost` may be gone for good."""
    v = d.v
    n = (v[r * 3 + MARKS] & mark.mask) >> mark.shift
    if n:
        v[r * 3 + MARKS] &= ~mark.mask
        if mark.returns or not lost:
            v[STOCK + mark.place] += n
        d.say(E_REMOVED, -1, v[r * 3 + HOLDER], r, n, mark.place, -1)


def unmask(d: Data, mark: Mark, r: i64) -> None:
    """One token of a region is the piece that was enlisted as one: from now on it stands there itself."""
    lay(d, mark, r)
    d.v[r * 3 + TOKENS] -= 1


def destroy(d: Data, mark: Mark, r: i64) -> None:
    """Take every piece of a kind out of `r` and out of the game."""
    n = d.pieces(r, mark)
    lift(d, mark, r, False)
    d.v[STOCK + mark.place] -= n


def restock(d: Data, mark: Mark) -> None:
    """All pieces of a kind are there again."""
    d.v[STOCK + mark.place] = mark.stock


def trade(d: Data, a: i64, b: i64, with_hidden: bool) -> None:
    """Whoever stands in two regions and everything that may be moved changes places."""
    v = d.v
    bags_a = d.luggage(a, with_hidden)
    bags_b = d.luggage(b, with_hidden)
    holder_a, tokens_a, marks_a = v[a * 3 + HOLDER], v[a * 3 + TOKENS], v[a * 3 + MARKS]
    holder_b, tokens_b, marks_b = v[b * 3 + HOLDER], v[b * 3 + TOKENS], v[b * 3 + MARKS]
    if holder_a >= 0:
        v[holder_a * 7 + HELD] &= ~one(a)
        v[KEEPS + holder_a] &= ~(marks_a >> THINGS_AT)
    if holder_b >= 0:
        v[holder_b * 7 + HELD] &= ~one(b)
        v[KEEPS + holder_b] &= ~(marks_b >> THINGS_AT)
    v[a * 3 + MARKS] = (marks_a & ~bags_a) | bags_b
    v[b * 3 + MARKS] = (marks_b & ~bags_b) | bags_a
    stand(d, a, holder_b, tokens_b)
    stand(d, b, holder_a, tokens_a)


def stand(d: Data, r: i64, t: i64, n: i64) -> None:
    """Whoever came to `r` by a trade, or nobody, stands there."""
    if t >= 0:
        occupy(d, t, r, n)
    else:
        d.v[r * 3 + HOLDER] = -1
        d.v[r * 3 + TOKENS] = 0


def clear(d: Data, r: i64, declining: bool) -> None:
    """Take all pieces out of `r`; with `declining` only those that do not stay with a declined race."""
    marks = d.v[r * 3 + MARKS]
    for mark in d.kit.marks:
        if marks & mark.mask and not mark.lies and not (declining and mark.keeps):
            lift(d, mark, r, not declining)


def scatter(d: Data, r: i64) -> None:
    """A region became empty: pieces that lie there only while it is held leave it."""
    marks = d.v[r * 3 + MARKS]
    for mark in d.kit.marks:
        if marks & mark.mask and mark.scatters:
            lift(d, mark, r, False)


def move_mark(d: Data, mark: Mark, r: i64) -> None:
    """The single piece of a kind leaves the map, wherever it lies, and comes to `r`; -1 for nowhere."""
    old = find_mark(d, mark)
    if old >= 0:
        lift(d, mark, old, False)
    if r >= 0:
        lay(d, mark, r)


def recall(d: Data, mark: Mark, t: i64) -> None:
    """Take every piece of a kind out of a tribe's regions, back to its owner."""
    for r in each_region(d.v[t * 7 + HELD]):
        lift(d, mark, r, False)


def unstack_badge(d: Data, power: i64) -> None:
    """A badge (given by its unit id) leaves the stack."""
    d.v[BADGES] &= ~one(power - d.kit.n_races)


def swap_badge(d: Data, t: i64, place: i64) -> i64:
    """A tribe gives its badge to a combo in the row and takes the one from there; give its unit id."""
    v = d.v
    at = ROW + place * 3 + 1
    taken = v[at]
    v[at] = v[t * 7 + POWER]
    v[t * 7 + POWER] = taken
    return taken


def discard_badge(d: Data, t: i64) -> None:
    """The badge of a tribe goes to the discard pile."""
    v = d.v
    power = v[t * 7 + POWER]
    if power >= 0:
        v[DISCARDS] |= one(power - d.kit.n_races)
        v[t * 7 + POWER] = -1


def leave(d: Data, t: i64) -> None:
    """A tribe leaves the map: tokens to the tray, pieces to the stock, banner under the stack, badge discarded."""
    v = d.v
    for r in each_region(v[t * 7 + HELD]):
        n = vacate(d, r)
        v[t * 7 + TRAY] += n
    v[t * 7 + TRAY] += v[t * 7 + HAND] + v[t * 7 + RETREAT]
    v[t * 7 + HAND] = 0
    v[t * 7 + RETREAT] = 0
    discard_badge(d, t)
    v[OUTSIDE] &= ~one(t)
    d.say(E_LEFT, v[t * 7 + OWNER], t, -1, 0, -1, -1)
    v[t * 7 + OWNER] = -1
    v[t * 7 + MODE] = OUT
    v[QUEUE + v[QUEUED]] = t
    v[QUEUED] += 1


def leave_if_gone(d: Data, t: i64) -> None:
    """A declined tribe without a region has left the map."""
    v = d.v
    if t < d.kit.n_races and v[t * 7 + MODE] != ACTIVE and v[t * 7 + MODE] != OUT and v[t * 7 + HELD] == 0:
        leave(d, t)
