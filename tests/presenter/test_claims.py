"""A claim to the rest: whom it calls, what they may press, what everybody else sees."""

from dataclasses import replace

from bot.presenter import (
    RenderContext,
    Verb,
    claim_offer,
    explain,
    hand_panel,
    is_asked,
    parse_id,
    table_screen,
)
from bot.tables.errors import NotProven
from bot.tables.model import Claim

from .tabling import buttons_of, panel_at, sample, text_of

CONTEXT = RenderContext()
STANDING = Claim(0, (1, 3))


def claimed(claim, seat):
    """The panel of a seat while Ana, who is to lead, claims the rest."""
    return panel_at(sample(5), seat, claim=claim)


def pressed(message):
    decoded = [parse_id(button.custom_id) for button in buttons_of(message)]
    return {(each.verb, each.seq, each.arg) for each in decoded}


def test_the_offer_names_the_claimer_and_calls_those_who_are_asked():
    message = claim_offer(claimed(STANDING, 0).table, CONTEXT)
    assert message.content == "Ana lays down and claims the rest. <@1001> <@1003>"
    assert message.mentions == (1001, 1003)
    assert pressed(message) == {(Verb.CLAIM, 31, "accept"), (Verb.CLAIM, 31, "play-on")}
    one = claim_offer(claimed(replace(STANDING, accepted=(1,)), 0).table, CONTEXT)
    assert one.mentions == (1003,)


def test_those_who_are_asked_can_answer_on_their_panels_too():
    for seat in (1, 3):
        panel = claimed(STANDING, seat)
        assert is_asked(panel)
        message = hand_panel(panel, CONTEXT)
        assert "### Ana lays down" in text_of(message)
        assert "Accept to give Ana the rest (your partner must agree too)." in text_of(message)
        assert pressed(message) >= {(Verb.CLAIM, 31, "accept"), (Verb.CLAIM, 31, "play-on")}


def test_others_are_not_asked():
    for claim, seat in (
        (STANDING, 0),
        (STANDING, 2),
        (replace(STANDING, accepted=(1,)), 1),
        (replace(STANDING, refused=True), 1),
    ):
        panel = claimed(claim, seat)
        assert not is_asked(panel)
        verbs = {verb for verb, *_ in pressed(hand_panel(panel, CONTEXT))}
        assert Verb.CLAIM not in verbs


def test_the_claimer_sees_whom_he_waits_for_and_may_still_play():
    message = hand_panel(claimed(STANDING, 0), CONTEXT)
    said = "You've laid down. Waiting for Bo and Di. Playing a domino cancels it."
    assert said in text_of(message)
    assert Verb.PLAY in {verb for verb, *_ in pressed(message)}


def test_a_refusal_reads_the_same_whoever_refused():
    said = "They could still catch a trick. Keep playing."
    assert said in text_of(explain(NotProven(leads=True), CONTEXT))
    for accepted in ((), (1,), (3,)):
        refused = replace(STANDING, accepted=accepted, refused=True)
        assert said in text_of(hand_panel(claimed(refused, 0), CONTEXT))


def test_everybody_is_told_on_the_board_that_the_hand_is_played_on():
    said = "Ana laid down, but play goes on."
    for claim in (replace(STANDING, refused=True), replace(STANDING, accepted=(1,), refused=True)):
        assert said in text_of(table_screen(claimed(claim, 2).table, CONTEXT))
    for claim in (None, STANDING):
        assert "claimed" not in text_of(table_screen(claimed(claim, 2).table, CONTEXT))
