"""What a table agrees on, when things happen at the same moment: nothing is done that is no longer what was asked."""

import asyncio
from pathlib import Path

import pytest

from terrarium.kernel.contract import CHANCE
from terrarium.server.errors import Problem
from terrarium.server.people import accounts
from terrarium.server.people.sessions import Person
from terrarium.server.room import agree, moderation, played, table, undo
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.room.submission import Submission, submit
from terrarium.server.room.table import set_game, set_seat
from terrarium.server.store.replay_all import check_game
from terrarium.server.store.rows import ALONE
from tests.server.test_room import Blocked, in_a_room


async def differences(hall: Hall, room: Room) -> object:
    """How the stored game differs from a replay of its log."""
    return await hall.store.read(lambda connection: check_game(connection, hall.titles, room.id))


async def play(hall: Hall, room: Room, seat: int, *moves: str) -> None:
    for move in moves:
        await submit(hall, room, seat, Submission(f"m{room.seq}", room.seq, [move]))


async def agreed(hall: Hall, room: Room, seat: int) -> None:
    assert room.meta.ask is not None
    await agree.answer(hall, room, seat, True, room.meta.ask["id"])


def test_an_undo_and_a_request_sent_together_leave_a_game_that_replays(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        await play(hall, room, 0, "add 1", "add 2")
        # The writer is held up: the request comes while the undo is on its way to the disk.
        async with Blocked(hall) as writer:
            back = asyncio.create_task(undo.undo(hall, room, 0, "u1", 2, True))
            await writer.waiting(1)
            request = asyncio.create_task(agree.ask(hall, room, 0, "takeback", 1))
            await asyncio.sleep(0)
        await back
        with pytest.raises(Problem, match="no_position"):
            await request
        assert room.line == []
        assert room.meta.ask is None
        assert await differences(hall, room) == []

    in_a_room(work, tmp_path)


def test_a_request_that_moves_have_overtaken_is_gone(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        await play(hall, room, 0, "add 1", "add 2")
        await agree.ask(hall, room, 0, "takeback", 1)
        asked = room.meta.ask
        assert asked is not None
        await undo.undo(hall, room, 0, "u1", 2, True)
        with pytest.raises(Problem, match="no_ask"):
            await agree.answer(hall, room, 1, True, asked["id"])
        assert await differences(hall, room) == []

    in_a_room(work, tmp_path)


def test_a_take_back_to_just_before_a_draw_draws_again_and_somebody_can_move(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        await play(hall, room, 0, "add 1", "roll", "add 2")
        drawn = room.rows[2].text
        await agree.ask(hall, room, 0, "takeback", 2)
        await agreed(hall, room, 1)
        assert room.meta.turn == room.state.current_player() == 0
        assert [row.text for row in room.rows[4:]] == ["takeback 2", drawn], "the same die, and no other"
        assert room.rows[-1].who == CHANCE
        assert await differences(hall, room) == []
        await play(hall, room, 0, "end")

    in_a_room(work, tmp_path)


def test_an_answer_names_what_it_answers(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        await play(hall, room, 0, "add 1")
        await agree.ask(hall, room, 0, "pause", None)
        first = room.meta.ask
        assert first is not None
        await agree.answer(hall, room, 0, False, first["id"])
        await agree.ask(hall, room, 0, "abort", None)
        # Bo pressed "agree" while the pause was asked for; it arrives when it is the end of the game.
        with pytest.raises(Problem, match="no_ask"):
            await agree.answer(hall, room, 1, True, first["id"])
        assert room.meta.status == "live"
        await agreed(hall, room, 1)
        assert room.meta.status == "aborted"

    in_a_room(work, tmp_path)


@pytest.mark.parametrize("why", ["time", "absent"])
def test_whoever_is_stood_in_for_has_a_voice_only_after_coming_back(tmp_path: Path, why: str) -> None:
    async def work(hall: Hall, room: Room) -> None:
        await play(hall, room, 0, "add 1")
        await agree.ask(hall, room, 0, "pause", None)
        await agree.stand_in(hall, room, 0, why)
        asked = room.meta.ask
        assert asked is not None
        with pytest.raises(Problem, match="stood_in"):
            await agree.answer(hall, room, 0, False, asked["id"])
        await agree.answer(hall, room, 1, False, asked["id"])
        for kind in agree.KINDS:
            with pytest.raises(Problem, match="stood_in"):
                await agree.ask(hall, room, 0, kind, 0)
        await agree.ask(hall, room, 1, "pause", None)
        with pytest.raises(Problem, match="stood_in"):
            await agreed(hall, room, 0)
        assert room.meta.status == "live"
        await agree.back(hall, room, 0)
        await agreed(hall, room, 0)
        assert room.meta.status == "paused"

    in_a_room(work, tmp_path)


def test_a_take_back_past_a_draw_that_nobody_could_be_asked_about_is_no_result(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        await play(hall, room, 0, "add 1")
        await undo.undo(hall, room, 0, "within", room.seq, False)
        assert played.counts(room), "up to the fence one may go alone"
        await play(hall, room, 0, "roll")
        with pytest.raises(Problem, match="fence"):
            await undo.undo(hall, room, 0, "asked", room.seq, False)
        # Bo is away and a bot plays for him: there is nobody whom Ada could ask.
        await hall.store.write(lambda connection: set_seat(connection, room.id, 1, stand_in="absent", seen=1.0))
        await hall.store.write(lambda connection: set_game(connection, room.id, absent_after=60.0))
        await hall.refresh(room)
        await undo.undo(hall, room, 0, "alone", room.seq, False)
        assert (room.rows[-1].reason, played.counts(room)) == (ALONE, False)

    in_a_room(work, tmp_path)


def test_whoever_was_sent_away_has_no_key_made_any_more(tmp_path: Path) -> None:
    """Though they asked for it while they still sat there."""

    async def work(hall: Hall, room: Room) -> None:
        people = {entry.seat: Person(user, "", None, None, "en", "", "") for user, entry in room.passes.items()}
        await moderation.remove(hall, room, people[0], 1)
        with pytest.raises(Problem, match="players_only"):
            await accounts.new_key(hall, room, people[1], 1)
        assert room.seats[1].key_digest is None

    in_a_room(work, tmp_path)


ANYTHING = [{"ask": "*", "play": "*"}]


def test_whoever_gave_up_goes_on_by_no_orders_and_no_plan(tmp_path: Path) -> None:
    async def work(hall: Hall, two: Room) -> None:
        people = [(await hall.sessions.open(name, "en"))[1] for name in ("Cy", "Dee", "Eve")]
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        room, _ = await table.create(hall, people[0], table.Wish("coins", seats))
        for seat in (1, 2):
            await table.sit(hall, room, people[seat], seat, people[seat].name)
        await agree.set_orders(hall, room, 1, ANYTHING)
        await agree.resign(hall, room, 1)
        assert room.seats[1].orders == []
        with pytest.raises(Problem, match="gave_up"):
            await agree.set_orders(hall, room, 1, ANYTHING)
        with pytest.raises(Problem, match="gave_up"):
            await agree.leave_plan(hall, room, 1, ["add 1"], [], False)
        # Orders of a seat that was given up, from before they were taken away with it, are followed no more.
        await hall.store.write(lambda connection: set_seat(connection, room.id, 1, orders=ANYTHING))
        await hall.refresh(room)
        await play(hall, room, 0, "end")
        assert room.meta.turn == 1
        assert {row.how for row in room.rows if row.who == 1} == set()

    in_a_room(work, tmp_path)


@pytest.mark.parametrize("why", ["time", "absent"])
def test_whoever_is_stood_in_for_leaves_no_orders_before_coming_back(tmp_path: Path, why: str) -> None:
    async def work(hall: Hall, room: Room) -> None:
        await play(hall, room, 0, "end")
        await hall.store.write(lambda connection: set_seat(connection, room.id, 0, stand_in=why))
        await hall.refresh(room)
        with pytest.raises(Problem, match="stood_in"):
            await agree.set_orders(hall, room, 0, ANYTHING)
        with pytest.raises(Problem, match="stood_in"):
            await agree.leave_plan(hall, room, 0, ["add 1"], [], False)
        await agree.back(hall, room, 0)
        await agree.set_orders(hall, room, 0, ANYTHING)
        assert room.seats[0].orders == ANYTHING

    in_a_room(work, tmp_path)


def test_a_pause_is_ended_by_somebody_who_is_back(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        await agree.stand_in(hall, room, 0, "time")
        await agree.ask(hall, room, 1, "pause", None)
        await agree.back(hall, room, 0)
        await agreed(hall, room, 0)
        await hall.store.write(lambda connection: set_seat(connection, room.id, 0, stand_in="time"))
        with pytest.raises(Problem, match="stood_in"):
            await agree.resume(hall, room, 0)
        await agree.back(hall, room, 0)
        await agree.resume(hall, room, 0)
        assert room.meta.status == "live"

    in_a_room(work, tmp_path)
