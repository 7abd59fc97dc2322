"""Rule-based explanations of any play."""

import os
from dataclasses import replace
from random import Random

import pytest

from tests.ai.positions import calling, playing, shaken
from tests.support.compiled import SHARED
from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.rules.explain import explain, in_words
from texas42.ai.rules.player import RulesPlayer
from texas42.engine import ContractKind, PlayTile, SeatView, apply, new_game, parse_tile, view_for
from texas42.library import load_rules

HANDS = int(os.environ.get("FORTYTWO_LAWS", "1"))


def why(view: SeatView, tile: str) -> ReasonKind:
    assert view.seat is not None
    play = PlayTile(view.seat, parse_tile(tile))
    assert play in view.legal
    return explain(view, play).kind


def test_bidder_leads_are_explained_by_their_purpose() -> None:
    view = playing("55 65 51 66 63 32 10", "", contract="5")
    assert why(view, "55") is ReasonKind.PULL_TRUMPS
    assert why(view, "51") is ReasonKind.FORCE_HIGH_TRUMP
    assert why(view, "66") is ReasonKind.LIKELY_WINNER
    assert why(view, "10") in (ReasonKind.LEAST_BAD_LEAD, ReasonKind.TO_PARTNER)


def test_unbeatable_lead_is_explained_as_one() -> None:
    plays = "55 65 51 50 | 54 64 63 62"
    view = playing("53 52 66 60 11", plays, contract="5")
    assert why(view, "66") is ReasonKind.SURE_WINNER
    assert why(view, "53") is ReasonKind.SURE_WINNER
    later = playing("53 52 60 11", f"{plays} | 66 61 10 20", contract="5")
    assert why(later, "60") is ReasonKind.WALKER


def test_lead_against_the_bid_draws_count() -> None:
    view = playing("66 44 20 21 10 11", "32 33 31 30", contract="5")
    assert view.bidder != view.seat
    assert why(view, "66") is ReasonKind.DRAW_COUNT


def test_replies_are_explained_by_their_purpose() -> None:
    on_partner = playing("64 61 50 41 31 30 10", "66 65", contract="2")
    assert why(on_partner, "64") is ReasonKind.COUNT_TO_PARTNER
    out = playing("50 51 21 20 43 32 10", "61", contract="5", bidder=0)
    assert why(out, "51") is ReasonKind.TRUMP_IN


def test_discarded_count_does_not_signal_a_double() -> None:
    """Other players do not read it as a signal either: see `Knowledge.shown`."""
    view = playing("44 41 32 30 20 10 11", "66 60 64", contract="5", bidder=1, seed=1)
    assert why(view, "41") is not ReasonKind.SHOW_DOUBLE


def test_discard_on_a_lost_trick_is_explained_by_what_it_saves() -> None:
    """Count is saved; winners are mentioned only if they are what remains."""
    lost = playing("00 50 41 54 63 43 40", "22", contract="2", bidder=3)
    assert why(lost, "00") is ReasonKind.NO_COUNT
    assert why(lost, "41") is ReasonKind.TRASH
    bare = playing("00 43 54 63 31 53", "22 32 21 20 | 62", contract="2", bidder=3)
    assert why(bare, "00") is ReasonKind.TRASH
    winners = playing(
        "66 44 33",
        "22 32 21 20 | 62 31 30 10 | 52 53 54 51 | 42 63 64 61 | 11",
        contract="2",
        bidder=3,
    )
    assert why(winners, "44") is ReasonKind.KEEP_WINNERS


def test_plain_players_choice_keeps_its_own_reason() -> None:
    rng = Random(2)
    rules = load_rules("42", {"preset": "house"})
    for hand in range(12):
        state = apply(new_game(rules), shaken(rules, hand % 4, rng)).game
        while state.deal is not None and (seat := state.deal.to_act) is not None:
            view = view_for(state, seat)
            action, reason = RulesPlayer().choose_with_reason(view)
            assert explain(view, action) == reason
            sevens = view.contract is not None and view.contract.kind is ContractKind.SEVENS
            for other in view.legal:
                if isinstance(other, PlayTile) and not sevens:
                    assert explain(view, other).kind is not ReasonKind.SAMPLED
            state = apply(state, action).game


def test_explanation_keeps_the_chances_and_replaces_the_reason() -> None:
    view = playing("55 65 51 66 63 32 10", "", contract="5")
    play = PlayTile(0, parse_tile("66"))
    sampled = Reason(ReasonKind.SAMPLED, play.tile, chance=0.4, tried=True)
    assert in_words(view, play, sampled) == replace(explain(view, play), chance=0.4, tried=True)
    own = Reason(ReasonKind.TRASH, play.tile, chance=0.4, tried=True)
    assert in_words(view, play, own) == own


def test_other_calls_are_explained_only_as_sampled_best() -> None:
    view = calling("66 55 44 33 22 11 00", "")
    plain = RulesPlayer().choose(view, 1.0)
    other = next(each for each in view.legal if each != plain)
    assert explain(view, other).kind is ReasonKind.SAMPLED


def test_judge_explains_its_plays_in_words() -> None:
    pytest.importorskip("numba", reason="the judge needs numba")
    from texas42.ai.players.judges import Judges

    judge = Judges(SHARED).mine()
    rng = Random(7)
    rules = load_rules("42", {})
    tried = 0
    for hand in range(HANDS):
        state = apply(new_game(rules), shaken(rules, hand % 4, rng)).game
        while state.deal is not None and (seat := state.deal.to_act) is not None:
            view = view_for(state, seat)
            advice = judge.advise(view)
            action = advice.action
            reason = advice.reason
            assert action in view.legal
            assert not isinstance(action, PlayTile) or reason.kind is not ReasonKind.SAMPLED
            tried += reason.tried
            state = apply(state, action).game
    assert tried
