"""Write whole games as fixtures: `python tools/make_fixtures.py small-world`.

Plays seeded random games on every map until each race and each power has been picked in one and each thing has been
found in one, with the scores written down after every round; where titles can be mixed, mixed games for every number
of players follow. Every other way to play a title gets two games for each number of players: one at random, and one
between greedy bots with the options of that way (`team_scoring` of `team`) at other values than usual. Run it again
only when a rule has changed on purpose: a fixture that no longer replays is a change of the rules.

`python tools/make_fixtures.py workshop` writes a game for each unit of players' own that has none yet. Those that are
there stay as they are for ever: so do the records that people keep.
"""

import sys
from pathlib import Path

from terrarium import bots, catalog
from terrarium.kernel.contract import CHANCE, OVER, Variant
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.record import CHECKPOINT, Record
from terrarium.kernel.replay import Playback
from terrarium.smallworld.core.game import FamilyGame
from terrarium.workshop.examples import examples
from terrarium.workshop.files import UnitFile, option_of, read_unit

ROOT = Path(__file__).resolve().parent.parent
WORKSHOP = "workshop"
LEAST_GAMES = 12
MOST_GAMES = 60


def play(
    title: str, players: int, seed: int, options: dict[str, str] | None = None, level: str = ""
) -> tuple[Record, set[str]]:
    """A game with checkpoints, at random or of a bot against itself, and the units that were picked or found in it."""
    game = catalog.game(title, players, catalog.title(title).draw(players, seed), options)
    bot = bots.make(level, title, seed, 0) if level else None
    playback = Playback(game)
    dealer = Dealer(seed)
    seen: set[str] = set()
    round_now = 0
    record = catalog.new_record(game)
    while playback.state.current_player() != OVER:
        player = playback.state.current_player()
        if player == CHANCE:
            outcome = dealer.choose(playback.state)
            words = playback.state.text(outcome).split()
            if words[0] == "find":
                seen.add(words[1])
            playback.apply(CHANCE, outcome)
        else:
            choices = playback.state.choices(player)
            choice = choices[int(dealer.below(len(choices)))]
            if bot is not None:
                answer = bot.choose(playback.state.blind(player), player, 1.0)[0]
                choice = next(choice for choice in choices if choice.action == answer)
            seen |= {str(choice.facts[key]) for key in ("race", "power", "faction") if key in choice.facts}
            playback.apply(player, choice.action)
        reached = playback.state.view(0)["round"]
        if reached != round_now:
            round_now = int(str(reached))
            playback.play(CHECKPOINT, scores(playback))
    playback.play(CHECKPOINT, scores(playback))
    record.rows = playback.log
    return record, seen


def things(title: str) -> list[str]:
    """What can be found on the maps of a title of the Small World family."""
    game = catalog.game(title)
    return [thing.name for thing in game.kit.things] if isinstance(game, FamilyGame) else []


def scores(playback: Playback) -> str:
    return "scores " + " ".join(map(str, playback.state.scores()))


def other_values(title: str, variant: Variant) -> dict[str, str]:
    """The options that choose a variant, and its own options at another value than usual."""
    found = dict(variant.options)
    for option in catalog.title(title).options:
        if option.name.startswith(variant.name + "_"):
            found[option.name] = next(value for value in option.values if value != option.default)
    return found


def write_variants(title: str, folder: Path) -> None:
    """The games of every way to play but the usual one."""
    for variant in catalog.title(title).variants()[1:]:
        low, high = variant.players
        for players in range(low, high + 1):
            wishes = ((variant.options, ""), (other_values(title, variant), "greedy"))
            for number, (options, level) in enumerate(wishes):
                record, _ = play(title, players, 2000 + 10 * players + number, options, level)
                path = folder / f"{variant.name}-{players}p-{number:02}.txt"
                path.write_text(record.format(), encoding="utf-8")


OWN = {
    "underground": """
[unit]
kind = "relic"
id = "grappling_hook"
name = { en = "Grappling Hook" }
[[unit.ability]]
aid = { once = "turn", joins = true, needs = "nothing", target = "mountain" }
[[unit.ability]]
price = -2
if = "armed"
[[unit.ability]]
when = "conquered"
if = "armed"
do = { bring = "here" }
""",
    "warcraft": """
[unit]
kind = "artifact"
id = "war_drum"
name = { en = "War Drum" }
defence = 1
[[unit.ability]]
turn_income = { count = { and = ["held", { adjacent = "enemy" }] } }
[[unit.ability]]
when = "found"
do = { gain = 2 }
""",
    "small-world": """
[unit]
kind = "power"
id = "devout"
name = { en = "Devout" }
tokens = 3
[unit.piece]
id = "shrine"
name = { en = "Shrine" }
stock = 3
immune = true
keeps = true
[[unit.ability]]
when = "conquered"
do = { set_kept = { add = ["kept", 1] } }
[[unit.ability]]
when = "ready"
do = { ask = "yes_no", times = "coins", then = [{ pay = 1 }, { recruit = 1 }], else = { gain = 1 } }
[[unit.ability]]
when = "end"
do = [{ recall = true }, { ask = "region", must = true, times = "stock", same = true, then = { lay = "here" } }]
[[unit.ability]]
when = "scored"
do = [{ gain = { div = ["kept", 3] } }, { ask = "opponent", then = { gain = 1 } }]
[[unit.ability]]
forbid = true
if = "attacker_named"
""",
}
"""Units that are more than the examples: a relic, an artifact, and a power with questions, a counter and pieces."""


def own_units() -> list[tuple[str, UnitFile]]:
    """Units of players' own, each with the title of its game."""
    found = [("small-world", file) for file in examples().values()]
    return found + [(title, read_unit(f"format = 1{text}")) for title, text in OWN.items()]


def write_own(folder: Path) -> None:
    """A game for each unit of players' own that has none yet, in which it is taken or found."""
    for title, file in own_units():
        path = folder / f"{file.unit.name}.txt"
        for seed in range(3000, 3000 + MOST_GAMES if not path.exists() else 3000):
            record, seen = play(title, 2 + seed % 2, seed, dict([option_of(file)]))
            if file.unit.name in seen:
                path.write_text(record.format(), encoding="utf-8")
                break


def main(title: str) -> None:
    if title == WORKSHOP:
        folder = ROOT / "tests" / "fixtures" / WORKSHOP
        folder.mkdir(exist_ok=True)
        write_own(folder)
        return
    folder = ROOT / "tests" / "fixtures" / title
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    wanted = {*catalog.title(title).races, *catalog.title(title).powers, *things(title)}
    low, high = catalog.title(title).players
    for number in range(MOST_GAMES):
        players = low + number % (high - low + 1)
        record, seen = play(title, players, 1000 + number, {})
        if seen & wanted or number < LEAST_GAMES:
            wanted -= seen
            (folder / f"{players}p-{number:02}.txt").write_text(record.format(), encoding="utf-8")
        if not wanted and number + 1 >= LEAST_GAMES:
            break
    for option in catalog.title(title).options:
        if option.name == "mixed":
            for players in range(low, high + 1):
                record, _ = play(title, players, 2000 + players, {"mixed": option.values[-1]})
                (folder / f"mixed-{players}p.txt").write_text(record.format(), encoding="utf-8")
    write_variants(title, folder)
    print(f"{len(list(folder.glob('*.txt')))} games; not seen: {sorted(wanted) or 'none'}")


if __name__ == "__main__":
    main(sys.argv[1])
