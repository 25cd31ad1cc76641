"""What the terminal shows of a game of the Small World family or any other: the view, its choices, its news.

It knows views, events and choices, no rule. A view with `regions` is drawn as a table of regions.
"""

from typing import Any

from rich.table import Table

from terrarium.cli.speech import out
from terrarium.kernel.contract import SPECTATOR, Choice, Event, State
from terrarium.kernel.rulebook import Rulebook
from terrarium.words import Words
from terrarium.words.moves import spell

SEAT_STYLES = ("bold red", "bold blue", "bold green", "bold yellow", "bold magenta")
QUIET = ("turn", "deployed", "mustered")
"""Events that would only make the log longer."""


class Screen:
    """Prints a game for the people at one keyboard."""

    def __init__(self, words: Words, people: list[int], houses: list[str] | None = None) -> None:
        self.words = words
        self.people = people
        self.houses = houses or []
        """Units of somebody's own at this table, whose cards are no statements of the rulebook."""

    def news(self, state: State, seat: int) -> None:
        """What happened since the last look, in sentences."""
        for event in state.events(seat):
            if event.code not in QUIET:
                out.print(self.told(event), style="dim", markup=False)
        state.forget_events()

    def told(self, event: Event) -> str:
        args = {"seat": event.seat, "cause": event.cause or "none", **event.args}
        return self.words.say(f"event.{event.code}", args)

    def table(self, view: Any, choices: list[Choice]) -> None:
        """The board, the row and the players, as whoever sees this view does."""
        say = self.words.say
        out.rule(say("cli.round", {"n": view["round"], "of": view["rounds"]}))
        if "regions" in view:
            self.regions(view, {c.facts.get("region"): c for c in choices if c.verb == "conquer"})
        if "hexes" in view:
            self.hexes(view)
        if "variant" in view:
            self.variant(view)
        if "row" in view:
            self.row(view)
        for player in view["seats"]:
            self.player(player)

    def variant(self, view: Any) -> None:
        """Another way to play: its name, what it takes to win, and who plays with or against whom."""
        way = view["variant"]
        key = f"variant.{way['name']}"
        out.print(self.words.say(key), style="bold", markup=False)
        out.print("  " + self.words.say(f"{key}.goal", way), markup=False)
        self.sides(view)

    def sides(self, view: Any) -> None:
        """The teams of a game, or the race that everybody plays against."""
        key = f"variant.{view['variant']['name']}.line"
        for team in view["variant"].get("teams", []):
            names = " · ".join(self.words.seat(seat) for seat in team["seats"])
            facts = {"team": team["name"], "names": names, "score": "none" if team["score"] is None else team["score"]}
            out.print("  " + self.words.say(key, facts), markup=False)
        if "wild" in view:
            wild = {**view["wild"], "regions": len(view["wild"]["regions"])}
            out.print("  " + self.words.say(key, wild), markup=False)

    def regions(self, view: Any, targets: dict[Any, Choice]) -> None:
        table = Table(box=None, padding=(0, 2, 0, 0))
        for key in ("cli.region", "cli.terrain", "cli.holder", "cli.tokens", "cli.price_column"):
            table.add_column(self.words.say(key))
        for row in view["regions"]:
            table.add_row(
                str(row["id"]), self.land(row), self.holder(row), str(row["tokens"] or ""), self.target(targets, row)
            )
        out.print(table)

    def hexes(self, view: Any) -> None:
        """Terra Mystica: this round's tile, the cards nobody has, and what stands on the map."""
        name, say = self.words.name, self.words.say
        if 1 <= view["round"] <= len(view["round_tiles"]):
            out.print("  " + name(view["round_tiles"][view["round"] - 1]["tile"]), markup=False)
        for card in view["cards"]:
            if card["seat"] < 0:
                out.print("  " + say("cli.card", {"card": card["card"], "coins": card["coins"]}), markup=False)
        table = Table(box=None, padding=(0, 2, 0, 0))
        for key in ("cli.region", "cli.terrain_column", "cli.building", "cli.holder"):
            table.add_column(say(key))
        for row in view["hexes"]:
            if "building" in row:
                seat = row["seat"]
                owner = f"[{SEAT_STYLES[seat]}]{self.words.seat(seat)}[/{SEAT_STYLES[seat]}]"
                table.add_row(row["hex"], name(row["terrain"]), name(row["building"]), owner)
        out.print(table)

    def land(self, row: Any) -> str:
        symbols = [f for f in ("mine", "cavern", "magic") if f in row["features"] and f != row["terrain"]]
        edge = " ◂" if "entry" in row["features"] else ""
        return " +".join(self.words.terrain(word) for word in (row["terrain"], *symbols)) + edge

    def holder(self, row: Any) -> str:
        if row["holder"] is None:
            return ""
        marks = "".join(
            f" [{self.words.name(mark)}{'' if n == 1 else f' ×{n}'}]" for mark, n in row["marks"].items()
        ).replace("[", r"\[")
        guards = row["holder"] == "natives" and "hidden" in row["marks"] and self.words.has("name.guards")
        name = self.words.name("guards" if guards else row["holder"])
        if row["seat"] is None:
            return f"[dim]{name}[/dim]{marks}"
        style = SEAT_STYLES[row["seat"]] + (" italic dim" if row["mode"] == "declined" else "")
        return f"[{style}]{row['seat'] + 1} {name}[/{style}]{marks}"

    def target(self, targets: dict[Any, Choice], row: Any) -> str:
        choice = targets.get(row["id"])
        if choice is None:
            return ""
        price = str(choice.facts["price"])
        return self.words.say("cli.with_die", {"n": price}) if choice.facts["die"] else price

    def row(self, view: Any) -> None:
        for combo in view["row"]:
            line = "  " + self.words.say("cli.combo", {**combo, "place": combo["price"]})
            if combo["race"] in self.houses or combo["power"] in self.houses:
                line += f" · {self.words.say('workshop.house')}"
            out.print(line, markup=False, style="bold" if combo["coins"] else "")

    def player(self, player: Any) -> None:
        parts = [self.words.seat(player["seat"])]
        if player.get("faction"):
            parts += [self.words.name(player["faction"]), self.words.say("cli.goods", {**player, **_bowls(player)})]
            steps = ((self.words.name(track), n) for track, n in player["cults"].items())
            parts.append(", ".join(f"{track} {n}" for track, n in steps))
        elif player.get("coins") is not None:
            parts.append(self.words.say("cli.coins", {"n": player["coins"]}))
        for tribe in player.get("tribes", []):
            parts.append(self.words.say("cli.tribe", {**tribe, "regions": len(tribe["regions"])}))
        out.print(" · ".join(parts), style=SEAT_STYLES[player["seat"]], markup=False)

    def choices(self, view: Any, choices: list[Choice]) -> None:
        """What is asked, and every answer with its number."""
        self.question(view)
        for number, choice in enumerate(choices, 1):
            out.print(f"{number:>4}  {self.label(choice)}", markup=False)

    def question(self, view: Any) -> None:
        """What is asked."""
        out.print(self.words.say(f"ask.{view['ask']['code']}", view["ask"]), style="bold", markup=False)

    def label(self, choice: Choice) -> str:
        return spell(self.words, choice.text, choice.verb, choice.facts)

    def cards(self, wanted: str = "") -> None:
        """What the units do that somebody made, marked as such; those of whose name or card a part is wanted."""
        for unit in self.houses:
            name, text = self.words.name(unit), self.words.say(f"about.{unit}")
            if wanted.lower() in f"{unit} {name} {text}".lower():
                out.print("  " + self.words.say("cli.house", {"name": name, "text": text}), markup=False)

    def rules(self, book: Rulebook, wanted: str) -> None:
        for statement in book.search(wanted, self.words.language)[:20]:
            self.statement(book, statement.id)

    def statement(self, book: Rulebook, id: str) -> None:
        statement = book.by_id.get(id)
        if statement is not None:
            text = statement.texts[self.words.language]
            out.print(f"  § {statement.number} {statement.id}: {text}", style="dim", markup=False)

    def result(self, state: State) -> None:
        out.rule(self.words.say("ask.over"))
        for seat, score in enumerate(state.scores()):
            out.print(f"{self.words.seat(seat)}: {self.words.say('cli.coins', {'n': score})}", markup=False)
        view = state.view(SPECTATOR)
        if "variant" in view:
            self.sides(view)
        names = ", ".join(self.words.seat(seat) for seat in state.winners())
        text = self.words.say("cli.winners", {"names": names}) if names else self.words.say("cli.lost")
        out.print(text, style="bold", markup=False)


def _bowls(player: Any) -> dict[str, object]:
    return {"bowls": "/".join(str(power) for power in player["bowls"])}
