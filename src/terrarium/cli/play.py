"""`terrarium play`: a game in the terminal, against bots or with friends at one keyboard."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from terrarium import catalog, courtesy
from terrarium.cli.games import Options, wishes
from terrarium.cli.groups import Lang
from terrarium.cli.maps import placed
from terrarium.cli.screen import Screen
from terrarium.cli.seats import Chooser, check_kinds, choosers
from terrarium.cli.speech import because, fail, language, out, read_text, sentence
from terrarium.cli.units import Units, invited
from terrarium.kernel.contract import CHANCE, OVER, Game, NotationError, State
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.record import CHECKPOINT, Record
from terrarium.kernel.replay import Playback, spelled_out
from terrarium.words import Words
from terrarium.workshop.text import teach, units_in


class Session:
    """One game in the terminal: the playback, who sits where, and the commands a person may type."""

    def __init__(
        self, game: Game, kinds: list[str], seed: int, words: Words, coins: str = courtesy.HIDDEN, cores: int = 1
    ) -> None:
        self.playback = Playback(game)
        self.kinds = kinds
        self.coins = coins
        self.dealer = Dealer(seed)
        seated = [kind if kind != "human" else "random" for kind in kinds]
        self.bots: list[Chooser] = choosers(seated, self.dealer, game, cores=cores, coins=coins)
        self.words = words
        houses = [file.unit.name for file in units_in(game.options)]
        self.screen = Screen(words, [seat for seat, kind in enumerate(kinds) if kind == "human"], houses)
        self.quit = False
        self.shown = -1
        """How many rows were written when the table was last shown."""
        self.playback.state.watch()

    @property
    def state(self) -> State:
        return self.playback.state

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self.screen.cards()
        while not self.quit and (player := self.state.current_player()) != OVER:
            if player == CHANCE:
                self.playback.apply(CHANCE, self.dealer.choose(self.state))
            elif self.kinds[player] == "human":
                self.ask(player)
            else:
                self.playback.apply(player, self.bots[player](self.state, player))
        self.screen.news(self.state, 0)
        if self.state.current_player() == OVER:
            self.screen.result(self.state)

    def ask(self, seat: int) -> None:
        """Show the table and carry out one command."""
        choices = self.state.choices(seat)
        if self.shown != len(self.playback.log):
            self.shown = len(self.playback.log)
            self.screen.news(self.state, seat)
            view = courtesy.view(self.state, seat, self.coins)
            self.screen.table(view, choices)
            self.screen.choices(view, choices)
        try:
            line = out.input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            self.quit = True
            out.print(self.words.say("cli.left"))
            return
        try:
            self.command(seat, line, [choice.text for choice in choices])
        except NotationError as error:
            out.print(sentence(self.words, error), style="bold", markup=False)

    def command(self, seat: int, line: str, texts: list[str]) -> None:
        word, _, rest = line.partition(" ")
        if word.isdigit() and 1 <= int(word) <= len(texts):
            self.move(seat, texts[int(word) - 1])
        elif word == "why":
            self.why(rest)
        elif word == "undo":
            fence = self.playback.fence(seat)
            self.playback.undo(seat, fence if rest == "all" else max(fence, len(self.playback.line) - 1))
        elif word == "save" and rest:
            self.save(Path(rest))
        elif word == "rules":
            self.screen.cards(rest)
            self.screen.rules(catalog.rulebook(self.playback.game.title), rest)
        elif word == "position":
            known = courtesy.copy(self.playback.game, self.state, seat, self.coins)
            out.print(catalog.write_position(self.playback.game, known), markup=False)
        elif word in ("quit", "exit"):
            self.quit = True
        elif word in ("", "help", "?"):
            out.print(self.words.say("cli.help"))
        else:
            self.move(seat, line)

    def move(self, seat: int, text: str) -> None:
        """Play a line; a distribution is several actions, and none is played if one is refused."""
        actions, refusal = spelled_out(self.state, text)
        if refusal is not None:
            self.refuse(because(self.words, refusal), refusal.rule)
        for action in actions:
            self.playback.apply(seat, action)

    def refuse(self, text: str, rule: str) -> None:
        out.print(text, style="bold", markup=False)
        self.screen.statement(catalog.book_with(self.playback.game.title, rule), rule)

    def why(self, rest: str) -> None:
        """Why a move is not legal, or what it costs and why."""
        text = f"conquer {rest}" if rest.isdigit() else rest
        action = self.state.parse(text)
        refusal = self.state.why_illegal(action)
        if refusal is not None:
            self.refuse(because(self.words, refusal), refusal.rule)
        else:
            out.print(self.words.say("cli.legal", {"text": text}), markup=False)
        lines = self.state.explain(action)
        if lines:
            total = sum(n for _, n in lines)
            out.print(self.words.say("cli.price", {"lines": lines, "total": total}), markup=False)

    def save(self, path: Path) -> None:
        record = catalog.new_record(self.playback.game)
        record.names = dict(enumerate(self.kinds))
        record.rows = list(self.playback.log)
        record.add(CHECKPOINT, "scores " + " ".join(map(str, self.state.scores())))
        path.write_text(record.format(), encoding="utf-8")
        out.print(self.words.say("cli.saved", {"file": str(path)}), markup=False)


def play(
    title: Annotated[str, typer.Argument(help="A title, as `terrarium titles` lists them.")],
    seats: Annotated[str, typer.Option(help="One word a seat: human, or a bot: novice … master.")] = "human,random",
    map_name: Annotated[str, typer.Option("--map", help="A map of the title, or a map file of one's own.")] = "",
    seed: Annotated[int, typer.Option(help="Same seed, same dice and draws.")] = 0,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    option: Options = None,
    unit: Units = None,
    open_coins: Annotated[bool, typer.Option(help="Show everybody's coins instead of hiding them.")] = False,
    cores: Annotated[int, typer.Option(min=1, max=256, help="Processes in which a bot searches an answer.")] = 1,
    lang: Lang = "",
) -> None:
    """Play in the terminal."""
    speech = language(lang)
    words = Words(speech, title)
    kinds = seats.split(",")
    record = Record.parse(read_text(resume)) if resume else None
    if record is not None and record.title != title:
        fail(words, "unknown_title", {"title": record.title, "names": title})
    if record is not None and record.names:
        kinds = [record.names.get(seat, "random") for seat in range(record.players)]
    check_kinds([kind for kind in kinds if kind != "human"], title)
    if record is not None:
        game = catalog.game_of(record)
        teach(words, units_in(record.options))
    else:
        map_name, options = placed(title, map_name, invited(title, wishes(option), unit, words), words)
        game = catalog.game(title, len(kinds), map_name, options)
    coins = courtesy.OPEN if open_coins else courtesy.HIDDEN
    session = Session(game, kinds, seed or secrets.randbits(48), words, coins, cores)
    if record is not None:
        for row in record.rows:
            session.playback.play(row.who, row.text)
        session.state.forget_events()
    session.run()
