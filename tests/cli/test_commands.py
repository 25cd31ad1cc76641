"""The command line: what it prints, the JSON others rely on, and one clear sentence for bad input."""

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import terrarium
from terrarium import catalog
from terrarium.cli import bench_minds, bench_mystic
from terrarium.cli.bench import show_minds
from terrarium.words import LANGUAGES, Words
from tests.rules.terra_mystica.test_logs import HEAD
from tests.support.box import POWERS, RACES
from tests.support.patience import CEILING_S

FIXTURE = sorted((Path(__file__).parent.parent / "fixtures" / "small-world").glob("*.txt"))[0]


def run(*words: str, stdin: str = "", lang: str = "en", columns: int = 120) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "TERRARIUM_LANG": lang, "COLUMNS": str(columns)}
    return subprocess.run(
        [sys.executable, "-m", "terrarium.cli.main", *words], input=stdin, capture_output=True, text=True, env=env,
        check=False, timeout=CEILING_S,
    )  # fmt: skip


def document(*words: str) -> Any:
    """The one JSON document a command prints."""
    done = run(*words)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout)


def complaint(*words: str, lang: str = "en") -> str:
    """The one sentence of a command that fails."""
    done = run(*words, lang=lang)
    assert done.returncode not in (0, 1), done
    assert "Traceback" not in done.stderr + done.stdout
    sentence = done.stderr.strip()
    assert sentence
    return sentence


def test_the_version_is_one_plain_line() -> None:
    done = run("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"terrarium {terrarium.__version__}\n"


def test_the_package_is_the_command() -> None:
    """Where the folder of commands is not on the path, as so often on Windows."""
    done = subprocess.run([sys.executable, "-m", "terrarium", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("terrarium ")


def test_titles() -> None:
    found = document("titles", "--json")
    small_world = next(title for title in found if title["id"] == "small-world")
    assert set(small_world) == {"id", "players", "races", "powers", "maps", "options"}
    assert small_world["players"] == [2, 5]
    assert set(small_world["races"]) >= set(RACES["small-world"])
    assert set(small_world["powers"]) >= set(POWERS["small-world"])
    assert small_world["maps"] == ["2p", "3p", "4p", "5p"]
    assert {"sorcerers_kill_elves", "sorcerers_need_token_in_hand"} <= set(small_world["options"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_for_people(lang: str) -> None:
    done = run("titles", lang=lang, columns=80)
    assert done.returncode == 0
    told = done.stdout.split()
    missing = [o.name for title in catalog.titles().values() for o in title.options if o.name not in told]
    assert missing == [], "what is typed stands whole, in a narrow window too"


def test_terra_mystica_has_factions() -> None:
    assert "Factions:" in run("titles").stdout


def test_simulate() -> None:
    words = ("simulate", "small-world", "--seats", "random,random,random", "--games", "3", "--seed", "5", "--json")
    found = document(*words)
    assert set(found) == {"games", "actions", "seconds", "mean_scores", "wins", "errors"}
    assert found["games"] == 3
    assert found["errors"] == 0
    assert len(found["mean_scores"]) == 3
    assert sum(found["wins"]) == pytest.approx(3, abs=0.01)
    again = document(*words)
    assert (again["actions"], again["mean_scores"]) == (found["actions"], found["mean_scores"])


@pytest.mark.parametrize(("variant", "seats"), [("coop", 1), ("coop", 2), ("team", 4)])
def test_simulate_counts_a_win_for_everybody_of_a_side(variant: str, seats: int) -> None:
    found = document(
        "simulate", "warcraft", "--seats", ",".join(["random"] * seats), "--games", "4", "--json",
        "--option", f"variant={variant}", "--option", "coop_murlocs=12", "--option", "coop_scoring=sum",
    )  # fmt: skip
    assert found["errors"] == 0
    won = found["wins"]
    if variant == "coop":
        assert len(set(won)) == 1
        assert 0 <= won[0] <= 4
    else:
        assert won[0] == won[2]
        assert won[1] == won[3]
        assert won[0] + won[1] == pytest.approx(4)


def test_replay() -> None:
    found = document("replay", str(FIXTURE), "--json")
    assert found["ok"]
    assert found["over"]
    game, state = catalog.read_position(found["position"])
    assert state.scores() == found["scores"]
    assert game.title == "small-world"


def test_replay_of_an_illegal_move_keeps_the_game_up_to_there(tmp_path: Path) -> None:
    lines = FIXTURE.read_text(encoding="utf-8").splitlines()
    at = next(k for k, line in enumerate(lines) if line.split()[1:2] == ["conquer"])
    lines[at] = lines[at].split()[0] + " conquer 0"
    broken = tmp_path / "broken.txt"
    broken.write_text("\n".join(lines), encoding="utf-8")
    done = run("replay", str(broken), "--json")
    assert done.returncode == 2
    found = json.loads(done.stdout)
    assert not found["ok"]
    assert "Seafaring" in found["error"]
    assert catalog.read_position(found["position"])[1].view(0)["round"] == 1


def test_perft() -> None:
    found = document("perft", "small-world", "--players", "3", "--depth", "2", "--json")
    left = len(catalog.title("small-world").races) - 6
    assert [row["nodes"] for row in found] == [1, 6, 6 * left], "a combo is picked, then a banner drawn"


def test_rules_and_coverage() -> None:
    found = document("rules", "small-world", "--coverage", "--json")
    assert set(found) == {"statements", "cited", "waived", "uncited"}
    assert found["statements"] == found["cited"] + found["waived"] + found["uncited"]
    for lang in LANGUAGES:
        assert "conquest.mountain" in run("rules", "small-world", "conquest.mountain", "--lang", lang).stdout
    assert len(document("rules", "small-world", "--json")) == found["statements"]


def test_the_rulebook_opens_with_how_to_play_in_the_order_of_play() -> None:
    for title in ("small-world", "terra-mystica"):
        for lang in LANGUAGES:
            words, book = Words(lang, title), catalog.rulebook(title)
            heads = [words.say("howto"), *(words.say(f"chapter.{name}") for name in book.chapters)]
            lines = [line.strip() for line in run("rules", title, "--lang", lang).stdout.splitlines()]
            assert [line for line in lines if line in heads] == heads
    told = document("rules", "terra-mystica", "--json")
    assert [entry["id"] for entry in told] == [s.id for s in catalog.rulebook("terra-mystica").statements]


def test_tables_of_the_rulebook() -> None:
    book = run("rules", "terra-mystica").stdout
    for name in ("What a faction begins with", "What a faction pays", "What a faction earns"):
        assert name in book
    told = document("rules", "terra-mystica", "sheet.costs", "--json")
    assert told["columns"][:3] == ["Faction", "Dwelling", "Trading house"]
    swarmlings = next(row for row in told["rows"] if row[0] == "Swarmlings")
    assert swarmlings[1:6] == ["2/3", "3/4 (8)", "3/6", "5/8", "5/8"]
    for lang in LANGUAGES:
        shown = run("rules", "terra-mystica", "sheet.start", "--lang", lang).stdout
        assert "3/9" in shown
        assert "§" not in shown
    # words look for statements alone
    assert "sheet." not in run("rules", "terra-mystica", "bridge").stdout


def test_bench() -> None:
    found = document("bench", "small-world", "--seconds", "0.02", "--json")
    assert set(found) >= {"compiled", "titles", "envs"}
    assert set(found["envs"]) <= {"small-world", "missing"}
    for players in ("2", "3", "4", "5"):
        figures = found["titles"]["small-world"][players]
        assert set(figures) >= {"actions_per_second", "games_per_second", "clone_ns"}
        assert all(value > 0 for value in figures.values())


@pytest.mark.parametrize("title", ["small-world", "terra-mystica"])
def test_bench_tells_how_fast_both_minds_think(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalog.game(title, 3)
    both = {f"{mind}_{what}_per_second" for mind in ("handmade", "learned") for what in ("appraisals", "simulations")}
    if find_spec("onnxruntime"):
        assert set(found := bench_minds.paces(game, 0.01)) == both
        assert all(value > 0 for value in found.values())
    monkeypatch.setattr(bench_minds, "learned_mind_of", lambda state: None)
    assert set(bench_minds.paces(game, 0.01)) == {key for key in both if key.startswith("handmade")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_how_fast_minds_think_is_told_as_text(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = Words(lang, "small-world")
    handmade = {"handmade_appraisals_per_second": 450_321.0, "handmade_simulations_per_second": 12_345.0}
    network = {"learned_appraisals_per_second": 34_567.0, "learned_simulations_per_second": 6_789.0}
    show_minds({"small-world": {"2": handmade | network}}, words)
    told = capsys.readouterr().out.replace("\n", "")
    assert all(number in told for number in ("450,321", "12,345", "34,567", "6,789"))
    show_minds({"small-world": {"2": handmade}}, words)
    without = capsys.readouterr().out.replace("\n", "")
    assert "12,345" in without
    assert "learned" in without
    assert "6,789" not in without


def test_bench_of_terra_mystica(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same without recorded games: those figures are then empty, and said to be."""
    assert all(value > 0 for value in bench_mystic.main_listing(catalog.game("terra-mystica", 4)))
    monkeypatch.setenv("TERRARIUM_CONFORMANCE", str(tmp_path))
    assert bench_mystic.replays() == {"games": 0, "replay_ms": None, "slowest_replay_ms": None}
    (tmp_path / "short.log").write_text(HEAD, encoding="utf-8")
    found = bench_mystic.replays()
    assert found["games"] == 1
    assert isinstance(found["replay_ms"], float)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("simulate", "chess"), "no title “chess”"),
        (("simulate", "small-world", "--seats", "random"), "2–5 players, not 1"),
        (("simulate", "small-world", "--seats", ",".join(["random"] * 6)), "not 6"),
        (("simulate", "warcraft", "--seats", "random"), "2–5 players, not 1. Other variants: team 3–5, coop 1–2"),
        (("simulate", "warcraft", "--option", "variant=team"), "3–5 players, not 2"),
        (("simulate", "small-world", "--seats", "random,wizard"), "no kind of seat “wizard”"),
        (("simulate", "small-world", "--option", "no_such=yes"), "no option “no_such”"),
        (("simulate", "small-world", "--option", "sorcerers_kill_elves=perhaps"), "cannot be “perhaps”"),
        (("simulate", "small-world", "--map", "9p"), "no map “9p”"),
        (("play", "small-world", "--map", "3p"), "Map 3p is for 3 players"),
        (("replay", "no/such/file"), "no file"),
        (("rules", "small-world", "no.such.statement"), "no statement"),
        (("rules", "small-world", "--lang", "fr"), "no language “fr”"),
        (("perft", "small-world", "--position", "small-world players=2"), "no position"),
    ],
)
def test_bad_input_gets_one_sentence(words: tuple[str, ...], part: str) -> None:
    assert part in complaint(*words)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bad_input_is_told_in_the_language_of_the_user(lang: str) -> None:
    sentence = complaint("simulate", "small-world", "--seats", "random", lang=lang)
    assert sentence != complaint("simulate", "small-world", "--seats", "random") or lang == "en"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "empty"),
        ("hello", "head of a record"),
        ("# title small-world  rules 1  players 2  map 2p\n7 pick 0", "Line 2"),
        ("# title small-world  rules 1  players 2  map 2p\n?", "Line 2"),
        ("# title small-world  rules x  players 2  map 2p", "head of a record"),
        ("# title chess  rules 1  players 2  map 2p\n", "no title"),
        ("# title small-world  rules 1  players 7  map 2p\n", "not 7"),
    ],
)
def test_malformed_records(tmp_path: Path, text: str, part: str) -> None:
    path = tmp_path / "record.txt"
    path.write_text(text, encoding="utf-8")
    assert part in complaint("replay", str(path))


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_bytes(b"\xff\xfe\x00\x01")
    assert "not a text file" in complaint("replay", str(path))


def test_a_truncated_record_is_a_game_in_progress(tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_text("".join(FIXTURE.read_text(encoding="utf-8").splitlines(keepends=True)[:40]), encoding="utf-8")
    found = document("replay", str(path), "--json")
    assert found["ok"]
    assert not found["over"]


def test_a_line_cut_in_the_middle_is_named(tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_text(FIXTURE.read_text(encoding="utf-8")[:200].rsplit(" ", 1)[0], encoding="utf-8")
    done = run("replay", str(path))
    assert done.returncode == 2
    assert "The game up to there is kept." in done.stderr or "cannot be read" in done.stderr


# --- the terminal game --------------------------------------------------------------------------------


def test_a_terminal_game_explains_saves_and_resumes(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    first = run(
        "play", "small-world", "--seats", "human,random", "--seed", "3",
        stdin=f"1\nwhy 7\nconquer 7\nundo\nconquer 1\nundo\nposition\nsave {saved}\nquit\n",
    )  # fmt: skip
    assert first.returncode == 0, first.stderr
    assert "conquest.water" in first.stdout
    assert "such as a Seafaring one" in first.stdout
    assert "small-world rules=1" in first.stdout
    assert saved.exists()
    second = run("play", "small-world", "--resume", str(saved), stdin="quit\n")
    assert second.returncode == 0, second.stderr
    assert "Conquer a region" in second.stdout


def test_the_terminal_hides_coins_or_shows_them() -> None:
    lines = {}
    for wish in ((), ("--open-coins",)):
        done = run(
            "play", "small-world", "--seats", "human,greedy", "--seed", "3", *wish,
            stdin="1\n" * 25 + "position\nquit\n",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        found = re.search(r"coins=\[(\d+),(\d+)\]", done.stdout.replace("\n", ""))
        assert found is not None, done.stdout
        lines[wish] = [int(found[1]), int(found[2])]
    hidden, opened = lines.values()
    assert hidden[0] == opened[0]
    assert (hidden[1], opened[1] > 5) == (5, True)


def test_undo_stops_at_the_draw_that_followed_a_pick() -> None:
    done = run("play", "small-world", "--seats", "human,random", "--seed", "3", stdin="1\nundo\nquit\n")
    assert "You cannot take this back" in done.stdout


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_game_with_the_first_choice_ends(lang: str) -> None:
    done = run("play", "small-world", "--seed", "4", "--lang", lang, stdin="1\n" * 2000)
    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip().splitlines()[-1].strip()
    words = {"en": "Won by", "zh-Hant": "獲勝", "zh-Hans": "获胜"}
    assert words[lang] in done.stdout


@pytest.mark.parametrize(
    ("lang", "variant", "seats", "shown"),
    [
        ("en", "coop", "human", "Revenge of the Murlocs (reconstructed)"),
        ("zh-Hant", "coop", "human,random", "魚人的復仇（重建規則）"),
        ("zh-Hans", "team", "human,random,random", "争霸艾泽拉斯：组队变体（重建规则）"),
    ],
)
def test_a_variant_is_played_and_named_in_the_terminal(lang: str, variant: str, seats: str, shown: str) -> None:
    words = ("play", "warcraft", "--seats", seats, "--seed", "4", "--lang", lang, "--option", f"variant={variant}")
    done = run(*words, stdin="1\n" * 2000)
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout
    last = {"en": ("lost", "Won by"), "zh-Hant": ("失敗", "獲勝"), "zh-Hans": ("失败", "获胜")}
    assert any(word in done.stdout.splitlines()[-1] for word in last[lang])


def test_leaving_loses_nothing_and_says_so() -> None:
    done = run("play", "small-world", "--seed", "4", stdin="")
    assert done.returncode == 0
    assert "You left the table." in done.stdout


def test_nonsense_is_answered_and_the_game_goes_on() -> None:
    done = run("play", "small-world", "--seed", "4", stdin="dance\n99\nwhy nonsense\n1\nquit\n")
    assert done.returncode == 0
    assert "is no move" in done.stdout
    assert "Conquer a region" in done.stdout


def test_a_position_with_more_than_there_can_be_gets_one_sentence() -> None:
    game = catalog.game("small-world", 2)
    line = catalog.write_position(game, game.new())
    assert "coins=[5,5]" in line
    sentence = complaint("perft", "small-world", "--position", line.replace("coins=[5,5]", "coins=[5,2147483648]"))
    assert "out of range" in sentence


@pytest.mark.parametrize("head", ["rules ² players 2", "rules 1 players 99999999999999", "rules 1 players ²"])
def test_numbers_that_are_none_get_one_sentence(tmp_path: Path, head: str) -> None:
    path = tmp_path / "record.txt"
    path.write_text(f"# title small-world  {head}  map 2p\n0 undo ²\n", encoding="utf-8")
    assert complaint("replay", str(path))
