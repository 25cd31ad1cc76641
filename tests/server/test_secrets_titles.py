"""Non-interference in every title: games that differ only in what is hidden are the same bytes to the others.

What is hidden is found by the kernel's contract (`twins`): in Small World and its sisters the coins of the others, in
Terra Mystica nothing.
"""

import random
from pathlib import Path
from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import SPECTATOR
from tests.server.harness import Client, Socket
from tests.server.test_secrets import Witness, World, plain_log
from tests.server.twins import secrets_from
from tests.support.box import RACES, box_game

RAISES = ("20", "27")
"""So many coins that no price is too high in either world: legal moves are then the same."""
MOVES = 36
TABLES: list[tuple[str, dict[str, str], int]] = [
    ("small-world", {}, 3),
    ("small-world", {"mixed": "relics"}, 2),
    ("underground", {}, 2),
    ("warcraft", {}, 2),
]


def test_what_each_title_hides() -> None:
    hidden = {}
    for title in catalog.titles():
        game = box_game(title, 3) if title in RACES else catalog.game(title, 3)
        hidden[title] = secrets_from(game, game.new(), [1, SPECTATOR], 7)
    coins = [("coins", 0), ("coins", 2)]
    assert hidden == {"small-world": coins, "underground": coins, "warcraft": coins, "terra-mystica": []}


class Life:
    """One game in one world: two who write down every byte they get, and the others who hide something."""

    def __init__(self, base: str, title: str, options: dict[str, str], players: int) -> None:
        names = ["Ada", "Bo", "Cy"][:players]
        self.people = [Client(base, name) for name in names]
        self.eve = Client(base, "Eve")
        seats = ["me"] + ["open"] * (players - 1)
        boards = catalog.title(title).draw(players, 1)
        table = {"title": title, "options": options, **({"map": boards} if boards else {})}
        self.game = self.people[0].new_game(seats, **table)["table"]["id"]
        for seat in range(1, players):
            self.people[seat].post(f"/games/{self.game}/seats/{seat}/sit")
        self.witnesses = [Witness(self.people[1]), Witness(self.eve)]
        self.dice = random.Random(5)
        self.played: list[str] = []

    def live(self) -> None:
        with self.people[1].socket(self.game) as yours:
            self.witnesses[0].listen(yours, "first packet")
            self.watch(yours)
        self.look()
        for witness, after in zip(self.witnesses, (0, 5), strict=True):
            with witness.client.socket(self.game, f"?after={after}") as socket:
                witness.listen(socket, "a later socket")
        self.own = int(self.people[0].view(self.game)["view"]["seats"][0]["coins"])

    def watch(self, yours: Socket) -> None:
        with self.eve.socket(self.game) as watching:
            self.witnesses[1].listen(watching, "first packet")
            sockets = (yours, watching)
            for number in range(MOVES):
                self.turn(number)
                for witness, socket in zip(self.witnesses, sockets, strict=True):
                    witness.listen(socket, f"socket, move {number}")

    def turn(self, number: int) -> None:
        """Whoever is asked answers; the witness at the table tries this and that before."""
        bo, witness = self.people[1], self.witnesses[0]
        shown = bo.view(self.game)
        seat = shown["view"]["player"]
        self.pry(witness, number, shown)
        texts = [choice["text"] for choice in self.people[seat].view(self.game)["choices"]]
        move = self.dice.choice(texts)
        self.played.append(f"{seat} {move} of {len(texts)}")
        wish = {"id": f"m{number}", "expected_seq": shown["seq"], "moves": [move]}
        if seat == 1:
            witness.ask("POST", f"/games/{self.game}/moves", wish)
        else:
            self.people[seat].post(f"/games/{self.game}/moves", **wish)

    def pry(self, witness: Witness, number: int, shown: Any) -> None:
        """Moves that are not one's own to make, or not legal, or meant for another position; plans, undo, requests."""
        seq = shown["seq"]
        for index, text in [*enumerate(("pick 6", "nonsense", "decline", "conquer 3"))][number % 2 :: 2]:
            wish = {"id": f"x{number}-{index}", "moves": [text, "stop"]}
            if seq and shown["view"]["player"] != 1:
                witness.ask("POST", f"/games/{self.game}/moves", {**wish, "expected_seq": seq})
                witness.ask("POST", f"/games/{self.game}/plan", {"moves": [text]})
            witness.ask("POST", f"/games/{self.game}/moves", {**wish, "expected_seq": max(0, seq - index - 1)})
            witness.ask("GET", f"/games/{self.game}/why?move={text}")

    def look(self) -> None:
        """Everything that can be looked at, asked for and forked."""
        bo = self.people[1]
        last = bo.view(self.game)["seq"]
        two = [{"kind": "me"}] + [{"kind": "open"}] * (len(self.people) - 1)
        for witness in self.witnesses:
            witness.look_at_everything(self.game, last, step=4)
            witness.ask("GET", f"/games/{self.game}/events?after=0&lang=zh-Hant")
            witness.ask("POST", f"/games/{self.game}/undo", {"id": "u", "expected_seq": last})
            witness.ask("POST", f"/games/{self.game}/ask", {"kind": "takeback", "to": last - 1})
            witness.ask("POST", f"/games/{self.game}/fork", {"at": last - 2, "seats": two})
        for fork in bo.get("/games?which=open")["games"]:
            self.witnesses[0].look_at_everything(fork["id"], 0)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[list[Life], list[str]]]:
    """The same lives in two worlds, with the log of each."""
    found = []
    for amount in RAISES:
        hidden = {"HIDDEN_RAISE": amount, "TERRARIUM_TITLES": "terrarium.catalog:titles"}
        folder: Path = tmp_path_factory.mktemp("worlds") / amount
        with World(folder, **hidden) as world:
            lives = [Life(world.base, *table) for table in TABLES]
            for life in lives:
                life.live()
        found.append((lives, plain_log(world.log)))
    return found


@pytest.mark.parametrize("number", range(len(TABLES)), ids=[f"{title} {options}" for title, options, _ in TABLES])
def test_hidden_coins_change_no_byte_for_the_others(worlds: list[tuple[list[Life], list[str]]], number: int) -> None:
    here, there = worlds[0][0][number], worlds[1][0][number]
    assert there.own - here.own == 7, "the worlds must differ for the seat that hides something"
    assert here.played == there.played
    for first, second in zip(here.witnesses, there.witnesses, strict=True):
        assert len(first.seen) > 60
        assert [name for name, _ in first.seen] == [name for name, _ in second.seen]
        for (name, one), (_, two) in zip(first.seen, second.seen, strict=True):
            assert one == two, name


def test_hidden_coins_change_no_line_of_the_log(worlds: list[tuple[list[Life], list[str]]]) -> None:
    assert len(worlds[0][1]) > 500
    assert worlds[0][1] == worlds[1][1]
