"""A player's panel with a picture: what to do, one line of news, buttons and tools."""

from dataclasses import replace

import pytest

from bot.presenter.layout.ways import ALT_LIMIT
from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.more import more_of_hand, more_screen
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture
from bot.render import (
    Colors,
    PanelPicture,
    ResultPicture,
    ScorePicture,
    Size,
    Stance,
)
from bot.tables.model import Status
from bot.tables.views import ExposedHand, Note
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import ContractKind, Phase, parse_tile
from texas42.library import games

from .tabling import (
    LONG_NAMES,
    act,
    first_state,
    ids_of,
    panel_at,
    panel_of,
    parts_of,
    rules_of,
    sample,
    seat_lines,
    states,
    table_of,
    text_of,
    tiles,
    whole_text,
)

CONTEXT = RenderContext()
LINK = "https://discord.com/channels/1/42"


def shown(panel, **changes):
    return text_of(hand_panel(panel, CONTEXT, **changes))


def picture_of(panel, **changes):
    (picture,) = (p for p in parts_of(hand_panel(panel, CONTEXT, **changes)) if type(p) is Picture)
    return picture


def test_bidder_sees_the_legal_bids_and_the_calls():
    assert shown(panel_at(sample(2))) == (
        "<table-3.webp>\n"
        "### Your bid: 31 or more, or pass\n"
        "Bo passed. Cy bid 30.\n"
        "[Pass] [31] [32] [33]\n"
        "[Other bids: 34 to 2 marks ▾ "
        "34 | 35 | 36 | 37 | 38 | 39 | 40 | 41 | 1 mark | 2 marks]\n"
        "[Hint] [More]"
    )


def test_forced_bidder_reads_that_they_must_bid():
    game = sample(0, all_pass="forced30")
    for _ in range(3):
        game = act(game, "pass")
    assert "### You must bid: 30 or more\n" in shown(panel_at(game))


def test_trump_panel_explains_the_numbers():
    assert "### Name the trump\nThe number is how many you hold.\n[Sixes 3]" in (
        shown(panel_at(sample(4)))
    )


def test_player_sees_the_legal_plays_and_the_trick():
    assert shown(panel_at(sample(16))) == (
        "<table-3.webp>\n"
        "### Your turn: play a six\n"
        "Ana took the trick with the 6-1, +1. Ana led 6-0, Bo 6-5, Cy 4-0.\n"
        "[6-6] [6-3] [6-2] (5-2)\n"
        "(3-3)\n"
        "[Hint] [Last trick] [More]"
    )


def test_next_trick_leaves_room_for_who_took_the_one_before():
    panel = panel_at(sample(16))
    long = panel_at(sample(16), seats=seat_lines(panel.table.rules, LONG_NAMES))
    assert "Ana Throckm… took the trick with the 6-1, +1.\n" in shown(long)


def test_leader_reads_who_took_the_trick():
    text = shown(panel_at(sample(21)))
    assert "### Your turn: lead any domino\nYou took the trick with the 2-2, +6.\n" in text
    assert text.endswith("[Hint] [Lay down] [More]")


def test_waiting_player_sees_disabled_buttons():
    text = shown(panel_at(sample(15), seat=3))
    assert text == (
        "<table-3.webp>\n"
        "### Cy is thinking\n"
        "Ana took the trick with the 6-1, +1. Ana led 6-0, Bo 6-5.\n"
        "(6-6) (6-3) (6-2) (5-2)\n"
        "(3-3)\n"
        "[Last trick] [More]"
    )


def test_waiting_player_sees_the_plays_since_their_own():
    assert "### Cy is thinking\nBo 6-5.\n" in shown(panel_at(sample(15), seat=0))


def test_note_is_above_an_open_hint_which_replaces_the_news():
    panel = panel_at(sample(16))
    hinted = replace(panel, advice=Advice(panel.view.legal[0], Reason(ReasonKind.TRASH)))
    said = "**Hint: Play the 6-2.** You'll miss it least."
    assert f"play a six\n{said}\n[6-6]" in shown(hinted)
    noted = shown(replace(hinted, note=Note.STALE))
    note = "That button was from an earlier turn. Here's your hand now."
    assert f"play a six\n{note}\n{said}\n[6-6]" in noted


def test_panel_in_a_dm_names_the_table():
    assert shown(panel_at(sample(15)), link=LINK).startswith(
        "<table-3.webp>\n-# Table 3\n### Your turn"
    )


def test_watchers_panel_explains_how_to_join_and_never_goes_stale():
    early, late = (panel_of(table_of(g.rules, g), g, None) for g in (sample(15), sample(20)))
    assert shown(early) == (
        "### You're watching Table 3\n"
        "Follow the game on the board; you'll see every hand when it's over. "
        "To play, take a free seat with /table join, or open your own with /table open."
    )
    assert shown(early) == shown(late)


def test_more_screen_offers_to_add_a_word_to_the_shake():
    over = panel_at(sample(99), 1)
    more = whole_text(more_screen, over, CONTEXT)
    why = "-# With a word of yours in it, nobody can have picked the next shake."
    assert f"{why}\n[Add your own word to the shake]" in more
    assert "[Shake]" not in shown(over)


def test_beside_the_card_of_a_hand_a_panel_shows_the_score_and_elsewhere_the_hand():
    game = sample(5 + 28, early_stop="none")
    panel = panel_at(game, seat=0)
    score = picture_of(panel)
    assert isinstance(score.drawing, ScorePicture)
    assert (score.drawing.size, score.drawing.winner) == (Size.LOBBY, None)
    assert (score.drawing.headline, score.drawing.detail) == ("We made 32", "We +1")
    assert "wins trick" not in score.alt
    assert "We 1 · They 0" in score.alt
    sheet = picture_of(panel, link="https://discord.com/channels/1/42").drawing
    assert isinstance(sheet, ResultPicture)
    assert (sheet.size, len(sheet.tricks), sheet.unplayed) == (Size.PANEL, 7, ())
    assert shown(panel) == (
        "<table-3.webp>\n"
        "### We bid 32 and took 35\n"
        "Next hand <t:2000:R>. Press Ready to go now.\n"
        "[Ready] [Review] [More]"
    )
    won = panel_at(sample(5 + 28, target=1), seat=0)
    assert isinstance(picture_of(won).drawing, ScorePicture)
    assert "### We win, 1 mark to 0\n" in shown(won)


def test_unplayed_tiles_are_dimmed_on_the_result_sheet():
    game = first_state(
        rules_of("42"), lambda deal: deal.phase is Phase.OVER and 0 < len(deal.tricks) < 7
    )
    sheet = picture_of(panel_at(game, seat=0), link="https://discord.com/channels/1/42").drawing
    left = 7 - len(sheet.tricks)
    assert [len(hand) for hand in sheet.unplayed] == [left] * 4


def test_panel_picture_raises_the_legal_tiles():
    picture = picture_of(panel_at(sample(16))).drawing
    assert isinstance(picture, PanelPicture)
    assert picture.table.bottom == 3
    assert [(held.tile, held.stance) for held in picture.hand.tiles] == [
        (parse_tile("66"), Stance.READY),
        (parse_tile("63"), Stance.READY),
        (parse_tile("62"), Stance.READY),
        (parse_tile("52"), Stance.DIMMED),
        (parse_tile("33"), Stance.DIMMED),
    ]
    assert [side.name for side in picture.table.scoreboard.sides] == ["them", "us"]
    assert picture.table.seats[3].shown == "You"


def test_panel_picture_raises_no_tile_of_an_away_player():
    game = sample(16)
    table = table_of(game.rules, game)
    seats = tuple(replace(line, away=line.seat == 3) for line in table.seats)
    picture = picture_of(panel_of(replace(table, seats=seats), game, 3)).drawing
    assert {held.stance for held in picture.hand.tiles} == {Stance.RESTING}


def test_exchanged_tiles_move_between_hand_and_kitty_in_the_picture():
    game = first_state(
        rules_of("80"), lambda deal: deal.phase is Phase.EXCHANGE and len(deal.kitty) > 1
    )
    panel = panel_at(game)
    steps = [arg for arg in ids_of(hand_panel(panel, CONTEXT), Verb.SWAP) if arg.split("/")[0]]
    before = picture_of(panel).drawing.hand
    after = picture_of(panel, chosen=steps[0]).drawing.hand
    moved = [held.tile for held in after.tiles if held.stance is Stance.MOVED]
    assert len(moved) == len(tiles(steps[0].split("/")[0].replace(",", " "))) > 0
    assert len(after.tiles) == len(before.tiles) + len(moved)
    assert len(after.left_over) == len(before.left_over) - len(moved)


def test_face_up_hand_is_drawn_unless_it_is_ones_own():
    game = sample(15)
    laid = tuple(ExposedHand(seat, game.deal.hands[seat]) for seat in (0, 2))
    table = replace(table_of(game.rules, game), laid_down=laid)
    assert picture_of(panel_of(table, game, 2)).drawing.table.laid_down.seat == 0
    assert picture_of(panel_of(table, game, 1)).drawing.table.laid_down.seat == 2


def test_nello_picture_shows_who_sits_out_and_no_points():
    game = first_state(
        rules_of("42", "house"),
        lambda deal: deal.phase is Phase.PLAY and deal.contract.kind is ContractKind.NELLO,
    )
    out = game.deal.sitting_out
    panel = panel_at(game, seat=out)
    assert "You sit this hand out: " in shown(panel)
    table = picture_of(panel).drawing.table
    assert [seat.sits_out for seat in table.seats] == [seat == out for seat in range(4)]
    assert all(side.points is None for side in table.scoreboard.sides)


def test_panel_alt_text_has_the_position_in_order():
    assert picture_of(panel_at(sample(16))).alt == (
        "Your turn: play a six. On the table: Ana 6-0, led · Bo 6-5 · Cy 4-0 · You to play. "
        "Your partner Bo has it so far with the 6-5. "
        "Your dominoes: 6-6, 6-3, 6-2, 5-2, 3-3. You can play: 6-6, 6-3, 6-2. "
        "Trump: ones · Bid 32 by Ana · led: sixes. This hand: We 0 (11 sets them) · They 2 of 32. "
        "Marks: We 0 · They 0 (to 7). Tricks: We 0 · They 2. Your partner: Bo."
    )


@pytest.mark.parametrize("game_id", [game.id for game in games()])
def test_panel_has_at_most_four_tools_and_a_short_alt_text(game_id):
    for game in states(rules_of(game_id), 5, hands=1):
        for seat in range(game.rules.game.seats):
            panel = replace(
                panel_at(game, seat=seat), can_skip=game.deal.to_act not in {None, seat}
            )
            message = hand_panel(panel, CONTEXT)
            rows = text_of(message).split("\n")
            assert rows[-1].count("[") <= 4
            for part in parts_of(message):
                assert not isinstance(part, Picture) or 0 < len(part.alt) <= ALT_LIMIT


def test_panel_without_pictures_has_none():
    words = RenderContext(pictures=False)
    for panel in (panel_at(sample(2)), panel_at(sample(16)), panel_at(sample(33), seat=1)):
        assert not any(isinstance(part, Picture) for part in parts_of(hand_panel(panel, words)))


def test_more_screen_has_everything_in_words_and_a_picture_switch():
    panel = panel_at(sample(16))
    text = whole_text(more_screen, panel, CONTEXT)
    assert "**You can play:** 6-6, 6-3, 6-2\n" in text
    assert "\n**Trump: ones** · Bid **32** by Ana · led: **sixes**\n" in text
    assert text.endswith("[Last trick] [Fair shake] [Rules] [Text only]")
    assert ids_of(more_screen(panel, CONTEXT), Verb.PLAY) == {}
    words = more_screen(panel, RenderContext(pictures=False))
    assert text_of(words).endswith("[Last trick] [Fair shake] [Rules] [With pictures]")
    fixed = more_screen(panel, RenderContext(pictures=False, may_switch=False))
    assert text_of(fixed).endswith("[Last trick] [Fair shake] [Rules]")


def test_more_screen_of_a_finished_hand_has_tricks_record_and_proof():
    game = sample(5 + 28, early_stop="none")
    table = table_of(game.rules, game)
    for name, text in (
        ("Bo", whole_text(more_of_hand, table, CONTEXT)),
        ("You", whole_text(more_screen, panel_at(game, seat=1), CONTEXT)),
    ):
        assert f"**{name}** 5-1 2-1 6-5" in text
        assert "-# 7\\. Cy: 5-5 6-6 6-4 5-0 → Cy +26" in text
        assert "[Replay] [Game record] [Fair shake] [Leaderboard]" in text


def test_panel_of_a_closed_table_has_no_picture():
    panel = panel_at(sample(8), status=Status.CLOSED)
    assert not any(isinstance(part, Picture) for part in parts_of(hand_panel(panel, CONTEXT)))


def test_panel_pictures_use_the_readers_colors():
    safe = replace(CONTEXT, colors=Colors.COLOR_BLIND_SAFE)
    for steps in (2, 16):
        (picture,) = (
            p for p in parts_of(hand_panel(panel_at(sample(steps)), safe)) if type(p) is Picture
        )
        assert picture.drawing.table.colors is Colors.COLOR_BLIND_SAFE
    assert picture_of(panel_at(sample(16))).drawing.table.colors is Colors.STANDARD
