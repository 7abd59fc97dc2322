"""Panel acts of several presses: bids with a trump, exchanges, reneges, confirmations."""

from dataclasses import replace

import pytest

from bot.presenter.panel.naming import held_in
from bot.presenter.panel.screen import hand_panel
from bot.presenter.words.ids import Verb, format_id
from bot.presenter.words.render_context import RenderContext
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import MakeExchange, Phase, Suit, format_action, format_tile

from .tabling import first_state, ids_of, panel_at, rules_of, sample, selects_of, text_of

CONTEXT = RenderContext(pictures=False)


def test_bid_with_trump_takes_two_steps():
    rules = rules_of("88")
    game = first_state(rules, lambda deal: deal.phase is Phase.CALL)
    panel = panel_at(game)
    first = hand_panel(panel, CONTEXT)
    assert set(ids_of(first, Verb.BIDS)) == {"60", "62", "64"}
    (select,) = selects_of(first)
    assert format_id(select.component_id) == "42:bids:k3f9q2:31"
    second = hand_panel(panel, CONTEXT, chosen="60")
    legal = {format_action(action, rules) for action in game.legal_actions()}
    listed = [option.value for select in selects_of(second) for option in select.options]
    named = {*ids_of(second, Verb.CALL), *listed} - {""}
    assert named == {text for text in legal if text.startswith("60 ")}


def test_a_bid_against_the_hint_can_be_taken_back():
    rules = rules_of("88")
    panel = panel_at(first_state(rules, lambda deal: deal.phase is Phase.CALL))
    passing = Advice(panel.view.legal[0], Reason(ReasonKind.WEAK_HAND))
    second = hand_panel(replace(panel, advice=passing), CONTEXT, chosen="60")
    assert "Hint: " not in text_of(second)
    assert "[Back]" in text_of(second)


@pytest.mark.parametrize("game_id", ["42", "88"])
def test_longest_suits_are_buttons_and_the_rest_a_select(game_id):
    rules = rules_of(game_id)
    phase = Phase.CALL if rules.trump_in_bid else Phase.CONTRACT
    panel = panel_at(first_state(rules, lambda deal: deal.phase is phase))
    message = hand_panel(panel, CONTEXT, chosen="60" if rules.trump_in_bid else "")
    verb = Verb.CALL if rules.trump_in_bid else Verb.CONTRACT
    pressed = [arg for arg in ids_of(message, verb) if arg]
    (select,) = selects_of(message)
    listed = [option.value for option in select.options]
    assert len(pressed) == 3
    suits = [each.split()[-1] for each in (*pressed, *listed)]
    order = ["6", "5", "4", "3", "2", "1", "0", "doubles", "follow-me"]
    assert sorted(suits[:3], key=order.index) == suits[:3]
    assert sorted(suits[3:], key=order.index) == suits[3:]
    held = {suit: held_in(panel.view.hand, Suit(suit)) for suit in suits if suit.isdigit()}
    least = min(held[suit] for suit in suits[:3])
    assert all(held[suit] <= least for suit in suits[3:] if suit in held)


def test_exchange_is_made_step_by_step():
    rules = rules_of("88")
    game = first_state(
        rules,
        lambda deal: deal.phase is Phase.EXCHANGE and not any(t.count for t in deal.undealt),
    )
    panel = panel_at(game)
    seat = game.deal.to_act
    start = hand_panel(panel, CONTEXT)
    assert ids_of(start, Verb.EXCHANGE) == {"/": True}
    both = format_action(MakeExchange(seat, game.deal.undealt, ()), rules)
    assert both in ids_of(start, Verb.SWAP)
    second = hand_panel(panel, CONTEXT, chosen=both)
    part = next(iter(ids_of(second, Verb.SWAP)))
    third = hand_panel(panel, CONTEXT, chosen=part)
    legal = {format_action(action, rules) for action in game.legal_actions()}
    last = set(ids_of(third, Verb.EXCHANGE))
    assert last
    assert last <= legal
    assert "2 dominoes to put back, no count." in text_of(second)
    assert "1 domino to put back, no count." in text_of(third)


def test_blind_swap_does_not_show_the_widow():
    rules = rules_of("moon", "standard", moon_widow="blind_swap")
    game = first_state(rules, lambda deal: deal.phase is Phase.EXCHANGE)
    panel = panel_at(game)
    start = hand_panel(panel, CONTEXT)
    assert "unseen" in text_of(start)
    assert set(ids_of(start, Verb.SWAP)) == {"?/"}
    gives = ids_of(hand_panel(panel, CONTEXT, chosen="?/"), Verb.EXCHANGE)
    assert set(gives) == {f"?/{format_tile(tile)}" for tile in game.deal.hands[game.deal.to_act]}


def test_invalid_step_shows_the_plain_panel():
    panel = panel_at(sample(2))
    assert hand_panel(panel, CONTEXT, chosen="nonsense") == hand_panel(panel, CONTEXT)
    rules = rules_of("88")
    game = first_state(rules, lambda deal: deal.phase is Phase.EXCHANGE)
    exchange = panel_at(game)
    assert hand_panel(exchange, CONTEXT, chosen="99/") == hand_panel(exchange, CONTEXT)


def test_renege_needs_confirmation_at_a_forfeit_table():
    game = sample(16, renege="forfeit")
    panel = panel_at(game)
    message = hand_panel(panel, CONTEXT)
    assert ids_of(message, Verb.MISPLAY) == {"52": True, "33": True}
    asked = hand_panel(panel, CONTEXT, chosen="52")
    assert "Renege with the 5-2?" in text_of(asked)
    assert ids_of(asked, Verb.PLAY_IT) == {"52": True}


def test_illegal_play_is_not_offered_where_reneges_are_refused():
    panel = panel_at(sample(16))
    assert hand_panel(panel, CONTEXT, chosen="52") == hand_panel(panel, CONTEXT)


def test_confirmation_of_a_play_has_a_way_back():
    panel = panel_at(sample(16))
    (legal, *_) = ids_of(hand_panel(panel, CONTEXT), Verb.PLAY)
    asked = hand_panel(panel, CONTEXT, chosen=legal)
    assert text_of(asked).startswith(f"### Play {legal[0]}-{legal[1]}?\n**On the table:**")
    assert ids_of(asked, Verb.PLAY_IT) == {legal: True}
    assert not ids_of(asked, Verb.PLAY)
    assert ids_of(asked, Verb.HAND)


def test_confirmation_of_a_small_end_lead_names_its_suit():
    panel = panel_at(sample(5, small_end_first_lead=True))
    (ends,) = selects_of(hand_panel(panel, CONTEXT))
    chosen = ends.options[0]
    asked = hand_panel(panel, CONTEXT, chosen=chosen.value)
    assert text_of(asked).startswith(f"### Lead {chosen.label}?")
    assert ids_of(asked, Verb.PLAY_IT) == {chosen.value: True}
