"""Reasons on a map of regions: the Small World family."""

from typing import Any, cast

from terrarium.coach.forecast import forecast
from terrarium.coach.reason import Advice, Arrow, Place, Reason, number
from terrarium.kernel.contract import CHANCE, Choice, State
from terrarium.smallworld.core.game import Position
from terrarium.smallworld.core.yields import yields

STRONG = 4
"""Tokens from which a neighbour is worth a word."""
FEW = 4
"""Tokens up to which a people is tired."""


def advise(state: State, seat: int, choice: Choice) -> Advice:
    assert isinstance(state, Position)
    look = Look(state, seat)
    found = SPEAKERS.get(choice.verb, units)(look, choice)
    region = choice.facts.get("region")
    arrows: list[Arrow] = []
    if choice.verb == "conquer" and isinstance(region, int):
        start = look.beside(region, seat)
        arrows = [] if start is None else [Arrow(start, region, seat)]
    return Advice(found, arrows)


def coming(state: Position, seat: int, facts: dict[str, object]) -> list[Arrow]:
    """The arrow of a reply that is feared: from one of that seat's regions to the one it would take."""
    region = facts.get("region")
    if not isinstance(region, int):
        return []
    start = Look(state, seat).beside(region, seat)
    return [] if start is None or start == region else [Arrow(start, region, seat, True)]


class Look:
    """A position and who looks at it."""

    def __init__(self, state: Position, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.view = cast(dict[str, Any], state.view(seat))
        self.regions: list[dict[str, Any]] = self.view["regions"]

    def near(self, region: int) -> list[dict[str, Any]]:
        borders = int(self.state.kit.board.borders[region])
        return [other for other in self.regions if borders >> other["id"] & 1]

    def beside(self, region: int, seat: int) -> int | None:
        """The region of this seat's active people beside a region that has most tokens."""
        own = [other for other in self.near(region) if other["seat"] == seat and other["mode"] == "active"]
        found = max(own, key=lambda other: other["tokens"], default=None)
        return None if found is None else int(found["id"])

    def strongest(self, region: int) -> tuple[dict[str, Any], list[Place]] | None:
        """The strongest people of another seat that stands beside a region, and where it stands there."""
        near = [one for one in self.near(region) if one["seat"] not in (None, self.seat) and one["mode"] == "active"]
        tribes = {tribe["race"]: tribe for page in self.view["seats"] for tribe in page["tribes"]}
        found = max(near, key=lambda one: tribes[one["holder"]]["tokens"], default=None)
        if found is None:
            return None
        tribe = {**tribes[found["holder"]], "seat": found["seat"]}
        return tribe, [one["id"] for one in near if one["holder"] == found["holder"]]

    def after(self, choice: Choice) -> Position | None:
        """The position after an answer, where no chance comes in between."""
        copy = self.state.clone()
        copy.apply(choice.action)
        assert isinstance(copy, Position)
        return None if copy.current_player() == CHANCE else copy

    def people(self) -> dict[str, Any] | None:
        page = self.view["seats"][self.seat]
        return next((tribe for tribe in page["tribes"] if tribe["race"] == page["active"]), None)


def total(lines: list[tuple[str, int]]) -> int:
    return sum(n for _, n in lines)


def conquer(look: Look, choice: Choice) -> list[Reason]:
    region = number(choice.facts["region"])
    here: list[Place] = [region]
    found: list[Reason] = []
    holder, held = yields(look.state, region)
    if number(choice.facts.get("die")):
        need = number(choice.facts["die"])
        chance = {1: 3, 2: 2, 3: 1}.get(need, 0)
        if chance:
            found.append(Reason("coach.die", {"n": need, "of": chance}, "die", here))
    after = look.after(choice)
    if after is not None:
        owner, brought = yields(after, region)
        if owner == look.seat and total(brought) > 0:
            extra = [cause for cause, n in brought if n > 0 and cause != "regions"]
            code = "coach.brings.because" if extra and total(brought) > 1 else "coach.brings"
            found.append(Reason(code, {"n": total(brought), "cause": extra[0] if extra else ""}, "coin", here))
        gain = total(forecast(after, look.seat)) - total(forecast(look.state, look.seat))
        if gain > max(1, total(brought)):
            found[-1:] = [*found[-1:], Reason("coach.turn", {"n": gain}, "coin", here)]
    if holder >= 0 and holder != look.seat and total(held) > 0:
        found.append(Reason("coach.robs", {"seat": holder, "n": total(held)}, "swords", here))
    price, hand = number(choice.facts.get("price")), number(look.view["ask"].get("hand"))
    if hand > price > 0:
        found.append(Reason("coach.price", {"n": price, "left": hand - price}, "hand", here))
    threat = look.strongest(region)
    if threat is None:
        found.append(Reason("coach.safe", {}, "shield", here))
    return found


def deploy(look: Look, choice: Choice) -> list[Reason]:
    region = number(choice.facts["region"])
    found: list[Reason] = []
    threat = look.strongest(region)
    if threat is None:
        found.append(Reason("coach.quiet", {}, "shield", [region]))
    else:
        tribe, where = threat
        args = {"tribe": tribe["race"], "seat": tribe["seat"], "n": tribe["tokens"]}
        found.append(Reason("coach.guard", args, "shield", [region, *where]))
    held, brought = yields(look.state, region)
    if held == look.seat and total(brought) > 1:
        found.append(Reason("coach.rich", {"n": total(brought)}, "coin", [region]))
    return found


def pick(look: Look, choice: Choice) -> list[Reason]:
    facts = choice.facts
    found = [Reason("coach.tokens", {"n": number(facts.get("tokens"))}, "hand")]
    if number(facts.get("coins")):
        found.append(Reason("coach.lying", {"n": number(facts["coins"])}, "coin"))
    elif not number(facts.get("price")):
        found.append(Reason("coach.free", {}, "coin"))
    found += [Reason(f"about.{facts[part]}", {}, str(facts[part])) for part in ("power", "race")]
    return found


def decline(look: Look, choice: Choice) -> list[Reason]:
    people = look.people()
    found: list[Reason] = []
    if people is not None:
        spare = people["tokens"] - len(people["regions"])
        args = {"tribe": people["race"], "n": max(0, spare)}
        if spare <= FEW:
            found.append(Reason("coach.tired", args, "decline", list(people["regions"])))
    after = look.after(choice)
    if after is not None:
        due = total(forecast(after, look.seat))
        kept = sum(1 for one in Look(after, look.seat).regions if one["seat"] == look.seat)
        if kept:
            found.append(Reason("coach.keeps", {"n": kept}, "region"))
        if due:
            found.append(Reason("coach.due", {"n": due}, "coin"))
    left = look.view["rounds"] - look.view["round"]
    found.append(Reason("coach.rounds", {"n": left}, "round"))
    return found


def expand(look: Look, choice: Choice) -> list[Reason]:
    people = look.people()
    if people is None:
        return []
    spare = people["tokens"] - len(people["regions"])
    found = [Reason("coach.fresh", {"tribe": people["race"], "n": max(0, spare)}, "hand", list(people["regions"]))]
    due = total(forecast(look.state, look.seat))
    if due:
        found.append(Reason("coach.already", {"n": due}, "coin"))
    return found


def stop(look: Look, choice: Choice) -> list[Reason]:
    found: list[Reason] = []
    hand = number(look.view["ask"].get("hand"))
    if hand:
        found.append(Reason("coach.reserve", {"n": hand}, "shield"))
    due = total(forecast(look.state, look.seat))
    if due:
        found.append(Reason("coach.due", {"n": due}, "coin"))
    return found


def abandon(look: Look, choice: Choice) -> list[Reason]:
    region = number(choice.facts["region"])
    return [Reason("coach.frees", {"n": look.regions[region]["tokens"]}, "hand", [region])]


def units(look: Look, choice: Choice) -> list[Reason]:
    """An answer to a unit's question: what the unit does, and what the answer adds to the turn."""
    region = choice.facts.get("region")
    # What lends itself out is told as what it stands for.
    unit = str(choice.facts.get("unit", "")).removeprefix("bag_")
    places: list[Place] = [region] if isinstance(region, int) else []
    found = [Reason(f"about.{unit}", {}, unit, places)] if unit else []
    after = look.after(choice)
    if after is not None and after.current_player() == look.seat:
        gain = total(forecast(after, look.seat)) - total(forecast(look.state, look.seat))
        if gain > 0:
            found.insert(0, Reason("coach.turn", {"n": gain}, "coin", places))
    if isinstance(region, int) and (threat := look.strongest(region)) is not None:
        tribe, where = threat
        args = {"tribe": tribe["race"], "seat": tribe["seat"], "n": tribe["tokens"]}
        if tribe["tokens"] >= STRONG:
            found.append(Reason("coach.guard", args, "shield", [region, *where]))
    return found


SPEAKERS = {
    "conquer": conquer,
    "deploy": deploy,
    "pick": pick,
    "decline": decline,
    "expand": expand,
    "stop": stop,
    "abandon": abandon,
}
