"""Redeployment: amounts are asked region by region in the board's order, so each distribution is one sequence."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import DEPLOY, F_DEPLOY, F_RETREAT, RETURNING, action, kind_of, number_in, tribe_in
from terrarium.smallworld.core.data import HAND, HELD, OWNER, RETREAT, TOKENS, Data
from terrarium.smallworld.core.events import E_DEPLOYED
from terrarium.smallworld.core.faults import NOT_THAT_MANY, NOT_YOUR_REGION, WRONG_DEPLOY_REGION
from terrarium.smallworld.core.verbs import notify


def purse(f: i64) -> i64:
    """Where the tokens come from: the hand, or those driven off."""
    return HAND if kind_of(f) == F_DEPLOY else RETREAT


def next_place(d: Data, t: i64, start: i64) -> i64:
    """The first place in the board's order, from `start` on, whose region the tribe holds; the board's size if none.
    A race that holds regions with several tokens does not trickle into one where only a piece stands."""
    v = d.v
    order = d.kit.board.order
    n = d.kit.board.n
    held = v[t * 7 + HELD]
    place: i64
    for place in range(start, n):
        r = order[place]
        if (held >> r) & 1 and (v[r * 3 + TOKENS] > 0 or d.crew(t).least == 1):
            return place
    return n


def ask_or_finish(d: Data) -> bool:
    """Is there something to decide? If so the frame names the place asked about; if not, tokens go where they must and
    the frame is gone."""
    v = d.v
    f = d.top()
    t = tribe_in(f)
    source = purse(f)
    left = v[t * 7 + source]
    if left == 0:
        d.pop()
        return False
    board = d.kit.board
    place = next_place(d, t, number_in(f))
    if place == board.n:
        d.pop()
        return False
    if next_place(d, t, place + 1) == board.n:
        d.pop()
        put(d, t, board.order[place], left, source)
        return False
    d.retop(f >> 32, t, 0, 0, place)
    return True


def deploy_region(d: Data, f: i64) -> i64:
    """The region whose amount is asked."""
    return d.kit.board.order[number_in(f)]


def list_deploy(d: Data, f: i64, out: vec[i64]) -> vec[i64]:
    """Every number of tokens for the region that is asked about."""
    code = action(DEPLOY, 0, deploy_region(d, f), 0)
    most = code + d.v[tribe_in(f) * 7 + purse(f)]
    while code <= most:
        out = append(out, code)
        code += 1
    return out


def deploy_fault(d: Data, f: i64, r: i64, n: i64) -> i64:
    t = tribe_in(f)
    if not d.v[t * 7 + HELD] & one(r):
        return NOT_YOUR_REGION
    if r != deploy_region(d, f):
        return WRONG_DEPLOY_REGION
    return NOT_THAT_MANY if n > d.v[t * 7 + purse(f)] else 0


def deploy(d: Data, f: i64, r: i64, n: i64) -> None:
    """Put `n` more tokens into the region, and go on to the next in the order."""
    t = tribe_in(f)
    put(d, t, r, n, purse(f))
    d.retop(kind_of(f), t, 0, 0, d.kit.board.rank[r] + 1)


def put(d: Data, t: i64, r: i64, n: i64, source: i64) -> None:
    v = d.v
    v[t * 7 + source] -= n
    v[r * 3 + TOKENS] += n
    if n:
        d.say(E_DEPLOYED, v[t * 7 + OWNER], t, r, n, -1, -1)


def bring_back(d: Data, t: i64) -> None:
    """Tokens driven off: redeployed if the tribe still holds a region, else kept in hand by an active race and gone
    with a declined one."""
    v = d.v
    if (d.crew(t).moments >> RETURNING) & 1:
        for unit in d.crew(t).units:
            notify(d, unit, t, RETURNING)
    if next_place(d, t, 0) < d.kit.board.n:
        d.push(F_RETREAT, t, 0, 0, 0)
    else:
        v[t * 7 + HAND] += v[t * 7 + RETREAT]
        v[t * 7 + RETREAT] = 0
