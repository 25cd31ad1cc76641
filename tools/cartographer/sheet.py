"""A sheet of kept outlines as one SVG picture, for the eye only."""

from __future__ import annotations

import json

from tools.cartographer.atlas import path
from tools.cartographer.outline import Outline, rings
from tools.check_maps import load

COLOURS = {
    "sea": "#8fc0d0", "lake": "#a6d0de", "farmland": "#ebd282", "field": "#ebc864", "forest": "#6f9b5c",
    "swamp": "#98a66f", "hill": "#cdb36e", "mountain": "#b0a69b", "mud": "#7d5a3c", "mushroom": "#be5a82",
    "crystal": "#786ec8", "mine": "#aa7d32", "river": "#3296aa", "chasm": "#19141e",
}  # fmt: skip
COLUMNS, CELL, GAP = 4, 1000, 60


def sheet(maps: list[tuple[str, str]]) -> str:
    """The kept outlines of these maps, four in a row."""
    parts, top, tallest = [], GAP, 0.0
    for number, (title, name) in enumerate(maps):
        if number and number % COLUMNS == 0:
            top, tallest = top + round(tallest) + 2 * GAP, 0.0
        drawing: Outline = json.loads(path(title, name).read_text(encoding="utf-8"))
        left = GAP + (number % COLUMNS) * (CELL + GAP)
        parts.append(f'<g transform="translate({left} {top})">{_map(title, name, drawing)}</g>')
        tallest = max(tallest, drawing["height"])
    width, height = GAP + min(COLUMNS, len(maps)) * (CELL + GAP), top + round(tallest) + 2 * GAP
    style = "<style>path{stroke:#2a2118;stroke-width:3;stroke-linejoin:round}text{font:28px sans-serif}</style>"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{style}'
    return f'{head}<rect width="100%" height="100%" fill="#f0e6cc"/>{"".join(parts)}</svg>\n'


def _map(title: str, name: str, drawing: Outline) -> str:
    parts = [f'<rect width="{drawing["width"]}" height="{drawing["height"]}" fill="#1f4e62"/>']
    regions = load(title, name)["regions"]
    for region, ring in zip(regions, rings(drawing), strict=True):
        line = " ".join(f"{x:g},{y:g}" for x, y in ring)
        parts.append(f'<path d="M{line}Z" fill="{COLOURS[region["features"][0]]}"/>')
    for region, drawn in zip(regions, drawing["regions"], strict=True):
        (x, y), (sx, sy) = drawn["pole"], drawn["spot"]
        parts.append(f'<circle cx="{x}" cy="{y}" r="{drawn["radius"]}" fill="none" stroke="#0004"/>')
        parts.append(f'<circle cx="{sx}" cy="{sy}" r="6" fill="#0006"/>')
        parts.append(f'<text x="{x}" y="{y + 10}" text-anchor="middle">{region["id"]}</text>')
    parts.append(f'<text y="{drawing["height"] + 34}">{title} {name}</text>')
    return "".join(parts)
