"""Legal actions as buttons: their parts, their price and what they bring.

Price and yield are read off the events of a trial on a copy, so they cannot differ from what really happens.
"""

from terrarium.kernel.contract import Choice
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import Position, at, top_of
from terrarium.terramystica.page.parts import parts_of
from terrarium.terramystica.page.view import view_question
from terrarium.terramystica.phases.flow import answer


def trial(s: Position, copy: Position, action: int) -> dict[str, object]:
    """What an action costs and brings its seat at once, conversions shown apart."""
    seat = int(s.v[top_of(s.v) + 1])
    copy.watching = True
    copy.noted = []
    copy.held = True
    answer(copy, action)
    found: dict[str, dict[str, int]] = {"pay": {}, "gain": {}, "convert": {}}
    for event in copy.noted:
        if event.code in ("round_end", "round"):
            break
        brought = event.code in ("gain", "power_gain")
        if event.seat != seat or not (brought or event.code in ("burn", "pay", "power_spend")):
            continue
        what = "burn" if event.code == "burn" else str(event.args.get("what", "power"))
        n = number(event.args["n"])
        if event.cause == "conversion" or what == "burn":
            sums = found["convert"]
            n = n if brought or what == "burn" else -n
        else:
            sums = found["gain" if brought else "pay"]
        sums[what] = sums.get(what, 0) + n
    return {key: sums for key, sums in found.items() if sums}


def number(value: object) -> int:
    return value if isinstance(value, int) else 0


def warnings_of(s: Position, action: int) -> list[str]:
    """Codes of what is wasteful about a legal action (`warning.<code>` of the word catalogue)."""
    v = s.v
    seat = int(v[top_of(v) + 1])
    o = at(seat)
    kind = int(v[top_of(v)])
    found: list[str] = []
    if codes.SEND <= action < codes.ACT:
        track = (action - codes.SEND) // 3
        if v[o + layout.CULT + track] == 10 or (v[o + layout.CULT + track] == 9 and v[o + layout.KEYS] == 0):
            found.append("no_step")
        if (action - codes.SEND) % 3 == 0 and v[layout.SPOTS + 4 * track] == 0:
            found.append("better_space")
    if kind == layout.F_SPADES and action == codes.DONE:
        found.append("spades_lost")
    if kind == layout.F_MAIN and codes.PASS <= action < codes.LEAVE:
        if v[o + layout.USED] & layout.USED_CARD == 0 and v[o + layout.CARD] in (0, 1):
            found.append("card_unused")
        if v[o + layout.BOWL3] >= 3 and v[layout.ACTS] != 63:
            found.append("power_unused")
    return found


def choice_of(s: Position, copy: Position, action: int) -> Choice:
    """One button."""
    facts = parts_of(s.chart, action)
    if int(s.v[top_of(s.v)]) > layout.F_CARD:
        facts.update(trial(s, copy, action))
        if int(s.v[top_of(s.v)]) == layout.F_LEECH:
            # Plain numbers, so that a standing order can set bounds on them.
            facts.update(view_question(s))
        warned = warnings_of(s, action)
        if warned:
            facts["warnings"] = warned
    return Choice(action, codes.text_of(s.chart, action), codes.verb_of(action), facts)


def price_lines(copy: Position, s: Position, action: int) -> list[tuple[str, int]]:
    """The price as (goods, amount) lines."""
    pay = trial(s, copy, action).get("pay")
    return [(what, pay[what]) for what in pay] if isinstance(pay, dict) else []
