"""What an action names: hex, terrain, building, tile …"""

from terrarium.terramystica import codes
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.map.board import Chart
from terrarium.terramystica.names import BUILDINGS, CULTS, FACTIONS, TERRAINS


def parts_of(chart: Chart, action: int) -> dict[str, object]:
    """What buttons show and refusals may say."""
    if action < codes.LONG:
        h, part = divmod(action, codes.BLOCK)
        page: dict[str, object] = {"hex": chart.land_names[h]}
        if codes.TRANSFORM <= part < codes.UPGRADE:
            page["terrain"] = TERRAINS[part - codes.TRANSFORM]
        else:
            page["building"] = BUILDINGS[part - codes.UPGRADE + 2 if part else 1]
        return page
    if action < codes.TILE:
        h, t = divmod(action - codes.LONG, 7)
        return {"hex": chart.land_names[h], "terrain": TERRAINS[t], "long": True}
    if codes.SEND <= action < codes.ACT:
        return {"track": CULTS[(action - codes.SEND) // 3], "steps": (action - codes.SEND) % 3 + 1}
    if codes.ORDAIN <= action < codes.TAKE:
        return {"n": action - codes.ORDAIN + 1}
    key, name = codes.named_by(chart, action)
    if key == "faction":
        return {"faction": name, "terrain": TERRAINS[HOME_OF[FACTIONS.index(name)]]}
    return {key: name} if key and name else {}
