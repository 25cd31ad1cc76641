"""`terrarium workshop …` and `--unit FILE`: what people type, and what they get."""

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from terrarium.arena import spread
from terrarium.arena.match import Match, Result, play
from terrarium.cli import arena
from terrarium.cli.main import app
from terrarium.cli.screen import Screen
from terrarium.cli.speech import out
from terrarium.kernel.contract import NotationError
from terrarium.words import LANGUAGES, Words
from terrarium.workshop.box import box_units, home_of
from terrarium.workshop.files import option_of, read_unit
from terrarium.workshop.finds import blank_of, difference, field_of, longest
from terrarium.workshop.lab import Bench, Ledger, advice, matches
from terrarium.workshop.neighbours import neighbours
from terrarium.workshop.text import Teller, card, messages, statement
from tests.support.stand_ins import FAMILY, told_units
from tests.workshop.test_files import DOCS, EXAMPLES, HOOK, PIECE

RUN = CliRunner()
GOOSE = """format = 1
[unit]
kind = "{kind}"
id = "goose"
name = {{ en = "Golden Goose", zh-Hant = "金鵝", zh-Hans = "金鹅" }}
[[unit.ability]]
turn_income = 12
"""


@pytest.fixture
def mice(tmp_path: Path) -> str:
    path = tmp_path / "mice.toml"
    path.write_text(EXAMPLES[0], encoding="utf-8")
    return str(path)


def printed(*words: str) -> Any:
    result = RUN.invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_check_plays_with_every_partner(mice: str) -> None:
    page = printed("workshop", "check", mice, "--games", "3", "--json")
    assert page["ok"] is True
    assert page["problems"] == []
    assert page["games"] == 3 * 20
    assert page["seconds"] > 0


def test_a_relic_is_found_by_every_race(tmp_path: Path) -> None:
    path = tmp_path / "hook.toml"
    path.write_text(HOOK, encoding="utf-8")
    page = printed("workshop", "check", str(path), "--games", "2", "--json")
    assert (page["ok"], page["problems"], page["games"]) == (True, [], 2 * 15)
    said = {lang: printed("workshop", "text", str(path), "--json", "--lang", lang)["card"] for lang in LANGUAGES}
    assert said["en"].endswith("; afterwards it comes to lie in that region.")
    assert "它移到該地區" in said["zh-Hant"]
    assert "它移到该地区" in said["zh-Hans"]
    result = RUN.invoke(app, ["workshop", "check", str(path), "--title", "warcraft", "--json"])
    assert [problem["code"] for problem in json.loads(result.stdout)["problems"]] == ["thing"]


def test_check_tells_what_is_wrong_and_where(mice: str) -> None:
    Path(mice).write_text(EXAMPLES[0].replace("tokens = 5", "tokens = 50"), encoding="utf-8")
    result = RUN.invoke(app, ["workshop", "check", mice, "--json", "--lang", "zh-Hant"])
    assert result.exit_code == 1
    page = json.loads(result.stdout)
    assert (page["ok"], page["games"]) == (False, 0)
    assert [(p["where"], p["line"]) for p in page["problems"]] == [("unit.tokens", 8)]
    assert "第 8 行" in page["problems"][0]["sentence"]


def test_check_refuses_an_id_of_the_box(mice: str) -> None:
    Path(mice).write_text(EXAMPLES[0].replace('id = "mice"', 'id = "trolls"'), encoding="utf-8")
    result = RUN.invoke(app, ["workshop", "check", mice, "--json", "--games", "1"])
    assert result.exit_code == 1
    assert [p["code"] for p in json.loads(result.stdout)["problems"]] == ["taken"]


def test_text_speaks_three_languages(mice: str) -> None:
    said = {lang: printed("workshop", "text", mice, "--json", "--lang", lang) for lang in LANGUAGES}
    assert said["en"]["card"] == "Before you redeploy: take 1 token for each farmland region you occupy from the tray."
    assert said["en"]["statement"].startswith("Mice: ")
    assert said["zh-Hant"]["statement"].startswith("老鼠：")
    assert "农田" in said["zh-Hans"]["card"]


def test_export_gives_a_file_to_change(tmp_path: Path) -> None:
    result = RUN.invoke(app, ["workshop", "export", "fortified"])
    assert result.exit_code == 0
    file = read_unit(result.stdout)
    assert file.problems == []
    assert (file.unit.name, file.unit.piece) == ("my_fortified", "my_fortress")
    with pytest.raises(NotationError) as caught:
        RUN.invoke(app, ["workshop", "export", "nobody"], catch_exceptions=False)
    assert caught.value.code == "unknown_export"


def test_export_offers_what_is_near() -> None:
    for words, code, names in (
        (["orks"], "unknown_export", "orcs"),
        (["orks", "--title", "small-world"], "unknown_export", "orcs"),
        (["orcs", "--title", "nosuch"], "unknown_title", "small-world"),
        (["orcs", "--title", "terra-mystica"], "unit_title", ""),
    ):
        with pytest.raises(NotationError) as caught:
            RUN.invoke(app, ["workshop", "export", *words], catch_exceptions=False)
        found = str(caught.value.details.get("names", ""))
        assert caught.value.code == code
        assert names in found
        assert len(found.split(", ")) <= 5


@pytest.mark.parametrize("command", ["check", "text"])
@pytest.mark.parametrize(("title", "code"), [("nosuch", "unknown_title"), ("terra-mystica", "unit_title")])
def test_a_title_that_takes_no_units_is_told(mice: str, command: str, title: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        RUN.invoke(app, ["workshop", command, mice, "--title", title], catch_exceptions=False)
    assert caught.value.code == code


def test_the_lab_of_a_title_that_takes_no_units_is_told(mice: str) -> None:
    with pytest.raises(NotationError) as caught:
        RUN.invoke(app, ["balance", "terra-mystica", "--unit", mice, "--games", "2"], catch_exceptions=False)
    assert caught.value.code == "unit_title"


LINE = {"games": 250, "ci95": [0.0, 1.0], "data": {}}


@pytest.mark.parametrize(
    ("verdict", "share", "near", "said"),
    [
        ("stronger", 0.6, [("4 tokens", 0.52), ("6 tokens", 0.7)], "4 tokens"),
        ("weaker", 0.4, [("6 tokens", 0.51)], "6 tokens"),
        ("even", 0.51, [("4 tokens", 0.5)], ""),
        ("stronger", 0.6, [("4 tokens", 0.65)], ""),
        ("stronger", 0.6, [], ""),
    ],
)
def test_the_lab_advises_what_is_nearer_to_even(verdict: str, share: float, near: list[Any], said: str) -> None:
    lines = [{**LINE, "change": change, "win_share": won} for change, won in near]
    assert advice({"verdict": verdict, "win_share": share, "even": 0.5, "suggestions": lines}) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lab_says_what_bots_should_hold_it_worth(mice: str, language: str) -> None:
    args = ["balance", "small-world", "--unit", mice, "--games", "2", "--workers", "1"]
    worth = printed(*args, "--json")["worth"]
    said = RUN.invoke(app, [*args, "--lang", language])
    assert f"worth = {worth}" in said.stdout.replace("\n", " ")
    text = EXAMPLES[0].replace("tokens = 5", f"tokens = 5\nworth = {worth}")
    assert read_unit(text).problems == [], "the line can be copied into the file"


def test_the_lab_writes_a_report(mice: str, tmp_path: Path) -> None:
    report = tmp_path / "mice.html"
    page = printed(
        "balance", "small-world", "--unit", mice, "--games", "24", "--workers", "1", "--json", "--report", str(report)
    )  # fmt: skip
    text = report.read_text(encoding="utf-8")
    assert "<h1>Mice</h1>" in text
    for line in page["suggestions"]:
        assert f"<td>{line['change']}</td>" in text
    assert [line["name"] for line in page["by_map"]][:1] == ["2p"]
    assert "<td>Map for 2 players</td>" in text
    assert text.count("data:image/svg+xml;base64,") == text.count("<h2>") > 2


def test_the_lab_plays_on_ray_what_it_plays_here(mice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games go to the cluster as they are, with their unit; what a cluster makes of them the arena's tests show."""
    asked: list[str] = []

    def on_ray(wanted: list[Match], address: str) -> Iterator[Result]:
        asked.append(address)
        yield from (play(pickle.loads(pickle.dumps(match))) for match in reversed(wanted))

    args = ["balance", "small-world", "--unit", mice, "--games", "2", "--workers", "1", "--json"]
    here = printed(*args)
    monkeypatch.setattr(spread, "on_ray", on_ray)
    assert printed(*args, "--ray", "local") == here
    assert set(asked) == {"local"}


def test_units_join_an_arena(mice: str) -> None:
    args = ["arena", "small-world", "--bots", "greedy,random", "--games", "2", "--workers", "1"]
    page = printed(*args, "--unit", mice, "--json")
    assert page["games"] == 2
    assert {line["name"] for line in page["bots"]} == {"greedy", "random"}
    scores = [[line["mean_score"] for line in found["bots"]] for found in (page, printed(*args, "--json"))]
    assert scores[0] != scores[1], "with another race in the box other games are played"
    with pytest.raises(NotationError) as caught:
        RUN.invoke(app, ["arena", "terra-mystica", *args[2:], "--unit", mice], catch_exceptions=False)
    assert caught.value.code == "unit_title"


def test_the_lab_says_what_to_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "goose.toml"
    path.write_text(GOOSE.format(kind="power").replace("[[", "tokens = 5\n[[", 1), encoding="utf-8")
    monkeypatch.setattr(arena, "advice", lambda page: "4 tokens")
    args = ["balance", "small-world", "--unit", str(path), "--games", "2", "--workers", "1", "--lang"]
    for language, said in zip(LANGUAGES, ("Try: 4 tokens.", "建議：4 tokens。", "建议：4 tokens。"), strict=True):
        result = RUN.invoke(app, [*args, language])
        assert result.exit_code == 0, result.output
        assert said in result.stdout.splitlines()[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_plays_in_the_terminal_reads_what_somebody_made(mice: str, language: str) -> None:
    """The card stands above the game, again where rules are asked for, and the combo is marked."""
    typed = "rules mice\nquit\n"
    args = ["play", "small-world", "--unit", mice, "--seed", "3", "--lang", language]
    result = RUN.invoke(app, args, input=typed)
    words = Words(language, "small-world")
    file = read_unit(EXAMPLES[0])
    said = words.say("cli.house", {"name": Teller(words, file).name(), "text": card(words, file)})
    assert "".join(result.stdout.split()).count("".join(said.split())) == 2
    shown = [Screen(words, [], houses) for houses in ([], ["mice"])]
    combo = {"race": "mice", "power": "flying", "price": 0, "tokens": 10, "coins": 0}
    with out.capture() as plain:
        shown[0].row({"row": [combo]})
    with out.capture() as marked:
        shown[1].row({"row": [combo]})
    assert words.say("workshop.house") not in plain.get()
    assert words.say("workshop.house") in marked.get()


def test_units_join_simulations(mice: str) -> None:
    page = printed("simulate", "small-world", "--unit", mice, "--games", "3", "--json")
    assert (page["games"], page["errors"]) == (3, 0)
    with pytest.raises(NotationError) as caught:
        RUN.invoke(app, ["simulate", "terra-mystica", "--unit", mice], catch_exceptions=False)
    assert caught.value.code == "unit_title"


def test_two_files_cannot_bring_units_of_one_id(mice: str, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(EXAMPLES[0].replace("tokens = 5", "tokens = 7"), encoding="utf-8")
    with pytest.raises(NotationError) as caught:
        RUN.invoke(
            app, ["simulate", "small-world", "--unit", mice, "--unit", str(other), "--games", "1"],
            catch_exceptions=False,
        )  # fmt: skip
    assert (caught.value.code, caught.value.details) == ("unit_twice", {"unit": "mice"})
    other.write_text(other.read_text(encoding="utf-8").replace('"mice"', '"rats"'), encoding="utf-8")
    page = printed("simulate", "small-world", "--unit", mice, "--unit", str(other), "--games", "1", "--json")
    assert page["errors"] == 0


def test_a_broken_unit_file_is_told_in_one_sentence(mice: str) -> None:
    Path(mice).write_text("format = 1\n", encoding="utf-8")
    with pytest.raises(NotationError) as caught:
        RUN.invoke(app, ["simulate", "small-world", "--unit", mice], catch_exceptions=False)
    assert caught.value.code == "unit_file"
    assert "[unit]" in str(caught.value.details["why"])


def test_the_lab_tells_how_strong_it_is(mice: str) -> None:
    page = printed("balance", "small-world", "--unit", mice, "--games", "8", "--workers", "1", "--json")
    keys = {
        "unit",
        "games",
        "win_share",
        "ci95",
        "mean_score",
        "by_players",
        "by_map",
        "with",
        "against",
        "suggestions",
    }
    assert keys <= set(page)
    assert page["unit"] == "mice"
    assert 0 < page["games"] <= 16
    assert page["ci95"][0] <= page["win_share"] <= page["ci95"][1]
    assert [line["players"] for line in page["by_players"]] == [2, 3, 4, 5]
    for line in page["suggestions"]:
        assert read_unit(json.dumps(line["data"])).problems == []
    assert {"4 tokens", "6 tokens", "without sentence 1"} <= {line["change"] for line in page["suggestions"]}


@pytest.mark.parametrize(
    ("title", "kind", "field"), [("underground", "relic", 6), ("underground", "place", 9), ("warcraft", "artifact", 5)]
)
def test_the_lab_tells_what_it_is_worth_to_find_a_thing(tmp_path: Path, title: str, kind: str, field: int) -> None:
    path = tmp_path / "goose.toml"
    path.write_text(GOOSE.format(kind=kind), encoding="utf-8")
    assert len(field_of(title, kind)) == field
    page = printed("balance", title, "--unit", str(path), "--games", "12", "--workers", "1", "--json")
    assert page["unit"] == "goose"
    assert page["games"] == page["box"]["games"] == page["blank"]["games"], "the same finders in the same deals"
    assert 0 < page["games"] <= 12
    assert page["even"] == page["box"]["win_share"]
    assert page["mean_score"] > page["blank"]["mean_score"], "twelve coins a turn are more than nothing"
    assert page["longest"]["games"] == page["games"]
    assert page["verdict"] in ("even", "stronger", "weaker")
    assert page["worth"] == []
    assert {"1 point of defence", "without sentence 1"} <= {line["change"] for line in page["suggestions"]}
    for line in page["suggestions"]:
        assert read_unit(json.dumps(line["data"])).problems == []
    said = RUN.invoke(app, ["balance", title, "--unit", str(path), "--games", "4", "--workers", "1"])
    assert "Found in its place things of the box in its place: " in said.stdout


def test_whoever_finds_a_thing_is_the_same_whatever_is_found() -> None:
    """What makes the lab's comparison fair: up to that moment nothing differs."""
    file, bench = read_unit(GOOSE.format(kind="relic")), Bench("underground")
    arms = [
        [play(match) for match in wanted]
        for wanted in (
            matches(bench, file, 2, 12),
            matches(bench, blank_of(file), 2, 12),
            matches(bench, file, 2, 12, field=True),
        )
    ]
    finders = [[result.finder for result in results] for results in arms]
    assert finders[0] == finders[1] == finders[2]
    assert set(finders[0]) >= {0, 1}
    for result in arms[0]:
        assert sum(result.kept) <= 30
        assert (sum(result.kept) > 0) == (result.finder >= 0)
    assert {result.match.found_first for result in arms[2]} == set(field_of("underground", "relic"))
    assert {result.match.found_first for result in arms[0]} == {"goose"}


def test_who_held_a_thing_longest() -> None:
    def kept(*turns: int, finder: int) -> Result:
        return Result(Match("underground", [], 1), [], [], [], [], finder=finder, kept=[*turns])

    assert longest(kept(3, 5, 2, finder=0)) == 1
    assert longest(kept(3, 5, 5, finder=2)) == 2, "of several its finder"
    assert longest(kept(0, 0, 0, finder=1)) == 1


def test_a_thing_is_stronger_only_where_the_difference_says_so() -> None:
    ledger = Ledger(Bench("underground"), read_unit(GOOSE.format(kind="relic")), [])

    def heard(part: str, games: int, wins: float) -> None:
        tally = ledger.of("part", part)
        tally.games, tally.wins = games, wins

    heard("main", 1000, 570)
    assert ledger.verdict() == "stronger", "as long as nothing is known of the box, even is one share for each seat"
    heard("main box", 1000, 560)
    assert (ledger.verdict(), ledger.page()["even"]) == ("even", 0.56)
    heard("main", 1000, 620)
    assert ledger.verdict() == "stronger"
    heard("main", 1000, 500)
    assert ledger.verdict() == "weaker"
    low, high = difference((0.6, [0.5, 0.7]), (0.5, [0.4, 0.6]))
    assert low == pytest.approx(0.1 - 0.02**0.5)
    assert high == pytest.approx(0.1 + 0.02**0.5)


def test_neighbours_change_one_thing_each() -> None:
    file = box_units("small-world")["alchemist"]
    found = dict(neighbours(file, Words("en", "small-world")))
    assert set(found) == {
        "3 tokens", "5 tokens", "sentence 1: 1 instead of 2", "sentence 1: 3 instead of 2", "without sentence 1",
    }  # fmt: skip
    assert found["3 tokens"].unit.tokens == 3


@pytest.mark.parametrize("title", FAMILY)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_unit_of_ours_can_be_read_aloud(title: str, language: str) -> None:
    words = Words(language, title)
    for name in told_units(title):
        file = box_units(title)[name]
        text = card(words, file)
        assert text
        assert "workshop." not in text
        assert "{" not in text
        assert statement(words, file).endswith(text)
        assert messages(words, file)[f"name.{name}"] == words.name(name)


def test_the_table_of_texts_in_the_docs_is_true() -> None:
    """Every row of it, whatever box its unit is of."""
    table = DOCS.read_text(encoding="utf-8").partition("| unit | by hand | from the data |\n")[2].partition("\n\n")[0]
    rows = [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in table.splitlines()[1:]]
    assert len(rows) > 12
    homes = {Words("en", title).name(name): (title, name) for title in reversed(FAMILY) for name in told_units(title)}
    for called, hand, made in rows:
        title, name = homes[called]
        words = Words("en", title)
        assert hand == words.messages[f"about.{name}"]
        text = card(words, box_units(title)[name])
        assert made == text or (called == "Amazons" and made.startswith("(four lines"))


def test_a_file_in_another_encoding_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "old.toml"
    file.write_bytes('format = 1\n[unit]\nkind = "race"\nname = { en = "Mäuse" }\n'.encode("latin-1"))
    done = RUN.invoke(app, ["workshop", "check", str(file), "--json"])
    assert done.exit_code == 1
    assert [(one["code"], one["line"]) for one in json.loads(done.stdout)["problems"]] == [("utf8", 4)]


@pytest.mark.parametrize(
    ("said", "home"),
    [
        ('where = "forest"\nincome = 1', "small-world"),
        ('where = { and = ["mushroom", "river"] }\nincome = 1', "underground"),
        ('where = "field"\nincome = 1', "warcraft"),
        ('when = "conquered"\nif = { victim_faction = "horde" }\ndo = { gain = 1 }', "warcraft"),
    ],
)
def test_a_unit_is_tried_where_its_words_lie_on_the_boards(said: str, home: str) -> None:
    head = 'format = 1\n[unit]\nkind = "power"\nid = "odd"\nname = { en = "Odd" }\ntokens = 3\n[[unit.ability]]\n'
    assert home_of(read_unit(head + said)) == home


def test_a_server_of_a_house_takes_its_units(mice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `serve` hands to the server; the server's own tests show what becomes of it."""
    hook = tmp_path / "hook.toml"
    hook.write_text(HOOK, encoding="utf-8")
    seen: list[Any] = []
    monkeypatch.setattr("terrarium.server.ops.run.serve", lambda settings, listening: seen.append(settings))
    result = RUN.invoke(app, ["serve", "--unit", mice, "--unit", str(hook), "--port", "0"])
    assert result.exit_code == 0, result.output
    files = [read_unit(text) for text in (EXAMPLES[0], HOOK)]
    assert json.loads(seen[0].house_units) == dict(option_of(file) for file in files)


@pytest.mark.parametrize(
    ("id", "lender", "code"),
    [("voles", "skeletons", ""), ("voles", "skeletonz", "unit_file"), ("mice", "skeletons", "unit_twice")],
)
def test_a_server_of_a_house_refuses_a_unit_that_fits_nowhere(
    mice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, id: str, lender: str, code: str
) -> None:
    other = tmp_path / "other.toml"
    other.write_text(EXAMPLES[0].replace('"mice"', f'"{id}"').replace("skeletons", lender), encoding="utf-8")
    monkeypatch.setattr("terrarium.server.ops.run.serve", lambda settings, listening: None)
    found = RUN.invoke(app, ["serve", "--unit", mice, "--unit", str(other), "--port", "0"]).exception
    assert found is None if not code else isinstance(found, NotationError) and found.code == code, found


def test_a_server_of_a_house_refuses_units_that_cannot_sit_together(
    mice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.toml"
    text = EXAMPLES[0].replace('"mice"', '"voles"').replace("[[unit.ability]]", PIECE.format(id="mice"), 1)
    other.write_text(text, encoding="utf-8")
    monkeypatch.setattr("terrarium.server.ops.run.serve", lambda settings, listening: None)
    result = RUN.invoke(app, ["serve", "--unit", mice, "--unit", str(other)])
    assert isinstance(result.exception, NotationError)
    assert (result.exception.code, result.exception.details) == (
        "unit_pair", {"unit": "mice", "other": "voles", "title": "small-world"},
    )  # fmt: skip
    told = [Words(language, "small-world").say("error.unit_pair", result.exception.details) for language in LANGUAGES]
    assert all("mice" in text and "voles" in text for text in told)
