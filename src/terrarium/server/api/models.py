"""The shapes of requests and answers, for OpenAPI and for checking what comes in.

Answers are encoded by msgspec and only described here: Pydantic stays off the hot path.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from terrarium.server.words import LANGUAGES

if TYPE_CHECKING:
    Lang = str
else:
    Lang = Literal[LANGUAGES]
"""One of the languages of `titles/languages.toml`."""
Name = Annotated[str, Field(min_length=1, max_length=40)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class OpenSession(Body):
    name: Name = "Guest"
    lang: Lang | None = None


class ChangeSession(Body):
    name: Name | None = None
    lang: Lang | None = None


class Register(Body):
    name: Name
    password: Annotated[str, Field(min_length=8, max_length=200)]
    email: Annotated[str, Field(max_length=254)] | None = None


class Login(Body):
    name: Name
    password: Annotated[str, Field(max_length=200)]


class ChangePassword(Body):
    old: Annotated[str, Field(max_length=200)]
    new: Annotated[str, Field(min_length=8, max_length=200)]


class ForgottenPassword(Body):
    name: Name


class ForgetMe(Body):
    """The password of the account; nothing for a guest."""

    password: Annotated[str, Field(max_length=200)] | None = None


class SeatWish(Body):
    kind: Literal["me", "open", "bot"] = "open"
    level: Annotated[str, Field(max_length=20)] = "random"


class Clock(Body):
    """`move`: seconds per turn; `total`: seconds for the whole game plus `increment` per turn."""

    kind: Literal["none", "move", "total"] = "none"
    seconds: Annotated[float, Field(ge=1, le=60 * 86400)] = 86400.0
    increment: Annotated[float, Field(ge=0, le=86400)] = 0.0


class TableWish(Body):
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]
    lang: Lang | None = None
    listed: bool = True
    clock: Clock = Clock()
    absent_after: Annotated[float, Field(ge=60, le=60 * 86400)] | None = None
    spectators: Literal["live", "delay", "none"] = "live"
    delay: Annotated[float, Field(ge=0, le=86400)] = 0.0
    coins: Literal["hidden", "open"] = "hidden"


class NewGame(TableWish):
    title: Annotated[str, Field(max_length=40)]
    map: Annotated[str, Field(max_length=60)] = ""
    options: Annotated[dict[str, str], Field(max_length=50)] = {}
    first: Annotated[str, Field(max_length=40)] = ""
    """A race or power that comes with the first combo."""


class QuickWish(Body):
    title: Annotated[str, Field(max_length=40)]


class Fork(TableWish):
    at: Annotated[int, Field(ge=0, le=10**6)]


class ImportRecord(TableWish):
    seats: Annotated[list[SeatWish], Field(max_length=8)] = []
    record: Annotated[str, Field(max_length=1024 * 1024)]


class Sit(Body):
    name: Name | None = None


class Claim(Body):
    key: Annotated[str, Field(max_length=100)]


class Enter(Body):
    invite: Annotated[str, Field(max_length=100)]


class SeatBot(Body):
    level: Annotated[str, Field(max_length=20)]


class Moves(Body):
    id: Annotated[str, Field(min_length=1, max_length=64, description="yours; the same id again is the same move")]
    expected_seq: Annotated[int, Field(ge=0, le=10**9, description="the seq of the position you decided on")]
    moves: Annotated[list[Annotated[str, Field(max_length=2000)]], Field(min_length=1, max_length=200)]


class Undo(Body):
    id: Annotated[str, Field(min_length=1, max_length=64)]
    expected_seq: Annotated[int, Field(ge=0, le=10**9)]
    turn: Annotated[bool, Field(description="true: the whole turn up to the fence; false: one decision")] = False


class Ask(Body):
    kind: Literal["takeback", "pause", "abort"]
    to: Annotated[int, Field(ge=0, le=10**6)] | None = None


class Answer(Body):
    """`ask`: the `id` of what is asked, so that an answer never counts for something else."""

    agree: bool
    ask: Annotated[int, Field(ge=0, le=2**53)]


class Say(Body):
    text: Annotated[str, Field(min_length=1, max_length=500)]


class Mute(Body):
    author: Annotated[int, Field(ge=1, le=2**53)]
    on: bool = True


class Bound(Body):
    min: float | None = None
    max: float | None = None


class Order(Body):
    """When asked `ask` (`*`: anything), play the first choice that fits `play` (`*` is a wildcard) and these bounds."""

    ask: Annotated[str, Field(max_length=60)]
    play: Annotated[str, Field(max_length=200)]
    facts: Annotated[dict[str, Bound], Field(max_length=10)] = {}


class Orders(Body):
    orders: Annotated[list[Order], Field(max_length=20)]


class Note(Body):
    note: Annotated[str, Field(max_length=20_000)]


class Channel(Body):
    """`email`: {address}; `webhook`: {url}; `push`: the browser's subscription {endpoint, keys: {p256dh, auth}}."""

    kind: Literal["email", "webhook", "push"]
    address: Annotated[str, Field(max_length=254)] | None = None
    url: Annotated[str, Field(max_length=2000)] | None = None
    endpoint: Annotated[str, Field(max_length=2000)] | None = None
    keys: Annotated[dict[str, Annotated[str, Field(max_length=200)]], Field(max_length=4)] | None = None


# Answers


class Error(BaseModel):
    code: str
    sentence: str
    args: dict[str, Any]
    rule: str | None = None


class Failure(BaseModel):
    error: Error


class SessionInfo(BaseModel):
    token: str | None = None
    csrf: str
    user: int
    name: str
    account: bool
    lang: str


class Me(BaseModel):
    session: SessionInfo | None


class SeatInfo(BaseModel):
    seat: int
    kind: str
    level: str
    name: str
    stand_in: str | None = None
    rated: bool | None = None
    user: int | None = None


class TableInfo(BaseModel):
    id: str
    title: str
    rules_version: int
    players: int
    map: str
    options: dict[str, str]
    lang: str
    listed: bool
    status: Literal["open", "live", "paused", "over", "aborted"]
    seats: list[SeatInfo]
    clock: dict[str, Any]
    absent_after: float | None
    spectators: str
    delay: float
    coins: str
    ask: dict[str, Any] | None
    result: dict[str, Any] | None
    commitment: str
    secret: str | None = None
    parent: dict[str, Any] | None
    imported: bool
    created: float
    you: int | None
    seq: int | None = None
    present: dict[str, Any] | None = None
    invite: str | None = None
    host: bool | None = None


class Seated(BaseModel):
    table: TableInfo
    key: str | None
    link: str


class Brought(Seated):
    """`note`: why a log was read only so far."""

    note: str | None


class EventInfo(BaseModel):
    code: str
    seat: int
    cause: str
    rule: str
    args: dict[str, Any]
    sentence: str | None = None


class RowInfo(BaseModel):
    seq: int
    who: int
    kind: Literal["move", "chance", "undo"]
    at: float
    to: int | None = None
    reason: bool = False
    planned: Annotated[bool, Field(description="played from the plan I had left")] = False
    events: list[EventInfo]


class ChoiceInfo(BaseModel):
    text: str
    verb: str
    facts: dict[str, Any]


class Position(BaseModel):
    seq: int
    view: dict[str, Any]
    choices: list[ChoiceInfo]


class Update(Position):
    rows: list[RowInfo]
    status: str
    result: dict[str, Any] | None
    clock: dict[str, Any]
    ask: dict[str, Any] | None


class Acknowledged(Update):
    """`row`: the first row this submission made; `done`: lines carried out; `repeated`: it was a retry."""

    row: int
    done: int
    repeated: bool


class Rows(BaseModel):
    seq: int
    rows: list[RowInfo]


class Why(BaseModel):
    """`legal`; else the refusal. `price` lists what an action costs, by cause."""

    legal: bool
    refusal: Error | None
    price: list[list[str | int]]


class Forecast(BaseModel):
    """Coins by cause that the turn would bring if it ended now."""

    lines: list[list[str | int]]


class GameEntry(BaseModel):
    id: str
    title: str
    players: int
    map: str
    lang: str
    status: str
    clock: dict[str, Any]
    seats: list[SeatInfo]
    result: dict[str, Any] | None
    created: float
    updated: float
    you: int | None = None
    your_turn: bool | None = None


class Games(BaseModel):
    games: list[GameEntry]
    next: str | None


class OptionInfo(BaseModel):
    name: str
    default: str
    values: list[str]
    rule: str


class VariantInfo(BaseModel):
    name: str
    options: dict[str, str]
    players: tuple[int, int]


class TitleInfo(BaseModel):
    id: str
    name: str
    players: tuple[int, int]
    variants: list[VariantInfo]
    races: list[str]
    powers: list[str]
    maps: list[str]
    options: list[OptionInfo]
    hides: bool
    guests: bool
    levels: list[str]


class Titles(BaseModel):
    titles: list[TitleInfo]


class Rules(BaseModel):
    title: str
    lang: str
    chapters: list[str]
    rules: list[dict[str, Any]]
    tables: list[dict[str, Any]]


class Rule(BaseModel):
    title: str
    lang: str
    rule: dict[str, Any]


class Words(BaseModel):
    lang: str
    words: dict[str, str]


class Figures(BaseModel):
    title: str
    figures: list[dict[str, Any]]


class Fairness(BaseModel):
    commitment: str
    secret: str | None
    fair_from: int


class DrawInfo(BaseModel):
    """Row `seq` is outcome `drawn` of these, each a text and its weight.

    HMAC-SHA256(secret, "<ply> <label>") as a number of 256 bits, times the sum of the weights, shifted right by 256,
    says which: the one into whose share the result falls.
    """

    seq: int
    ply: int
    label: str
    outcomes: list[tuple[str, int]]
    drawn: int


class Draws(BaseModel):
    draws: list[DrawInfo]


class Line(BaseModel):
    id: int
    kind: str
    seat: int | None
    name: str
    text: str
    author: int | None
    at: float


class Chat(BaseModel):
    chat: list[Line]


class Private(BaseModel):
    """What only the seat itself sees."""

    orders: list[dict[str, Any]]
    plan: Annotated[dict[str, Any] | None, Field(description="left for my next turn: round, moves, otherwise, chance")]
    note: str
    muted: list[int]


class Channels(BaseModel):
    channels: list[dict[str, Any]]
    push_key: str
    email: bool


class SessionList(BaseModel):
    sessions: list[dict[str, Any]]


class MyData(BaseModel):
    person: dict[str, Any]
    seats: list[dict[str, Any]]
    chat: list[dict[str, Any]]
    told: Annotated[list[dict[str, Any]], Field(description="what tables told of me: that I sat down, asked, gave up")]
    tables: Annotated[list[dict[str, Any]], Field(description="where I may come in, and whom I muted there")]
    notices: Annotated[list[dict[str, Any]], Field(description="when I was sent messages")]
    channels: list[dict[str, Any]]
    ratings: list[dict[str, Any]]
    rated_games: list[dict[str, Any]]
    passkeys: list[dict[str, Any]]
    logins: list[dict[str, Any]]
    sessions: list[dict[str, Any]]
    learning: list[dict[str, Any]]
    units: list[dict[str, Any]]
    studies: list[dict[str, Any]]
    reports: list[dict[str, Any]]


class SeatKey(BaseModel):
    key: str


class Ok(BaseModel):
    ok: bool


class Elsewhere(BaseModel):
    tab: str | None
