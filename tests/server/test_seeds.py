"""A seed for tests: the same person's games come out the same again. Without one nobody can foretell a draw."""

from pathlib import Path
from typing import Any

from terrarium.server.ops.settings import Settings, from_environment
from terrarium.server.room import chance
from tests.server.harness import REAL, Client, Server


def games(folder: Path, seed: str, title: str, players: int, count: int = 1) -> list[tuple[str, str]]:
    """The commitments and records of somebody's first games between bots, on a server of their own."""
    folder.mkdir()
    with Server(folder, **REAL, TERRARIUM_SEED=seed) as server:
        ada = Client(server.base)
        found = []
        for _ in range(count):
            game = ada.new_game(["random", "greedy", "novice"][:players], title=title)["table"]["id"]
            ada.ended(game)
            found.append((ada.get(f"/games/{game}/fair")["commitment"], rows(ada.get(f"/games/{game}/record"))))
        return found


def rows(record: str) -> str:
    """What was played, by whom and on which board; not when."""
    return "\n".join(line for line in record.splitlines() if not line.startswith("# fair"))


def test_the_same_seed_plays_the_same_games(tmp_path: Path) -> None:
    one = games(tmp_path / "one", "a seed", "warcraft", 3, 2)
    two = games(tmp_path / "two", "a seed", "warcraft", 3, 2)
    other = games(tmp_path / "other", "another seed", "warcraft", 3)
    assert one == two, "boards, draws and bots"
    assert one[0] != one[1], "somebody's second game is another one"
    assert other[0] != one[0]
    assert len({record.splitlines()[0] for _, record in [*one, *other]}) > 1, "boards are drawn too"


def test_without_a_seed_no_two_games_are_alike(tmp_path: Path) -> None:
    one = games(tmp_path / "one", "", "small-world", 2)
    two = games(tmp_path / "two", "", "small-world", 2)
    assert one[0] != two[0]
    assert one[0][0] != chance.commitment(chance.seeded_secret("", 1))


def test_an_operator_has_no_seed() -> None:
    assert Settings().seed == ""
    assert from_environment({}).seed == ""


def test_a_server_with_a_seed_says_so(tmp_path: Path) -> None:
    with Server(tmp_path, TERRARIUM_SEED="known") as server:
        pass
    assert '"event": "seeded"' in server.log.read_text()
    assert "known" not in server.log.read_text()


def test_what_is_derived_is_no_draw() -> None:
    """Labels that begin with a word cannot meet those of draws, which begin with a place."""
    secret = chance.seeded_secret("x", 1)
    found: list[Any] = [chance.derived(secret, what) for what in ("board", "bot 1", "bot 2", "bot 12")]
    assert len(set(found)) == 4
    assert all(0 <= number < 2**48 for number in found)
