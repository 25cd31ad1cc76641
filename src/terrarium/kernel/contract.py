"""The contract between a game and everybody who plays it: read this file first.

A `Game` is a title with its options; it makes `State`s. A state is one position: whose turn it is, which
actions are legal, what happens when one is applied. Actions are plain integers; `text` and `parse` spell
them. Chance is a player: a die or a draw is an action too, chosen by whoever deals (a server, an
environment, a search), so a state owns no random generator and a replay needs no seed.

    state = game.new()
    while state.current_player() != OVER:
        if state.current_player() == CHANCE:
            action = dealer.choose(state)
        else:
            action = state.legal_actions()[0]
        state.apply(action)
    print(state.scores())
"""

from collections.abc import Callable
from typing import Final

from terrarium.kernel.rulebook import Sheet

CHANCE: Final = -1
"""`current_player()` when a die or a draw decides."""
OVER: Final = -2
"""`current_player()` when the game has ended."""
SPECTATOR: Final = -3
"""The seat of somebody who only watches: sees what everybody sees."""


class NotationError(ValueError):
    """A text that is no action, position, record or option of this game.

    `code` and `args` name the sentence of the word catalogue (`error.<code>`) that tells a person what is wrong.
    """

    def __init__(self, code: str, args: dict[str, object]) -> None:
        super().__init__(code + " " + ", ".join([f"{k}={args[k]!r}" for k in args]))
        self.code = code
        self.details = args


class Refusal:
    """Why an action is not legal: a code, its arguments, and the rule statement it rests on.

    The sentence is `refusal.<code>` of the word catalogue; `rule` is an id of the title's living rulebook.
    Arguments are ints or names; the catalogue says how each is spelled.
    """

    def __init__(self, code: str, rule: str, args: dict[str, object]) -> None:
        self.code = code
        self.rule = rule
        self.args = args

    def as_dict(self) -> dict[str, object]:
        return {"code": self.code, "rule": self.rule, "args": self.args}

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.rule!r}, {self.args!r})"


class Choice:
    """One legal action as a button needs it: its text, its parts, and facts worth showing (price, die needed)."""

    def __init__(self, action: int, text: str, verb: str, facts: dict[str, object]) -> None:
        self.action = action
        self.text = text
        self.verb = verb
        self.facts = facts

    def as_dict(self) -> dict[str, object]:
        return {"text": self.text, "verb": self.verb, "facts": self.facts}

    def __repr__(self) -> str:
        return f"Choice({self.text!r}, {self.facts!r})"


class Event:
    """Something that happened and why, for log, animation and score sheet.

    The sentence is `event.<code>` of the word catalogue; `cause` is the name of the unit or rule that made it
    happen ("alchemist"), empty when the action itself did; `rule` is an id of the living rulebook or empty.
    `seat` is the player it happened to, or CHANCE / SPECTATOR where it is nobody's.
    """

    def __init__(self, code: str, seat: int, cause: str, rule: str, args: dict[str, object]) -> None:
        self.code = code
        self.seat = seat
        self.cause = cause
        self.rule = rule
        self.args = args

    def as_dict(self) -> dict[str, object]:
        return {"code": self.code, "seat": self.seat, "cause": self.cause, "rule": self.rule, "args": self.args}

    def __repr__(self) -> str:
        return f"Event({self.code!r}, {self.seat}, {self.cause!r}, {self.args!r})"


class Option:
    """A switch of a title: its name, its default, and every value it may take (ints are spelled as texts)."""

    def __init__(self, name: str, default: str, values: list[str], rule: str) -> None:
        self.name = name
        self.default = default
        self.values = values
        self.rule = rule

    def as_dict(self) -> dict[str, object]:
        return {"name": self.name, "default": self.default, "values": self.values, "rule": self.rule}


def checked_options(title: str, known: list[Option], wishes: dict[str, str]) -> dict[str, str]:
    """Every option with its value: the default unless wished otherwise."""
    found = {option.name: option.default for option in known}
    values = {option.name: option.values for option in known}
    for name, value in wishes.items():
        if name not in found:
            raise NotationError("unknown_option", {"name": name, "title": title, "names": ", ".join(found)})
        if value not in values[name]:
            raise NotationError("option_value", {"name": name, "value": value, "values": ", ".join(values[name])})
        found[name] = value
    return found


class State:
    """One position of one game. Mutable; cheap to clone; ignorant of time, files and randomness.

    The contract alone: what raises NotImplementedError here every title implements, and the contract kit of tests
    calls it on each.
    """

    def current_player(self) -> int:
        """The seat that must answer now, or CHANCE, or OVER."""
        raise NotImplementedError  # each title's own

    def legal_actions(self) -> list[int]:
        """Every legal answer, sorted; empty only when the game is over. For CHANCE: every possible outcome."""
        raise NotImplementedError  # each title's own

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """(action, integer weight) of every outcome; only when `current_player()` is CHANCE."""
        raise NotImplementedError  # each title's own

    def apply(self, action: int) -> None:
        """Carry out a legal action and everything that follows without a question. The caller guarantees legality."""
        raise NotImplementedError  # each title's own

    def why_illegal(self, action: int) -> Refusal | None:
        """None exactly when `action` is in `legal_actions()`; otherwise the reason. Takes any integer."""
        raise NotImplementedError  # each title's own

    def clone(self) -> "State":
        """An independent copy. Events are not copied and the copy collects none."""
        raise NotImplementedError  # each title's own

    def blind(self, seat: int) -> "State":
        """A clone without what others hide from `seat`: what bots search on."""
        raise NotImplementedError  # each title's own

    def scores(self) -> list[int]:
        """Points of each seat so far (everything counted, also what is hidden from players)."""
        raise NotImplementedError  # each title's own

    def winners(self) -> list[int]:
        """The seats that won, ties broken by the rules; several share the win. Empty while the game goes on, and when
        a co-operative game was lost."""
        raise NotImplementedError  # each title's own

    def standing(self) -> list[int]:
        """What decides for each seat: its points, or what its side makes of those of its players. In a co-operative
        game the lead over what must be beaten."""
        return self.scores()

    def choices(self, seat: int) -> list[Choice]:
        """The legal actions of `seat` as buttons; empty unless it is this seat's turn to answer."""
        raise NotImplementedError  # each title's own

    def view(self, seat: int) -> dict[str, object]:
        """What `seat` (or SPECTATOR) may see, built from an empty page, as JSON-ready data with names, not ids.

        Always holds `title`, `player` (current_player), `ask` (a code of what is asked, `ask.<code>` in the word
        catalogue), `round`, `rounds`, `seats` (a list of per-seat dicts) and `over`.
        """
        raise NotImplementedError  # each title's own

    def view_beside(self, other: dict[str, object], seat: int) -> dict[str, object]:
        """`view(seat)` where somebody else's view of this very position is at hand: what looks the same to both may be
        the same object, so neither is changed afterwards. Default: made anew."""
        return self.view(seat)

    def turn_ahead(self, seat: int) -> "State | None":
        """`seat`'s next turn on the board as it stands now, as if nobody moved before it: no position that the game
        will reach, but what can be known of that turn. None where more than others' turns comes first: a draw, a new
        round, an answer to what the seat itself has begun, the end. Default: None."""
        return None

    def dump(self) -> dict[str, object]:
        """Everything, as JSON-ready data that spells names; `Game.load` is the inverse."""
        raise NotImplementedError  # each title's own

    def text(self, action: int) -> str:
        """The spelling of an action: lower case, words separated by single spaces (`conquer 14`)."""
        raise NotImplementedError  # each title's own

    def parse(self, text: str) -> int:
        """The action with this spelling, legal or not; NotationError if it is no action of this title."""
        raise NotImplementedError  # each title's own

    def expand(self, text: str) -> list[int]:
        """The actions of one line that a person may write for several (`deploy 3:2 9:4`); default: the one."""
        return [self.parse(text)]

    def explain(self, action: int) -> list[tuple[str, int]]:
        """The price of an action as (cause, amount) lines that sum to it; empty where there is no price."""
        return []

    def play_out(self, seed: int) -> tuple[int, int]:
        """Play at random to the end inside the engine; give the numbers of players' and of chance's actions."""
        raise NotImplementedError  # each title's own

    def watch(self) -> None:
        """Start collecting events (a fresh or cloned state collects none)."""
        raise NotImplementedError  # each title's own

    def events_wanted(self) -> bool:
        """Is this state collecting events?"""
        raise NotImplementedError  # each title's own

    def events(self, seat: int) -> list[Event]:
        """The events collected since `watch()` or the last `forget_events()`, as `seat` may see them."""
        raise NotImplementedError  # each title's own

    def forget_events(self) -> None:
        """Empty the collection of events; collecting goes on if it was on."""
        raise NotImplementedError  # each title's own

    def origin(self) -> "Game":
        """The game this is a position of."""
        raise NotImplementedError  # each title's own

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickled and deep-copied as what it is: its game and its dump. Events are not carried along, as in a clone."""
        game = self.origin()
        return REVIVERS[-1], (game.title, game.players, game.map_name, game.options, self.dump())

    def _repr_svg_(self) -> str | None:
        """The picture notebooks show, if somebody who can draw has put a name into `PAINTERS`."""
        return PAINTERS[-1](self) if PAINTERS else None


PAINTERS: Final[list[Callable[[State], str]]] = []
"""Drawing is no business of the rules: the catalogue puts a painter here, and the last one draws."""
REVIVERS: Final[list[Callable[..., object]]] = []
"""Nor is finding a title by its name: the catalogue puts here what makes a game, or a position of it, again."""


class Game:
    """A title with its options: immutable; makes and loads states. Like `State` the contract alone."""

    title: str
    rules_version: int
    players: int
    map_name: str
    options: dict[str, str]

    def new(self) -> State:
        """The position before the first action."""
        raise NotImplementedError  # each title's own

    def load(self, dump: dict[str, object]) -> State:
        """The state whose `dump()` this is; NotationError if it is none."""
        raise NotImplementedError  # each title's own

    def sides(self) -> list[int]:
        """The side each seat plays for: seats of one side win and lose together. With a single side the game is
        co-operative: all win or all lose."""
        return list(range(self.players))

    def shares(self, winners: list[int]) -> list[float]:
        """Each seat's share of a win: 1 with a side that wins alone, less where several sides share it."""
        sides = self.sides()
        won = {sides[seat] for seat in winners}
        return [1 / len(won) if sides[seat] in won else 0.0 for seat in range(self.players)]

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickled by its name: a game never changes."""
        return REVIVERS[-1], (self.title, self.players, self.map_name, self.options)

    def all_actions(self) -> list[int]:
        """Every action code that could ever be legal in this game, sorted: the dense action space of this game."""
        raise NotImplementedError  # each title's own


class Variant:
    """A way to play a title: the options that choose it, and how many may play it."""

    def __init__(self, name: str, options: dict[str, str], players: tuple[int, int]) -> None:
        self.name = name
        self.options = options
        self.players = players

    def as_dict(self) -> dict[str, object]:
        return {"name": self.name, "options": self.options, "players": list(self.players)}


class Title:
    """One title of the catalogue: what it contains, and how a game of it is made. Like `State` the contract alone."""

    id: str
    players: tuple[int, int]
    """Fewest and most players of the usual game."""
    races: list[str]
    powers: list[str]
    maps: list[str]
    options: list[Option]
    guests: bool = False
    """Takes units of the players' own: options `unit.<id>` that hold a whole unit each."""
    house_maps: str = ""
    """Takes a map of the players' own, an option `map.<id>` that holds all of it: one of `regions`, or of `hexes`."""

    def variants(self) -> list[Variant]:
        """Every way to play this title, the usual one first."""
        return [Variant("standard", {}, self.players)]

    def game(self, players: int, map_name: str, options: dict[str, str]) -> Game:
        """A game for this many players; an empty map name takes the usual one, missing options their defaults.

        NotationError (`players`, `variant_players`, `unknown_map`, `unknown_option`, `option_value`) when a wish
        cannot be met.
        """
        raise NotImplementedError  # each title's own

    def draw(self, players: int, seed: int) -> str:
        """The name of a map drawn by chance, where the rules lay one out anew for each game; empty elsewhere."""
        return ""

    def sheets(self) -> list[Sheet]:
        """Tables of the rulebook, made from the numbers of the rules."""
        return []

    def dealt(self) -> dict[str, str]:
        """Options by which chance deals out what players would choose: for statistics, where habits would hide most."""
        return {}
