"""The contract kit: what every title of the catalogue must keep, with no test code of its own."""

import json

import pytest

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, SPECTATOR, NotationError, State
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.record import CHECKPOINT, Record
from terrarium.kernel.replay import Playback, replay
from terrarium.words import LANGUAGES, Words
from tests.support.play import all_games, make, positions, step

GAMES = all_games()
each_game = pytest.mark.parametrize(("title", "players", "variant"), GAMES)


def same(one: State, other: State) -> bool:
    return one.dump() == other.dump()


@each_game
def test_legal_actions_are_sorted_unique_and_empty_only_at_the_end(title: str, players: int, variant: str) -> None:
    for state in positions(make(title, players, variant, seed=1), seed=1):
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        assert (not actions) == (state.current_player() == OVER)


@each_game
def test_legal_is_exactly_what_no_reason_speaks_against(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant, seed=2)
    space = game.all_actions()
    assert space == sorted(set(space))
    for state in positions(game, seed=2, every=9):
        legal = set(state.legal_actions())
        assert legal <= set(space)
        assert {action for action in space if state.why_illegal(action) is None} == legal


@each_game
def test_any_integer_gets_an_answer(title: str, players: int, variant: str) -> None:
    for state in positions(make(title, players, variant, seed=3), seed=3, every=60):
        for odd in (-1, -(10**18), 10**18, 2**63, 2**80, 1 << 40):
            refusal = state.why_illegal(odd)
            assert refusal is not None
            assert refusal.rule in catalog.rulebook(title).by_id


@each_game
def test_refusals_have_a_sentence_in_every_language_and_a_rule(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant, seed=4)
    book = catalog.rulebook(title)
    every_words = [Words(language, title) for language in LANGUAGES]
    for state in positions(game, seed=4, every=25):
        for action in game.all_actions()[::7]:
            refusal = state.why_illegal(action)
            if refusal is None:
                continue
            assert refusal.rule in book.by_id, refusal
            json.dumps(refusal.as_dict())
            for words in every_words:
                assert words.say(f"refusal.{refusal.code}", refusal.args).strip()


@each_game
def test_chance_tells_its_outcomes_with_weights(title: str, players: int, variant: str) -> None:
    for state in positions(make(title, players, variant, seed=5), seed=5):
        if state.current_player() == CHANCE:
            outcomes = state.chance_outcomes()
            assert [action for action, _ in outcomes] == state.legal_actions()
            assert all(weight > 0 for _, weight in outcomes)


@each_game
def test_a_clone_is_independent_and_collects_nothing(title: str, players: int, variant: str) -> None:
    dealer = Dealer(6)
    for state in positions(make(title, players, variant, seed=6), seed=6, every=7):
        if state.current_player() == OVER:
            continue
        before = state.dump()
        copy = state.clone()
        assert same(copy, state)
        assert not copy.events_wanted()
        step(copy, dealer)
        assert state.dump() == before
        assert copy.dump() != before


@each_game
def test_a_view_beside_another_is_the_same_to_the_letter(title: str, players: int, variant: str) -> None:
    viewers = [*range(players), SPECTATOR]
    for state in positions(make(title, players, variant, seed=12), seed=12, every=13):
        alone = [json.dumps(state.view(viewer)) for viewer in viewers]
        for first in viewers:
            other = state.view(first)
            assert [json.dumps(state.view_beside(other, viewer)) for viewer in viewers] == alone
            assert json.dumps(other) == alone[viewers.index(first)]


@each_game
def test_dump_is_json_and_load_its_inverse(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant, seed=7)
    for state in positions(game, seed=7, every=3):
        again = game.load(json.loads(json.dumps(state.dump())))
        assert same(again, state)
        assert again.legal_actions() == state.legal_actions()


@each_game
def test_a_position_is_one_line_that_parses_back(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant, seed=8)
    for state in positions(game, seed=8, every=11):
        line = catalog.write_position(game, state)
        assert "\n" not in line
        found, again = catalog.read_position(line)
        assert (found.title, found.players, found.map_name, found.options) == (
            game.title, game.players, game.map_name, game.options,
        )  # fmt: skip
        assert same(again, state)


@each_game
def test_text_and_parse_are_inverse(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant, seed=9)
    state = game.new()
    for action in game.all_actions():
        text = state.text(action)
        assert state.parse(text) == action
        assert text == " ".join(text.lower().split())


@each_game
@pytest.mark.parametrize("text", ["", "   ", "nonsense", "conquer", "1 2 3", "deploy x y", "\x00", "pick " + "9" * 50])
def test_a_text_that_is_no_action_gets_a_sentence(title: str, players: int, variant: str, text: str) -> None:
    state = make(title, players, variant, seed=10).new()
    with pytest.raises(NotationError) as caught:
        state.parse(text)
    for language in LANGUAGES:
        assert Words(language, title).say(f"error.{caught.value.code}", caught.value.details)


@each_game
def test_a_record_replays_to_the_same_state(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant, seed=11)
    live = Playback(game)
    dealer = Dealer(9)
    while live.state.current_player() != OVER:
        player = live.state.current_player()
        if player == CHANCE:
            live.apply(CHANCE, dealer.choose(live.state))
        else:
            live.apply(player, dealer.pick(live.state.legal_actions()))
            if dealer.below(10) == 0:
                live.undo(player, live.fence(player))
    record = catalog.new_record(game)
    record.rows = list(live.log)
    record.add(CHECKPOINT, "scores " + " ".join(map(str, live.state.scores())))
    read = Record.parse(record.format())
    assert read.format() == record.format()
    again = replay(catalog.game_of(read), read)
    assert same(again.state, live.state)
    middle = len(live.line) // 2
    assert same(again.at(middle), live.at(middle))


@each_game
def test_views_are_json_for_every_seat_and_spectators(title: str, players: int, variant: str) -> None:
    for state in positions(make(title, players, variant, seed=12), seed=10, every=13):
        for seat in [*range(players), SPECTATOR]:
            view = state.view(seat)
            json.dumps(view)
            for key in ("title", "player", "ask", "round", "rounds", "seats", "over"):
                assert key in view
            seats = view["seats"]
            assert isinstance(seats, list)
            assert len(seats) == players


@each_game
def test_choices_are_the_legal_actions_of_whom_is_asked(title: str, players: int, variant: str) -> None:
    for state in positions(make(title, players, variant, seed=13), seed=11, every=5):
        asked = state.current_player()
        for seat in [*range(players), SPECTATOR]:
            choices = state.choices(seat)
            expected = state.legal_actions() if seat == asked else []
            assert [choice.action for choice in choices] == expected
            for choice in choices:
                json.dumps(choice.as_dict())
                assert state.parse(choice.text) == choice.action
                lines = state.explain(choice.action)
                if "price" in choice.facts and lines:
                    assert sum(n for _, n in lines) == choice.facts["price"]


@each_game
def test_questions_and_events_have_words_in_every_language(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant, seed=14)
    book = catalog.rulebook(title)
    every_words = [Words(language, title) for language in LANGUAGES]
    state = game.new()
    state.watch()
    dealer = Dealer(12)
    while state.current_player() != OVER:
        ask = state.view(0)["ask"]
        assert isinstance(ask, dict)
        for words in every_words:
            assert words.say(f"ask.{ask['code']}", ask)
        step(state, dealer)
        for event in state.events(0):
            assert event.rule in book.by_id, event
            json.dumps(event.as_dict())
            for words in every_words:
                args = {"seat": event.seat, "cause": event.cause or "none", **event.args}
                assert words.say(f"event.{event.code}", args)
        state.forget_events()


@each_game
def test_the_end_has_winners_and_before_there_are_none(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant, seed=15)
    sides = game.sides()
    assert len(sides) == players
    for state in positions(game, seed=13, every=1):
        assert len(state.scores()) == len(state.standing()) == players
        winners = state.winners()
        if state.current_player() != OVER:
            assert not winners
        elif len(set(sides)) == 1:
            assert winners in ([], list(range(players)))
        else:
            assert winners
        together = {sides[seat] for seat in winners}
        assert winners == [seat for seat in range(players) if sides[seat] in together]
        shares = game.shares(winners)
        by_side = {sides[seat]: share for seat, share in enumerate(shares)}
        assert sum(by_side.values()) == pytest.approx(1 if winners else 0)


@each_game
def test_play_inside_the_engine_is_the_play_outside(title: str, players: int, variant: str) -> None:
    game = make(title, players, variant, seed=16)
    inside = game.new()
    moves, draws = inside.play_out(14)
    assert inside.current_player() == OVER
    assert moves > 0
    assert draws >= 0
    other = game.new()
    assert other.play_out(14) == (moves, draws)
    assert same(inside, other)


@pytest.mark.parametrize("title", list(catalog.titles()))
def test_unit_names_maps_and_options_have_words(title: str) -> None:
    found = catalog.title(title)
    for language in LANGUAGES:
        words = Words(language, title)
        for unit in [*found.races, *found.powers]:
            assert words.has(f"name.{unit}"), (language, unit)
        for option in found.options:
            assert words.has(f"option.{option.name}"), (language, option.name)
            if set(option.values) != {"yes", "no"} and words.has(f"option.{option.name}.{option.values[0]}"):
                assert all(words.has(f"option.{option.name}.{value}") for value in option.values), option.name
            assert option.default in option.values
            assert option.rule in catalog.rulebook(title).by_id, option.name


@pytest.mark.parametrize("title", list(catalog.titles()))
def test_wishes_that_cannot_be_met_get_a_sentence(title: str) -> None:
    low, high = catalog.title(title).players
    wrong = [
        *[(way.players[0] - 1, "", way.options) for way in catalog.title(title).variants()],
        *[(way.players[1] + 1, "", way.options) for way in catalog.title(title).variants()],
        (low, "nowhere", {}),
        (low, "", {"no_such_option": "yes"}),
        *[(low, "", {option.name: "perhaps"}) for option in catalog.title(title).options[:1]],
    ]
    assert catalog.title(title).variants()[0].players == (low, high)
    for players, map_name, options in wrong:
        with pytest.raises(NotationError) as caught:
            catalog.game(title, players, map_name, options)
        for language in LANGUAGES:
            assert Words(language, title).say(f"error.{caught.value.code}", caught.value.details)
