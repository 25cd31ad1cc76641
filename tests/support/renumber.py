"""The same board with its regions called otherwise: rules that look at a number instead of a border show it."""

from terrarium.smallworld.core.board import Board
from terrarium.smallworld.core.codes import SYNTAX, region_of, verb_of


def renumbered(board: Board, number: list[int]) -> Board:
    """The same board with region r called number[r]."""
    n = len(number)
    back = [number.index(r) for r in range(n)]
    borders = [sum(1 << number[q] for q in range(n) if (int(board.borders[back[r]]) >> q) & 1) for r in range(n)]
    return Board(
        board.name, int(board.players), int(board.rounds), [int(board.features[back[r]]) for r in range(n)], borders,
        [int(board.natives[back[r]]) for r in range(n)], [number[int(r)] for r in board.order],
        [board.names[back[r]] for r in range(n)],
    )  # fmt: skip


def translated(code: int, number: list[int]) -> int:
    """An action with its region called otherwise."""
    if "r" not in SYNTAX[verb_of(code)]:
        return code
    region = region_of(code)
    return code + ((number[region] - region) << 6)
