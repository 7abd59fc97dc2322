"""The sentences of refusals."""

import pytest

from bot.presenter.discord.board_trouble import board_trouble
from bot.presenter.refusals import discord_failed, explain, our_error, sentence
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Accent, Row
from bot.tables import errors
from bot.tables.model import Place, Status
from bot.tables.views import Note
from tests.screens.states.refusals import DATA, TROUBLES
from texas42.engine import (
    IllegalAction,
    NotationError,
    NotInTurn,
    Rule,
    apply,
    parse_action,
)
from texas42.library import UnknownGame, UnknownRule, load_rules, parse_options

from .tabling import (
    act,
    parts_of,
    rules_of,
    sample,
    seat_lines,
    states,
    table_of,
    text_of,
)

CONTEXT = RenderContext()


def test_every_rule_has_its_own_sentence():
    texts = {rule: sentence(IllegalAction(rule, "", DATA), CONTEXT) for rule in Rule}
    same = {Rule.WRONG_SHAKER, Rule.BAD_DEAL}  # both can come only from our own code
    rest = [text for rule, text in texts.items() if rule not in same]
    assert len(set(rest)) == len(rest)


def test_every_discord_refusal_has_its_own_sentence():
    texts = {sentence(errors.DiscordRefused(note, 1), CONTEXT) for note in (*TROUBLES, None)}
    assert len(texts) == len(TROUBLES) + 1


@pytest.mark.parametrize(
    ("paused", "movers"), [(False, "The host or a manager"), (True, "Any of its players")]
)
def test_notice_to_move_a_table_names_those_who_can(paused, movers):
    notices = [board_trouble(note, CONTEXT.words, paused=paused) for note in TROUBLES]
    moving = [text for text in notices if "/table move" in text]
    assert len(moving) == 7
    assert all(f"{movers} can move the table: use /table move" in text for text in moving)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (1, "in 1 second."),
        (90, "in 90 seconds."),
        (91, "in 2 minutes."),
        (600, "in 10 minutes."),
        (601, "in 11 minutes."),
    ],
)
def test_wait_is_given_in_seconds_or_full_minutes(seconds, said):
    assert sentence(errors.DiscordBusy(seconds), CONTEXT).endswith(f"Try again {said}")


def test_unknown_discord_refusal_gives_its_code_for_a_report():
    text = sentence(errors.DiscordRefused(None, 40333), CONTEXT)
    assert "40333" in text
    assert "/report" in text


@pytest.mark.parametrize(
    "error", [errors.DiscordRefused(Note.BAD_REQUEST, 50035), errors.DiscordDown()]
)
def test_saved_act_is_confirmed_although_discord_failed(error):
    (told,) = discord_failed(error, CONTEXT, done=True).body
    assert text_of(discord_failed(error, CONTEXT, done=True)).startswith("What you did counts, but")
    assert told.accent is Accent.ERROR


def refusal_of(game, text):
    """Return the sentence for a refused action of the seat to act."""
    seat = game.deal.to_act
    with pytest.raises(IllegalAction) as raised:
        apply(game, parse_action(text, game.deal.phase, seat, game.rules))
    return sentence(raised.value, CONTEXT, table_of(game.rules, game))


def test_tile_that_does_not_follow_suit():
    assert refusal_of(sample(16), "33") == "Sixes were led, so play a six: 6-6, 6-3 or 6-2."


def test_tile_not_in_the_hand():
    assert refusal_of(sample(16), "11") == "You don't hold 1-1."


def test_bid_too_low():
    assert refusal_of(sample(3), "30") == "The high bid is 31. Bid more, or pass."


def test_bid_that_skips_a_step():
    game = act(sample(0), "2m")
    text = (
        "You can't bid 4 marks over 2 marks at this table. The first bid in marks can be up to "
        "2 marks. Raise by one mark."
    )
    assert refusal_of(game, "4m") == text


def test_points_table_states_bids_in_points():
    game = act(sample(0, "straight-points"), "84")
    assert refusal_of(game, "42") == "The high bid is 84. Bid more, or pass."


def test_pass_of_a_forced_bidder():
    game = sample(0, all_pass="forced30")
    for _ in range(3):
        game = act(game, "pass")
    assert refusal_of(game, "pass") == "Everyone passed, so you must bid 30 or more."


def test_contract_that_the_table_does_not_play():
    text = "This table doesn't play sevens."
    assert refusal_of(sample(4), "sevens") == text


def test_contract_that_needs_a_higher_bid():
    text = "Sevens takes a bid of 1 mark or more; the bid is 32."
    assert refusal_of(sample(4, sevens=True), "sevens") == text


def test_plunge_without_four_doubles():
    text = "That takes 4 doubles, and you hold 1."
    assert refusal_of(sample(0, plunge=True), "plunge 4m") == text


def test_lead_that_cannot_call_its_small_end():
    text = "You can't lead the 6-0 as a blank. A domino leads its high end, a trump leads trumps."
    assert refusal_of(sample(5), "60@0") == text


def test_act_out_of_turn_names_the_player_to_act():
    game = sample(15)
    with pytest.raises(NotInTurn) as raised:
        apply(game, parse_action("66", game.deal.phase, 3, game.rules))
    assert sentence(raised.value, CONTEXT, table_of(game.rules, game)) == (
        "It's Cy's turn. I'll call you."
    )
    assert sentence(raised.value, CONTEXT) == "It isn't your turn. I'll call you."


def test_bid_in_88_needs_its_trump_in_hand():
    rules = rules_of("88")
    for game in states(rules, 1, hands=1):
        held = {pip for tile in game.deal.hands[1] for pip in (tile.high, tile.low)}
        missing = sorted(set(range(7)) - held)
        if missing:
            text = refusal_of(game, f"60 {missing[0]}")
            assert text.startswith("You need a ")
        break
    assert "You need a five" in sentence(IllegalAction(Rule.HOLDS_NO_TRUMP, "", DATA), CONTEXT)


def test_unreadable_text_gets_an_example():
    text = sentence(NotationError("'<@1>' is not a call"), CONTEXT)
    assert "6-4" in text
    assert "<@1>" not in text


def test_unknown_game():
    text = sentence(UnknownGame("bridge"), CONTEXT)
    assert text == (
        "I don't know that game. I play Texas 42, 88, 80, 79, 84 for six, 84 for eight, "
        "Big Game, Moon and Moon for four."
    )


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ("nelo=any", "This game has no house rule nelo. Pick one from the list while you type."),
        (
            "renege=maybe",
            'Renege: you can write "Nobody can renege by mistake" or "A renege loses the hand".',
        ),
        ("max_marks=0", "Highest bid in marks can be none or 1, or more."),
        (
            "nt_doubles=high,tall",
            'Doubles in follow me: you can write "Follow me is played with doubles high", '
            '"Follow me is played with doubles low", '
            '"Follow me is played with doubles a suit of their own" or '
            '"Follow me is played with doubles a suit of their own, 0-0 high".',
        ),
    ],
)
def test_unknown_house_rule_lists_the_valid_ones(options, text):
    with pytest.raises(UnknownRule) as raised:
        parse_options("42", options)
    assert sentence(raised.value, CONTEXT) == text


def test_options_that_leave_no_trump():
    with pytest.raises(UnknownRule) as raised:
        load_rules("moon", parse_options("moon", "trumps=0 moon_set=21"))
    assert sentence(raised.value, CONTEXT) == "Those options leave no trump to name."


def test_house_rule_above_its_maximum_names_the_maximum():
    text = sentence(errors.RuleTooHigh("target", 50), CONTEXT)
    assert text == "Length of the game can be at most 50 at a table."


def test_refusal_has_a_red_frame():
    message = explain(errors.TableFull(3), CONTEXT)
    (container,) = message.body
    assert container.accent is Accent.ERROR
    assert text_of(message) == "Table 3 is full. Open one of your own.\n[Open a table]"


def test_table_elsewhere_is_linked():
    message = explain(errors.TableElsewhere((Place(7, 42, 42),)), CONTEXT)
    assert text_of(message) == "Your table is in <#42>. Use this there.\n[Go]"
    (go,) = [item for part in parts_of(message) if isinstance(part, Row) for item in part.items]
    assert go.url == "https://discord.com/channels/7/42"
    several = text_of(explain(errors.TableElsewhere((Place(7, 42, 42), Place(8, 43, 43))), CONTEXT))
    assert several == "Your table is in <#42> or <#43>. Use this there."


@pytest.mark.parametrize(
    ("status", "said"),
    [(Status.PLAYING, "This hand isn't over."), (Status.BETWEEN, "This hand is over.")],
)
def test_refusal_names_no_number_where_the_table_has_none(status, said):
    assert sentence(errors.WrongStatus(None, status), CONTEXT) == said


def test_names_in_refusals_are_escaped():
    assert sentence(errors.NotHost("*@everyone*"), CONTEXT) == (
        "Only the host, \\*@\u200beveryone\\*, can do that."
    )


def test_taken_seat_names_the_free_seats():
    error = errors.SeatTaken("Di", seat_lines(rules_of("42"))[1:2])
    assert sentence(error, CONTEXT) == "Di just took that seat. Seat 2 is open."


def test_missing_permissions_are_named():
    error = errors.CannotPost("dominoes", ("view_channel", "send_messages"))
    assert sentence(error, CONTEXT) == (
        "I can't post in #dominoes. Ask a moderator to give me **View Channel** and "
        "**Send Messages** there, in the channel's settings."
    )


def test_missing_thread_permission_does_not_mention_posting():
    error = errors.CannotPost("dominoes", ("create_public_threads",))
    assert sentence(error, CONTEXT) == (
        "I can't open threads in #dominoes. Ask a moderator to give me "
        "**Create Public Threads** there, in the channel's settings."
    )


def test_our_error_has_a_code():
    assert "Error 7F3K" in text_of(our_error("7F3K", CONTEXT))


def test_error_without_a_sentence_is_an_error_of_ours():
    with pytest.raises(KeyError):
        sentence(errors.TableError(), CONTEXT)
