"""`tools/rule_lines.py`: which lines of the rules it counts, and where."""

from tools.rule_lines import AHEAD, BESIDE, OWN, ROOT, SOURCE, SUMMED, counted, lines_of_code, modules, room_of

SAMPLE = '''"""What it is."""

import os
from pathlib import (
    Path,
)

# Why it is so.
SIZE = {
    "a": 1,  # counted
}


def size(path: Path) -> int:
    """How big it is.

    In bytes.
    """
    words = """one
    two"""
    return len(words)
'''


def test_blank_lines_comments_docstrings_and_imports_are_no_code() -> None:
    assert lines_of_code(SAMPLE) == 7


def test_every_room_has_lines_and_what_is_left_out_exists() -> None:
    lines = counted(modules(""))
    assert all(lines[room] > 0 for room in SUMMED + BESIDE)
    for folder, names in OWN.items():
        assert all((ROOT / SOURCE / folder / f"{name}.py").exists() for name in names)


def test_what_is_no_rule_is_counted_nowhere() -> None:
    assert room_of("server/room/moves.py") == "" == room_of("workshop/shuffle.py")
    assert room_of("smallworld/core/brew.py") == room_of("terramystica/map/painted.py") == "players' own"
    assert room_of(f"smallworld/core/{AHEAD}.py") == "a turn ahead"
    assert room_of("smallworld/core/folds.py") == "family's core"
    assert room_of("smallworld/classic/races.py") == room_of("smallworld/mixing.py") == "units"
    assert room_of("terramystica/snellman/log.py") == room_of("terramystica/snellman_play.py") == "logs"
