"""A position as a small SVG picture: for notebooks, reports and environments.

    from terrarium.pictures import svg
    Path("board.svg").write_text(svg(state))

Drawn from the page a spectator sees, so a picture gives nothing away. In a notebook a state shows itself.
"""

import json
from functools import cache
from html import escape
from importlib import resources
from math import cos, pi, sin
from typing import Any

from terrarium.cartography import outline, plan_of
from terrarium.kernel.contract import SPECTATOR, State
from terrarium.kernel.handmade import map_in, unwrapped

TERRAIN = {
    "sea": "#8fbfc8", "lake": "#a5d0d2", "forest": "#7e9c62", "hill": "#c9b46b", "farmland": "#ebd489",
    "mountain": "#b9ac9c", "swamp": "#a9ae79",
    "river": "#5f9fb0", "mushroom": "#b98aa4", "crystal": "#9c97cf", "mine": "#b3955e", "mud": "#9a8270",
    "mudpool": "#9a8270", "chasm": "#55505e",
    "plains": "#c9a15e", "lakes": "#7fb4d0", "mountains": "#b9b4ac", "wasteland": "#c9674a", "desert": "#ecd66f",
}  # fmt: skip
OTHER = "#d8cfc0"
SEATS = (
    ("#c5341f", "#fff3dc"),
    ("#3f68cb", "#fff3dc"),
    ("#edbb2c", "#2b2118"),
    ("#2aa596", "#14231f"),
    ("#7b4aa8", "#fff3dc"),
)
"""Fill and ink of each seat's tokens."""
NATIVES = ("#8c7f6d", "#fff3dc")
INK = "#2b2118"

GAP = 40.0
"""Water between islands and round them."""
REGION_SIDE = 180.0
"""The side of a mean region on islands."""

Page = dict[str, Any]
Point = tuple[float, float]


def svg(state: State, width: int = 480) -> str:
    """The board of a state, `width` pixels wide; a table of scores where there is no drawing of its map."""
    page: Page = state.view(SPECTATOR)
    if "hexes" in page:
        return draw_hexes(page, width)
    outlines = own_outlines(state) or outlines_of(str(page["title"]), str(page["map"]))
    return draw_regions(page, outlines, width) if outlines else draw_note(page, width)


def own_outlines(state: State) -> Page | None:
    """The outlines of a map of the players' own, if the game is played on one."""
    options = state.origin().options
    name = map_in(options)
    if not name:
        return None
    data: Any = unwrapped(options[name], "map")
    plan = plan_of(data)
    if plan is None or not plan.drawable:
        return None
    own = outline(plan)
    beside = [outlines_of(str(data["map"]["title"]), side) for side in data["map"].get("beside", [])]
    return side_by_side([own, *[side for side in beside if side is not None]]) if beside else own


@cache
def outlines_of(title: str, map_name: str) -> Page | None:
    """The outlines of a map, or None where none were drawn. Islands (`l1a+s2b`) lie side by side."""
    if "+" in map_name:
        parts = [outlines_of(title, name) for name in map_name.split("+")]
        islands = [part for part in parts if part is not None]
        return side_by_side(islands) if len(islands) == len(parts) else None
    path = resources.files("terrarium") / "maps_outlines" / title / f"{map_name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def side_by_side(islands: list[Page]) -> Page:
    """Several drawings as one, each scaled so that regions are equally large everywhere."""
    joined: Page = {"width": GAP, "height": 0.0, "arcs": [], "regions": []}
    for island in islands:
        scale = (len(island["regions"]) / (island["width"] * island["height"])) ** 0.5 * REGION_SIDE
        left, first = joined["width"], len(joined["arcs"])
        joined["arcs"] += [[(left + x * scale, GAP + y * scale) for x, y in arc] for arc in island["arcs"]]
        for drawn in island["regions"]:
            joined["regions"].append(
                {
                    "id": len(joined["regions"]),
                    "rings": [[step + first if step > 0 else step - first for step in ring] for ring in drawn["rings"]],
                    "pole": [left + drawn["pole"][0] * scale, GAP + drawn["pole"][1] * scale],
                    "spot": [left + drawn["spot"][0] * scale, GAP + drawn["spot"][1] * scale],
                    "radius": drawn["radius"] * scale,
                }
            )
        joined["width"] = left + island["width"] * scale + GAP
        joined["height"] = max(joined["height"], island["height"] * scale + 2 * GAP)
    return joined


def sheet(width: int, box: Point, parts: list[str], page: Page) -> str:
    """The drawing with a line of words below it."""
    across, down = box
    line = across / 26
    height = round(width * (down + line * 1.6) / across)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:g} {down + line * 1.6:g}" width="{width}"'
        f' height="{height}" font-family="sans-serif" text-anchor="middle">'
    )
    place = f'x="{across / 2:g}" y="{down + line * 1.15:g}"'
    words = f'<text {place} font-size="{line:g}" fill="{INK}">{caption(page)}</text>'
    return "\n".join([head, *parts, words, "</svg>"])


def caption(page: Page) -> str:
    state = "over" if page["over"] else f"seat {page['player']}" if page["player"] >= 0 else "chance"
    return escape(f"{page['title']} · round {page['round']} of {page['rounds']} · {state}")


# --- the Small World family -----------------------------------------------------------------------


def draw_regions(page: Page, outlines: Page, width: int) -> str:
    frame = outlines["width"], outlines["height"]
    parts = [f'<rect width="{frame[0]:g}" height="{frame[1]:g}" fill="#8fbfc8"/>']
    holders = []
    for region, drawn in zip(page["regions"], outlines["regions"], strict=True):
        fill = TERRAIN.get(str(region["terrain"]), OTHER)
        title = escape(f"{region['id']}: {region['terrain']}" + (f", {region['holder']}" if region["holder"] else ""))
        parts.append(
            f'<path d="{path_of(outlines["arcs"], drawn["rings"])}" fill="{fill}" stroke="{INK}" stroke-width="3"'
            f' fill-rule="evenodd"><title>{title}</title></path>'
        )
        holders.append(draw_holder(region, drawn))
    return sheet(width, frame, parts + holders, page)


def path_of(arcs: list[list[Point]], rings: list[list[int]]) -> str:
    """Arcs are numbered from 1; a negative number is the same arc backwards."""
    found = []
    for ring in rings:
        points: list[Point] = []
        for step in ring:
            arc = arcs[abs(step) - 1]
            points += arc if step > 0 else arc[::-1]
        found.append("M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z")
    return "".join(found)


def draw_holder(region: Page, drawn: Page) -> str:
    """The number of tokens in the colour of their seat, paler in decline, and the pieces beside them."""
    x, y = drawn["pole"]
    size = min(34.0, drawn["radius"] * 0.6)
    spot = drawn["spot"]
    parts = [f'<text x="{spot[0]:g}" y="{spot[1]:g}" font-size="20" fill="{INK}" opacity="0.6">{region["id"]}</text>']
    if region["tokens"]:
        fill, ink = NATIVES if region["seat"] is None else SEATS[region["seat"] % len(SEATS)]
        pale = ' opacity="0.55"' if region["mode"] == "declined" else ""
        look = f'fill="{fill}" stroke="{INK}" stroke-width="3"{pale}'
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" {look}/>')
        parts.append(
            f'<text x="{x:g}" y="{y + size * 0.38:g}" font-size="{size * 1.1:g}" fill="{ink}"'
            f' font-weight="bold">{region["tokens"]}</text>'
        )
    if region["marks"]:
        words = ", ".join(name if n == 1 else f"{n} {name}" for name, n in region["marks"].items())
        words = escape(words.replace("_", " "))
        parts.append(f'<text x="{x:g}" y="{y - size * 1.25:g}" font-size="20" fill="{INK}">{words}</text>')
    return "".join(parts)


# --- Terra Mystica --------------------------------------------------------------------------------

SIDE = 40.0
"""From the middle of a hex to its corners."""
LETTERS = {"dwelling": "D", "trading_house": "T", "temple": "E", "stronghold": "S", "sanctuary": "A"}


def middle(row: int, column: int) -> Point:
    across = SIDE * 3**0.5
    return across * (column + 0.5 + (row % 2) / 2), SIDE * (1 + 1.5 * row)


def draw_hexes(page: Page, width: int) -> str:
    land = {cell["hex"]: middle(cell["row"], cell["column"]) for cell in page["hexes"]}
    parts = [hexagon(middle(cell["row"], cell["column"]), TERRAIN["river"]) for cell in page["rivers"]]
    for cell in page["hexes"]:
        name = escape(f"{cell['hex']}: {cell['terrain']}" + (f", {cell['building']}" if "building" in cell else ""))
        parts.append(hexagon(land[cell["hex"]], TERRAIN.get(cell["terrain"], OTHER), name))
        if "building" in cell:
            parts.append(draw_building(cell, land[cell["hex"]]))
    for bridge in page["bridges"]:
        if bridge["seat"] >= 0:
            (x, y), (z, w) = (land[end] for end in bridge["ends"])
            colour = SEATS[bridge["seat"] % len(SEATS)][0]
            parts.append(f'<path d="M{x:g} {y:g}L{z:g} {w:g}" stroke="{colour}" stroke-width="7"/>')
    across = max(x for x, _ in land.values()) + SIDE
    down = max(y for _, y in land.values()) + SIDE
    return sheet(width, (round(across, 1), down), parts, page)


def hexagon(at: Point, fill: str, name: str = "") -> str:
    corners = [(at[0] + SIDE * sin(k * pi / 3), at[1] + SIDE * cos(k * pi / 3)) for k in range(6)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    title = f"<title>{name}</title>" if name else ""
    return f'<polygon points="{points}" fill="{fill}" stroke="{INK}" stroke-width="1.5">{title}</polygon>'


def draw_building(cell: Page, at: Point) -> str:
    fill, ink = SEATS[cell["seat"] % len(SEATS)]
    ring = "#ffffff" if cell.get("town") else INK
    x, y = at
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="21" fill="{fill}" stroke="{ring}" stroke-width="3"/>'
        f'<text x="{x:.1f}" y="{y + 8:.1f}" font-size="24" fill="{ink}">{LETTERS.get(cell["building"], "?")}</text>'
    )


# --- no drawing -----------------------------------------------------------------------------------


def draw_note(page: Page, width: int) -> str:
    """Where a map has no drawing: who holds how many regions."""
    held: dict[int, int] = {}
    for region in page.get("regions", []):
        if region["seat"] is not None:
            held[region["seat"]] = held.get(region["seat"], 0) + 1
    parts = ['<rect width="520" height="200" fill="#efe6d4"/>']
    for seat in range(len(page["seats"])):
        fill, ink = SEATS[seat % len(SEATS)]
        x = 60 + seat * 95
        parts.append(f'<circle cx="{x}" cy="100" r="40" fill="{fill}" stroke="{INK}" stroke-width="3"/>')
        parts.append(f'<text x="{x}" y="113" font-size="36" fill="{ink}">{held.get(seat, 0)}</text>')
    return sheet(width, (520, 200), parts, page)
