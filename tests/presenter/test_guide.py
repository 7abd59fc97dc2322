"""The guide through a first hand."""

from dataclasses import replace
from textwrap import wrap

import pytest

from bot.engine import MakeCall, Phase, PlayTile, format_action, format_call
from bot.library import games
from bot.presenter.panel.screen import hand_panel
from bot.presenter.words.bids import legal_bids
from bot.presenter.words.ids import Verb, parse_id
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import ButtonStyle, Row, Text
from bot.publisher.calls.convert import check
from bot.values.findings import Advice, Reason, ReasonKind

from .tabling import (
    act,
    buttons_of,
    label_of,
    panel_at,
    rules_of,
    sample,
    selects_of,
    states,
    text_of,
)

CONTEXT = RenderContext()


def learner(game, seat=None, better=None):
    """The panel of somebody who plays their first hand."""
    panel = panel_at(game, seat)
    if better is None and panel.view.legal:
        better = Advice(panel.view.legal[-1], Reason(ReasonKind.SAMPLED))
    return replace(panel, guided=True, better=better)


def said(panel):
    """What the guide adds to a panel."""
    plain = text_of(hand_panel(replace(panel, guided=False, better=None), CONTEXT))
    guided = text_of(hand_panel(panel, CONTEXT))
    return [line for line in guided.splitlines() if line not in plain.splitlines()]


def test_the_bid_is_explained_by_the_best_suit_of_the_hand():
    first, better, *_ = said(learner(sample(0)))
    assert first == (
        "Bid how many of the 42 points your side will take. Fives are longest: four, no double."
    )
    assert better.startswith("**Better: Bid 2 marks.**")


def test_after_the_bid_nothing_is_said_while_others_bid():
    game = act(sample(0), "pass")
    assert not any("Bid how many" in line for line in said(learner(game, 1)))


def test_trump_is_explained_to_who_names_it():
    view = panel_at(sample(4)).view
    trump = next(action for action in view.legal if action.contract.trump_suit is not None)
    first, better, *_ = said(learner(sample(4), better=Advice(trump, Reason(ReasonKind.BEST_SUIT))))
    assert first == "Your trump beats every other suit."
    assert better.startswith("**Better: Call ")
    assert better.endswith("** Your hand takes the most in it.")


def test_nothing_is_better_where_there_is_no_choice():
    only = sample(4)
    while len(panel_at(only).view.legal) > 1:
        only = act(only, format_action(panel_at(only).view.legal[0], only.rules))
    (forced,) = panel_at(only).view.legal
    assert not any(
        "Better" in line
        for line in said(learner(only, better=Advice(forced, Reason(ReasonKind.ONLY_LEGAL))))
    )


@pytest.mark.parametrize("game_id", [game.id for game in games()])
def test_bidding_and_naming_fit_a_phone_below_the_picture(game_id):
    """A line of 33 letters is 22 points high, a row 52: with the picture at most 680."""
    rules, height = rules_of(game_id), 0
    for game in states(rules, 3, hands=1):
        panel = learner(game)
        if panel.view.phase not in {Phase.CALL, Phase.CONTRACT}:
            break
        bids = {
            format_call(replace(call, trump=None), rules)
            for call in legal_bids(panel.view)
            if rules.trump_in_bid and call.is_bid
        }
        for chosen in ("", *bids):
            parts = hand_panel(panel, CONTEXT, chosen=chosen).body[0].children
            texts = [part.markdown for part in parts if isinstance(part, Text)]
            lines = [
                line.replace("**", "").strip("# ") for text in texts for line in text.splitlines()
            ]
            rows = sum(isinstance(part, Row) for part in parts)
            height = max(height, 22 * sum(len(wrap(line, 33)) for line in lines) + 52 * rows)
    assert 0 < height <= 318


def test_a_lead_is_explained_by_the_domino_that_is_better():
    game = sample(5)
    view = panel_at(game).view
    play = next(action for action in view.legal if not action.tile.is_double)
    line = said(learner(game, better=Advice(play, Reason(ReasonKind.SAMPLED))))[0]
    assert line.startswith(f"You lead. On the {play.tile.high}-{play.tile.low} the others must")


@pytest.mark.parametrize("seed", range(8))
def test_each_thing_is_explained_once_in_a_hand(seed):
    rules, lessons = rules_of("42"), {seat: [] for seat in range(4)}
    for game in states(rules, seed, hands=1):
        view = panel_at(game).view
        if view.phase.value == "play" and view.contract.named is not None:
            lines = [line for line in said(learner(game)) if not line.startswith(("**", "["))]
            lessons[view.to_act] += [kind_of(line) for line in lines]
    for told in lessons.values():
        assert len(told) == len(set(told))
    assert any("lead" in told for told in lessons.values())


def kind_of(line):
    starts = {"You lead.": "lead", "The ": "count"}
    kinds = [kind for start, kind in starts.items() if line.startswith(start)]
    inside = {"Follow suit": "follow", "A trump beats": "trump in", "throw one away": "throw"}
    kinds += [kind for words, kind in inside.items() if words in line]
    assert kinds, line
    return kinds[0]


@pytest.mark.parametrize("game_id", [game.id for game in games()])
def test_in_every_game_the_better_choice_is_highlighted_and_enabled(game_id):
    marked = 0
    for game in states(rules_of(game_id), 5, hands=1):
        panel = panel_at(game)
        if panel.view.to_act is None:
            continue
        for action in (panel.view.legal[0], panel.view.legal[-1]):
            message = hand_panel(
                learner(game, better=Advice(action, Reason(ReasonKind.SAMPLED))), CONTEXT
            )
            check(message)
            green = [b for b in buttons_of(message) if b.style is ButtonStyle.SUCCESS]
            starred = [o for s in selects_of(message) for o in s.options if "★ " in o.label]
            chosen = [parse_id(b.custom_id).arg for b in green] + [o.value for o in starred]
            assert set(chosen) <= {format_action(action, panel.view.rules)}
            marked += len(chosen)
            if isinstance(action, MakeCall | PlayTile) and not panel.view.rules.trump_in_bid:
                assert chosen
    assert marked


def test_i_know_42_replaces_the_hint_until_the_hand_is_over():
    def asked(panel):
        buttons = buttons_of(hand_panel(panel, CONTEXT))
        return [parse_id(button.custom_id).verb for button in buttons]

    assert Verb.HINT in asked(panel_at(sample(5)))
    assert Verb.HINT not in asked(learner(sample(5)))
    assert Verb.KNOW in asked(learner(sample(5)))
    over = learner(sample(99), 1)
    assert Verb.KNOW not in asked(over)
    assert "That's your first hand!" in text_of(hand_panel(over, CONTEXT))


def test_the_guide_is_silent_for_players_who_know_the_game():
    for steps in (0, 4, 5, 12, 99):
        panel = panel_at(sample(steps))
        labels = [label_of(button) for button in buttons_of(hand_panel(panel, CONTEXT))]
        assert "[I know 42]" not in labels


def test_the_guide_says_nothing_that_other_seats_hide():
    """It reads the view of its reader's own seat: other hands do not change a word."""
    for game in states(rules_of("42"), 2, hands=1):
        deal = game.deal
        if deal.phase.value == "over":
            return
        seat = deal.to_act
        others = [other for other in range(4) if other != seat]
        hands = list(deal.hands)
        left, right = others[0], others[1]
        if len(hands[left]) != len(hands[right]):
            continue
        hands[left], hands[right] = hands[right], hands[left]
        swapped = replace(game, deal=replace(deal, hands=tuple(hands)))
        better = learner(game, seat).better
        mine = hand_panel(learner(game, seat, better), CONTEXT)
        assert mine == hand_panel(learner(swapped, seat, better), CONTEXT)
