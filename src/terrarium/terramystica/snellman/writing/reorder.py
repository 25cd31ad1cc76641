"""The actions of a turn in an order that the public server can be told."""

from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import at, top_of
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.snellman.writing.words import CONVERSIONS, conversions


def reordered(start: TerraMystica, block: list[int], end: TerraMystica) -> list[int]:
    """The turn's actions in an order that the server can be told, if one leads to the same position."""
    for candidate in candidates(start, block):
        state = start.clone()
        for action in candidate:
            if state.v[layout.HEIGHT] == 0 or action not in state.legal_actions():
                break
            state.apply(action)
        else:
            if list(state.v) == list(end.v):
                return candidate
    return block


def in_full(start: TerraMystica, block: list[int]) -> list[int]:
    """The turn's actions with the conversions that payments have made by themselves."""
    state = start.clone()
    state.watch()
    found: list[int] = []
    for action in block:
        seat = state.current_player()
        state.apply(action)
        if action < codes.CONVERT:
            for word in conversions(seat, state.events(0)):
                found += [codes.CONVERT + CONVERSIONS.index(word.text)] * word.n
        found.append(action)
        state.forget_events()
    return found


def candidates(start: TerraMystica, block: list[int]) -> list[list[int]]:
    """Conversions before the Darklings' stronghold instead of between it and its priests, and before a town tile
    instead of while it is asked which track stays."""
    found: list[list[int]] = []
    v = start.v
    if v[layout.HEIGHT] == 0 or v[at(int(v[top_of(v) + 1])) + layout.FACTION] < 0:
        return found
    if not any([action >= codes.CONVERT for action in block]):
        return found
    block = in_full(start, block)
    for i, action in enumerate(block):
        stronghold = action < codes.LONG and action % codes.BLOCK == codes.UPGRADE + 2
        town = codes.TOWN <= action < codes.STAY
        if not (stronghold or town):
            continue
        low, high = (codes.ORDAIN, codes.TAKE) if stronghold else (codes.STAY, codes.ORDAIN)
        ends = [k for k in range(i + 1, len(block)) if low <= block[k] < high]
        if not ends:
            continue
        between = block[i + 1 : ends[-1]]
        free = [a for a in between if a >= codes.CONVERT]
        if not free:
            continue
        kept = [a for a in between if a < codes.CONVERT]
        found.append([*block[:i], *free, action, *kept, *block[ends[-1] :]])
        power = [a for a in free if a <= codes.CONVERT + 3]
        rest = [a for a in free if a > codes.CONVERT + 3]
        if town and power and rest:
            found.append([*block[:i], *power, action, *kept, block[ends[-1]], *rest, *block[ends[-1] + 1 :]])
    return found
