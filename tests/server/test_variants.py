"""Other ways to play over the API: who may sit down, how a common game ends, and what is told of it."""

import random

from tests.server.harness import Client, Server, wait_for


def play_out(client: Client, game: str) -> dict[str, object]:
    """Answer at random until the game is over; give the last packet's data."""
    dice = random.Random(7)
    with client.socket(game) as socket:
        packet = socket.until("hello")
        while packet["data"]["status"] != "over":
            choices = packet["data"]["choices"]
            if choices:
                wish = dice.choice(choices)["text"]
                socket.send("move", id=f"m{packet['seq']}", expected_seq=packet["seq"], moves=[wish])
            packet = socket.until("update", "stale", "refused")
            assert packet["type"] == "update", packet
    data: dict[str, object] = packet["data"]
    return data


def test_titles_tell_their_variants_with_numbers_of_players(real: Server) -> None:
    titles = Client(real.base, "Ada").get("/titles")["titles"]
    found = {title["id"]: {way["name"]: way["players"] for way in title["variants"]} for title in titles}
    assert found["warcraft"] == {"standard": [2, 5], "team": [3, 5], "coop": [1, 2]}
    assert found["small-world"] == {"standard": [2, 5]}


def test_a_player_alone_loses_or_wins_against_the_murlocs(real: Server) -> None:
    ada = Client(real.base, "Ada", lang="zh-Hans")
    game = ada.new_game(["me"], title="warcraft", options={"variant": "coop"})["table"]["id"]
    data = play_out(ada, game)
    view, result = data["view"], data["result"]
    assert isinstance(view, dict)
    assert isinstance(result, dict)
    assert result["ended"] == "rules"
    won = result["scores"][0] > view["wild"]["coins"]
    assert result["winners"] == ([0] if won else [])
    assert view["variant"]["won"] is won
    told = ada.get(f"/games/{game}/events?after=0&upto=200")["rows"]
    assert all(event["sentence"] for row in told for event in row["events"])
    # Nobody else plays alone here: these figures are of this game.
    wait_for(lambda: ada.get("/titles/warcraft/statistics?players=1")["figures"])
    figures = ada.get("/titles/warcraft/statistics?players=1")["figures"]
    assert {entry["wins"] for entry in figures} == {1.0 if won else 0.0}


def test_a_team_wins_together(real: Server) -> None:
    ada = Client(real.base, "Ada")
    options = {"variant": "team"}
    game = ada.new_game(["me", "greedy", "random", "random"], title="warcraft", options=options)["table"]["id"]
    result = play_out(ada, game)["result"]
    assert isinstance(result, dict)
    assert result["winners"] in ([0, 2], [1, 3], [0, 1, 2, 3])


def test_a_number_of_players_that_does_not_fit_gets_a_sentence(real: Server) -> None:
    ada = Client(real.base, "Ada")
    refused = ada.post("/games", 422, title="warcraft", seats=[{"kind": "me"}])
    assert "coop 1–2" in refused["error"]["sentence"]
    assert ada.post("/games", 422, title="small-world", seats=[{"kind": "me"}])
