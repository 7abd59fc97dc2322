"""The end of a game: the trick that decided it, a fact about the reader, and Back buttons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.presenter.hand.deciding import deciding_line, deciding_trick
from bot.presenter.hand.ending import fact_line, is_at_ending
from bot.presenter.hand.result import result
from bot.presenter.hand.review import review_screen
from bot.presenter.layout.phone import fits_phone
from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.board import table_screen
from bot.presenter.table.menu import table_menu
from bot.presenter.table.scene import Scene
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Row
from bot.publisher.calls.convert import check, picture_of
from bot.render import ScorePicture
from bot.tables.model import Status
from bot.values.game_fact import BidMade, GameFact
from tests.screens.states.past import sample_replay
from texas42.ai.findings.judgments import Review
from texas42.engine import ContractKind, Phase

from .tabling import buttons_of, panel_of, rules_of, sample, states, table_of, text_of

CONTEXT = RenderContext(pictures=False)
DRAWN = RenderContext()
END = 5 + 28
REVIEW = Review(None, None, made=True, costs=())
MADE = "Cy's 5-5 took the 6-4 in the last trick and made the bid."


def ended(**changes):
    game = sample(END, target=1)
    return replace(table_of(game.rules, game), **changes), game


def verbs_of(message):
    return [button.component_id.verb for button in buttons_of(message)]


def test_the_ending_names_the_trick_that_decided_the_game():
    table, game = ended()
    for context in (CONTEXT, DRAWN):
        assert MADE in text_of(result(table, context))
        assert MADE in text_of(hand_panel(panel_of(table, game, 0), context))
    picture = picture_of(result(table, DRAWN))
    assert isinstance(picture.drawing, ScorePicture)
    assert MADE in picture.alt
    assert picture.drawing.deciding_words == "Trick 7"
    played = [(play.seat, str(play.tile), play.winning) for play in picture.drawing.deciding]
    assert played == [(2, "5-5", True), (3, "6-6", False), (0, "6-4", False), (1, "5-0", False)]


def test_every_hands_card_credits_the_trick_that_made_the_bid():
    game = sample(END, early_stop="none")
    for context in (CONTEXT, DRAWN):
        assert MADE in text_of(table_screen(table_of(game.rules, game), context))
    assert deciding_trick(sample_view(12)) is None


def test_after_a_lay_down_no_trick_is_credited_that_nobody_saw_played():
    table, _ = ended(claimed=2)
    shown = text_of(result(table, DRAWN))
    assert "Cy laid down and took the rest." in shown
    assert MADE not in shown
    assert not picture_of(result(table, DRAWN)).drawing.deciding


def test_a_set_nello_is_decided_by_the_first_trick_that_the_bidder_took():
    rules = rules_of("42", nello="any", nello_doubles=["low"])
    told = 0
    for seed in range(300):
        for game in states(rules, seed, hands=1):
            view = table_of(rules, game).view
            if game.deal.phase is not Phase.OVER or view.contract.kind is not ContractKind.NELLO:
                continue
            took = [trick.winner == view.bidder for trick in view.tricks]
            assert deciding_trick(view) == (took.index(True) if any(took) else None)
            assert view.result.made is not any(took)
            told += any(took)
            line = deciding_line(Scene.of(table_of(rules, game), CONTEXT))
            assert (" caught it." in line or "stayed under" in line) is any(took)
    assert told


def sample_view(steps):
    game = sample(steps)
    return table_of(game.rules, game).view


@pytest.mark.parametrize("game_id", ["42", "88", "84x6", "moon", "80", "79"])
def test_the_deciding_trick_is_where_the_bid_was_made_or_set(game_id):
    """From that trick on, but not earlier, the remaining tricks couldn't change the result."""
    rules = rules_of(game_id)
    told = 0
    for seed in range(30):
        for game in states(rules, seed, hands=1):
            if game.deal.phase is not Phase.OVER:
                continue
            table = table_of(rules, game)
            view = table.view
            number = deciding_trick(table.view)
            line = deciding_line(Scene.of(table, CONTEXT))
            assert bool(line) == (number is not None)
            if number is None:
                continue
            told += 1
            assert line.endswith("made the bid.") == view.result.made
            assert ("the last trick" in line) == (number + 1 == rules.game.hand_size)
            if view.needed is None:
                continue
            side = rules.game.side_of(view.bidder)
            for tricks in (number, number + 1):
                done = view.tricks[:tricks]
                own = sum(t.points for t in done if rules.game.side_of(t.winner) == side)
                left = rules.game.total - sum(trick.points for trick in done)
                is_open = own < view.needed <= own + left
                assert is_open == (tricks == number)
    assert told


def test_a_set_names_who_got_set_and_a_players_own_side_as_us():
    rules = rules_of("42")
    for seed in range(40):
        game = list(states(rules, seed, hands=1))[-1]
        view = table_of(rules, game).view
        if deciding_trick(view) is None or view.result.made:
            continue
        table = table_of(rules, game)
        public = deciding_line(Scene.of(table, CONTEXT))
        own = deciding_line(Scene.of(table, CONTEXT, panel_of(table, game, view.bidder).view))
        other = (view.bidder + 1) % 4
        theirs = deciding_line(Scene.of(table, CONTEXT, panel_of(table, game, other).view))
        assert " and set " in public
        assert own.endswith(" and set us.")
        assert theirs.endswith(" and set them.")
        return
    raise AssertionError("no bid was set")


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (None, ""),
        (GameFact(3, 0), ""),
        (GameFact(1, 1, run=1, is_longest=True), "**Your first win!**"),
        (GameFact(9, 5, run=3, is_longest=True), "**Your longest streak: 3 wins in a row.**"),
        (GameFact(9, 5, run=2, is_longest=True), "You've won 5 of 9 games."),
        (
            GameFact(9, 5, best_bid=BidMade(2, 42)),
            "**The highest bid you've ever made: 2 marks.**",
        ),
        (GameFact(9, 5, best_bid=BidMade(0, 35)), "**The highest bid you've ever made: 35.**"),
        (GameFact(9, 1), "You've won 1 of 9 games."),
    ],
)
def test_one_fact_about_the_reader(fact, said):
    assert fact_line(fact, CONTEXT) == said


def test_fact_is_on_the_readers_own_panel():
    table, game = ended()
    panel = replace(panel_of(table, game, 0), fact=GameFact(1, 1, run=1, is_longest=True))
    for context in (CONTEXT, DRAWN):
        shown = hand_panel(panel, context)
        assert "### We win, 1 mark to 0" in text_of(shown)
        assert "**Your first win!**" in text_of(shown)
        check(shown)
        assert {Verb.REMATCH, Verb.COACH, Verb.REVIEW, Verb.REPLAY} <= set(verbs_of(shown))


@pytest.mark.parametrize("review", [None, REVIEW])
def test_a_review_opened_at_the_end_leads_back_to_it(review):
    hand = sample_replay()
    assert Verb.HAND in verbs_of(review_screen(hand, review, CONTEXT, from_ending=True))
    assert Verb.HAND not in verbs_of(review_screen(hand, review, CONTEXT))


def test_only_the_last_hand_of_a_game_leads_its_players_back():
    table, _ = ended()
    assert is_at_ending(table, 4, 1000)
    assert not is_at_ending(table, 3, 1000)
    assert not is_at_ending(table, 4, 77)
    assert not is_at_ending(replace(table, status=Status.BETWEEN), 4, 1000)


@pytest.mark.parametrize("context", [CONTEXT, DRAWN])
def test_a_closed_table_keeps_its_last_games_end(context):
    table, _ = ended(status=Status.CLOSED)
    shown = table_screen(table, context)
    assert "### Ana and Cy win, 1 mark to 0." in text_of(shown)
    assert MADE in text_of(shown)
    assert "This table is closed." in text_of(shown)
    assert not {Verb.REMATCH, Verb.LEAVE} & set(verbs_of(shown))
    if context is DRAWN:
        assert isinstance(picture_of(shown).drawing, ScorePicture)


@pytest.mark.parametrize("context", [CONTEXT, DRAWN])
def test_a_table_closed_between_hands_keeps_the_card_of_the_last_one(context):
    game = sample(99)
    going = table_screen(table_of(game.rules, game), context)
    shown = table_screen(table_of(game.rules, game, status=Status.CLOSED), context)
    assert "This table is closed." in text_of(shown)
    assert "Ana and Cy bid 32 and took 35." in text_of(shown)
    assert {Verb.READY, Verb.HAND} <= set(verbs_of(going))
    assert not {Verb.READY, Verb.HAND} & set(verbs_of(shown))


def test_the_panel_of_a_games_end_opens_the_tables_menu_in_two_rows():
    table, game = ended()
    panel = panel_of(table, game, 0)
    message = hand_panel(panel, DRAWN)
    verbs = [Verb.REMATCH, Verb.MENU, Verb.COACH, Verb.REVIEW, Verb.REPLAY, Verb.MORE]
    assert verbs_of(message) == verbs
    rows = [part for part in message.body[0].children if isinstance(part, Row)]
    assert len(rows) == 2
    assert all(fits_phone(row.items) for row in rows)
    event = replace(panel, table=replace(table, event_id="ev3n7s"))
    assert Verb.MENU not in verbs_of(hand_panel(event, DRAWN))


@pytest.mark.parametrize("changes", [{}, {"status": Status.CLOSED}, {"event_id": "ev3n7s"}])
def test_the_card_of_a_games_end_wraps_no_row_on_a_phone(changes):
    table, _ = ended(**changes)
    message = table_screen(table, DRAWN)
    rows = [part for part in message.body[0].children if isinstance(part, Row)]
    assert len(rows) == (3 if table.status is Status.CLOSED else 2)
    if table.status is Status.CLOSED:
        assert verbs_of(message)[-4:] == [Verb.MORE, Verb.NOW, Verb.OPEN, Verb.DAILY]
        rows.pop()
    assert all(fits_phone(row.items) for row in rows)
    assert Verb.LEAVE not in verbs_of(message)


def test_after_a_game_one_leaves_by_the_tables_menu():
    table, _ = ended()
    assert Verb.LEAVE in verbs_of(table_menu(table, 1001, CONTEXT))
    assert Verb.LEAVE not in verbs_of(table_menu(table, 77, CONTEXT, manager=True))
    event = replace(table, event_id="ev3n7s")
    assert Verb.LEAVE not in verbs_of(table_menu(event, 1001, CONTEXT))


def test_hands_are_numbered_within_their_game():
    game = sample(END)
    table = replace(table_of(game.rules, game), hand_no=9)
    assert "Hand 1" in text_of(table_screen(table, DRAWN))
    assert "Hand 9" not in text_of(table_screen(table, DRAWN))
    hand = sample_replay()
    review = review_screen(replace(hand, table=replace(hand.table, hand_no=9)), REVIEW, CONTEXT)
    assert "### Hand 1\n" in text_of(review)
