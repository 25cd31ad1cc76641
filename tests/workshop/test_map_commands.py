"""`terrarium workshop shuffle`, `workshop check` and `--map FILE`: what people type, and what they get."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from terrarium import catalog
from terrarium.cli.main import app
from terrarium.kernel.contract import NotationError
from terrarium.kernel.record import record_of
from terrarium.workshop.maps import map_option, read_map
from tests.support.random_maps import TITLES

RUN = CliRunner()


def printed(*words: str) -> Any:
    result = RUN.invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture(params=TITLES)
def made(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """A title, and the path of a map of it for two."""
    result = RUN.invoke(app, ["workshop", "shuffle", request.param, "--players", "2", "--seed", "3"])
    assert result.exit_code == 0, result.output
    path = tmp_path / "mine.toml"
    path.write_text(result.stdout, encoding="utf-8")
    return request.param, str(path)


def test_a_shuffled_map_is_checked_and_played_on(made: tuple[str, str]) -> None:
    title, path = made
    page = printed("workshop", "check", path, "--games", "4", "--json")
    assert (page["ok"], page["problems"], page["games"]) == (True, [], 4)
    report = printed("simulate", title, "--map", path, "--games", "2", "--json")
    assert (report["games"], report["errors"]) == (2, 0)


def test_an_island_is_shuffled_beside_boards_of_the_box(tmp_path: Path) -> None:
    words = ["workshop", "shuffle", "warcraft", "--players", "3", "--seed", "2", "--beside", "l1a", "--beside", "s2b"]
    result = RUN.invoke(app, words)
    assert result.exit_code == 0, result.output
    path = tmp_path / "island.toml"
    path.write_text(result.stdout, encoding="utf-8")
    assert printed("workshop", "check", str(path), "--games", "2", "--json")["ok"]
    for title, board in (("warcraft", "m9z"), ("small-world", "l1a"), ("terra-mystica", "l1a")):
        with pytest.raises(NotationError, match="map_beside"):
            RUN.invoke(app, ["workshop", "shuffle", title, "--beside", board], catch_exceptions=False)


def test_check_tells_the_line_and_fails(made: tuple[str, str]) -> None:
    _, path = made
    text = Path(path).read_text(encoding="utf-8").replace('id = "map_3"', 'id = "Map 3"')
    Path(path).write_text(text, encoding="utf-8")
    result = RUN.invoke(app, ["workshop", "check", path, "--json", "--lang", "zh-Hans"])
    assert result.exit_code == 1
    page = json.loads(result.stdout)
    assert (page["ok"], page["games"]) == (False, 0)
    assert [(problem["where"], problem["line"]) for problem in page["problems"]] == [("map.id", 4)]
    assert "第 4 行" in page["problems"][0]["sentence"]
    plain = RUN.invoke(app, ["workshop", "check", path])
    assert "Line 4" in plain.stdout
    assert "cannot be played on" in plain.stdout


def test_balance_and_arena_play_on_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(RUN.invoke(app, ["workshop", "shuffle", "warcraft", "--seed", "3"]).stdout, encoding="utf-8")
    page = printed(
        "balance", "warcraft", "--map", str(path), "--games", "4", "--bot", "random", "--workers", "1", "--json"
    )
    seats = {line["name"]: line for line in page["lines"] if line["kind"] == "seat"}
    assert set(seats) == {"1", "2"}
    assert all(len(line["ci95"]) == 2 for line in seats.values())
    assert {line["name"] for line in page["lines"] if line["kind"] == "map"} == {"map_3"}
    arena = printed(
        "arena", "warcraft", "--bots", "random,greedy", "--map", str(path), "--games", "2", "--workers", "1", "--json"
    )
    assert arena["games"] == 2


def test_a_map_of_another_title_or_with_faults_is_refused(made: tuple[str, str]) -> None:
    title, path = made
    other = "underground" if title == "small-world" else "small-world"
    result = RUN.invoke(app, ["simulate", other, "--map", path])
    assert isinstance(result.exception, NotationError)
    assert result.exception.code == "map_wrong_title"
    Path(path).write_text("[map]\n", encoding="utf-8")
    result = RUN.invoke(app, ["simulate", title, "--map", path])
    assert isinstance(result.exception, NotationError)
    assert result.exception.code == "map_file"
    result = RUN.invoke(app, ["simulate", title, "--map", path + "x.toml"])
    assert isinstance(result.exception, NotationError)
    assert result.exception.code == "no_file"


def test_no_log_for_the_public_server_is_written_of_a_map_it_does_not_know(tmp_path: Path) -> None:
    """A log names hexes by the map of the box: on another it would read as another game."""
    drawn = RUN.invoke(app, ["workshop", "shuffle", "terra-mystica", "--players", "2", "--seed", "3"]).stdout
    for options, code in (({}, None), (dict([map_option(read_map(drawn))]), "export_map")):
        game = catalog.game("terra-mystica", 2, "", options)
        path = tmp_path / "game.txt"
        path.write_text(record_of(game, {}).format(), encoding="utf-8")
        result = RUN.invoke(app, ["export", str(path)])
        found = result.exception
        assert (found.code if isinstance(found, NotationError) else None) == code, result.output


def test_a_server_of_a_house_offers_its_maps(made: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What `serve` hands to the server; the server's own tests show what becomes of it."""
    title, path = made
    seen: list[Any] = []
    monkeypatch.setattr("terrarium.server.ops.run.serve", lambda settings, listening: seen.append(settings))
    result = RUN.invoke(app, ["serve", "--map", path, "--port", "0"])
    assert result.exit_code == 0, result.output
    house = json.loads(seen[0].house_maps)
    file = read_map(Path(path).read_text(encoding="utf-8"))
    assert house == [{"title": title, "option": list(map_option(file))}]
