"""Logs of the public server: bad rows get a sentence, what came before is kept; our games are written and read back."""

import pytest

from terrarium import catalog
from terrarium.kernel.contract import OVER, NotationError
from terrarium.kernel.dealer import Dealer
from terrarium.terramystica import codes
from terrarium.terramystica.game import TerraMystica, TerraMysticaGame
from terrarium.terramystica.snellman.log import read_log
from terrarium.terramystica.snellman.ordered.importing import import_log
from terrarium.terramystica.snellman.replay.rows import replay_log
from terrarium.terramystica.snellman.writing.writer import write_log
from terrarium.words import LANGUAGES, Words
from tests.support.mystic import page

HEAD = """option strict-leech
score SCORE8,SCORE2,SCORE7,SCORE3,SCORE4,SCORE5
delete BON6
delete BON1
delete BON2
delete BON9
setup witches
setup nomads
witches: build F4
nomads: build E8
nomads: build B4
witches: build G3
nomads: build G4
nomads: pass BON8
witches: pass BON5
"""


def problem(text: str) -> tuple[str, object]:
    """The code and row of the first thing wrong with a log; its sentence must exist in every language."""
    try:
        found = import_log(read_log(text)).problem
    except NotationError as caught:
        found = caught
    assert found is not None
    for language in LANGUAGES:
        assert Words(language, "terra-mystica").say(f"error.{found.code}", found.details)
    return found.code, found.details.get("row")


def test_a_short_log_can_be_opened_at_any_row() -> None:
    found = import_log(read_log(HEAD + "witches: upgrade F4 to TP\nnomads: send p to FIRE\n"))
    assert found.problem is None
    assert [text for _, text, _ in found.rows][-2:] == ["upgrade F4 to TP", "send p to FIRE"]
    state = found.game.new()
    for action in found.actions[: found.rows[-2][2]]:
        state.apply(action)
    assert page(state)["seats"][0]["buildings"]["trading_house"] == 1
    assert page(state)["seats"][1]["cults"]["fire"] == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("witches: upgrade F4 to SH", "log_refused"),
        ("witches: fly to the moon", "log_command"),
        ("witches: build Z9", "log_command"),
        ("gnomes: pass BON3", "log_faction"),
        ("giants: pass BON3", "log_faction"),
        ("nomads: pass BON3", "log_turn"),
        ("hello", "log_line"),
        ("witches: +FAV3", "log_question"),
        ("witches: convert 1c to 1w", "log_command"),
    ],
)
def test_a_bad_row_is_named_and_the_game_up_to_there_kept(line: str, code: str) -> None:
    assert problem(HEAD + line + "\n") == (code, 16)
    kept = import_log(read_log(HEAD + line + "\n"))
    assert len(kept.rows) == 7
    again = replay_log(read_log(HEAD + line + "\n"), [])
    assert again["ok"] is False
    assert again["error"]


def test_a_player_who_drops_out() -> None:
    """The server's word for it: the others play on, the seat keeps its points and is asked nothing more."""
    text = HEAD + "witches: upgrade F4 to TP\ndrop-faction nomads\nwitches: pass BON3\n"
    found = import_log(read_log(text))
    assert found.problem is None
    state = found.game.new()
    for action in found.actions:
        state.apply(action)
    seats = page(state)["seats"]
    assert [seat["gone"] for seat in seats] == [False, True]
    assert page(state)["round"] == 2
    assert state.current_player() == 0
    while state.current_player() != OVER:
        assert state.current_player() == 0
        state.apply(next(a for a in state.legal_actions() if codes.PASS <= a < codes.CONNECT or a == codes.DONE))
    assert replay_log(read_log(text), [])["ok"]
    assert problem(HEAD + "drop-faction gnomes\n") == ("log_faction", 16)


def test_bad_heads() -> None:
    noted = import_log(read_log("option fly\n" + HEAD))
    assert noted.problem is None
    assert [(note.code, note.details["row"]) for note in noted.notes] == [("log_option", 1)], "noted, not fatal"
    assert problem(HEAD.replace("SCORE8", "SCORE88"))[0] == "log_tile"
    assert problem(HEAD.replace("setup nomads", "setup auren")) == ("log_refused", 8), "two factions of one colour"
    assert problem(HEAD.replace("setup nomads", "setup gnomes")) == ("log_faction", 8)
    assert problem(HEAD.replace("delete BON9", "delete BON1")) == ("log_refused", 6), "a card left out twice"
    assert problem(HEAD.replace("SCORE5", "SCORE8")) == ("log_refused", 2), "a tile twice"
    assert problem(HEAD.replace("delete BON6", "delete BON66"))[0] == "log_card"


def random_game(seed: int, players: int, **options: str) -> tuple[TerraMysticaGame, list[int], TerraMystica]:
    game = catalog.game("terra-mystica", players, options=options)
    assert isinstance(game, TerraMysticaGame)
    state = game.new()
    dealer = Dealer(seed)
    actions = []
    while state.current_player() != OVER:
        legal = state.legal_actions()
        worth = [a for a in legal if not codes.PASS <= a < codes.CONNECT]
        action = dealer.pick(worth) if worth and dealer.below(12) else dealer.pick(legal)
        actions.append(action)
        state.apply(action)
    return game, actions, state


@pytest.mark.parametrize("seed", range(16))
def test_our_games_are_written_and_read_back(seed: int) -> None:
    more = {
        "town_tiles": "expansion",
        "shipping_card": "on",
        "temple_tile": "on",
        "turn_order": "passing",
        "leaving": "on",
        "spade_credit": "used",
    }
    game, actions, state = random_game(seed, 2 + seed % 4, **(more if seed % 2 else {}))
    text = write_log(game, actions)
    found = import_log(read_log(text))
    assert found.problem is None
    other = found.game.new()
    for action in found.actions:
        other.apply(action)
    assert other.scores() == state.scores()
    result = replay_log(read_log(text), [])
    assert result["ok"]
    assert list(result["final_vp"].values()) == state.scores()  # type: ignore[attr-defined]


def test_an_unfinished_game_is_written_too() -> None:
    game, actions, _ = random_game(3, 3)
    played = actions[: len(actions) // 2]
    text = write_log(game, played)
    found = import_log(read_log(text))
    assert found.problem is None
    state, other = game.new(), found.game.new()
    for action in played:
        state.apply(action)
    for action in found.actions:
        other.apply(action)
    assert 0 < page(state)["round"] < 6
    assert not state.view(0)["over"]
    assert other.scores() == state.scores()
    for field in ("faction", "coins", "workers", "priests", "bowls", "cults", "buildings", "favors", "towns"):
        assert [seat[field] for seat in page(other)["seats"]] == [seat[field] for seat in page(state)["seats"]], field
