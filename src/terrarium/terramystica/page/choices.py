"""Legal actions as buttons: their parts, their price and what they bring.

Price and yield are read off the events of a trial on a copy, so they cannot differ from what really happens.
"""

from terrarium.kernel.contract import Choice
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import Position, at, top_of
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.map.board import Chart
from terrarium.terramystica.names import (
    BUILDINGS,
    CARDS,
    CONVERSIONS,
    CULTS,
    FACTIONS,
    FAVORS,
    POWER_ACTIONS,
    ROUND_TILES,
    TERRAINS,
    TOWNS,
)
from terrarium.terramystica.page.view import view_question
from terrarium.terramystica.phases.flow import answer


def parts_of(chart: Chart, action: int) -> dict[str, object]:
    """What an action names: hex, terrain, building, tile …"""
    if action < codes.LONG:
        h, part = divmod(action, codes.BLOCK)
        page: dict[str, object] = {"hex": chart.land_names[h]}
        if part == 0:
            page["building"] = BUILDINGS[1]
        elif part <= 7:
            page["terrain"] = TERRAINS[part - 1]
        else:
            page["building"] = BUILDINGS[part - 6]
        return page
    if action < codes.TILE:
        h, t = divmod(action - codes.LONG, 7)
        return {"hex": chart.land_names[h], "terrain": TERRAINS[t], "long": True}
    if codes.SEND <= action < codes.ACT:
        return {"track": CULTS[(action - codes.SEND) // 3], "steps": (action - codes.SEND) % 3 + 1}
    if codes.ORDAIN <= action < codes.TAKE:
        return {"n": action - codes.ORDAIN + 1}
    if codes.PICK <= action < codes.CARD:
        faction = action - codes.PICK
        return {"faction": FACTIONS[faction], "terrain": TERRAINS[HOME_OF[faction]]}
    if codes.BRIDGE <= action < codes.CULT:
        return {"site": chart.bridge_names[action - codes.BRIDGE]}
    if codes.CONNECT <= action < codes.CONVERT:
        return {"river": chart.river_names[action - codes.CONNECT]}
    for first, last, key, names in NAMED:
        if first <= action < last:
            return {key: names[action - first]}
    return {}


NAMED = [
    (codes.TILE, codes.OUT_CARD, "tile", ROUND_TILES),
    (codes.OUT_CARD, codes.PICK, "card", CARDS),
    (codes.CARD, codes.SHIP, "card", CARDS),
    (codes.ACT, codes.ACT_CARD, "action", POWER_ACTIONS),
    (codes.ACT_CARD, codes.BRIDGE, "action", ["card", "fav6", "stronghold", "bridge"]),
    (codes.CULT, codes.FAVOR, "track", CULTS),
    (codes.FAVOR, codes.TOWN, "tile", FAVORS),
    (codes.TOWN, codes.STAY, "tile", TOWNS),
    (codes.STAY, codes.ORDAIN, "track", CULTS),
    (codes.PASS, codes.PASS + 10, "card", CARDS),
    (codes.CONVERT, codes.END, "conversion", CONVERSIONS),
]


def trial(s: Position, copy: Position, action: int) -> dict[str, object]:
    """What an action costs and brings its seat at once, conversions shown apart."""
    seat = int(s.v[top_of(s.v) + 1])
    copy.watching = True
    copy.noted = []
    copy.held = True
    answer(copy, action)
    pay: dict[str, int] = {}
    gain: dict[str, int] = {}
    convert: dict[str, int] = {}
    for event in copy.noted:
        if event.code in ("round_end", "round"):
            break
        if event.seat != seat:
            continue
        if event.code == "burn":
            convert["burn"] = convert.get("burn", 0) + number(event.args["n"])
        if event.code not in ("gain", "pay", "power_gain", "power_spend"):
            continue
        what = str(event.args.get("what", "power"))
        n = number(event.args["n"])
        if event.cause == "conversion":
            signed = n if event.code in ("gain", "power_gain") else -n
            convert[what] = convert.get(what, 0) + signed
        elif event.code in ("gain", "power_gain"):
            gain[what] = gain.get(what, 0) + n
        else:
            pay[what] = pay.get(what, 0) + n
    page: dict[str, object] = {}
    if pay:
        page["pay"] = pay
    if gain:
        page["gain"] = gain
    if convert:
        page["convert"] = convert
    return page


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
        for key, value in trial(s, copy, action).items():
            facts[key] = value
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
