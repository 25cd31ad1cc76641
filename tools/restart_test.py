"""How soon does a restarted server play on? Prints the figures that the server promises about coming back.

    python tools/restart_test.py --games 1000

Makes live games, stops the server, starts it again, and measures: the first acknowledged move after the start of the
process, and how long a dropped client takes until it is current again.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.harness import Client, Server  # noqa: E402 - the path above must be in place first


def measure(games: int, title: str) -> dict[str, object]:
    with tempfile.TemporaryDirectory(prefix="terrarium-restart-") as folder:
        titles = "tests.server.toy:titles" if title == "coins" else "terrarium.catalog:titles"
        server = Server(Path(folder), TERRARIUM_TITLES=titles, TERRARIUM_LOG_LEVEL="error")
        server.fresh = True
        server.start()
        try:
            ada, bo = Client(server.base, "Ada"), Client(server.base, "Bo")
            tables = []
            for _ in range(games):
                table = ada.new_game(["me", "open"], title=title)["table"]["id"]
                bo.post(f"/games/{table}/seats/1/sit")
                tables.append(table)
            server.stop()
            began = time.monotonic()
            server.start()
            for who in (ada, bo):
                shown = who.view(tables[0])
                if shown["choices"]:
                    who.play(tables[0], shown["choices"][0]["text"])
            first_move = time.monotonic() - began
            began = time.monotonic()
            with ada.socket(tables[1], "?after=0") as socket:
                socket.until("hello")
            current = time.monotonic() - began
            return {"games": games, "first_move_s": round(first_move, 2), "current_again_s": round(current, 3)}
        finally:
            server.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how soon a restarted server plays on.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--title", default="small-world")
    given = parser.parse_args()
    print(json.dumps(measure(given.games, given.title)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
