"""A person's panel in words: their hand and what they can do."""

from dataclasses import replace

import pytest

from bot.presenter.panel.screen import hand_panel, panel_in_full
from bot.presenter.words.bids import legal_bids
from bot.presenter.words.ids import Verb, format_id
from bot.presenter.words.render_context import RenderContext
from bot.tables.model import Occupant, Status
from bot.tables.views import Note
from texas42.engine import (
    Phase,
    Shake,
    apply,
    format_action,
    format_call,
    format_tile,
    new_game,
)
from texas42.library import games, presets

from .tabling import (
    act,
    buttons_of,
    first_state,
    ids_of,
    panel_at,
    panel_of,
    rules_of,
    sample,
    selects_of,
    states,
    table_of,
    text_of,
    tiles,
)

CONTEXT = RenderContext(pictures=False)
LINK = "https://discord.com/channels/1/42"


def test_panel_of_a_bidder():
    panel = panel_at(sample(2))
    assert text_of(hand_panel(panel, CONTEXT)) == (
        "### Your bid\n"
        "Bid 31 or more, or pass.\n"
        "-# Bid how many of the 42 points your side will take.\n"
        "Cy has the high bid: 30.\n"
        "Bo pass · Cy 30 · **You to bid** · Ana\u00a0—\n"
        "**Your dominoes:** 6-6, 6-3, 6-2, 5-2, 3-3, 3-1, 3-0\n"
        "-# Marks: We 0 · They 0 (to 7)\n"
        "-# Your partner: Bo.\n"
        "[Pass] [31] [32] [33]\n"
        "[Other bids: 34 to 2 marks ▾ "
        "34 | 35 | 36 | 37 | 38 | 39 | 40 | 41 | 1 mark | 2 marks]\n"
        "[Hint] [More]"
    )


def test_forced_bidder_has_no_pass_button():
    game = sample(0, all_pass="forced30")
    for _ in range(3):
        game = act(game, "pass")
    message = hand_panel(panel_at(game), CONTEXT)
    assert "Everyone passed, so you must bid 30 or more." in text_of(message)
    assert "pass" not in ids_of(message, Verb.CALL)


def test_panel_of_the_player_naming_trump():
    assert text_of(hand_panel(panel_at(sample(4)), CONTEXT)) == (
        "### Name the trump\n"
        "The number is how many you hold.\n"
        "Bo pass · Cy 30 · Di 31 · You 32\n"
        "**Your dominoes:** 6-4 (10), 6-1, 6-0, 4-3, 4-1 (5), 3-2 (5), 1-1\n"
        "Bid **32** by you\n"
        "This hand: We 0 of 32 · They 0 (11 sets us)\n"
        "-# Marks: We 0 · They 0 (to 7)\n"
        "-# Your partner: Cy.\n"
        "[Sixes 3] [Fours 3] [Ones 3]\n"
        "[Other trumps ▾ Fives 0 | Threes 2 | Twos 1 | Blanks 1 | Doubles 1 | Follow me]\n"
        "[Hint] [More]"
    )


def test_panel_of_the_player_to_act():
    assert text_of(hand_panel(panel_at(sample(16)), CONTEXT)) == (
        "### Your turn · trick 3 of 7\n"
        "Sixes were led, so play a six.\n"
        "**On the table:** Ana 6-0, led · Bo 6-5 · Cy 4-0 · **You to play**\n"
        "-# Your partner Bo has it so far with the 6-5.\n"
        "**Your dominoes:** 6-6, 6-3, 6-2, 5-2, 3-3\n"
        "**You can play:** 6-6, 6-3, 6-2\n"
        "**Trump: ones** · Bid **32** by Ana · led: **sixes**\n"
        "-# Ana wins trick 2 with 6-1, +1: Ana 6-1, led · Bo 5-1 · Cy 5-4 · You 3-0\n"
        "This hand: We 0 (11 sets them) · They 2 of 32\n"
        "-# Marks: We 0 · They 0 (to 7)\n"
        "-# Tricks: We 0 · They 2\n"
        "-# Your partner: Bo.\n"
        "[6-6] [6-3] [6-2] (5-2)\n"
        "(3-3)\n"
        "[Hint] [Last trick] [More]"
    )


def test_hint_is_not_offered_where_the_table_has_none():
    panel = panel_at(sample(6))
    assert ids_of(hand_panel(panel, CONTEXT), Verb.HINT)
    off = replace(panel, table=replace(panel.table, hints=False))
    assert not ids_of(hand_panel(off, CONTEXT), Verb.HINT)


def test_only_legal_tiles_are_enabled():
    message = hand_panel(panel_at(sample(16)), CONTEXT)
    assert ids_of(message, Verb.PLAY) == {
        "66": True,
        "63": True,
        "62": True,
        "52": False,
        "33": False,
    }


def test_void_player_reads_that_any_domino_is_legal():
    text = text_of(hand_panel(panel_at(sample(15)), CONTEXT))
    assert "Sixes were led and you have none. Play any domino." in text
    assert "Bid **32** by Ana (your partner)" in text


def test_waiting_player_sees_the_table_and_disabled_buttons():
    message = hand_panel(panel_at(sample(15), seat=3), CONTEXT)
    assert text_of(message).startswith(
        "### Cy to play\n"
        "**On the table:** Ana 6-0, led · Bo 6-5 · **Cy to play** · You\u00a0—\n"
        "-# Your partner Bo has it so far with the 6-5.\n"
        "**Your dominoes:** 6-6, 6-3, 6-2, 5-2, 3-3\n"
        "**Trump: ones** · Bid **32** by Ana · led: **sixes**\n"
    )
    assert set(ids_of(message, Verb.PLAY).values()) == {False}


def test_skip_button_appears_while_only_computers_act():
    panel = panel_at(sample(15), seat=3)
    assert not ids_of(hand_panel(panel, CONTEXT), Verb.SKIP)
    shown = ids_of(hand_panel(replace(panel, can_skip=True), CONTEXT), Verb.SKIP)
    assert list(shown.values()) == [True]


def test_panel_in_a_dm_names_and_links_the_table():
    text = text_of(hand_panel(panel_at(sample(15)), CONTEXT, link=LINK))
    assert text.startswith("-# Table 3\n### Your turn")
    assert text.endswith("[Hint] [Last trick]\n[More] [Go to the table]")


@pytest.mark.parametrize("note", [note for note in Note if note is not Note.UNCONFIRMED])
def test_every_note_has_a_text(note):
    plain = panel_in_full(panel_at(sample(15)), CONTEXT)[0].splitlines()
    noted = panel_in_full(replace(panel_at(sample(15)), note=note), CONTEXT)[0].splitlines()
    assert [line for line in noted if line in plain] == plain
    assert len(noted) == len(plain) + 1


def test_stale_button_note():
    noted = text_of(hand_panel(replace(panel_at(sample(15)), note=Note.STALE), CONTEXT))
    assert noted.splitlines()[1] == "That button was from an earlier turn. Here's your hand now."


def test_away_player_can_only_take_their_seat_back():
    game = sample(15)
    table = table_of(game.rules, game)
    seats = tuple(replace(line, away=line.seat == 2) for line in table.seats)
    message = hand_panel(panel_of(replace(table, seats=seats), game, 2), CONTEXT)
    assert "A computer plays your seat until you take it back." in text_of(message)
    assert set(ids_of(message, Verb.PLAY).values()) == {False}
    assert ids_of(message, Verb.BACK) == {"": True}


def test_lobby_panel_names_the_seat():
    game = sample(0)
    table = table_of(game.rules)
    panel = replace(panel_of(table_of(game.rules, game), game, 1), table=table, view=None)
    assert "You're in seat 2." in text_of(hand_panel(panel, CONTEXT))
    watcher = replace(panel, seat=None)
    assert "/table join" in text_of(hand_panel(watcher, CONTEXT))


def test_panel_of_a_paused_table_says_so():
    message = hand_panel(panel_at(sample(15), status=Status.PAUSED), CONTEXT)
    assert "The table is paused until somebody comes back." in text_of(message)
    assert set(ids_of(message, Verb.PLAY).values()) == {False}


def test_second_copy_of_a_tile_has_its_own_button():
    def holds_two_alike(deal):
        if deal.phase is not Phase.PLAY:
            return False
        hand = deal.hands[deal.to_act]
        return len(set(hand)) < len(hand)

    game = first_state(rules_of("88"), holds_two_alike)
    message = hand_panel(panel_at(game), CONTEXT)
    ids = [
        format_id(b.component_id) for b in buttons_of(message) if b.component_id.verb is Verb.PLAY
    ]
    assert len(set(ids)) == len(ids) == len(game.deal.hands[game.deal.to_act])
    assert any(custom_id.endswith(".2") for custom_id in ids)


def test_small_end_leads_are_in_a_select():
    rules = rules_of("42", "straight-marks", small_end_first_lead=True)
    game = sample(5, small_end_first_lead=True)
    assert rules.small_end_first_lead
    (select,) = selects_of(hand_panel(panel_at(game), CONTEXT))
    assert format_id(select.component_id) == "42:play:k3f9q2:31"
    options = {option.value: option.label for option in select.options}
    assert options == {
        "32@2": "3-2 as twos",
        "43@3": "4-3 as threes",
        "60@0": "6-0 as blanks",
        "64@4": "6-4 as fours",
    }


def test_special_contracts_are_in_a_select():
    rules = rules_of("42", "house")
    game = first_state(
        rules, lambda deal: deal.phase is Phase.CONTRACT and deal.bid.multiple and not deal.contract
    )
    (select,) = selects_of(hand_panel(panel_at(game), CONTEXT))
    values = {option.value for option in select.options}
    assert {"nello high", "nello low", "nello own", "sevens"} <= values


def test_partner_in_a_plunge_reads_what_to_do():
    game = dealt_plunge()
    for call in ("plunge 4m", "pass", "pass", "pass"):
        game = act(game, call)
    text = text_of(hand_panel(panel_at(game), CONTEXT))
    assert "Bo plunged. Name the trump, then lead." in text


def dealt_plunge():
    hands = ("11 10 20 21 30 31 32", "66 55 44 33 61 50 60")
    rest = [t for t in rules_of("42").game.tiles if t not in tiles(" ".join(hands))]
    dealt = (*map(tiles, hands), tuple(rest[:7]), tuple(rest[7:]))
    return apply(new_game(rules_of("42", "house")), Shake(0, dealt)).game


def test_partner_in_a_splash_reads_what_to_do():
    rules = rules_of("42", "house")
    game = first_state(rules, lambda deal: deal.contract is not None and deal.contract.is_bare)
    text = text_of(hand_panel(panel_at(game), CONTEXT))
    assert "ed. Name the trump, then lead." in text


def _can_bid(panel):
    """Collect the calls that a panel's buttons and selects offer."""
    message = hand_panel(panel, CONTEXT)
    pressed = {b.component_id.arg for b in buttons_of(message) if b.component_id.verb is Verb.CALL}
    pressed |= {b.component_id.arg for b in buttons_of(message) if b.component_id.verb is Verb.BIDS}
    return pressed | {option.value for select in selects_of(message) for option in select.options}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((spec.id, {"preset": p.name}) for spec in games() for p in presets(spec.id)),
        ("79", {"trump_in_bid": True}),
        ("42", {"open_max_marks": 20, "plunge": True, "game_bid": True}),
    ],
)
def test_every_legal_bid_is_offered(game, options):
    rules = rules_of(game, **options)
    panel = panel_at(next(states(rules, 3)))
    legal = {format_call(replace(call, trump=None), rules) for call in legal_bids(panel.view)}
    assert _can_bid(panel) == legal


def test_partner_in_nello_reads_that_they_sit_out():
    rules = rules_of("42", "house")
    game = first_state(rules, lambda deal: deal.sitting_out is not None and deal.trick.plays)
    panel = panel_at(game, seat=game.deal.sitting_out)
    text = text_of(hand_panel(panel, CONTEXT))
    assert "\nYou sit this hand out: Cy plays it alone.\n" in text
    assert "at your turn" not in text


def test_every_enabled_button_is_legal():
    for game_id in ("42", "80", "big-game", "moon", "moon4"):
        rules = rules_of(game_id)
        for game in states(rules, 5, hands=1):
            if game.deal.to_act is None:
                continue
            message = hand_panel(panel_at(game), CONTEXT)
            offered = {
                arg
                for verb in (Verb.CALL, Verb.CONTRACT, Verb.EXCHANGE, Verb.PLAY)
                for arg, on in ids_of(message, verb).items()
                if on
            }
            for select in selects_of(message):
                offered |= {option.value for option in select.options}
            legal = {format_action(action, rules) for action in game.legal_actions()}
            assert offered <= legal
            if game.deal.phase is not Phase.EXCHANGE:
                assert offered == legal


def test_unnamed_computer_is_shown_by_seat():
    game = sample(15)
    table = table_of(game.rules, game)
    seats = list(table.seats)
    seats[1] = replace(seats[1], occupant=Occupant.COMPUTER, user_id=None, name="")
    text = text_of(hand_panel(panel_of(replace(table, seats=tuple(seats)), game, 2), CONTEXT))
    assert "Computer 2 6-5" in text


def test_panel_in_sevens_explains_the_legal_plays():
    rules = rules_of("42", "house")
    game = first_state(
        rules,
        lambda deal: (
            deal.contract is not None
            and deal.contract.kind == "sevens"
            and deal.phase is Phase.PLAY
            and deal.trick.plays
        ),
    )
    assert "nearest to seven" in text_of(hand_panel(panel_at(game), CONTEXT))


def test_panel_explains_must_lead_trump():
    text = text_of(hand_panel(panel_at(sample(5, must_lead_trump=True)), CONTEXT))
    assert "You lead, and the first lead must be a trump." in text
    assert "**You can play:** 1-1, 6-1, 4-1 (5)" in text


@pytest.mark.parametrize(
    ("preset", "kind", "options"),
    [
        ("puremco", "suit", {}),
        ("house", "nello", {"doubles_follow_pip": True, "nello_doubles": ["own"]}),
        ("house", "follow-me", {"doubles_follow_pip": True, "nt_doubles": ["own"]}),
    ],
)
def test_panel_explains_doubles_follow_pip(preset, kind, options):
    rules = rules_of("42", preset, **options)

    def follows_pip(deal):
        if deal.phase is not Phase.PLAY or not deal.trick.plays or deal.trick.led != "doubles":
            return False
        hand = deal.hands[deal.to_act]
        lead = deal.trick.plays[0].tile
        void = not any(t.is_double for t in hand) and any(t.has(lead.high) for t in hand)
        return deal.contract.kind == kind and void and not all(t.has(lead.high) for t in hand)

    game = first_state(rules, follows_pip, seeds=1500)
    text = text_of(hand_panel(panel_at(game), CONTEXT))
    assert "Doubles were led and you have none. Play a" in text


def test_played_tile_leaves_the_panel():
    game = sample(15)
    seat = game.deal.to_act
    action = game.legal_actions()[0]
    after = apply(game, action).game
    before_ids = ids_of(hand_panel(panel_at(game), CONTEXT), Verb.PLAY)
    after_ids = ids_of(hand_panel(panel_at(after, seat=seat), CONTEXT), Verb.PLAY)
    assert set(before_ids) - set(after_ids) == {format_tile(action.tile)}


@pytest.mark.parametrize("steps", [2, 3, 4, 5, 6, 10])
def test_own_panel_calls_its_reader_you(steps):
    game = sample(steps)
    for seat, name in enumerate(("Ana", "Bo", "Cy", "Di")):
        panel = panel_at(game, seat=seat)
        head = text_of(hand_panel(panel, RenderContext())).split("[")[0]
        assert name not in head
