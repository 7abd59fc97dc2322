"""The board and the result card, for the sources' sample hand (002:77-118)."""

import re
from dataclasses import replace

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.answers import last_trick
from bot.presenter.table.board import table_screen
from bot.presenter.table.drawings import result_picture, table_picture
from bot.presenter.table.more import more_of_hand
from bot.presenter.table.notices import nudge, takeover_offer
from bot.presenter.table.pictures import table_part
from bot.presenter.table.scene import Scene
from bot.presenter.table.shaking import fair_shake
from bot.presenter.words.ids import Verb, format_id
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture
from bot.publisher.calls.convert import check
from bot.tables.model import Occupant, Status
from texas42.engine import Phase

from .tabling import (
    COMMITMENT,
    buttons_of,
    panel_of,
    parts_of,
    rules_of,
    sample,
    states,
    table_of,
    text_of,
    whole_text,
)

CONTEXT = RenderContext(pictures=False)


def _screen(steps, **changes):
    game = sample(steps)
    return table_screen(replace(table_of(game.rules, game), **changes), CONTEXT)


def test_board_during_bidding():
    assert text_of(_screen(2)) == (
        "## Table 3 · Hand 1 · Bidding\n"
        "Di to bid · <t:1000:R>\n"
        "Cy has the high bid: 30.\n"
        "Bo pass · Cy 30 · **Di to bid** · Ana\u00a0—\n"
        "-# Marks: Ana and Cy 0 · Bo and Di 0 (to 7)\n"
        "-# Hints are on.\n"
        "[My hand] [Rules]"
    )


def test_board_while_trump_is_named():
    text = text_of(_screen(4))
    assert text.startswith(
        "## Table 3 · Hand 1 · Trump\n"
        "Ana to name trump · <t:1000:R>\n"
        "Bo pass · Cy 30 · Di 31 · Ana 32\n"
    )
    assert "\nBid **32** by Ana\n" in text


def test_board_during_play():
    assert text_of(_screen(15)) == (
        "## Table 3 · Hand 1 · Trick 3 of 7\n"
        "Cy to play · <t:1000:R>\n"
        "**On the table:** Ana 6-0, led · Bo 6-5 · **Cy to play** · Di\u00a0—\n"
        "-# Bo has it so far with the 6-5.\n"
        "**Trump: ones** · Bid **32** by Ana · led: **sixes**\n"
        "-# Ana wins trick 2 with 6-1, +1: Ana 6-1, led · Bo 5-1 · Cy 5-4 · Di 3-0\n"
        "This hand: Ana and Cy 2 of 32 · Bo and Di 0 (set at 11)\n"
        "-# Marks: Ana and Cy 0 · Bo and Di 0 (to 7)\n"
        "-# Tricks: Ana and Cy 2 · Bo and Di 0\n"
        "-# Hints are on.\n"
        "[My hand] [Last trick] [Rules]"
    )


def test_finished_trick_stays_visible_until_the_next_lead():
    text = text_of(_screen(5 + 16))
    won = "**Bo wins trick 4 with 2-2, +6 (5 count + 1)**"
    assert f"{won}: Bo 2-2, led · Cy 4-2 · Di 5-2 · Ana 3-2 (5)\n" in text
    assert "\nBo to lead · <t:1000:R>\n" in text


def test_result_card():
    game = sample(5 + 28, early_stop="none")
    table = replace(table_of(game.rules, game), commitment=None)
    assert text_of(table_screen(table, CONTEXT)) == (
        "## Table 3 · Hand 1\n"
        "**Ana and Cy bid 32 and took 35.**\n"
        "Cy's 5-5 took the 6-4 in the last trick and made the bid.\n"
        "Ana and Cy get the mark.\n"
        "Marks: Ana and Cy 1 · Bo and Di 0 (to 7)\n"
        "-# Next hand <t:2000:R>. Press Ready to go now.\n"
        "[Ready 0/4] [My hand]\n"
        "[Review] [Replay] [More]"
    )


def test_more_of_a_card_in_words_has_the_calls_the_hands_and_the_tricks():
    game = sample(5 + 28, early_stop="none")
    more = whole_text(more_of_hand, table_of(game.rules, game), CONTEXT)
    for line in (
        "**Bidding** Bo pass · Cy 30 · Di 31 · Ana 32",
        "Trump: ones",
        "-# **Ana** 1-1 6-1 4-1 6-4 6-0 4-3 3-2",
        "-# **Bo** 5-1 2-1 6-5 5-3 5-0 2-2 2-0",
        "-# **Cy** 1-0 5-5 5-4 4-4 4-2 4-0 0-0",
        "-# **Di** 3-1 6-6 6-3 6-2 5-2 3-3 3-0",
        "**Tricks** (leader first):",
        "-# 1\\. Ana: 1-1 2-1 1-0 3-1 → Ana +1",
        "-# 2\\. Ana: 6-1 5-1 5-4 3-0 → Ana +1",
        "-# 3\\. Ana: 6-0 6-5 4-0 6-2 → Bo +1",
        "-# 4\\. Bo: 2-2 4-2 5-2 3-2 → Bo +6",
        "-# 5\\. Bo: 2-0 0-0 6-3 4-1 → Ana +6",
        "-# 6\\. Ana: 4-3 5-3 4-4 3-3 → Cy +1",
        "-# 7\\. Cy: 5-5 6-6 6-4 5-0 → Cy +26",
    ):
        assert line in more


def test_ready_button_counts_ready_people():
    game = sample(5 + 28)
    table = table_of(game.rules, game)
    seats = tuple(replace(line, ready=line.seat < 2) for line in table.seats)
    text = text_of(table_screen(replace(table, seats=seats), CONTEXT))
    assert "[Ready 2/4]" in text


def test_lone_player_is_asked_to_press_ready():
    game = sample(5 + 28)
    table = replace(table_of(game.rules, game), alone=True, next_at=None)
    for screen in (table_screen(table, CONTEXT), hand_panel(panel_of(table, game, 0), CONTEXT)):
        assert "Press Ready when you want the next hand." in text_of(screen)


def test_commitment_is_shown_only_under_fair_shake():
    over = sample(5 + 28)
    playing = sample(15)
    between = table_of(over.rules, over)
    going = table_of(playing.rules, playing)
    for table, head in ((between, "of the next hand"), (going, "of this hand")):
        shown = text_of(fair_shake(table, CONTEXT))
        assert shown.startswith(f"### Fair shake {head}\n")
        assert f"`{COMMITMENT}`" in shown
        rules = rules_screen(table, CONTEXT)
        assert COMMITMENT not in text_of(rules)
        assert "[Fair shake]" in text_of(rules)
    assert COMMITMENT not in whole_text(more_of_hand, between, CONTEXT)
    for steps in (2, 4, 15, 5 + 28):
        assert COMMITMENT not in text_of(_screen(steps))


def test_moon_rules_never_mention_sides():
    assert " side" not in whole_text(rules_screen, table_of(rules_of("moon")), CONTEXT)


def test_passed_out_hand_says_so():
    rules = rules_of("42")
    game = next(g for g in states(rules, 0, hands=1))
    for _ in range(4):
        game = next_pass(game)
    assert "**Everyone passed. The next player shakes.**" in text_of(
        table_screen(table_of(rules, game), CONTEXT)
    )


def next_pass(game):
    from .tabling import act

    return act(game, "pass")


def test_game_end_offers_rematch_and_record():
    game = sample(5 + 28, target=1)
    table = replace(table_of(game.rules, game), wins=(1, 0))
    message = table_screen(table, CONTEXT)
    text = text_of(message)
    assert "### Ana and Cy win, 1 mark to 0.\n" in text
    assert "Games at this table: Ana and Cy 1 · Bo and Di 0" in text
    ids = [format_id(button.component_id) for button in buttons_of(message)]
    assert ids == [
        "42:rematch:k3f9q2:31",
        "42:menu:k3f9q2:31",
        "42:coach:k3f9q2:1:table",
        "42:review:k3f9q2:31:4",
        "42:replay:k3f9q2:4",
        "42:more:k3f9q2:31:4",
    ]


def test_set_bid_names_who_got_set_and_who_scores():
    rules = rules_of("42")
    for game in states(rules, 3, hands=1):
        if game.deal.phase is Phase.OVER:
            text = text_of(table_screen(table_of(rules, game), CONTEXT))
    assert re.search(
        r"\*\*Ana and Cy got set on their 2-mark bid.\*\*\n"
        r"\w+'s .* took .*trick.* and set Ana and Cy.\n"
        "-# The hand ended with the first trick lost.\n"
        "Bo and Di get 2 marks.",
        text,
    )


@pytest.mark.parametrize("status", [Status.PAUSED, Status.CLOSED])
def test_paused_or_closed_table_says_so(status):
    text = text_of(_screen(15, status=status))
    assert {Status.PAUSED: "Paused", Status.CLOSED: "closed"}[status] in text


def test_alt_text_has_the_whole_position():
    game = sample(15)
    table = table_of(game.rules, game)
    assert table_part(Scene.of(table, CONTEXT)).alt == (
        "Table 3 · Hand 1 · Trick 3 of 7. Cy to play. "
        "On the table: Ana 6-0, led · Bo 6-5 · Cy to play · Di\u00a0—. "
        "Bo has it so far with the 6-5. Trump: ones · Bid 32 by Ana · led: sixes. "
        "This hand: Ana and Cy 2 of 32 · Bo and Di 0 (set at 11). "
        "Marks: Ana and Cy 0 · Bo and Di 0 (to 7). Tricks: Ana and Cy 2 · Bo and Di 0."
    )


def test_picture_marks_who_is_winning_the_trick():
    game = sample(15)
    table = table_of(game.rules, game)
    picture = table_picture(Scene.of(table, CONTEXT))
    assert [(p.seat, p.winning) for p in picture.trick] == [(0, False), (1, True)]
    board = picture.scoreboard
    assert (board.title, board.detail, board.bidder) == ("ones", "32", 0)
    assert picture.words == "sixes"
    assert [(side.points, side.goal, side.tricks) for side in board.sides] == [
        (2, 32, 2),
        (0, 11, 0),
    ]


def test_picture_marks_count_tiles_of_its_game():
    def shown(game_id):
        for seed in range(9):
            for game in states(rules_of(game_id), seed, hands=1):
                deal = game.deal
                if deal.phase is Phase.PLAY and any(p.tile.count for p in deal.trick.plays):
                    table = table_of(game.rules, game)
                    trick = table_picture(Scene.of(table, CONTEXT)).trick
                    return [(p.count, p.tile.count) for p in trick]
        raise AssertionError

    assert all(count == worth for count, worth in shown("42"))
    assert not any(count for count, _ in shown("moon"))


def test_picture_of_a_three_sided_game_has_numbers_without_units():
    game = next(g for g in states(rules_of("moon"), 1, hands=1) if g.deal.phase is Phase.OVER)
    table = table_of(game.rules, game)
    assert "point" not in result_picture(Scene.of(table, CONTEXT)).detail
    assert "point" in text_of(table_screen(table, CONTEXT))


def test_drawn_board_is_a_picture_one_line_and_three_buttons():
    shown = RenderContext()
    for steps, line in (
        (2, "**Hand 1** · Di to bid"),
        (4, "**Hand 1** · Ana to name trump"),
        (15, "**Hand 1** · Cy to play"),
        (21, "**Hand 1** · Bo wins trick 4 with 2-2, +6 (5 count + 1). Bo to lead."),
    ):
        game = sample(steps)
        text = text_of(table_screen(table_of(game.rules, game), shown))
        assert text == f"<table-3.webp>\n{line}\n-# Hints are on.\n[My hand] [Rules] [More]"


@pytest.mark.parametrize("pictures", [True, False])
def test_board_says_whether_people_who_play_each_other_may_take_hints(pictures):
    context = RenderContext(pictures=pictures)
    game = sample(5)
    table = table_of(game.rules, game)
    on = "Hints are on."
    off = "Hints are off."
    assert on in text_of(table_screen(table, context))
    match = replace(game.rules, game=replace(game.rules.game, best_of=3))
    for changed in (
        replace(table, hints=False),
        replace(table, event_id="e"),
        replace(table, rules=match),
    ):
        assert off in text_of(table_screen(changed, context))
    one_side = tuple(
        replace(line, occupant=Occupant.COMPUTER, user_id=None) if line.side else line
        for line in table.seats
    )
    assert "Hints" not in text_of(table_screen(replace(table, seats=one_side), context))


def test_drawn_result_card():
    game = sample(5 + 28, early_stop="none")
    text = text_of(table_screen(table_of(game.rules, game), RenderContext()))
    assert text == (
        "<table-3.webp>\n"
        "**Hand 1** · Ana and Cy bid 32 and took 35.\n"
        "Cy's 5-5 took the 6-4 in the last trick and made the bid.\n"
        "Marks: Ana and Cy 1 · Bo and Di 0 (to 7)\n"
        "-# Next hand <t:2000:R>. Press Ready to go now.\n"
        "[Ready 0/4] [My hand]\n"
        "[Review] [Replay] [More]"
    )


def test_drawn_game_end_shows_its_score_once():
    game = sample(5 + 28, target=1)
    table = replace(table_of(game.rules, game), wins=(1, 0))
    assert text_of(table_screen(table, RenderContext())) == (
        "<table-3.webp>\n"
        "### Ana and Cy win, 1 mark to 0.\n"
        "Ana and Cy bid 32 and took 35.\n"
        "Cy's 5-5 took the 6-4 in the last trick and made the bid.\n"
        "Games at this table: Ana and Cy 1 · Bo and Di 0\n"
        "[Rematch 0/4] [Table…] [Coach]\n"
        "[Review] [Replay] [More]"
    )


@pytest.mark.parametrize("pictures", [True, False])
def test_game_end_within_a_match_keeps_discords_limits(pictures):
    rules = rules_of("moon4", target=1)
    played = (game for seed in range(50) for game in states(rules, seed))
    game = next(game for game in played if game.winner is not None)
    wins = tuple(int(side == game.winner) for side in range(rules.game.sides))
    table = replace(table_of(rules, game), status=Status.BETWEEN, wins=wins)
    shown = table_screen(table, RenderContext(pictures=pictures))
    check(shown)
    assert any(button.component_id.verb is Verb.COACH for button in buttons_of(shown))


def test_every_screen_of_a_dealt_hand_has_one_picture():
    for steps in (0, 4, 5, 15, 33):
        game = sample(steps)
        parts = list(parts_of(table_screen(table_of(game.rules, game), RenderContext())))
        assert sum(isinstance(part, Picture) for part in parts) == 1


def test_last_trick_screen():
    game = sample(15)
    text = text_of(last_trick(table_of(game.rules, game), CONTEXT))
    assert text.startswith("### Ana wins trick 2 with 6-1, +1\nAna 6-1, led · Bo 5-1 · Cy 5-4")
    early = sample(6)
    shown = text_of(last_trick(table_of(early.rules, early), CONTEXT))
    assert "Nobody has taken a trick yet." in shown


def _shown_tricks(rules, tricks):
    """List which tricks can be viewed after this many, on a bid of one mark or more."""
    game = next(
        g
        for seed in range(60)
        for g in states(rules, seed, hands=1)
        if g.deal.phase is Phase.PLAY and len(g.deal.tricks) == tricks and g.deal.bid.multiple
    )
    text = text_of(last_trick(table_of(game.rules, game), CONTEXT))
    return [number for number in range(1, 8) if re.search(rf"rick {number}\b", text)]


def test_stacked_tricks_hide_all_but_the_last_two():
    loose = rules_of("42", stacked_tricks=False, early_stop="none")
    assert _shown_tricks(loose, 4) == [1, 2, 3, 4]
    stacked = rules_of("42", stacked_tricks=True, early_stop="none")
    assert _shown_tricks(stacked, 4) == [3, 4]
    assert _shown_tricks(stacked, 1) == [1]


def test_stacked_tricks_are_open_on_bids_below_a_mark():
    game = sample(21, stacked_tricks=True)
    text = text_of(last_trick(table_of(game.rules, game), CONTEXT))
    assert text.count(" took trick ") == 3


def test_nudge_is_plain_text_and_pings_only_the_player_to_act():
    game = sample(15)
    message = nudge(table_of(game.rules, game), CONTEXT)
    assert message.content == "<@1002>, it's your turn at Table 3. Sixes were led."
    assert message.mentions == (1002,)
    assert not message.body


def test_takeover_offer_pings_nobody():
    game = sample(15)
    message = takeover_offer(table_of(game.rules, game), CONTEXT)
    assert text_of(message) == (
        "Waiting for Cy. A computer can play this turn.\n[My hand] [Computer plays this turn]"
    )
    assert message.mentions == ()
