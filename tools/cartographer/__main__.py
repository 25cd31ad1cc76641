"""Draw the outlines of region maps and keep them in the package.

    python -m tools.cartographer                        every map of every title
    python -m tools.cartographer small-world            every map of one title
    python -m tools.cartographer small-world 2p 3p      these maps
    python -m tools.cartographer --sheet maps.svg       a sheet of the kept outlines, to look at

Needs NumPy, which nothing else of the rules does, and which only the person who adds or changes a map needs. The same
map and seed give the same file. Of several seeds (`--tries`, from `--seed` on) the drawing whose tightest place is
widest is kept. `tests/meta/test_outlines.py` then checks the kept files without any of this code.

How a map comes about: `topology` finds which arcs there must be and where they meet; `sketch` draws them exactly;
`relax` lets them settle; `ink` and `outline` draw them by hand and light; `figures` measures the result.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tools.cartographer.atlas import draw, path
from tools.cartographer.outline import Crossed, text
from tools.cartographer.sheet import sheet
from tools.cartographer.topology import Unplanar
from tools.check_maps import MAPS, faults, load, names


def main() -> int:
    """Draw what the command line names; 0 when every map could be drawn."""
    parser = argparse.ArgumentParser(prog="python -m tools.cartographer", description="Draw outlines of region maps.")
    parser.add_argument("title", nargs="?", choices=list(MAPS))
    parser.add_argument("maps", nargs="*", metavar="map")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tries", type=int, default=12)
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="write the kept outlines as one SVG picture instead")
    chosen = parser.parse_args()
    titles = [chosen.title] if chosen.title else list(MAPS)
    todo = [(title, name) for title in titles for name in chosen.maps or names(title)]
    for title, name in todo:
        if name not in names(title):
            parser.error(f"{title} has no map {name}; it has {', '.join(names(title))}")
    if chosen.sheet:
        chosen.sheet.write_text(sheet(todo), encoding="utf-8")
        return 0
    return max([_one(title, name, chosen.seed, chosen.tries) for title, name in todo])


def _one(title: str, name: str, seed: int, tries: int) -> int:
    start = time.process_time()
    data = load(title, name)
    wrong = faults(data)
    if wrong:
        print(f"{title} {name}: {wrong[0]}", file=sys.stderr)
        return 1
    try:
        drawing, found, hand = draw(data, seed, tries)
    except (Unplanar, Crossed) as error:
        print(f"{title} {name}: {error}", file=sys.stderr)
        return 1
    place = path(title, name)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text(drawing), encoding="utf-8")
    size = place.stat().st_size / 1000
    print(f"{title} {name}: {found}, {size:.0f} kB, seed {hand}, {time.process_time() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
