"""Why an action is not legal: the fault of its action, told with its arguments."""

from mypy_extensions import i64

from terrarium.kernel.contract import Refusal
from terrarium.terramystica import codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.all import action_of
from terrarium.terramystica.actions.faults import FAULTS, FINE
from terrarium.terramystica.actions.listing import fill
from terrarium.terramystica.data import Position, at, top_of
from terrarium.terramystica.layout import FACTION, HEIGHT, LEAN
from terrarium.terramystica.names import FACTIONS
from terrarium.terramystica.page.asks import ask_of
from terrarium.terramystica.page.parts import parts_of


def why(s: Position, code: int) -> Refusal | None:
    """None exactly when the action is listed; otherwise the reason."""
    v = s.v
    if not 0 <= code < codes.END:
        return Refusal("unknown_action", "turn.question", {"text": str(code)})
    if v[HEIGHT] == 0:
        return Refusal("game_over", "end.winner", {})
    top = top_of(v)
    action = action_of(v[top], code)
    found = action.fault(s, v[top + 1], code)
    if found != FINE:
        return tell(s, action, v[top + 1], code, found)
    if v[LEAN] != 0 and not listed(s, code):
        return Refusal("not_listed", "turn.question", {})
    return None


def tell(s: Position, action: Action, seat: i64, code: i64, found: i64) -> Refusal:
    """A fault with what the action knows about it."""
    name, rule, arguments = FAULTS[found]
    facts = {**parts_of(s.chart, code), **action.facts(s, seat, code), "ask": ask_of(s)}
    if "*" in rule:
        faction = facts.get("faction", FACTIONS[s.v[at(seat) + FACTION]])
        rule = rule.replace("*", str(faction))
    args: dict[str, object] = {}
    for argument in arguments.split():
        key, _, fact = argument.partition("=")
        args[key] = facts[fact or key]
    return Refusal(name, rule, args)


def listed(s: Position, code: i64) -> bool:
    n = fill(s)
    out = s.out
    return any(out[i] == code for i in range(n))
