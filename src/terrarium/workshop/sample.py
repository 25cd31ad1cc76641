"""What regions of a sample map cost a unit: a position of a real game in which its owner is about to conquer, priced by
the rules, beside what the same regions would cost it without its sentences."""

import copy
import json
from typing import Any

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, NotationError, State
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.core.board import ALIKE, FEATURES
from terrarium.smallworld.core.data import ACTIVES
from terrarium.smallworld.core.game import FamilyGame, Position
from terrarium.smallworld.core.opcodes import STATIC, WHERE
from terrarium.smallworld.core.reckoning import of_map, regions_like
from terrarium.smallworld.core.verbs import put_thing, uncover
from terrarium.smallworld.core.vocabulary import MASKS, TERRAINS
from terrarium.workshop.files import UnitFile, option_of, read_unit
from terrarium.workshop.trial import begin_with, combo_with, partners_of

PLAYERS = 3
ROUND = 2
"""The round in which it is looked at: the unit holds some regions already, and so do others."""
MOST_STEPS = 600
ELSEWHERE = ("here", "spot", "aimed", "with_piece", "resented")
"""Words for regions that speak of more than this position shows."""
SHORT = "not_enough_tokens"
"""Why a region cannot be taken that could be attacked."""


def sample(file: UnitFile, title: str, seed: int = 1) -> dict[str, object]:
    """A position with this unit, and what each region costs it now."""
    board = catalog.title(title).draw(PLAYERS, seed)
    game = catalog.game(title, PLAYERS, board, dict([option_of(file)]))
    assert isinstance(game, FamilyGame)
    state, owner = about_to_conquer(game, file, seed)
    view: Any = state.view(owner)
    tribes = view["seats"][owner]["tribes"]
    page: dict[str, object] = {
        "title": title,
        "map": view["map"],
        "regions": view["regions"],
        "factions": view.get("factions"),
        "seat": owner,
        "hand": sum(tribe["hand"] for tribe in tribes if tribe["mode"] == "active"),
        "prices": [],
        "counts": counts(state, owner),
    }
    if state.current_player() == owner:
        bare = without(file, title, board, state)
        lines = [priced(state, bare, r) for r in range(len(view["regions"]))]
        page["prices"] = [line for line in lines if line is not None]
    return page


def counts(state: Position, owner: int) -> dict[str, int]:
    """How many regions each word for regions means, for the owner's active race."""
    tribe = int(state.v[ACTIVES + owner])
    if tribe < 0:
        return {}
    found: dict[str, int] = {}
    for word, code in MASKS.items():
        if word not in ELSEWHERE:
            mask = of_map(state, code, 0) if code < STATIC else state.held(tribe)
            if code >= STATIC and word != "held":
                mask = regions_like(state, tribe, code, 0)
            found[word] = int(mask).bit_count()
    for word in TERRAINS:
        found[word] = int(of_map(state, WHERE, FEATURES.index(ALIKE.get(word, word)))).bit_count()
    return found


def about_to_conquer(game: FamilyGame, file: UnitFile, seed: int) -> tuple[Position, int]:
    """The unit's owner has had a turn, others have had theirs, and now it may attack again; and whose seat it is."""
    partners = partners_of(game, file)
    race, power, thing = combo_with(game, file, partners[seed % len(partners)], seed)
    dealer = Dealer(seed)
    state = game.start()
    begin_with(state, race, power, dealer)
    seats: Any = state.view(0)["seats"]
    owner = next((seat["seat"] for seat in seats if seat["active"] == race), 0)
    first: State | None = None
    for _ in range(MOST_STEPS):
        player = state.current_player()
        if player == OVER:
            break
        codes = state.legal_actions()
        if player == CHANCE:
            state.apply(dealer.choose(state))
            continue
        texts = [state.text(code) for code in codes]
        if player == owner and any(text.startswith("conquer") for text in texts):
            if thing:
                keep(state, race, thing)
            first = first or state.clone()
            turn: Any = state.view(owner)["round"]
            if turn >= ROUND:
                return state, owner
        # Nobody declines here: the sample shows races at work.
        working = [code for code, text in zip(codes, texts, strict=True) if not text.startswith("decline")]
        state.apply(dealer.pick(working or codes))
    return (first if isinstance(first, Position) else state), owner


def keep(state: Position, race: str, thing: str) -> None:
    """The thing lies with this race from now on, if it holds a region and nobody has found the thing."""
    unit, tribe = state.kit.unit(thing), state.kit.unit(race).id
    held = state.held(tribe)
    if held and state.unseen() & unit.bit:
        uncover(state, unit.bit)
        put_thing(state, unit.bit, next(r for r in range(int(state.kit.board.n)) if (held >> r) & 1))


def without(file: UnitFile, title: str, board: str, state: Position) -> Position | None:
    """The same position for the same unit without its sentences; None where that is none."""
    data: Any = copy.deepcopy(file.data)
    data["unit"]["ability"] = []
    bare = read_unit(json.dumps(data))
    if not bare.ok:
        return None
    try:
        found = catalog.game(title, PLAYERS, board, dict([option_of(bare)])).load(state.dump())
    except NotationError:
        return None
    assert isinstance(found, Position)
    return found


def priced(state: Position, bare: Position | None, region: int) -> dict[str, object] | None:
    """What one region costs, with the sentences and without; None where it cannot be attacked either way."""
    now, plain = price_of(state, region), None if bare is None else price_of(bare, region)
    if now is None and plain is None:
        return None
    return {"region": region, "price": now, "plain": plain}


def price_of(state: Position, region: int) -> int | None:
    """What a region costs; None where it cannot be attacked."""
    code = state.parse(f"conquer {region}")
    refusal = state.why_illegal(code)
    if refusal is not None and refusal.code != SHORT:
        return None
    return sum(n for _, n in state.explain(code))
