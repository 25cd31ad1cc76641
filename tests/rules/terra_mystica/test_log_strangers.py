"""Logs of strangers: what stands around the rows, options, who resigns, and what cannot be read."""

import pytest

from terrarium.terramystica.snellman.log import read_log
from terrarium.terramystica.snellman.ordered.importing import import_log
from terrarium.terramystica.snellman.replay.rows import Comparison
from terrarium.words import LANGUAGES, Words
from tests.support.log_rows import HEAD, both, refusal, replayed
from tests.support.mystic import Table, ask, has, seat


def test_a_stranger_is_read() -> None:
    log = read_log(HEAD + "witches: upgrade F4 to Trading Post\nnomads: send Priest to fire for 2\n\n")
    assert log.problem is None
    assert [(note.code, note.details["row"]) for note in log.notes] == [
        ("log_option", 2),
        ("log_admin", 3),
        ("log_admin", 4),
    ]
    comparison = Comparison(log, [])
    comparison.run()
    assert comparison.error is None
    assert len(comparison.notes()) == 3
    found = import_log(log)
    assert found.problem is None
    assert len(found.notes) == 3


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("witches: undo", "log_command"),
        ("undo", "log_line"),
        ("randomize v1 seed cheese", "log_unsupported"),
        ("email somebody somebody@example.org", "log_line"),
        ("drop-faction player2", "log_faction"),
        ("witches: bridge E5:E6 allow_illegal", "log_command"),
        ("witches: -2w. bridge E5:E6", "log_command"),
        ("map 126fe960806d587c78546b30f1a90853b1ada468", "log_unsupported"),
        ("final-scoring connected-distance", "log_unsupported"),
        ("witches: burn 999999999999", "log_command"),
        ("witches: burn ٣", "log_command"),
        ("witches: +3C", "log_command"),
        ("witches: -2W", "log_command"),
        ("witches: convert 5pw to 2w", "log_command"),
        ("witches: convert", "log_command"),
        ("witches: convert 1w to", "log_command"),
        ("witches: dig", "log_command"),
        ("witches: leech from nomads", "log_command"),
        ("witches: leech 3 from nomads", "log_no_offer"),
        ("witches: bridge A1:", "log_command"),
        ("witches: connect r99", "log_command"),
        ("witches: connect r1", "log_refused"),
        ("witches: action ACT9", "log_command"),
        ("witches: upgrade F4 to castle", "log_command"),
        ("witches: transform G3 to pink", "log_command"),
        ("witches: +FIRE", "log_step"),
        ("witches: -FIRE", "log_back"),
        ("witches: -SPADE", "log_question"),
        ("witches: send p to FIRE for 4", "log_command"),
        ("witches: upgrade F4 to SH", "log_refused"),
        ("witches: action ACT4", "log_goods"),
        (":::", "log_faction"),
        ("witches", "log_line"),
        ("option", "log_option"),
    ],
)
def test_what_cannot_be_read_names_its_row(row: str, code: str) -> None:
    found = import_log(read_log(HEAD + row + "\n"))
    if code == "log_option":
        assert [(note.code, note.details["row"]) for note in found.notes][-1] == (code, 20)
        return
    assert found.problem is not None
    assert (found.problem.code, found.problem.details["row"]) == (code, 20)
    assert len(found.rows) == 7


def test_options_for_other_rules_are_told_apart_from_unknown_ones() -> None:
    """The server may count other points: whoever compares has to know."""
    options = {
        "loose-dig": "log_other_rules",
        "loose-adjust-resource": "log_other_rules",
        "manual-fav5": "log_other_rules",
        "fire-and-ice-final-scoring": "log_other_rules",
        "fly": "log_option",
        "loosely": "log_option",
        "email-notify": "",
    }
    for option, code in options.items():
        log = read_log(HEAD + f"option {option}\n")
        assert [note.code for note in log.notes if note.details["row"] == 20] == ([code] if code else []), option
        assert log.problem is None
    details = {"row": 1, "text": "option loose-dig"}
    for language in LANGUAGES:
        words = Words(language, "terra-mystica")
        told = words.say("error.log_other_rules", details)
        assert "loose-dig" in told
        assert told != words.say("error.log_option", details)


def test_lines_about_the_table_are_noted_and_the_usual_map_is_the_map() -> None:
    for line, codes in (
        ("abort", ["log_admin"]),
        ("start-preview", ["log_admin"]),
        ("finish", ["log_admin"]),
        ("map original", []),
    ):
        log = read_log(HEAD + line + "\n")
        assert log.problem is None, line
        assert [note.code for note in log.notes if note.details["row"] == 20] == codes, line


def test_the_table_must_be_whole() -> None:
    for text, code in (
        (HEAD.replace("delete BON9\n", ""), "log_cards"),
        (HEAD.replace("delete BON9\n", "delete BON9\ndelete BON3\n"), "log_cards"),
        (HEAD.replace("setup nomads\n", ""), "log_players"),
        (HEAD.replace(",SCORE5", ""), "log_tiles"),
    ):
        try:
            problem = import_log(read_log(text)).problem
        except Exception as error:
            problem = error  # type: ignore[assignment]
        assert getattr(problem, "code", "") == code


def test_a_player_resigns_out_of_turn() -> None:
    for row in ("nomads: resign", "drop-faction nomads", "nomads: drop-faction nomads"):
        found = import_log(read_log(HEAD + f"{row}\nwitches: upgrade F4 to TP\nwitches: pass BON3\n"))
        assert found.problem is None, row
        state = found.game.new()
        for action in found.actions:
            state.apply(action)
        assert seat(state, 1)["gone"]
        assert state.view(0)["round"] == 2
        assert ask(state) == "main"
    again = import_log(read_log(HEAD + "drop-faction nomads\ndrop-faction nomads\n"))
    assert again.problem is not None
    assert again.problem.code == "log_turn"


def test_rows_after_the_end_are_passed_over() -> None:
    table = Table("witches", "nomads", round=6, server_moves="on").put(0, "F4 d").put(1, "I7 d")
    player = replayed(table, 0, "witches: pass", "nomads: pass", "nomads: send p to FIRE")
    assert [note.code for note in player.quirks] == ["log_after"]
    # the rest of the row that ends the game is played no more, and what stands behind a bare pass stays there
    table.goods(1, bowls=[0, 0, 5])
    player = replayed(table, 0, "witches: pass", "nomads: pass. convert 5pw to 1p")
    assert [note.code for note in player.quirks] == ["log_after"]
    assert has(player.state, 1, priests=0, coins=2)
    both(table, 0, "witches: pass", "nomads: pass. convert 5pw to 1p")
    assert refusal(table, 0, "witches: pass. convert 1w to 1c") == "log_turn"


def test_a_late_spade_tile_is_the_servers_business() -> None:
    text = HEAD.replace("SCORE5", "SCORE1")
    found = import_log(read_log(text))
    assert found.problem is None
    assert found.game.options["spade_tile_rounds"] == "any"
