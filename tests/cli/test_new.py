"""The contributor's path, walked by a script: `terrarium new` in a copy of the tree, a rule filled in, the suite green.

The copy runs as plain Python. A race, a power and a piece come to Small World; the fixtures of the other titles stay as
they are, for nothing of theirs is numbered after Small World's. The same holds for what comes to the others.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from terrarium.cli import new
from terrarium.cli.speech import sentence as said
from terrarium.kernel.contract import NotationError
from terrarium.words import LANGUAGES, Words

ROOT = Path(__file__).resolve().parent.parent.parent
LEFT_OUT = shutil.ignore_patterns("*.so", "__pycache__", "node_modules", "web_dist", "generated", ".venv", "build")

LEFT_OUT_OF_RULES = ("--ignore", "tests/rules/terra_mystica")
"""Terra Mystica has no units that anything could come to; the rest of the rules' tests are run."""

DEN_RULE = {
    "en": "Foxes dig a den in each forest they conquer, as long as there are dens.",
    "zh-Hant": "狐狸每征服 1 片森林，就在那裡放 1 個狐穴，直到狐穴用完。",
    "zh-Hans": "狐狸每征服 1 片森林，就在那里放 1 个狐穴，直到狐穴用完。",
}
SLY_RULE = {
    "en": "A Sly race gains 1 bonus coin at the end of each turn.",
    "zh-Hant": "狡猾的種族在每回合結束時獎勵 1 枚錢幣。",
    "zh-Hans": "狡猾的种族在每回合结束时奖励 1 枚钱币。",
}
FOXES = '''class Foxes(Laying):
    """A den in each forest they conquer."""

    name = "foxes"
    tokens: i64 = 5
    tray: i64 = 10
    piece = DEN

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.won and a.by == me and d.kit.board.where[FOREST] & one(a.region) and d.stock(self.mark) > 0:
            self.lay_or_ask(d, me, a.region)
'''
FOX_TEST = '''"""Foxes and their dens."""

from tests.support.cites import cites
from tests.support.scene import Scene, find, play, region


def opened(target: int) -> dict[str, int]:
    """The pieces in a region that Foxes have just conquered from anywhere."""
    state = Scene(natives=False, own=("foxes",)).active(0, "foxes", "flying", {9: 9}).conquest(0)
    play(state, f"conquer {target}")
    marks: dict[str, int] = region(state, target)["marks"]
    return marks


@cites("small-world", "race.foxes")
def test_a_conquered_forest_gets_a_den() -> None:
    assert opened(find("2p", "forest")[0]) == {"den": 1}


@cites("small-world", "race.foxes")
def test_a_hill_gets_none() -> None:
    assert opened(find("2p", "hill")[0]) == {}
'''
SLY_TEST = '''"""Sly."""

from tests.support.cites import cites
from tests.support.scene import Scene, coins_for, end_turn


@cites("small-world", "power.sly")
def test_a_sly_race_gains_a_coin() -> None:
    assert coins_for(end_turn(Scene(own=("sly",)).active(0, "humans", "sly", {4: 5}).conquest(0)), "sly") == 1


@cites("small-world", "power.sly")
def test_others_gain_none() -> None:
    assert coins_for(end_turn(Scene(own=("sly",)).active(0, "humans", "flying", {4: 5}).conquest(0)), "sly") == 0
'''


class Copy:
    """A copy of the tree, and commands run in it as plain Python."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        # Whatever somebody wrote: tests of the tree look for what the pages name.
        for path in ROOT.iterdir():
            if path.is_file():
                shutil.copy(path, folder / path.name)
        for part in ("src", "tests", "tools", "docs", "web", "deploy", "examples", ".github", ".ci"):
            shutil.copytree(ROOT / part, folder / part, ignore=LEFT_OUT)
        self.environment = {
            **os.environ, "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}", "TERRARIUM_PURE": "1",
            "TERRARIUM_LANG": "en",
        }  # fmt: skip

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *command], cwd=self.folder, env=self.environment, text=True, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def new(self, *words: str) -> str:
        done = self.run("-c", "from terrarium.cli.main import main; main()", "new", *words)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def suite(self, *parts: str) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *parts)

    def edit(self, path: str, *changes: tuple[str, str]) -> None:
        file = self.folder / path
        text = file.read_text(encoding="utf-8")
        for old, other in changes:
            assert old in text, (path, old)
            text = text.replace(old, other)
        file.write_text(text, encoding="utf-8")

    def state_rule(self, statement: str, rule: dict[str, str]) -> None:
        """Write a statement where `terrarium new` has left a line to be filled in."""
        file = self.folder / "src/terrarium/rules/small-world.toml"
        lines = file.read_text(encoding="utf-8").splitlines()
        start = lines.index(f"[{statement}]")
        for place in range(start, start + 5):
            tag = lines[place].split(" = ")[0]
            if tag in rule:
                lines[place] = f'{tag} = "{rule[tag]}"'
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def icons(copy: Copy) -> Iterator[None]:
    """The icons of the browser client, as far as they are asked for here."""
    folder = copy.folder / "web/node_modules/@iconify-json/game-icons"
    folder.mkdir(parents=True)
    (folder / "icons.json").write_text(json.dumps({"icons": {new.UNSURE: {}}}), encoding="utf-8")
    yield
    shutil.rmtree(copy.folder / "web/node_modules")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("newcomer") / "tree")


def test_a_race_a_power_and_a_piece_come_in_by_the_guide(copy: Copy) -> None:
    fox = ("--en", "Foxes", "--one", "Fox", "--zh-Hant", "狐狸", "--zh-Hans", "狐狸", "--icon", "fox-head")
    said = copy.new("race", "foxes", *fox)
    assert "tests/rules/small_world/test_race_foxes.py" in said
    assert "make_fixtures.py small-world" in said, "what to do next"
    copy.new("power", "sly", "--en", "Sly", "--zh-Hant", "狡猾", "--zh-Hans", "狡猾")
    copy.new("piece", "den", "--rule", "race.foxes", "--en", "Den", "--zh-Hant", "狐穴", "--zh-Hans", "狐穴")
    glyphs = json.loads((copy.folder / "src/terrarium/titles/icons.json").read_text(encoding="utf-8"))
    assert glyphs["small-world"]["foxes"] == "fox-head"

    unwritten = copy.suite("tests/rules/small_world/test_race_foxes.py", "tests/rules/small_world/test_power_sly.py")
    assert unwritten.returncode == 1, "the tests fail until the rule is written"
    assert "Write here what the rule of Foxes brings about." in unwritten.stdout

    family = "src/terrarium/smallworld/classic"
    races = copy.folder / family / "races.py"
    text = races.read_text(encoding="utf-8")
    races.write_text(text[: text.index("class Foxes")] + FOXES, encoding="utf-8")
    copy.edit(
        f"{family}/races.py",
        ("import COASTAL, FARMLAND, MAGIC", "import COASTAL, FARMLAND, FOREST, MAGIC"),
        ("    CAMP_PROTECTS,\n", "    CAMP_PROTECTS,\n    DEN,\n"),
    )
    income = "    tokens: i64 = 4\n\n    def turn_income(self, d: Data, me: i64) -> i64:\n        return 1\n"
    copy.edit(f"{family}/powers.py", ('name = "sly"\n    tokens: i64 = 4\n', 'name = "sly"\n' + income))
    copy.state_rule("race.foxes", DEN_RULE)
    copy.state_rule("power.sly", SLY_RULE)
    (copy.folder / "tests/rules/small_world/test_race_foxes.py").write_text(FOX_TEST, encoding="utf-8")
    (copy.folder / "tests/rules/small_world/test_power_sly.py").write_text(SLY_TEST, encoding="utf-8")
    made = copy.run("tools/make_fixtures.py", "small-world")
    assert made.returncode == 0, made.stdout

    done = copy.suite(
        "tests/rules", *LEFT_OUT_OF_RULES, "tests/contract", "tests/fixtures", "tests/perft", "tests/meta",
        "tests/workshop/test_words.py", "tests/workshop/test_promises.py",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:]


@pytest.mark.parametrize("title", new.PACKAGES)
def test_what_comes_lacks_nothing_but_its_rule_and_changes_no_other_title(title: str, tmp_path: Path) -> None:
    copy = Copy(tmp_path / "tree")
    names = ("--en", "Newcomers", "--zh-Hant", "新人", "--zh-Hans", "新人", "--title", title)
    for kind, name in (("race", "newcomers"), ("power", "unheard"), ("race", "latecomers")):
        copy.new(kind, name, *names)
    copy.new("piece", "lantern", *names, "--rule", "race.newcomers")
    room = f"tests/rules/{title.replace('-', '_')}"
    tests = [f"{room}/test_{name}.py" for name in ("race_newcomers", "power_unheard", "race_latecomers")]
    done = copy.suite(*tests, "--maxfail=9")
    assert done.stdout.count("E       Failed: Write here what the rule of Newcomers brings about.") == 3, done.stdout
    others = " or ".join(["workshop", *(other for other in new.PACKAGES if other != title)])
    done = copy.suite("tests/fixtures/test_fixtures.py", "-k", f"replays_to_its_end and ({others})")
    assert done.returncode == 0, done.stdout[-6000:]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("race", "orcs"), "“orcs” is there already."),
        (("race", "Orcs!"), "“Orcs!” cannot be an id"),
        (("power", "quick", "--title", "terra-mystica"), "There is no title “terra-mystica”."),
        (("piece", "burrow", "--rule", "race.badgers"), "The rulebook has no statement “race.badgers”."),
        (("race", "badgers", "--root", "/"), "There is no checkout of Terrarium"),
        (("race", "badgers", "--title", "warcraft", "--side", "sun"), "“sun”"),
        (("power", "none"), "“none” would be None in the source, which is something else there already (Python)"),
        (("race", "true"), "“true” would be True"),
        (
            ("race", "data"),
            "“data” would be Data in the source, which is something else there already (src/terrarium/s",
        ),
        (("power", "attack", "--title", "warcraft"), "“attack” would be Attack"),
        (("race", "kit", "--title", "underground"), "“kit” would be Kit"),
        (("piece", "end", "--rule", "race.trolls"), "“end” would be END"),
        (("race", "badgers", "--icon", "no-such-icon"), "game-icons.net has no icon “no-such-icon”."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_written(
    copy: Copy, icons: None, words: tuple[str, ...], sentence: str
) -> None:
    before = written(copy.folder)
    root = () if "--root" in words else ("--root", str(copy.folder))
    done = CliRunner().invoke(new.app, [*words, *root])
    assert isinstance(done.exception, NotationError), done
    for language in LANGUAGES:
        told = said(Words(language), done.exception)
        assert language != "en" or sentence in told
        assert done.exception.code not in told, "a sentence, not a code"
    assert written(copy.folder) == before


def test_where_no_icons_are_installed_that_is_said(copy: Copy, tmp_path: Path) -> None:
    shutil.copytree(copy.folder, tmp_path / "tree")
    for name, icon, told in (("badgers", "badger", True), ("stoats", new.UNSURE, False)):
        done = CliRunner().invoke(new.app, ["race", name, "--icon", icon, "--root", str(tmp_path / "tree")])
        assert done.exit_code == 0, done.output
        assert ("Whether there is an icon “badger” cannot be told here" in " ".join(done.output.split())) == told


def written(folder: Path) -> dict[Path, int]:
    """When each file of a tree was written."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.*") if "__pycache__" not in path.parts}
