"""Telling abilities of a moment, and the questions they put."""

from mypy_extensions import i64

from terrarium.smallworld.core.codes import F_MOMENT, OUT, number_in, tribe_in, unit_in
from terrarium.smallworld.core.data import MODE, Data


def tell_next(d: Data) -> None:
    """Tell the next ability of the moment on top. The frame remembers who was told last, not a place in the crew,
    because the crew may change while it is told; a tribe that left the map meanwhile is not told."""
    f = d.top()
    t = tribe_in(f)
    moment = number_in(f)
    told = unit_in(f)
    chosen: i64 = -1
    crew = d.crew(t)
    if d.v[t * 7 + MODE] == OUT or not (crew.moments >> moment) & 1:
        d.pop()
        return
    for unit in crew.units:
        if unit.id >= told and (unit.moments >> moment) & 1 and (chosen < 0 or unit.id < chosen):
            chosen = unit.id
    if chosen < 0:
        d.pop()
        return
    d.retop(F_MOMENT, t, chosen + 1, 0, moment)
    d.kit.units[chosen].at(d, t, moment)
