"""How far somebody may go back alone: to the last fence, and where bots are the only others, to their last turn."""

from terrarium.server.errors import Problem
from terrarium.server.room import history
from terrarium.server.room.room import Room


def fence(room: Room, seat: int) -> list[int]:
    """The rows `seat` may take back alone, latest first: its own since the last draw, reveal or other seat's row."""
    own: list[int] = []
    for number in reversed(room.line):
        row = room.rows[number - 1]
        if row.who != seat or number <= room.meta.fair_from:
            break
        own.append(number)
    if not own:
        return []
    # What the player could not have known beforehand shows when the same moves are made without the hidden part.
    start = room.line.index(own[-1])
    state = history.state_at(room, room.line[start - 1] if start else 0)
    free: list[int] = []
    for number in reversed(own):
        action = state.parse(room.rows[number - 1].text)
        blind = state.blind(seat)
        known = blind.why_illegal(action) is None
        state.apply(action)
        if known:
            blind.apply(action)
            known = blind.view(seat) == state.view(seat)
        if known:
            free.insert(0, number)
        else:
            free = []
    return free


def last_turn(room: Room, seat: int) -> list[int]:
    """The rows `seat` made when it last moved, latest first: past draws, and past what others did since."""
    own: list[int] = []
    for number in reversed(room.line):
        who = room.rows[number - 1].who
        if number <= room.meta.fair_from or (own and who >= 0 and who != seat):
            break
        if who == seat:
            own.append(number)
    return own


def targets(room: Room, free: list[int]) -> tuple[int, int]:
    """Where one step back and where the whole way back lead: before a decision, never between forced rows."""
    chosen = [number for number in free if room.rows[number - 1].how not in ("forced", "order")]
    if not chosen:
        raise Problem(409, "nothing_to_undo")
    return _before(room, chosen[0]), _before(room, chosen[-1])


def _before(room: Room, number: int) -> int:
    index = room.line.index(number)
    return room.line[index - 1] if index else 0


def can_stand_at(room: Room, target: int) -> bool:
    """Can the table go back to after row `target`: a row of the line really played here, and not the last?"""
    last = room.line[-1] if room.line else 0
    return target in (0, *room.line) and room.meta.fair_from <= target < last


def check_room(room: Room) -> None:
    """Only what is taken back makes a log longer than its game: at some length that ends."""
    if room.seq >= history.MOST_ROWS:
        raise Problem(409, "log_full", most=history.MOST_ROWS)
