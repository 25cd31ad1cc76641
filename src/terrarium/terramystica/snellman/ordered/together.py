"""Rows of a log that have to be read together.

On the public server an action may be written over several rows, with answers of others between them, and cult spades
may be used in any order. By our rules an action is one, its offers come after it, and cult spades are asked for seat by
seat. So rows are kept back until the replay has no such question open, and then played in the order of our questions.
"""

from collections.abc import Iterator
from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import layout
from terrarium.terramystica.snellman.log import Line
from terrarium.terramystica.snellman.ordered.player import OrderedPlayer
from terrarium.terramystica.snellman.replay.player import LogPlayer

MIDWAY: Final = (layout.F_SPADES, layout.F_CULT, layout.F_FAVOR, layout.F_TOWN)
"""Questions that a later row of the same seat may answer."""


def play_rows(lines: list[Line], replay: LogPlayer, player: OrderedPlayer) -> Iterator[list[Line]]:
    """Play a log in the replay and in order; yields the rows that both have played."""
    kept: list[int] = []
    for i, line in enumerate(lines):
        own = replay.kind() in MIDWAY or kept != []
        replay.play_line(line)
        kept.append(i)
        if replay.kind() in MIDWAY and (own or replay.owner() == replay.seat_of[line.faction]):
            continue
        yield play_kept(lines, kept, replay, player)
        kept = []
    if kept:
        yield play_kept(lines, kept, replay, player)


def play_kept(lines: list[Line], kept: list[int], replay: LogPlayer, player: OrderedPlayer) -> list[Line]:
    """Rows of one seat as one row, in the order in which the seats are asked."""
    left = list(kept)
    while left:
        seats = [player.seat_of[lines[i].faction] for i in left]
        turn = player.owner() if player.cult_spades() and player.owner() in seats else seats[0]
        asked = [i for i in left if player.seat_of[lines[i].faction] == turn]
        last = lines[asked[-1]]
        rest = [i for i in left if i not in asked]
        for i in rest:
            # what these seats are given is compared when their rows are played
            expect(player, player.seat_of[lines[i].faction], i)
            if replay.board(turn).wants_answers():
                expect(player, turn, i)
        commands = [command for i in asked for command in lines[i].commands]
        text = ". ".join([lines[i].text for i in asked])
        player.play_line(left[0], Line(last.number, last.faction, commands, text), replay)
        left = rest
    if len(kept) > 1:
        player.at_line = kept[-1]
        if not player.agrees(replay):
            last = lines[kept[-1]]
            raise NotationError("log_order", {"row": last.number, "text": last.text[:80]})
    return [lines[i] for i in kept]


def expect(player: OrderedPlayer, seat: int, line: int) -> None:
    player.ahead[seat] = max(player.ahead[seat], line)
