"""Reasons on a map of hexes: Terra Mystica. What an answer changes is read off the pages before and after it."""

from typing import Any, cast

from terrarium.coach.reason import Advice, Place, Reason, number
from terrarium.kernel.contract import Choice, State

GOODS = ("priests", "workers", "coins", "power")
"""The dearest first."""
ABOUT = {"faction": "faction", "card": "card", "favor": "tile", "town": "tile", "pass": "card"}
"""Answers that take something with a text of its own: the verb, and the fact that names it."""


def advise(state: State, seat: int, choice: Choice) -> Advice:
    here: list[Place] = [str(choice.facts["hex"])] if "hex" in choice.facts else []
    before = page_of(state, seat)
    after = state.clone()
    after.apply(choice.action)
    then = page_of(after, seat)
    if "costs" not in before or "costs" not in then:
        return Advice(taken(choice), [])
    found = [*points(choice, here), *leads_to(after, seat, here), *land(choice, before, here)]
    found += [*grows(before, then, here), *cults(before, then), *gains(choice), *taken(choice)]
    return Advice([*found, *gives(after, seat, here)], [])


def page_of(state: State, seat: int) -> dict[str, Any]:
    return cast(dict[str, Any], state.view(seat))["seats"][seat]  # type: ignore[no-any-return]


def points(choice: Choice, here: list[Place]) -> list[Reason]:
    gain = cast(dict[str, int], choice.facts.get("gain", {}))
    return [Reason("coach.vp", {"n": gain["vp"]}, "vp", here)] if gain.get("vp", 0) > 0 else []


def leads_to(after: State, seat: int, here: list[Place]) -> list[Reason]:
    """A town or a favor tile that may be taken at once."""
    verbs = {one.verb for one in after.choices(seat)}
    found = [Reason("coach.town", {}, "town", here)] if "town" in verbs else []
    return [*found, Reason("coach.favor", {}, "favor", here)] if "favor" in verbs else found


def land(choice: Choice, before: dict[str, Any], here: list[Place]) -> list[Reason]:
    if choice.verb == "bridge":
        return [Reason("coach.bridge", {}, "bridge", [str(choice.facts["site"])])]
    if choice.verb == "transform" and choice.facts.get("terrain") == before["home"]:
        return [Reason("coach.home", {"hex": choice.facts["hex"]}, "dwelling", here)]
    pay = cast(dict[str, int], choice.facts.get("pay", {}))
    usual = before["costs"].get("trading_house", {}).get("coins", 0)
    if choice.facts.get("building") == "trading_house" and 0 < pay.get("coins", 0) <= usual:
        return [Reason("coach.neighbour", {"n": pay["coins"]}, "coins", here)]
    return []


def grows(before: dict[str, Any], then: dict[str, Any], here: list[Place]) -> list[Reason]:
    """More income each round, a longer reach, a larger area."""
    found: list[Reason] = []
    for what in GOODS:
        more = then["income"].get(what, 0) - before["income"].get(what, 0)
        if more > 0:
            found.append(Reason("coach.income", {"n": more, "what": what}, what, here))
    if then["shipping"]["level"] > before["shipping"]["level"]:
        found.append(Reason("coach.shipping", {"n": then["shipping"]["level"]}, "shipping"))
    if then["digging"]["workers"] < before["digging"]["workers"]:
        found.append(Reason("coach.digging", {"n": then["digging"]["workers"]}, "digging"))
    area = number(then["final"]["network"])
    if area > number(before["final"]["network"]) and area > 1:
        found.append(Reason("coach.area", {"n": area}, "region", here))
    return found


def cults(before: dict[str, Any], then: dict[str, Any]) -> list[Reason]:
    found: list[Reason] = []
    for track, step in then["cults"].items():
        if step <= before["cults"][track]:
            continue
        more = number(then["final"]["cults"][track]) - number(before["final"]["cults"][track])
        code = "coach.cult_points" if more > 0 else "coach.cult"
        found.append(Reason(code, {"track": track, "step": step, "n": more}, track))
    return found


def gains(choice: Choice) -> list[Reason]:
    """Goods at once."""
    gain = cast(dict[str, int], choice.facts.get("convert" if "conversion" in choice.facts else "gain", {}))
    found = [Reason("coach.gain", {"n": gain[what], "what": what}, what) for what in GOODS if gain.get(what, 0) > 0]
    if choice.facts.get("action") and "spades" in gain:
        found.append(Reason("coach.spades", {"n": gain["spades"]}, "spade"))
    return found


def taken(choice: Choice) -> list[Reason]:
    """What is taken says itself what it does."""
    name = choice.facts.get(ABOUT.get(choice.verb, ""))
    return [Reason(f"about.{name}", {}, str(name))] if name else []


def gives(after: State, seat: int, here: list[Place]) -> list[Reason]:
    """The price of a building: what a neighbour may take from it."""
    who = after.current_player()
    if who < 0 or who == seat:
        return []
    offer = next((one for one in after.choices(who) if one.text == "leech take"), None)
    if offer is None:
        return []
    return [Reason("coach.gives", {"seat": who, "n": number(offer.facts["power"])}, "power", here)]
