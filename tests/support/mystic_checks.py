"""What always holds in Terra Mystica, whatever is played; and whole games that are checked on the way."""

import json
from collections import Counter

from terrarium import catalog
from terrarium.bots.minds import idle, mind_of, searchable
from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer
from terrarium.search.greedy import Greedy
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import at
from terrarium.terramystica.game import TerraMystica, TerraMysticaGame
from terrarium.terramystica.names import FACTIONS
from terrarium.terramystica.snellman.replay.ledger import Ledger
from terrarium.terramystica.tables import PRIEST_PIECES

EXPANSION = {"town_tiles": "expansion", "shipping_card": "on", "temple_tile": "on", "turn_order": "passing"}
READINGS = {"leech_vp_rule": "strict", "strict_split": "on", "spade_credit": "used", "cultist_errata": "off"}
TOKENS = 12


def table(seed: int) -> TerraMysticaGame:
    """Every number of players, with and without the options."""
    options: dict[str, str] = {}
    if seed % 2:
        options |= EXPANSION
    if seed % 3 == 0:
        options |= READINGS
    if seed % 5 == 0:
        options["leaving"] = "on"
    if seed % 4 == 1:
        options["idle_actions"] = "on"
    game = catalog.game("terra-mystica", 2 + seed % 4, options=options)
    assert isinstance(game, TerraMysticaGame)
    return game


def eager(state: TerraMystica, dealer: Dealer) -> int:
    """A player who builds where possible, so that strongholds, towns and late tiles are reached."""
    legal = state.legal_actions()
    if state.current_player() == CHANCE:
        return dealer.pick(legal)
    worth = [a for a in legal if a < codes.LONG and a % codes.BLOCK in (0, 8, 9, 10, 11)]
    if worth and dealer.below(3):
        return dealer.pick(worth)
    worth = [a for a in legal if not codes.PASS <= a < codes.CONNECT and a < codes.CONVERT and a != codes.DONE]
    if worth and dealer.below(8):
        return dealer.pick(worth)
    return dealer.pick(legal)


def greedy(state: TerraMystica, bot: Greedy, dealer: Dealer) -> int:
    """The greedy player's answer; factions are drawn, so that all of them are played."""
    legal = state.legal_actions()
    if len(legal) == 1 or codes.PICK <= legal[0] < codes.PICK + len(FACTIONS):
        return dealer.pick(legal)
    thinking = searchable(state)
    if thinking.current_player() != state.current_player():
        return idle(state, legal)
    glance = bot.look(thinking)
    action = int(glance.actions[glance.best])
    return action if action in legal else idle(state, legal)


def check(state: TerraMystica) -> None:
    """Pieces, tokens and places."""
    v = state.v
    game = state.game
    assert v[layout.HEIGHT] < layout.DEPTH
    tens = [0, 0, 0, 0]
    for seat in range(game.players):
        o = at(seat)
        bowls = [v[o + layout.BOWL1 + i] for i in range(3)]
        assert min(bowls) >= 0
        assert sum(bowls) <= TOKENS
        goods = [v[o + k] for k in (layout.VP, layout.COINS, layout.WORKERS, layout.PRIESTS, layout.KEYS)]
        assert min(goods) >= 0
        assert v[o + layout.PRIESTS] + v[o + layout.SENT] <= PRIEST_PIECES
        assert bin(v[o + layout.BRIDGES]).count("1") <= 3
        for kind, most in ((1, 8), (2, 4), (3, 3), (4, 1), (5, 1)):
            assert 0 <= v[o + layout.COUNT + kind] <= most
        for track in range(4):
            assert 0 <= v[o + layout.CULT + track] <= 10
            tens[track] += v[o + layout.CULT + track] == 10
        own = [v[layout.OWN + seat * layout.OWN_SIZE + i] for i in range(v[o + layout.OWNS])]
        assert len(set(own)) == len(own)
        assert all((v[layout.HEX + h] >> 6) & 7 == seat + 1 for h in own)
    assert max(tens) <= 1
    assert min(v[layout.FAVOR_LEFT + i] for i in range(12)) >= 0
    assert min(v[layout.TOWN_LEFT + i] for i in range(8)) >= 0


def check_towns(state: TerraMystica) -> None:
    """Neighbours of one colour lie in a town both or neither: no building in two towns, none half inside."""
    v = state.v
    for h in range(77):
        for n in state.chart.atlas.around[h]:
            if n < 100 and v[layout.HEX + h] >= 8 and (v[layout.HEX + h] ^ v[layout.HEX + n]) & 448 == 0:
                assert (v[layout.HEX + h] ^ v[layout.HEX + n]) & layout.IN_TOWN == 0


def check_list(state: TerraMystica) -> None:
    """What is listed is exactly what no reason forbids; dump, load and clone change nothing."""
    game = state.game
    assert state.legal_actions() == [a for a in game.all_actions() if state.why_illegal(a) is None]
    assert list(game.load(json.loads(json.dumps(state.dump()))).v) == list(state.v)
    assert list(state.clone().v) == list(state.v)


def check_ledgers(state: TerraMystica, ledgers: list[Ledger]) -> None:
    """Everything anybody has was told by an event; tokens leave the bowls by burning alone."""
    for event in state.events(0):
        if event.seat >= 0:
            ledgers[event.seat].take(event)
    state.forget_events()
    for seat, ledger in enumerate(ledgers):
        o = at(seat)
        if state.v[o + layout.FACTION] < 0:
            continue
        held = [state.v[o + k] for k in (layout.VP, layout.COINS, layout.WORKERS, layout.PRIESTS, layout.KEYS)]
        assert held == list(ledger.goods.values())
        assert [state.v[o + layout.BOWL1 + i] for i in range(3)] == ledger.bowls
        assert [state.v[o + layout.CULT + i] for i in range(4)] == ledger.cults


class Tally:
    """Games played and what was checked in them."""

    def __init__(self) -> None:
        self.games: Counter[str] = Counter()
        self.factions: Counter[str] = Counter()
        self.players: Counter[int] = Counter()
        self.decisions = 0
        self.positions = 0
        self.lists = 0
        self.towns = 0

    def play(self, seed: int) -> None:
        """One checked game: at random, eagerly or by the greedy bot, in turn; lists are compared now and then."""
        manner = ("random", "eager", "greedy")[seed // 4 % 3]
        game = table(seed)
        state = game.new()
        state.watch()
        dealer = Dealer(seed)
        bot = Greedy(mind_of(state))
        ledgers = [Ledger() for _ in range(game.players)]
        while (seat := state.current_player()) != OVER:
            if manner == "random" or seat == CHANCE:
                action = dealer.pick(state.legal_actions())
            elif manner == "eager":
                action = eager(state, dealer)
            else:
                action = greedy(state, bot, dealer)
            assert state.why_illegal(action) is None
            state.apply(action)
            check(state)
            check_ledgers(state, ledgers)
            self.decisions += 1
            self.positions += 1
            if dealer.below(150) == 0:
                check_list(state)
                self.lists += 1
        check_towns(state)
        assert state.legal_actions() == []
        assert state.winners()
        self.games[manner] += 1
        self.players[game.players] += 1
        for seat in range(game.players):
            self.factions[FACTIONS[state.v[at(seat) + layout.FACTION]]] += 1
            self.towns += len([t for t in range(8) for _ in range((state.v[at(seat) + layout.TOWNS] >> (3 * t)) & 7)])
