"""Which actions are legal: the codes that have no fault, in ascending order, in the position's buffer.

Full listing is what a person may do. Lean listing is for search: home-colour transforms, no idle conversions; what it
leaves out is worth nothing or can be reached another way.
"""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.all import MENUS
from terrarium.terramystica.actions.card_space import CARD_SPACE
from terrarium.terramystica.actions.connect import CONNECT
from terrarium.terramystica.actions.convert import CONVERT
from terrarium.terramystica.actions.digging import DIGGING
from terrarium.terramystica.actions.done import DONE
from terrarium.terramystica.actions.faults import FINE
from terrarium.terramystica.actions.favor_space import FAVOR_SPACE
from terrarium.terramystica.actions.hexes import fill_board
from terrarium.terramystica.actions.leave import LEAVE
from terrarium.terramystica.actions.leech import LEECH
from terrarium.terramystica.actions.passing import PASS
from terrarium.terramystica.actions.power import POWER
from terrarium.terramystica.actions.send import SEND
from terrarium.terramystica.actions.shipping import SHIPPING
from terrarium.terramystica.actions.stronghold_space import STRONGHOLD_SPACE
from terrarium.terramystica.actions.workers_bridge import WORKERS_BRIDGE
from terrarium.terramystica.buffer import buffer_of
from terrarium.terramystica.data import Position, top_of
from terrarium.terramystica.layout import (
    F_LEECH,
    F_MAIN,
    F_POST,
    HEIGHT,
    LEAN,
)


def fill(s: Position) -> i64:
    """Write the legal codes of the open question to `s.out`; how many they are.

    The commonest questions have their menus written out: their actions are then called directly.
    """
    v = s.v
    if v[HEIGHT] == 0:
        return 0
    out = buffer_of(s)
    top = top_of(v)
    kind: i64 = v[top]
    seat: i64 = v[top + 1]
    if kind == F_MAIN:
        return fill_main(s, out, seat)
    n: i64 = 0
    if kind == F_LEECH:
        return CONVERT.fill(s, out, LEECH.fill(s, out, n, seat), seat)
    if kind == F_POST:
        n = write(out, n, codes.DONE, DONE.fault(s, seat, codes.DONE))
        return CONVERT.fill(s, out, CONNECT.fill(s, out, n, seat), seat)
    for action in MENUS[kind]:
        n = action.fill(s, out, n, seat)
    return n


def fill_main(s: Position, out: vec[i64], seat: i64) -> i64:
    """The menu of a main decision, in the order of codes."""
    n = fill_board(s, out, seat)
    n = write(out, n, codes.SHIP, SHIPPING.fault(s, seat, codes.SHIP))
    n = write(out, n, codes.DIG, DIGGING.fault(s, seat, codes.DIG))
    n = SEND.fill(s, out, n, seat)
    n = POWER.fill(s, out, n, seat)
    n = write(out, n, codes.ACT_CARD, CARD_SPACE.fault(s, seat, codes.ACT_CARD))
    n = write(out, n, codes.ACT_FAVOR, FAVOR_SPACE.fault(s, seat, codes.ACT_FAVOR))
    n = STRONGHOLD_SPACE.fill(s, out, n, seat)
    n = write(out, n, codes.ACT_BRIDGE, WORKERS_BRIDGE.fault(s, seat, codes.ACT_BRIDGE))
    if s.v[LEAN] == 0:
        n = write(out, n, codes.DONE, DONE.fault(s, seat, codes.DONE))
    n = PASS.fill(s, out, n, seat)
    if s.v[LEAN] == 0:
        n = write(out, n, codes.LEAVE, LEAVE.fault(s, seat, codes.LEAVE))
    return CONVERT.fill(s, out, CONNECT.fill(s, out, n, seat), seat)


def write(out: vec[i64], n: i64, code: i64, fault: i64) -> i64:
    """One code, if it has no fault."""
    if fault != FINE:
        return n
    out[n] = code
    return n + 1
