"""A lay-down: who is asked, what they can press, and what everyone else sees."""

from dataclasses import replace

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.refusals import explain
from bot.presenter.table.board import table_screen
from bot.presenter.table.claims import claim_offer
from bot.presenter.table.pictures import table_part
from bot.presenter.table.scene import Scene
from bot.presenter.words.ids import Verb
from bot.presenter.words.parts import plain
from bot.presenter.words.render_context import RenderContext
from bot.tables.errors import NothingToClaim, NotProven
from bot.tables.views import ExposedHand, UnprovedClaim
from tests.screens.states.claims import FACE_UP, OBJECTION, STANDING
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import Suit

from .tabling import buttons_of, panel_at, sample, text_of, tiles

CONTEXT = RenderContext(pictures=False)


def panel_with_claim(claim, seat, laid_down=()):
    """Build a seat's panel while Ana, who leads, claims the rest."""
    return panel_at(sample(5), seat, claim=claim, laid_down=laid_down)


def plain_text(message):
    """Format a message without Markdown."""
    return plain(text_of(message))


def button_ids(message):
    decoded = [button.component_id for button in buttons_of(message)]
    return {(each.verb, each.seq, each.arg) for each in decoded}


def test_claim_offer_names_the_claimer_and_pings_who_must_answer():
    message = claim_offer(panel_with_claim(STANDING, 0, FACE_UP).table, CONTEXT)
    assert message.content == "Ana lays down and claims the rest: 1-1 · 5-1 <@1001> <@1003>"
    assert message.mentions == (1001, 1003)
    assert button_ids(message) == {(Verb.CLAIM, 31, "accept"), (Verb.CLAIM, 31, "play-on")}
    one = claim_offer(panel_with_claim(replace(STANDING, accepted=(1,)), 0).table, CONTEXT)
    assert one.mentions == (1003,)


def test_claim_can_be_answered_on_a_panel():
    for seat in (1, 3):
        panel = panel_with_claim(STANDING, seat)
        assert panel.is_asked
        message = hand_panel(panel, CONTEXT)
        assert "### Ana lays down" in text_of(message)
        assert "Accept to give Ana the rest (your partner must agree too)." in text_of(message)
        assert button_ids(message) >= {(Verb.CLAIM, 31, "accept"), (Verb.CLAIM, 31, "play-on")}


def test_only_pending_opponents_are_asked():
    for claim, seat in (
        (STANDING, 0),
        (STANDING, 2),
        (replace(STANDING, accepted=(1,)), 1),
        (replace(STANDING, refused=True), 1),
    ):
        panel = panel_with_claim(claim, seat)
        assert not panel.is_asked
        verbs = {verb for verb, *_ in button_ids(hand_panel(panel, CONTEXT))}
        assert Verb.CLAIM not in verbs


def test_claimer_sees_who_must_answer_and_can_still_play():
    message = hand_panel(panel_with_claim(STANDING, 0), CONTEXT)
    said = "You've laid down. Waiting for Bo and Di. Playing a domino cancels it."
    assert said in text_of(message)
    assert Verb.PLAY in {verb for verb, *_ in button_ids(message)}


def test_claimer_can_read_an_open_hint_while_the_lay_down_is_pending():
    panel = panel_with_claim(STANDING, 0)
    hint = Advice(panel.view.legal[0], Reason(ReasonKind.WALKER, suit=Suit.ONES))
    said = text_of(hand_panel(replace(panel, advice=hint), RenderContext()))
    assert "**Hint: Lead the 1-1.** The higher ones are gone, so it walks." in said


def test_panels_name_who_a_claim_waits_for():
    said = text_of(hand_panel(panel_with_claim(STANDING, 2), CONTEXT))
    assert "Ana laid down. Bo and Di must agree." in said
    accepted = replace(STANDING, accepted=(1,))
    assert "You accepted. Waiting for Di." in text_of(
        hand_panel(panel_with_claim(accepted, 1), CONTEXT)
    )
    for quiet in (None, replace(STANDING, refused=True)):
        said = text_of(hand_panel(panel_with_claim(quiet, 2), CONTEXT))
        assert "must agree" not in said


def test_refused_claim_never_says_who_refused():
    said = "They could still catch a trick. Keep playing."
    assert said in text_of(explain(NotProven(leads=True), CONTEXT))
    for accepted in ((), (1,), (3,)):
        refused = replace(STANDING, accepted=accepted, refused=True)
        assert said in text_of(hand_panel(panel_with_claim(refused, 0), CONTEXT))


def test_face_up_hands_are_listed_on_board_alt_text_and_panels():
    for claim, said in (
        (STANDING, "Ana lays down: 1-1, 5-1"),
        (replace(STANDING, refused=True), "Ana plays on face up: 1-1, 5-1"),
        (None, "Ana plays on face up: 1-1, 5-1"),
    ):
        table = panel_with_claim(claim, 0, FACE_UP).table
        assert said in plain_text(table_screen(table, CONTEXT))
        assert said in table_part(Scene.of(table, CONTEXT)).alt
        for seat in range(4):
            assert said in plain_text(hand_panel(panel_with_claim(claim, seat, FACE_UP), CONTEXT))
        assert said not in plain_text(table_screen(panel_with_claim(claim, 0).table, CONTEXT))


def test_unproved_lay_down_asks_the_leader_to_confirm():
    panel = replace(panel_with_claim(None, 0), unproved=UnprovedClaim(OBJECTION, (1, 3)))
    message = hand_panel(panel, CONTEXT)
    assert "An opponent could hold the 4-4 and beat your 4-3." in text_of(message)
    said = "Everyone would see your dominoes. Bo and Di must agree, or you play on face up."
    assert said in text_of(message)
    assert button_ids(message) == {(Verb.CLAIM, 31, "anyway"), (Verb.HAND, 31, "")}


def test_lay_down_question_replaces_an_open_hint():
    panel = replace(panel_with_claim(None, 0), unproved=UnprovedClaim(OBJECTION, (1, 3)))
    hint = Advice(panel.view.legal[0], Reason(ReasonKind.WALKER, suit=Suit.FIVES))
    asked = replace(panel, advice=hint)
    for context in (CONTEXT, RenderContext()):
        assert hand_panel(asked, context) == hand_panel(panel, context)


@pytest.mark.parametrize(
    ("objection", "said"),
    [
        (None, "I can't prove that you take every trick left."),
        (replace(OBJECTION, ruffs=True), "An opponent could still hold a trump, the 4-4."),
        (replace(OBJECTION, partner=True), "Your partner could hold the 4-4 and beat your 4-3."),
        (
            replace(OBJECTION, partner=True, ruffs=True),
            "Your partner could still hold a trump, the 4-4.",
        ),
    ],
)
def test_objection_says_who_could_take_a_trick_and_with_what(objection, said):
    panel = replace(panel_with_claim(None, 0), unproved=UnprovedClaim(objection, (1, 3)))
    assert said in text_of(hand_panel(panel, CONTEXT))


def test_objection_names_only_face_up_players():
    shown = (ExposedHand(1, tuple(tiles("44"))),)
    panel = replace(panel_with_claim(None, 0, shown), unproved=UnprovedClaim(OBJECTION, (1, 3)))
    said = text_of(hand_panel(panel, CONTEXT))
    assert "Bo holds the 4-4 and could take a trick with it." in said


def test_lay_down_in_nello_is_refused_with_its_reason():
    assert "every trick is a loss" in text_of(explain(NothingToClaim(), CONTEXT))
