"""The shapes of advice: hints, reasons, reviews, and who profits from a region."""

from pydantic import BaseModel

from terrarium.server.api.models import ChoiceInfo


class Reason(BaseModel):
    """A sentence about the board: a code of the word catalogue with its arguments, a glyph, the places it speaks of."""

    code: str
    args: dict[str, str | int]
    icon: str
    places: list[int | str]


class Arrow(BaseModel):
    """From one place to another, by the move of a seat; `threat` where it is a reply to be feared."""

    start: int | str
    end: int | str
    seat: int
    threat: bool


class Thought(BaseModel):
    """Why a move is (or was) chosen. What the asker may not know is null: expectations of a seat with secrets.

    `cost`: points the best alternative would cost; negative if it looks better, and `less` then says why it was not
    played: `overlooked`, `drawn` (the move was), `rated` lower by the search, tried too `rarely`, or `undecided`.
    `fear`: the reply of `fear_seat` to be feared most, `threat` what it costs in points. `sources`: where the points
    come from, by cause; they add up to `points`. `reasons` speak for the move and `instead` for the alternative, in
    words about the board.
    """

    seq: int
    seat: int
    move: ChoiceInfo
    points: float | None
    lead: float | None
    chance: float | None
    alternative: ChoiceInfo | None
    cost: float | None
    less: str | None
    fear: ChoiceInfo | None
    fear_seat: int | None
    threat: float | None
    sources: list[list[str | float]]
    simulations: int
    reasons: list[Reason]
    arrows: list[Arrow]
    instead: list[Reason]


class CurvePoint(BaseModel):
    """After row `seq`: expected final points of every seat, and its chance to win."""

    seq: int
    who: int
    points: list[float]
    chances: list[float]


class Slip(BaseModel):
    """A costly move: the position before it (`before`), the better move, and what it cost: points of lead, as the curve
    falls by them, and chance to win. `reasons` speak for the better move."""

    seq: int
    before: int
    seat: int
    move: ChoiceInfo
    better: ChoiceInfo
    cost: float
    chance: float
    reasons: list[Reason]
    arrows: list[Arrow]


class Account(BaseModel):
    """What a seat owes to chance and to its own moves, in points of lead."""

    luck: float
    play: float


class Analysis(BaseModel):
    """`ready` or how far it is: `done` of `of` rows. `moments` are places in the curve, never chance's; `costliest` are
    the worst three of every seat, worst first."""

    ready: bool
    done: int
    of: int
    curve: list[CurvePoint]
    moments: list[int]
    costliest: list[Slip]
    accounts: list[Account]


class Profit(BaseModel):
    """Coins by cause: what the region brings its holder each turn, and what taking it would add to my turn."""

    holder: int | None
    held: list[list[str | int]]
    mine: list[list[str | int]]
