"""Coins: a tiny real game for the server's tests, with everything a server must get right.

On a turn a seat may `add 1..3` (plain, can be taken back; three times at most), `flip` (a public coin for 2 points),
`roll` (a die whose value only the roller sees: hidden coins), `peek` (see the next seat's hidden coins), `give` (the
next seat is asked whether it will `take` or `decline` a coin), `end`. A seat that has done everything must end. After
the last round coins and points are added up. The classes do not inherit from the contract's: those refuse interpreted
subclasses once compiled.
"""

from typing import Any, cast

from terrarium.kernel.contract import (
    CHANCE,
    OVER,
    SPECTATOR,
    Choice,
    Event,
    NotationError,
    Option,
    Refusal,
    State,
    Title,
    Variant,
)
from terrarium.kernel.rulebook import Sheet

ADD, FLIP, ROLL, PEEK, GIVE, END, TAKE, DECLINE, DIE, COIN = range(0, 100, 10)
WORDS = {FLIP: "flip", ROLL: "roll", PEEK: "peek", GIVE: "give", END: "end", TAKE: "take", DECLINE: "decline"}
TURN, ASKED, DICE, TOSS, DONE = range(5)
RULE = "turn.once"


class ToyState:
    def __init__(self, game: "ToyGame") -> None:
        n = game.players
        self.game = game
        self.seat = 0
        self.round = 1
        self.phase = TURN
        self.adds = 0
        self.used: list[int] = []
        self.points = [0] * n
        self.coins = [0] * n
        self.known = [[-1] * n for _ in range(n)]
        self.log: list[tuple[str, int, dict[str, object], int]] | None = None

    def current_player(self) -> int:
        if self.phase == DONE:
            return OVER
        if self.phase in (DICE, TOSS):
            return CHANCE
        return (self.seat + 1) % self.game.players if self.phase == ASKED else self.seat

    def legal_actions(self) -> list[int]:
        if self.phase == DONE:
            return []
        if self.phase == DICE:
            return [DIE + i for i in range(1, 7)]
        if self.phase == TOSS:
            return [COIN, COIN + 1]
        if self.phase == ASKED:
            return [TAKE, DECLINE]
        legal = [] if self.adds >= 3 else [ADD + 1, ADD + 2, ADD + 3]
        legal += [verb for verb in (FLIP, ROLL, PEEK, GIVE) if verb not in self.used]
        return [*legal, END]

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(action, 1) for action in self.legal_actions()]

    def tell(self, code: str, args: dict[str, object], only: int = SPECTATOR) -> None:
        if self.log is not None:
            self.log.append((code, self.seat, args, only))

    def apply(self, action: int) -> None:
        seat = self.seat
        verb = action - action % 10
        if verb == DIE:
            self.coins[seat] += action - DIE
            self.tell("rolled", {"n": action - DIE}, only=seat)
            self.phase = TURN
        elif verb == COIN:
            self.points[seat] += 2 * (action - COIN)
            self.tell("flipped", {"n": 2 * (action - COIN)})
            self.phase = TURN
        elif verb == ADD:
            self.points[seat] += action - ADD
            self.adds += 1
            self.tell("added", {"n": action - ADD})
        elif verb in (TAKE, DECLINE):
            if verb == TAKE:
                self.coins[(seat + 1) % self.game.players] += 1
            self.tell("took" if verb == TAKE else "declined", {})
            self.phase = TURN
        elif verb == END:
            self.end()
        else:
            self.used.append(verb)
            if verb == PEEK:
                other = (seat + 1) % self.game.players
                self.known[seat][other] = self.coins[other]
                self.tell("peeked", {})
            self.phase = {FLIP: TOSS, ROLL: DICE, GIVE: ASKED}.get(verb, TURN)

    def end(self) -> None:
        self.tell("ended", {})
        self.adds = 0
        self.used = []
        self.seat = (self.seat + 1) % self.game.players
        if self.seat == 0:
            self.round += 1
            if self.round > self.game.rounds:
                self.round = self.game.rounds
                self.phase = DONE

    def why_illegal(self, action: int) -> Refusal | None:
        if action in self.legal_actions():
            return None
        return Refusal("not_now", RULE, {"move": self.text(action) if action in self.game.all_actions() else "?"})

    def clone(self) -> "ToyState":
        return self.game.load(self.dump())

    def blind(self, seat: int) -> "ToyState":
        copy = self.clone()
        for other in range(self.game.players):
            if other != seat:
                copy.coins[other] = max(0, self.known[seat][other]) if seat >= 0 else 0
                copy.known[other] = [-1] * self.game.players
        return copy

    def scores(self) -> list[int]:
        return [a + b for a, b in zip(self.points, self.coins, strict=True)]

    def winners(self) -> list[int]:
        if self.phase != DONE:
            return []
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    def choices(self, seat: int) -> list[Choice]:
        if seat != self.current_player():
            return []
        return [Choice(a, self.text(a), self.text(a).split()[0], {"gain": a % 10}) for a in self.legal_actions()]

    def view(self, seat: int) -> dict[str, object]:
        over = self.phase == DONE
        seats: list[dict[str, object]] = []
        for other in range(self.game.players):
            entry: dict[str, object] = {"points": self.points[other], "race": self.game.title_.races[other % 2]}
            if over or other == seat:
                entry["coins"] = self.coins[other]
            elif seat >= 0 and self.known[seat][other] >= 0:
                entry["coins_seen"] = self.known[seat][other]
            seats.append(entry)
        ask = {ASKED: "gift", DONE: "over"}.get(self.phase, "turn")
        return {
            "title": self.game.title,
            "player": self.current_player(),
            "ask": ask,
            "round": self.round,
            "rounds": self.game.rounds,
            "adds": self.adds,
            "seats": seats,
            "over": over,
        }

    def view_beside(self, other: dict[str, object], seat: int) -> dict[str, object]:
        return self.view(seat)

    def turn_ahead(self, seat: int) -> State | None:
        return None

    def dump(self) -> dict[str, object]:
        names = ("seat", "round", "phase", "adds", "used", "points", "coins", "known")
        return {name: [*value] if isinstance(value := getattr(self, name), list) else value for name in names}

    def text(self, action: int) -> str:
        verb = action - action % 10
        if verb == ADD:
            return f"add {action}"
        if verb == DIE:
            return f"die {action - DIE}"
        if verb == COIN:
            return "coin heads" if action > COIN else "coin tails"
        return WORDS[action]

    def parse(self, text: str) -> int:
        for action in self.game.all_actions():
            if self.text(action) == text:
                return action
        raise NotationError("unknown_move", {"text": text})

    def expand(self, text: str) -> list[int]:
        return (
            [self.parse("add " + part) for part in text[5:].split()] if text.startswith("adds ") else [self.parse(text)]
        )

    def explain(self, action: int) -> list[tuple[str, int]]:
        return [("add", action % 10)] if action < FLIP else []

    def watch(self) -> None:
        self.log = []

    def events(self, seat: int) -> list[Event]:
        told: list[Event] = []
        for code, who, args, only in self.log or []:
            hidden = only not in (SPECTATOR, seat)
            told.append(Event(code, who, "", RULE, {} if hidden else args))
        return told

    def forget_events(self) -> None:
        if self.log is not None:
            self.log = []


class ToyGame:
    rules_version = 1

    def __init__(self, title: "ToyTitle", players: int, map_name: str, options: dict[str, str]) -> None:
        self.title_ = title
        self.title = title.id
        self.players = players
        self.map_name = map_name
        self.options = options
        self.rounds = int(options["rounds"])

    def new(self) -> ToyState:
        return ToyState(self)

    def load(self, dump: dict[str, object]) -> ToyState:
        state = ToyState(self)
        if set(dump) != set(state.dump()):
            raise ValueError("no position of this game")
        for name, value in cast("dict[str, Any]", dump).items():
            if isinstance(value, list):
                value = [[*inner] if isinstance(inner, list) else inner for inner in value]
            setattr(state, name, value)
        return state

    def sides(self) -> list[int]:
        return [*range(self.players)]

    def shares(self, winners: list[int]) -> list[float]:
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.players)]

    def all_actions(self) -> list[int]:
        return [ADD + 1, ADD + 2, ADD + 3, *WORDS, *range(DIE + 1, DIE + 7), COIN, COIN + 1]


class ToyTitle:
    id = "coins"
    players = (2, 4)
    guests = False
    house_maps = ""
    races: list[str] = ["pipers", "jugglers"]  # noqa: RUF012 - the contract's Title has plain attributes
    powers: list[str] = []  # noqa: RUF012
    maps: list[str] = ["table"]  # noqa: RUF012
    options: list[Option] = [Option("rounds", "3", ["1", "2", "3", "40"], RULE)]  # noqa: RUF012
    guests = False

    def variants(self) -> list[Variant]:
        return [Variant("standard", {}, self.players)]

    def game(self, players: int, map_name: str, options: dict[str, str]) -> ToyGame:
        if not 2 <= players <= 4:
            raise NotationError("players", {"players": players})
        if map_name not in ("", "table"):
            raise NotationError("unknown_map", {"map": map_name})
        chosen = {"rounds": "3"}
        for name, value in options.items():
            if name != "rounds":
                raise NotationError("unknown_option", {"option": name})
            if value not in self.options[0].values:
                raise NotationError("option_value", {"option": name, "value": value})
            chosen[name] = value
        return ToyGame(self, players, "table", chosen)

    def draw(self, players: int, seed: int) -> str:
        return ""

    def sheets(self) -> list[Sheet]:
        return []


def titles() -> dict[str, Title]:
    return {"coins": cast(Title, ToyTitle())}


def as_state(state: ToyState) -> State:
    return cast(State, state)
