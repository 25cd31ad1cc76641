"""What people bring to a server: a position in one line, a log of the public Terra Mystica server."""

import pytest

from terrarium import catalog
from terrarium.kernel.contract import OVER
from terrarium.kernel.dealer import Dealer
from terrarium.terramystica.game import TerraMysticaGame
from terrarium.terramystica.snellman.writing.writer import write_log
from tests.server.harness import Client, Server

TITLES = [*catalog.titles()]
MYSTIC = "terra-mystica"


def a_way_in(title: str, steps: int) -> str:
    """A position of a game that was played at random, in one line."""
    game = catalog.game(title, 2)
    state, dealer = game.new(), Dealer(3)
    for _ in range(steps):
        state.apply(dealer.pick(state.legal_actions()))
    while state.current_player() < 0:
        state.apply(dealer.pick(state.legal_actions()))
    return catalog.write_position(game, state)


def a_log() -> tuple[str, list[int]]:
    """The log of a whole game, and its scores."""
    game = catalog.game(MYSTIC, 2)
    assert isinstance(game, TerraMysticaGame)
    state, dealer, actions = game.new(), Dealer(5), []
    while state.current_player() != OVER:
        actions.append(dealer.pick(state.legal_actions()))
        state.apply(actions[-1])
    return write_log(game, actions), state.scores()


@pytest.mark.parametrize("title", TITLES)
def test_a_position_in_one_line_is_played_on(real: Server, title: str) -> None:
    """Without a word about seats I take the one that is asked, and bots the others."""
    line = a_way_in(title, 30)
    _, state = catalog.read_position(line)
    client = Client(real.base, "Ada")
    table = client.post("/games/import", 201, record=f"  {line}\n", listed=False)["table"]
    assert (table["title"], table["status"], table["imported"]) == (title, "live", True)
    assert table["you"] == state.current_player()
    assert [seat["kind"] for seat in table["seats"]].count("bot") == 1
    shown = client.get(f"/games/{table['id']}/view?at=0")
    assert shown["view"]["round"] == state.view(table["you"])["round"]
    own = client.get(f"/games/{table['id']}/position?at=0")["line"]
    assert catalog.read_position(own)[1].current_player() == table["you"]
    client.play(table["id"], client.view(table["id"])["choices"][0]["text"])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("small-world ", "chess "), "no_title"),
        (("players=2", "players=two"), "bad_position"),
        (("players=2", "players=9"), "players"),
        (("map=", "board="), "bad_position"),
        (("tribes={", "tribes=["), "bad_position"),
        (("round=", "round={}"), "bad_position"),
    ],
)
def test_a_line_that_is_no_position_gets_one_sentence(real: Server, change: tuple[str, str], code: str) -> None:
    line = a_way_in("small-world", 30)
    assert change[0] in line
    client = Client(real.base, "Ada", lang="zh-Hant")
    answer = client.http.post("/games/import", json={"record": line.replace(*change, 1)})
    assert answer.status_code in (404, 422)
    assert answer.json()["error"]["code"] == code
    assert "{" not in answer.json()["error"]["sentence"]


def test_a_log_of_the_public_server_becomes_a_game(real: Server) -> None:
    text, scores = a_log()
    client = Client(real.base, "Ada")
    table = client.post("/games/import", 201, record=text.replace("\n", "\r\n"))["table"]
    assert (table["title"], table["status"]) == (MYSTIC, "over")
    assert table["result"]["scores"] == scores


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
@pytest.mark.parametrize(("wrong", "told"), [("fly to the moon", "no command"), ("", "refused")])
def test_a_log_is_read_up_to_the_row_that_cannot_be_played(real: Server, lang: str, wrong: str, told: str) -> None:
    """A command that is none, and a dwelling where one stands already."""
    lines = a_log()[0].splitlines()
    builds = [number for number, line in enumerate(lines, 1) if ": build" in line.lower()]
    second = builds[1]
    faction, taken = lines[second - 1].split(":")[0], lines[builds[0] - 1].split(":")[1].strip()
    client = Client(real.base, "Ada", lang=lang)
    made = client.post("/games/import", 201, record="\n".join([*lines[: second - 1], f"{faction}: {wrong or taken}"]))
    assert made["table"]["status"] == "live"
    assert str(second) in made["note"]
    assert "{" not in made["note"]
    assert lang != "en" or told in made["note"]


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_a_log_of_which_nothing_can_be_played_is_refused(real: Server, lang: str) -> None:
    client = Client(real.base, "Ada", lang=lang)
    error = client.post("/games/import", 422, record="option strict-leech\nsetup gnomes\n")["error"]
    assert error["code"] == "log_faction"
    assert "gnomes" in error["sentence"]
