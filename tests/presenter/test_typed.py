"""Parsing what people type into commands, and autocomplete."""

from dataclasses import replace

import pytest

from bot.presenter.words.autocomplete import (
    Choice,
    call_choices,
    contract_choices,
    game_choices,
    game_meant,
    give_choices,
    hand_meant,
    play_choices,
    preset_choices,
    preset_meant,
    take_choices,
)
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.typed import read_call, read_contract, read_exchange, read_play
from tests.screens.states.past import HAND
from texas42.engine import (
    NameContract,
    NotationError,
    Phase,
    format_action,
    parse_contract,
    view_for,
)
from texas42.library import Preset, games, presets

from .tabling import first_state, rules_of, sample, states

CONTEXT = RenderContext()


def turn_view(game):
    return view_for(game, game.deal.to_act)


def first_view(game_id, preset=None, phase=Phase.CALL, seed=1, **options):
    rules = rules_of(game_id, preset, **options)
    for number in range(seed, seed + 200):
        for game in states(rules, number, hands=1):
            if game.deal.phase is phase and (phase is Phase.CALL or game.deal.bid.multiple):
                return turn_view(game)
    raise AssertionError("no such state")


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("31", "31"),
        (" Pass ", "pass"),
        ("1 mark", "1m"),
        ("2 Marks", "2m"),
        ("2m", "2m"),
        ("plunge 4 marks", "plunge 4m"),
        ("plunge for 4 marks", "plunge 4m"),
        ("game", "game"),
        ("something", "something"),
        ("thirty", "30"),
        ("Thirty-one", "31"),
        ("thirty one", "31"),
        ("forty – two", "42"),
        ("30 points", "30"),
        ("thirty pts", "30"),
        ("３１", "31"),
        ("٣١", "31"),
        ("two marks", "2m"),
        ("one mark", "1m"),
        ("eighty-four", "84"),
        ("one hundred sixty-eight", "168"),
        ("plunge for four marks", "plunge 4m"),
        ("31 apples", "31 apples"),
    ],
)
def test_typed_call_is_parsed(typed, word):
    assert read_call(typed, turn_view(sample(0))) == word


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("60 fives", "60 5"),
        ("60 in fives", "60 5"),
        ("60 5", "60 5"),
        ("176 doubles", "176 doubles"),
        ("60 no trump", "60 follow-me"),
        ("1 mark in sixes", "1m 6"),
        ("60", "60"),
        ("sixty in fives", "60 5"),
        ("one mark in sixes", "1m 6"),
        ("60 points in fives", "60 5"),
    ],
)
def test_typed_call_with_trump_is_parsed(typed, word):
    assert read_call(typed, first_view("88")) == word


def test_every_offered_call_is_parsed():
    for game_id, preset in [("42", "house"), ("42", "straight-points"), ("88", "marks")]:
        view = first_view(game_id, preset)
        legal = {format_action(action, view.rules) for action in view.legal}
        for typed in ("", "6", "60", "1", "p"):
            for choice in call_choices(view, typed, CONTEXT):
                if choice.value in legal:
                    assert read_call(choice.name, view) == choice.value
                    assert read_call(choice.value, view) == choice.value


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("fives", "5"),
        ("Five", "5"),
        ("5", "5"),
        ("5s", "5"),
        ("blanks", "0"),
        ("sixes", "6"),
        ("treys", "3"),
        ("doubles", "doubles"),
        ("follow me", "follow-me"),
        ("no trump", "follow-me"),
        ("nel-o low", "nello low"),
        ("sevens", "sevens"),
        ("plunge", "plunge"),
    ],
)
def test_typed_contract_is_parsed(typed, word):
    assert read_contract(typed, turn_view(sample(4))) == word


def test_sevens_is_a_suit_in_the_big_game():
    assert read_contract("sevens", first_view("big-game", phase=Phase.CONTRACT)) == "7"


def test_nello_alone_is_enough_if_the_table_plays_one_kind():
    view = first_view(
        "42", "house", Phase.CONTRACT, nello_doubles=["own"], all_pass="forced30", splash=False
    )
    assert read_contract("nello", view) == "nello own"


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("threes", "plunge 3 high"),
        ("treys low", "plunge 3 low"),
        ("3, doubles low", "plunge 3 low"),
        ("doubles", "plunge doubles high"),
        ("doubles reversed", "plunge doubles reversed"),
        ("follow me", "plunge follow-me"),
        ("plunge 3 low", "plunge 3 low"),
    ],
)
def test_the_partners_suit_is_read_with_the_rank_of_its_doubles(typed, word):
    table = {"plunge_doubles": ["high", "low", "reversed"]}
    view = first_view("42", "house", Phase.CONTRACT, **table)
    texts = [f"plunge {suit} {rank}" for suit in "0123456" for rank in ("high", "low")]
    texts += ["plunge doubles high", "plunge doubles reversed", "plunge follow-me"]
    legal = [NameContract(view.seat, parse_contract(text, view.rules)) for text in texts]
    assert read_contract(typed, replace(view, legal=tuple(legal))) == word


@pytest.mark.parametrize(
    ("typed", "declared", "word"),
    [
        ("6-4", "", "64"),
        ("4-6", "", "64"),
        ("46", "", "64"),
        ("6|4", "", "64"),
        ("6-4 (10)", "", "64"),
        ("6-4", "fours", "64@4"),
        ("6-4", "4", "64@4"),
        ("6-4", "sixes", "64"),
        ("64@4", "", "64@4"),
        ("6-4", "green", "64@green"),
        ("domino", "", "domino"),
        *((f"6{dash}4", "", "64") for dash in "‐‑‒–—―−－~.,:/\\_·|"),
        ("６－４", "", "64"),
        ("٦-٤", "", "64"),
        ("6\ufe0f\u20e3-4\ufe0f\u20e3", "", "64"),
        ("\u200e6-4\u200b", "", "64"),
        ("6 – 4", "", "64"),
        ("6–4@4", "", "64@4"),
        ("six four", "", "64"),
        ("Six-Four", "", "64"),
        ("4-ace", "", "41"),
        ("blank–five", "", "50"),
        ("double five", "", "55"),
        ("5 double", "", "55"),
        ("double-blank", "", "00"),
        ("double double", "", "double double"),
        ("6-9", "", "6-9"),
    ],
)
def test_typed_tile_is_parsed(typed, declared, word):
    assert read_play(typed, turn_view(sample(5)), declared=declared) == word


@pytest.mark.parametrize(
    ("take", "give", "word"),
    [
        ("5-5, 5-0", "3-1 2-1", "55,50/31,21"),
        ("none", "", "/"),
        ("?", "46", "?/64"),
        ("55,50", "31,21", "55,50/31,21"),
        ("5–5, 5—0", "３－１　２－１", "55,50/31,21"),
        ("5.5 5.0", "3|1 2|1", "55,50/31,21"),
        ("double five, five-blank", "1-trey,2/1", "55,50/31,21"),
        ("5–5 and 5–0", "–", "55,50/"),
    ],
)
def test_typed_exchange_is_parsed_from_two_lists(take, give, word):
    assert read_exchange(take, give) == word


@pytest.mark.parametrize("typed", ["the big one", "5-5 6", "5-5 5-9", "553"])
def test_list_with_an_incomplete_tile_is_refused(typed):
    with pytest.raises(NotationError):
        read_exchange(typed, "")


def test_bids_with_trump_are_offered_number_first():
    view = first_view("88")
    names = [choice.name for choice in call_choices(view, "", CONTEXT)]
    assert names[:3] == ["pass", "60", "62"]
    assert all(" in " not in name for name in names)
    trumps = call_choices(view, "60", CONTEXT)
    assert {choice.value for choice in trumps} == {
        text
        for action in view.legal
        if (text := format_action(action, view.rules)).startswith("60 ")
    }


def test_offered_calls_match_the_text_and_are_legal():
    view = turn_view(sample(2))
    assert [choice.value for choice in call_choices(view, "3", CONTEXT)][:2] == ["31", "32"]
    assert [choice.value for choice in call_choices(view, "mark", CONTEXT)] == ["1m", "2m"]
    assert call_choices(view, "29", CONTEXT) == ()


@pytest.mark.parametrize(
    ("typed", "offered"), [("thirty-one", "31"), ("31 points", "31"), ("３２", "32")]
)
def test_typed_call_offers_what_it_parses_as(typed, offered):
    view = turn_view(sample(2))
    assert [choice.value for choice in call_choices(view, typed, CONTEXT)] == [offered]


@pytest.mark.parametrize("typed", ["3–6", "３６", "six-three", "3.6"])
def test_typed_tile_offers_what_it_parses_as(typed):
    found = play_choices(turn_view(sample(16)), typed, CONTEXT)
    assert [choice.value for choice in found] == ["63"]


def test_offered_contracts_and_plays_are_in_words():
    names = [choice.name for choice in contract_choices(turn_view(sample(4)), "fi", CONTEXT)]
    assert names == ["fives"]
    plays = play_choices(turn_view(sample(16)), "", CONTEXT)
    assert {choice.value for choice in plays} == {"66", "63", "62"}
    assert play_choices(turn_view(sample(16)), "6-3", CONTEXT)[0].name == "6-3"


def test_offered_takes_and_gives_cover_every_legal_exchange():
    rules = rules_of("moon")
    game = first_state(rules, lambda deal: deal.phase is Phase.EXCHANGE)
    view = turn_view(game)
    takes = {choice.value for choice in take_choices(view, "", CONTEXT)}
    gives = {choice.value for choice in give_choices(view, "", CONTEXT)}
    made = {read_exchange(take, give) for take in takes for give in gives}
    legal = {format_action(action, rules) for action in game.legal_actions()}
    assert "/" in legal
    assert len(legal) > 1
    assert legal <= made


def test_offered_gives_match_the_number_of_tiles_taken():
    view = first_view("88", phase=Phase.EXCHANGE)
    for taken in take_choices(view, "", CONTEXT):
        gives = [choice.value for choice in give_choices(view, "", CONTEXT, take=taken.value)]
        assert gives
        size = 0 if taken.value == "none" else taken.value.count(",") + 1
        assert {0 if give == "none" else give.count(",") + 1 for give in gives} == {size}


def test_autocomplete_keeps_discords_limits():
    for game_id in ("42", "88", "big-game"):
        view = first_view(game_id)
        for typed in ("", "6", "in", "60 "):
            found = call_choices(view, typed, CONTEXT)
            assert len(found) <= 25
            assert all(len(choice.name) <= 100 and len(choice.value) <= 100 for choice in found)


def test_games_and_presets_are_offered():
    assert [c.value for c in game_choices(games(), "moon", CONTEXT)] == ["moon", "moon4"]
    assert game_choices(games(), "texas", CONTEXT)[0].value == "42"
    shipped = presets("42")
    found = preset_choices(shipped, "", CONTEXT)
    assert {choice.value for choice in found} == {preset.name for preset in shipped}
    own = Preset("my-club", "Our Thursday", "Plunge, but no sevens.")
    (club,) = preset_choices([*shipped, own], "club", CONTEXT)
    assert club == Choice("Our Thursday · Plunge, but no sevens.", "my-club")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Moon", "moon"),
        ("moon for four", "moon4"),
        ("Big Game", "big-game"),
        ("big", "big-game"),
        ("42", "42"),
        ("84 for six", "84x6"),
        ("84", "84"),  # for six or for eight?
        ("8", "8"),
        ("bridge", "bridge"),
        ("six", "six"),
        (" ", " "),
    ],
)
def test_a_game_is_known_by_its_name_or_how_it_begins(typed, meant):
    assert game_meant(games(), typed, CONTEXT) == meant


def test_a_preset_is_known_by_its_title_or_how_it_begins():
    shipped = presets("42")
    for preset in shipped:
        assert preset_meant(shipped, preset.title.upper(), CONTEXT) == preset.name
    assert preset_meant(shipped, "austin", CONTEXT) == "austin-league"
    assert preset_meant(shipped, "straight", CONTEXT) == "straight"


def test_a_finished_hand_is_known_by_its_table_and_number():
    first = replace(HAND, game_no=1)
    hands = [first, replace(first, number=5, hand_no=5), replace(first, table_id="h7k2m4")]
    for each in (hands[:2], hands[1:]):
        assert hand_meant(each, "table 3, hand 5", CONTEXT) == "k3f9q2/5"
    assert hand_meant(hands, "table 3, hand 4", CONTEXT) == "table 3, hand 4"  # at two tables


def test_offered_games_and_presets_have_a_description():
    for choice in game_choices(games(), "", CONTEXT):
        assert " · " in choice.name
        for about in preset_choices(presets(choice.value), "", CONTEXT):
            assert " · " in about.name, about
            assert len(about.name) < 110
    assert game_choices(games(), "88", CONTEXT)[0].name.startswith("88 · 6 players")


def test_illegal_plunge_is_parsed_so_its_refusal_can_explain():
    view = turn_view(sample(0, "house"))
    assert not any(choice.value.startswith("plunge") for choice in call_choices(view, "", CONTEXT))
    assert read_call("plunge", view) == "plunge 4m"
