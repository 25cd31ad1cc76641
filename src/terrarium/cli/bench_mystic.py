"""Two more figures for Terra Mystica: listing the moves of a main decision, and replaying the recorded games."""

import os
import time
from pathlib import Path

import terrarium
from terrarium.cli.logs import TITLE
from terrarium.kernel.contract import Game
from terrarium.kernel.dealer import Dealer
from terrarium.terramystica.bench import list_often, to_main
from terrarium.terramystica.game import TerraMysticaGame
from terrarium.terramystica.snellman.log import read_log
from terrarium.terramystica.snellman.replay.player import LogPlayer

TRIES = 3
POSITIONS = 240
"""Main decisions looked at, each of another game: what they cost differs more than anything done to the listing."""
DEPTH = 24
"""They are spread over that many main decisions from the first."""
TIMES = 200


def main_listing(game: Game) -> tuple[float, float]:
    """Microseconds to find the legal moves of a main decision: inside the engine, and as `legal_actions()`."""
    assert isinstance(game, TerraMysticaGame)
    inside = called = 0.0
    found = 0
    for place in range(POSITIONS):
        state = game.new()
        if not to_main(state, Dealer(place + 1), place % DEPTH):
            continue
        found += 1
        quick = slow = float("inf")
        for _ in range(TRIES):
            start = time.process_time()
            list_often(state, TIMES)
            quick = min(quick, time.process_time() - start)
            legal = state.legal_actions
            start = time.process_time()
            for _ in range(TIMES):
                legal()
            slow = min(slow, time.process_time() - start)
        inside += quick
        called += slow
    scale = 1e6 / TIMES / max(found, 1)
    return inside * scale, called * scale


def recorded() -> list[Path]:
    """The recorded games: those of the folder TERRARIUM_CONFORMANCE, or beside the repository."""
    beside = Path(terrarium.__file__).resolve().parents[3] / "shared" / "conformance"
    folder = Path(os.environ.get("TERRARIUM_CONFORMANCE", beside))
    return sorted([*folder.glob("*.log"), *(folder / TITLE).glob("*.log")])


def replays() -> dict[str, object]:
    """Milliseconds to play one recorded game, reading of its text not counted: the mean and the slowest."""
    games = recorded()
    if not games:
        return {"games": 0, "replay_ms": None, "slowest_replay_ms": None}
    spent: list[float] = []
    for path in games:
        text = path.read_text("utf-8")
        best = float("inf")
        for _ in range(TRIES):
            player = LogPlayer(read_log(text))
            start = time.process_time()
            player.set_up()
            for line in player.log.lines:
                player.play_line(line)
            player.finish()
            best = min(best, time.process_time() - start)
        spent.append(best * 1000)
    return {
        "games": len(games),
        "replay_ms": round(sum(spent) / len(spent), 2),
        "slowest_replay_ms": round(max(spent), 2),
    }
