"""Random play of Warcraft on random selections of islands: nothing is lost, nothing leaks, order does not matter."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, SPECTATOR
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.core.data import COINS
from terrarium.smallworld.core.game import FamilyGame, Position
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.warcraft.kit import Warcraft, warcraft_kit
from tests.support.play import step
from tests.support.renumber import renumbered, translated

FLIPPED = {
    option.name: next(value for value in option.values if value != option.default)
    for option in catalog.title("warcraft").options
    if option.name != "variant"
}
"""Every option at another value than its default: the rules must hold together there too."""

TABLES = [
    (variant.name, players)
    for variant in catalog.title("warcraft").variants()
    for players in range(variant.players[0], variant.players[1] + 1)
]
"""Every way to play with every number of players."""


def table(variant: str, players: int, seed: int, flipped: bool) -> FamilyGame:
    """A game on boards drawn at random."""
    title = catalog.title("warcraft")
    assert isinstance(title, Warcraft)
    options = {**(FLIPPED if flipped else {}), "variant": variant}
    game = title.game(players, title.draw(players, seed), options)
    assert isinstance(game, FamilyGame)
    return game


def all_rows(page: dict[str, Any]) -> list[Any]:
    """Every combo that lies open."""
    return [combo for row in [page["row"], *page.get("other_rows", [])] for combo in row]


def check_murlocs(page: dict[str, Any], count: int) -> None:
    """Those that play against everybody are on the map or in hand, whatever happens to them."""
    mode, _, power, hand, retreat, in_tray = page["tribes"]["murlocs"]
    on_map = sum(tokens for holder, tokens, _ in page["regions"].values() if holder == "murlocs")
    assert (mode, power, retreat, in_tray) == ("active", "", 0, 0)
    assert hand >= 0
    assert on_map + hand == count
    assert page["wild_coins"] >= 0


def check_tokens(page: dict[str, Any], kit: Kit, natives: int) -> None:
    """Every token is on the map, in hand, in retreat or in the tray; beasts that are not pieces are among them."""
    on_map: dict[str, int] = {}
    beasts_placed = 0
    for holder, tokens, marks in page["regions"].values():
        if holder:
            assert tokens > 0 or marks.get("beast") or marks.get("champion")
            on_map[holder] = on_map.get(holder, 0) + tokens
        else:
            assert tokens == 0
            assert not set(marks) & {"beast", "champion", "fort", "wisp_wall", "watchtower", "bomb"}
        beasts_placed += marks.get("beast", 0)
    for race, tray in [(unit.name, int(unit.tray)) for unit in kit.units[: int(kit.n_races)] if not unit.wild]:
        mode, owner, power, hand, retreat, in_tray = page["tribes"].get(race, ["out", -1, "", 0, 0, tray])
        assert min(hand, retreat, in_tray) >= 0
        found = on_map.get(race, 0) + hand + retreat + in_tray
        if power == "beastmaster" and mode == "active":
            extra = page["notes"].get("beastmaster", 0) - beasts_placed
            assert 0 <= extra <= 5
            assert found in (tray, tray + extra), race
        else:
            assert found == tray, race
        assert (mode == "out") == (owner == -1)
    lost = page["tribes"].get("natives", ["", 0, "", 0, 0, 0])[5]
    assert on_map.get("natives", 0) + lost == natives


def check_pairs(page: dict[str, Any]) -> None:
    """Tauren never stand alone between turns' acts, but for a pair in decline that was broken."""
    tribe = page["tribes"].get("tauren")
    if tribe is None or tribe[0] != "active":
        return
    for holder, tokens, marks in page["regions"].values():
        if holder == "tauren":
            together = tokens + marks.get("beast", 0)
            assert together >= 2 or (together == 0 and marks.get("champion"))


def check_pieces(page: dict[str, Any], kit: Kit) -> None:
    """Every piece is in a region or in the stock; flipped bombs are gone, and markers turned over."""
    for mark in kit.marks:
        placed = sum(marks.get(mark.name, 0) for _, _, marks in page["regions"].values())
        there = placed + page["stock"].get(mark.name, mark.stock)
        assert there == mark.stock or (there < mark.stock and mark.name == "bomb"), mark.name


def check_banners(page: dict[str, Any], races: list[str]) -> None:
    """Every banner and every badge is in exactly one place."""
    banners = [combo[0] for combo in all_rows(page)] + page["stacked_races"] + page["returned_races"]
    banners += [race for race, tribe in page["tribes"].items() if race in races and tribe[0] != "out"]
    banners += [page["laid"]] if "laid" in page else []
    assert sorted(banners) == sorted(races)
    badges = [combo[1] for combo in all_rows(page)] + page["stacked_powers"] + page["discarded_powers"]
    badges += [tribe[2] for tribe in page["tribes"].values() if tribe[2]]
    assert sorted(badges) == sorted(catalog.title("warcraft").powers)


class Table(RuleBasedStateMachine):
    """Hypothesis plays; after every answer the books must balance."""

    @initialize(seats=st.sampled_from(TABLES), flipped=st.booleans(), seed=st.integers(0, 10**9))
    def sit_down(self, seats: tuple[str, int], flipped: bool, seed: int) -> None:
        self.variant, self.players = seats
        self.game = table(self.variant, self.players, seed, flipped)
        self.state = self.game.start()
        kit = self.game.kit
        self.natives = 0 if self.variant == "coop" else sum(int(n) for n in kit.board.natives)
        self.races = [kit.units[t].name for t in range(int(kit.n_races)) if kit.banners >> t & 1]
        self.dealer = Dealer(seed)
        self.deal()

    def deal(self) -> None:
        while self.state.current_player() == CHANCE:
            step(self.state, self.dealer)

    @rule(wish=st.integers(0, 10**6))
    def answer(self, wish: int) -> None:
        if self.state.current_player() == OVER:
            return
        self.state.watch()
        money = self.money()
        actions = self.state.legal_actions()
        self.state.apply(actions[wish % len(actions)])
        self.deal()
        events = [event for event in self.state.events(0) if event.cause != "combo"]
        gained = sum(int(str(e.args["n"])) for e in events if e.code in ("coins", "wild_coins"))
        paid = sum(int(str(e.args["n"])) for e in events if e.code in ("paid", "wild_paid"))
        picked = sum(int(str(e.args["n"])) for e in self.state.events(0) if e.code == "picked")
        assert self.money() - money == gained - paid + picked

    @rule(count=st.integers(20, 120))
    def random_answers(self, count: int) -> None:
        for _ in range(count):
            if self.state.current_player() != OVER:
                step(self.state, self.dealer)
        self.deal()

    def money(self) -> int:
        page: Any = self.state.dump()
        return int(sum(page["coins"]) + sum(combo[2] for combo in all_rows(page)) + page.get("wild_coins", 0))

    @invariant()
    def books_balance(self) -> None:
        if not hasattr(self, "state"):
            return
        page: Any = self.state.dump()
        check_tokens(page, self.game.kit, self.natives)
        check_pairs(page)
        check_pieces(page, self.game.kit)
        check_banners(page, self.races)
        if self.variant == "coop":
            check_murlocs(page, int(self.game.options["coop_murlocs"]))
        if self.variant == "team":
            tribes = {race: tribe for race, tribe in page["tribes"].items() if race != "natives"}
            factions = [self.game.kit.unit(race).faction for race in tribes]
            owners = [tribe[1] for tribe in tribes.values()]
            sides = {0: 2, 1: 0, 2: 1}
            for faction, owner in zip(factions, owners, strict=True):
                assert owner < 0 or self.game.sides()[owner] == sides[int(faction)]
        assert len(page["stack"]) <= 20
        assert all(coins >= 0 for coins in page["coins"])
        assert page["coins"] == page["ledger"]
        assert self.game.load(page).dump() == page

    @invariant()
    def list_and_reasons_agree(self) -> None:
        if not hasattr(self, "state"):
            return
        legal = set(self.state.legal_actions())
        for action in self.game.all_actions()[:: 3 if self.players == 2 else 37]:
            assert (self.state.why_illegal(action) is None) == (action in legal)

    @invariant()
    def prices_are_explained(self) -> None:
        if not hasattr(self, "state") or self.state.current_player() < 0:
            return
        for choice in self.state.choices(self.state.current_player()):
            if choice.verb == "conquer":
                why: Any = choice.facts["why"]
                assert sum(n for _, n in why) == choice.facts["price"]

    @invariant()
    def seats_see_no_secret(self) -> None:
        if not hasattr(self, "state"):
            return
        for seat in [*range(self.players), SPECTATOR]:
            other = self.state.clone()
            assert isinstance(other, Position)
            for k in range(self.players):
                if k != seat:
                    other.v[COINS + k] += 3 + k
            if self.state.current_player() != OVER:
                assert other.view(seat) == self.state.view(seat)


Table.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
TestTable = Table.TestCase


# --- numbering regions otherwise, asking abilities in another order ------------------------------------


def translated_page(page: dict[str, Any], number: list[int]) -> dict[str, Any]:
    """A dump with its regions called otherwise, but for the frames, which the legal actions compare well enough."""
    new = dict(page)
    new["regions"] = {str(number[int(r)]): held for r, held in page["regions"].items()}
    new["stack"] = len(page["stack"])
    return new


@pytest.mark.parametrize(("variant", "players"), [*TABLES[:2], *TABLES[3:5], *TABLES[-2:]])
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**9), flipped=st.booleans(), data=st.data())
def test_calling_regions_otherwise_changes_nothing(
    variant: str, players: int, seed: int, flipped: bool, data: Any
) -> None:
    game = table(variant, players, seed, flipped)
    number: list[int] = data.draw(st.permutations(range(int(game.kit.board.n))))
    kit = warcraft_kit(renumbered(game.kit.board, number), players, game.options)
    one, other = game.start(), FamilyGame(kit, 1, game.options).start()
    dealer = Dealer(seed)
    while one.current_player() != OVER:
        assert other.current_player() == one.current_player()
        assert {translated(a, number) for a in one.legal_actions()} == set(other.legal_actions())
        other.apply(translated(step(one, dealer), number))
        stack: Any = other.dump()["stack"]
        assert translated_page(one.dump(), number) == {**other.dump(), "stack": len(stack)}
    assert one.winners() == other.winners()


@pytest.mark.parametrize(("variant", "players"), [TABLES[0], *TABLES[2:4], *TABLES[5:]])
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**9), flipped=st.booleans())
def test_asking_abilities_in_another_order_changes_nothing(
    variant: str, players: int, seed: int, flipped: bool
) -> None:
    game = table(variant, players, seed, flipped)
    kit = warcraft_kit(game.kit.board, players, game.options, reversed_crews=True)
    one, other = game.start(), FamilyGame(kit, 1, game.options).start()
    dealer = Dealer(seed)
    while one.current_player() != OVER:
        assert one.legal_actions() == other.legal_actions()
        other.apply(step(one, dealer))
        assert one.dump() == other.dump()
