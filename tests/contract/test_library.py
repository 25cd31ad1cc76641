"""What `import terrarium` promises: a game, and the titles there are, as often as they are asked for."""

import subprocess
import sys

ASKED = """
import terrarium
titles = list(terrarium.titles())
terrarium.game(titles[0], players=2)
import terrarium.titles
from terrarium.titles import records
assert list(terrarium.titles()) == titles
assert sorted(records()) == sorted(titles), titles
print(len(titles))
"""


def test_titles_can_be_asked_for_whatever_was_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True)
    assert done.stdout == "4\n", done.stderr
