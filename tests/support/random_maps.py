"""Maps that nobody would draw: a shuffled one with whatever changed."""

import copy
from typing import Any

from hypothesis import strategies as st

from terrarium.workshop.maps import MapFile
from terrarium.workshop.shuffle import shuffled

TITLES = ("small-world", "underground", "warcraft", "terra-mystica")
_made: dict[tuple[str, int, int], MapFile] = {}


def shuffled_once(title: str, players: int, seed: int) -> MapFile:
    key = (title, players, seed)
    if key not in _made:
        _made[key] = shuffled(title, players, seed)
    return _made[key]


WORDS = st.sampled_from(
    ["sea", "lake", "river", "chasm", "mountain", "hill", "mud", "mine", "farmland", "field", "crystal", "volcano",
     "monster", "murloc", "slot_S", "magic", "cavern", "nowhere"]
)  # fmt: skip


@st.composite
def changed_maps(draw: st.DrawFn, title: str) -> dict[str, Any]:
    """A map with places moved, terrain and symbols changed, regions gone: sometimes still one to play on."""
    data = copy.deepcopy(shuffled_once(title, draw(st.integers(2, 3)), draw(st.integers(1, 2))).data)
    page = data["map"]
    if "rows" in page:
        for _ in range(draw(st.integers(0, 3))):
            row, place = draw(st.integers(0, 8)), draw(st.integers(0, 11))
            letter = draw(st.sampled_from("YUKBGSR.x"))
            page["rows"][row] = page["rows"][row][:place] + letter + page["rows"][row][place + 1 :]
        return data
    for region in page["region"]:
        del region["borders"], region["edge"]
    for _ in range(draw(st.integers(0, 6))):
        region = page["region"][draw(st.integers(0, len(page["region"]) - 1))]
        kind = draw(st.sampled_from(["move", "move", "terrain", "symbols", "natives", "entry", "grow", "drop"]))
        spot = [draw(st.integers(0, 1000)), draw(st.integers(0, 1000))]
        if kind == "move":
            x, y = region["at"][0]
            near = [
                min(1000, max(0, x + draw(st.integers(-30, 30)))),
                min(1000, max(0, y + draw(st.integers(-30, 30)))),
            ]
            region["at"][0] = near if draw(st.booleans()) else spot
        elif kind == "terrain":
            region["terrain"] = draw(WORDS)
        elif kind == "symbols":
            region["symbols"] = draw(st.lists(WORDS, max_size=3))
        elif kind == "natives":
            region["natives"] = draw(st.integers(-1, 3))
        elif kind == "entry":
            region["entry"] = draw(st.booleans())
        elif kind == "grow":
            region["at"].append(spot)
        elif len(page["region"]) > 1:
            page["region"].remove(region)
    return data
