"""A private game: one seat for the visitor, bots in the others, chance from a seed; coins are hidden by courtesy."""

from terrarium import catalog, courtesy
from terrarium.cli.screen import QUIET
from terrarium.cli.seats import choosers
from terrarium.cli.speech import because
from terrarium.kernel.contract import CHANCE, OVER, Game, Refusal
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.replay import Playback, spelled_out
from terrarium.mcp.seat import Declined, Page, Verdict
from terrarium.words import Words


class PrivateSeat:
    """A seat at a table of one's own."""

    def __init__(self, game: Game, seat: int, opponent: str, seed: int, words: Words) -> None:
        self.words = words
        self.title = game.title
        self.seat = seat
        self.playback = Playback(game)
        self.playback.state.watch()
        self.dealer = Dealer(seed)
        self.bots = choosers([opponent] * game.players, self.dealer, game, coins=courtesy.HIDDEN)

    def origin(self) -> Game:
        return self.playback.game

    def settle(self) -> None:
        """Let chance and the others answer until the visitor must."""
        while (player := self.playback.state.current_player()) not in (OVER, self.seat):
            state = self.playback.state
            action = self.dealer.choose(state) if player == CHANCE else self.bots[player](state, player)
            self.playback.apply(player, action)

    def look(self) -> Page:
        self.settle()
        state = self.playback.state
        news: list[str] = []
        for event in state.events(self.seat):
            if event.code not in QUIET:
                args = {"seat": event.seat, "cause": event.cause or "none", **event.args}
                news.append(self.words.say(f"event.{event.code}", args))
        state.forget_events()
        return Page(self.seat, state.view(self.seat), state.choices(self.seat), news)

    def why(self, move: str) -> Verdict:
        self.settle()
        state = self.playback.state
        actions, refusal = spelled_out(state, move)
        return self.refused(refusal) if refusal is not None else Verdict(True, price=state.explain(actions[0]))

    def refused(self, refusal: Refusal) -> Verdict:
        book = catalog.book_with(self.title, refusal.rule)
        statement = book.by_id.get(refusal.rule)
        told = statement.texts[self.words.language] if statement is not None else ""
        return Verdict(False, because(self.words, refusal), refusal.rule, told)

    def play(self, move: str) -> Page:
        self.settle()
        actions, refusal = spelled_out(self.playback.state, move)
        if refusal is not None:
            raise Declined(self.refused(refusal))
        for action in actions:
            self.playback.apply(self.seat, action)
        return self.look()
