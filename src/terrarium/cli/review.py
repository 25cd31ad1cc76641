"""`terrarium review`: a record looked at again, move by move."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from terrarium import catalog
from terrarium.bots.review import SIMULATIONS, Slip
from terrarium.bots.review import review as look_again
from terrarium.bots.speech import number, signed, spell_text
from terrarium.cli.games import Json
from terrarium.cli.groups import Lang
from terrarium.cli.speech import language, out, print_json, read_text
from terrarium.kernel.record import Record
from terrarium.kernel.replay import replay
from terrarium.words import Words


def review(
    file: Annotated[Path, typer.Argument(help="A record.")],
    simulations: Annotated[int, typer.Option(min=1, help="Simulations for each position.")] = SIMULATIONS,
    seed: Annotated[int, typer.Option(help="Same seed, same review.")] = 1,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Expected points after every move, the key moments, and the costliest moves with the better ones."""
    record = Record.parse(read_text(file))
    names = [record.names.get(seat, "") for seat in range(record.players)]
    words = Words(language(lang), record.title, names)
    found = look_again(catalog.game_of(record), record, simulations, seed)
    if json:
        print_json(found.as_dict())
        return
    called = spelled(words, record, {found.curve[place].row for place in found.moments}, found.costliest)
    table = Table(box=None)
    columns = [words.say("review.row"), words.say("review.who"), words.say("review.move")]
    for place, column in enumerate([*columns, *(words.seat(seat) for seat in range(record.players))]):
        table.add_column(column, justify="right" if place > 2 or place == 0 else "left")
    for place in found.moments:
        step = found.curve[place]
        who = words.seat(step.who) if step.who >= 0 else words.say("review.chance")
        shares = [f"{number(p)} ({100 * c:.0f} %)" for p, c in zip(step.points, step.chances, strict=True)]
        table.add_row(str(step.row), who, called[step.row, step.move], *shares)
    out.print(words.say("review.moments"))
    out.print(table)
    out.print(words.say("review.costliest" if found.costliest else "review.no_slip"))
    for slip in found.costliest:
        move, better = (called[slip.row, text] for text in (slip.move, slip.better))
        args = {"row": slip.row, "seat": slip.seat, "move": move, "better": better, "cost": number(slip.cost)}
        out.print(words.say("review.slip", args), markup=False)
    for seat, account in enumerate(found.accounts):
        args = {"seat": seat, "luck": signed(account.luck), "play": signed(account.play)}
        out.print(words.say("review.account", args), markup=False)


def spelled(words: Words, record: Record, rows: set[int], slips: list[Slip]) -> dict[tuple[int, str], str]:
    """What the moves of these rows and slips are called, by row and as they are typed."""
    game = catalog.game_of(record)
    state, found = game.new(), {}
    better = {slip.row: slip.better for slip in slips}
    for row, entry in enumerate(replay(game, record).line, 1):
        if row in rows or row in better:
            for text in (entry.text, better.get(row, entry.text)):
                found[row, text] = spell_text(words, state, entry.who, text)
        state.apply(state.parse(entry.text))
    return found
