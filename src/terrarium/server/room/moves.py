"""A move worked out: check, apply to a copy, draw, settle. Saving it (`saving`) and telling it come after.

Nothing here knows a rule: legality, refusals and chance come from the kernel's contract.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

from terrarium.kernel.contract import CHANCE, OVER, NotationError, State
from terrarium.kernel.record import TAKEBACK, UNDO
from terrarium.server.errors import Problem, refused, unreadable
from terrarium.server.room import chance, clocks, plans
from terrarium.server.room.history import Told
from terrarium.server.room.room import Room
from terrarium.server.store.rows import LIVE, Row, Seat, undo_target

MAX_STEPS = 5000
"""More automatic steps than this after one move mean a rule that never ends."""
LISTED_S = 60.0
"""How old the time that lists tell of a running game may become before a move renews it: three indexes hold it."""


class Work:
    """A position being worked out on a copy of the room's state, with the rows and events it made."""

    def __init__(self, room: Room, viewers: Iterable[int], now: float) -> None:
        self.room = room
        self.state = room.state.clone()
        self.state.watch()
        self.who = room.meta.turn
        """Who is to answer in `state`; the rules are asked once after each step."""
        self.now = now
        self.rows: list[Row] = []
        self.told: list[Told] = []
        self.viewers = sorted(viewers)
        """Whose events are kept: somebody looks at the table with these eyes."""
        self.ply = len(room.line)
        self.used: set[int] = set()
        """Whose plan has had its time: it goes when these rows are saved."""

    def step(self, action: int, how: str, client: str | None = None, reason: str = "", wish: str | None = None) -> None:
        """Apply one action and log it."""
        state = self.state
        seq = self.room.seq + len(self.rows) + 1
        row = Row(seq, self.who, state.text(action), how, client, reason, self.now, wish)
        state.apply(action)
        self.who = state.current_player()
        self.ply += 1
        self.rows.append(row)
        self.told.append(Told(row, {viewer: state.events(viewer) for viewer in self.viewers}))
        state.forget_events()

    def go_back(self, row: Row, state: State) -> None:
        """Begin with an undo row, after which the game stands at `state`."""
        self.state, self.who = state, state.current_player()
        state.watch()
        self.rows.append(row)
        self.told.append(Told(row, {viewer: [] for viewer in self.viewers}))
        target = undo_target(row)
        self.ply = self.room.line.index(target) + 1 if target else 0

    def settle(self, orders: bool = True) -> None:
        """Everything that needs nobody's decision: chance, plans, forced answers, standing orders."""
        for _ in range(MAX_STEPS):
            if self.who == OVER:
                return
            if self.who == CHANCE:
                self.step(chance.draw(self.room.meta.secret, self.ply + 1, self.state), "chance")
                continue
            if orders and self.follow_plan():
                continue
            legal = self.state.legal_actions()
            if len(legal) == 1:
                self.step(legal[0], "forced")
                continue
            if not orders:
                return
            entry = self.room.seats[self.who]
            ordered = standing_order(self.state, self.who, [] if entry.gone else entry.orders)
            if ordered is None:
                return
            self.step(ordered, "order")
        raise RuntimeError("a move never settles")

    def plan(self, seat: int) -> plans.Plan | None:
        """The plan that `seat` has left, if it is still to come."""
        entry = self.room.seats[seat]
        return None if seat in self.used or entry.gone else plans.plan_of(entry.orders)

    def follow_plan(self) -> bool:
        """Play what whoever is asked has left for this turn, as far as it holds; True if anything was played."""
        seat = self.who
        plan = self.plan(seat)
        if plan is None or (stage := plans.stage(plan, self.state, seat)) == plans.WAITS:
            return False
        self.used.add(seat)
        before = len(self.rows)
        for step in plans.fitting(plan, self.state, seat) if stage == plans.DUE else ():
            while self.who == CHANCE and plan["chance"]:
                self.step(chance.draw(self.room.meta.secret, self.ply + 1, self.state), "chance")
            # What a seat cannot know decides nothing: its steps are held against what it sees.
            actions = plans.holding(step, self.state.blind(seat), seat) if self.who == seat else []
            for action in actions:
                if self.who != seat or self.state.why_illegal(action) is not None:
                    return len(self.rows) > before
                self.step(action, "plan")
            if not actions:
                break
        return len(self.rows) > before


def standing_order(state: State, seat: int, orders: list[dict[str, Any]]) -> int | None:
    """The answer that this seat ordered in advance for the present question, if one fits.

    An order is {"ask": code or "*", "play": text with * as wildcard, "facts": {name: {"min": n, "max": n}}}.
    """
    if not orders:
        return None
    asked = state.view(seat).get("ask")
    if isinstance(asked, dict):
        asked = asked.get("code")
    choices = state.choices(seat)
    for order in plans.without_plan(orders):
        if order["ask"] not in ("*", asked):
            continue
        for choice in choices:
            if fits(choice.text, order["play"]) and _within(choice.facts, order.get("facts") or {}):
                return choice.action
    return None


def fits(text: str, pattern: str) -> bool:
    """Is this what the pattern says, in which * stands for anything? A regular expression would be made and kept for
    each pattern of a stranger's: megabytes, and half a second of everybody's time."""
    head, *rest = pattern.split("*")
    if not rest:
        return text == head
    if not text.startswith(head):
        return False
    at = len(head)
    for part in rest[:-1]:
        at = text.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return len(text) - len(rest[-1]) >= at and text.endswith(rest[-1])


def _within(facts: dict[str, object], bounds: dict[str, dict[str, float]]) -> bool:
    for name, bound in bounds.items():
        value = facts.get(name)
        if not isinstance(value, int | float):
            return False
        if value < bound.get("min", value) or value > bound.get("max", value):
            return False
    return True


def carry_out(
    work: Work, seat: int, texts: list[str], client: str | None, how: str, reason: str, wish: str | None = None
) -> int:
    """Carry out the lines of one submission; gives how many lines were done.

    All or nothing up to the first draw. What comes after a draw or a reveal was planned without knowing it: those
    lines are left over, and never refused, so that nobody can look at a die by sending a line that must fail. A plan of
    several steps is therefore followed on a blind copy too, all but its last step; a single move needs none.
    """
    title = work.room.meta.title
    plan = work.plan(seat)
    if plan is not None and plans.stage(plan, work.state, seat) != plans.WAITS:
        # Who answers in person needs no plan for it.
        work.used.add(seat)
    blind: State | None = None
    for index, text in enumerate(texts):
        actions = expand(work.state, title, text)
        for place, action in enumerate(actions):
            if work.who != seat:
                return _left_over(work, seat, index)
            last = index + 1 == len(texts) and place + 1 == len(actions)
            if blind is None and not last:
                blind = work.state.blind(seat)
            refusal = work.state.why_illegal(action)
            if refusal is not None:
                seen = (blind or work.state.blind(seat)).why_illegal(action)
                if seen is None and work.rows:
                    return _left_over(work, seat, index)
                # The reason as this seat may know it: its arguments must not count what others hide.
                raise refused(title, seen or refusal).at_move(index)
            first = not work.rows
            work.step(action, how, client if first else None, reason if first else "", wish if first else None)
            if last or blind is None:
                continue
            if blind.why_illegal(action) is not None:
                return _left_over(work, seat, index + 1)
            blind.apply(action)
            if work.who == CHANCE:
                work.settle()
                return index + 1
    if not work.rows:
        raise Problem(422, "bad_request", what="moves")
    work.settle()
    return len(texts)


def _left_over(work: Work, seat: int, done: int) -> int:
    if not work.rows:
        raise Problem(409, "not_your_turn", seat=seat)
    work.settle()
    return done


def expand(state: State, title: str, text: str) -> list[int]:
    """The actions of one line; a Problem with a sentence if it is none."""
    try:
        return state.expand(text)
    except NotationError as error:
        raise unreadable(title, error.code, error.details) from error


def same_move(state: State, text: str, other: str) -> bool:
    """Does this line mean that move, however it is spelled?"""
    try:
        return state.expand(text)[0] == state.parse(other)
    except (NotationError, IndexError):
        return False


def check_turn(room: Room, seat: int) -> None:
    """Is it this seat's turn in a running game? Says nothing about the position."""
    if room.meta.status != LIVE:
        raise Problem(409, "not_running", status=room.meta.status)
    if room.meta.turn != seat:
        raise Problem(409, "not_your_turn", seat=seat)


def check_person(seat: Seat) -> None:
    """Whoever gave up neither plays nor votes any more; whoever a bot plays for comes back first."""
    if seat.stand_in:
        raise Problem(409, "gave_up" if seat.gone else "stood_in")


def check_bot(room: Room, seat: int) -> None:
    """A bot that has thought too long finds the person back."""
    if not room.seats[seat].by_bot:
        raise Problem(409, "not_your_turn", seat=seat)


def digest(lines: list[str]) -> str:
    """What is kept of a submission beside its id."""
    return hashlib.sha256("\n".join([str(len(lines)), *lines]).encode()).hexdigest()[:16]


def check_same(earlier: Row, wish: str) -> None:
    """An id names one submission: sent again with other lines it is refused, not answered as if it were the first."""
    if earlier.wish is not None and earlier.wish != wish:
        raise Problem(409, "id_used", row=earlier.seq)


def undo_row(
    room: Room, seat: int, target: int, client: str | None, reason: str, now: float, wish: str | None = None
) -> Row:
    """A row that takes back to after row `target`: one's own undo has a client's id, an agreed take-back has none."""
    word = UNDO if client is not None else TAKEBACK
    return Row(room.seq + 1, seat, f"{word} {target}", "undo", client, reason, now, wish)


def public_time(room: Room, now: float) -> float:
    """When something last happened that everybody may know of."""
    if room.meta.delay <= 0:
        return now
    old = next((row.at for row in reversed(room.rows) if row.at <= now - room.meta.delay), 0.0)
    return max(room.meta.created, old)


def listed_time(room: Room, who: int, now: float) -> float:
    """What lists tell of it, and order games by, once `who` is to answer: to the minute while a game runs."""
    public = public_time(room, now)
    return public if who == OVER or public - room.meta.updated >= LISTED_S else room.meta.updated


def outcome(room: Room, rows: list[Row], state: State, who: int, now: float) -> dict[str, Any]:
    """What changes in the row of a game when these rows have led to `state`, in which `who` is to answer."""
    values: dict[str, Any] = {
        "seq": room.meta.seq + len(rows),
        "turn": who,
        "ask": None,
        "updated": listed_time(room, who, now),
        **clocks.after_move(room, who, now),
    }
    if who == OVER:
        values["status"] = "over"
        values["wake"] = clocks.reveal_time(room.meta, now)
        values["result"] = {"scores": state.scores(), "winners": state.winners(), "ended": "rules"}
    return values


def take_in(room: Room, rows: list[Row], state: State, values: dict[str, Any]) -> None:
    """The room as it stands after rows that are saved. Nobody changes `state` from here on: pages are made of it
    whenever they are asked for."""
    for name, value in values.items():
        setattr(room.meta, name, value)
    room.extend(rows)
    room.state = state
