"""In every state of a panel, Hint, Lay down and More are in reach, and so is the hinted act."""

from contextlib import suppress
from dataclasses import replace

import pytest

from bot.presenter.panel.hints import reason_text
from bot.presenter.panel.screen import hand_panel
from bot.presenter.panel.tools import can_lay_down
from bot.presenter.table.more import more_screen
from bot.presenter.words.ids import ACTS, Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import ButtonStyle
from tests.presenter.heights import MOST, height_of
from tests.presenter.panel_tables import TABLES
from tests.support.matrix import slow_except
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import (
    MakeCall,
    MakeExchange,
    Phase,
    PlayTile,
    Suit,
    format_action,
    format_call,
    suit_contract,
)

from .tabling import (
    LONG_NAMES,
    buttons_of,
    first_state,
    panel_at,
    rules_of,
    seat_lines,
    selects_of,
    states,
    text_of,
)

CONTEXT = RenderContext()
MOST_HINTS = 24
"""How many of a turn's acts are hinted; an exchange of several dominoes has thousands."""
REASONS = {
    MakeCall: ReasonKind.WEAK_HAND,
    MakeExchange: ReasonKind.BETTER_HAND,
    PlayTile: ReasonKind.LEAST_BAD_LEAD,
}


def advised(panel, action):
    """Open a long hint at this act."""
    kind = REASONS.get(type(action), ReasonKind.BEST_SUIT)
    calls = isinstance(action, MakeCall)
    seat = (panel.view.seat + 1) % panel.view.rules.game.seats
    reason = Reason(
        kind,
        chance=0.31,
        tried=True,
        left_to=seat if calls else None,
        left_bid=action.call if calls else None,
        left_chance=0.64,
    )
    return replace(panel, advice=Advice(action, reason))


def verbs_of(message):
    return {button.component_id.verb for button in buttons_of(message) if not button.disabled}


def is_reached(verb, panel, message):
    """Return True if a button is on a panel, or behind its More."""
    return verb in verbs_of(message) or verb in verbs_of(more_screen(panel, CONTEXT))


@pytest.mark.parametrize("table", slow_except([(name,) for name in TABLES], "small ends"))
@pytest.mark.parametrize("pictures", [True, False])
def test_tools_are_in_reach_in_every_state_of_a_panel(table, pictures):
    game_id, options = TABLES[table]
    rules = rules_of(game_id, **options)
    context = replace(CONTEXT, pictures=pictures)
    seats = seat_lines(rules, LONG_NAMES)
    for number, game in enumerate(states(rules, 3, hands=1)):
        for seat in {game.deal.to_act or 0, number % rules.game.seats}:
            panel = panel_at(game, seat, seats=seats)
            skips = game.deal.to_act not in {None, seat}
            shown = [panel, replace(panel, can_skip=skips), replace(panel, guided=True)]
            if panel.view.legal:
                shown += [advised(panel, panel.view.legal[at]) for at in (0, -1)]
            for each in shown:
                message = hand_panel(each, context)
                assert Verb.MORE in verbs_of(message), text_of(message)
                choice = len(panel.view.legal) > 1 and panel.table.offers_hints
                if choice and each.advice is None and not each.guided:
                    assert is_reached(Verb.HINT, each, message), text_of(message)
                if can_lay_down(each):
                    assert is_reached(Verb.CLAIM, each, message), text_of(message)


def longest_reason(panel, action):
    """Return the advice to act so for the reason that takes the most words, and these."""
    found = []
    for kind in ReasonKind:
        reason = Reason(kind, suit=Suit.THREES, contract=suit_contract(Suit.THREES))
        with suppress(KeyError, ValueError, TypeError):
            advice = Advice(action, reason)
            found.append((advice, reason_text(advice, panel.view, CONTEXT)))
    return max(found, key=lambda pair: len(pair[1]))


@pytest.mark.parametrize("table", slow_except([(name,) for name in TABLES], "big-game"))
def test_every_open_hint_shows_its_reason_on_a_phone(table):
    game_id, options = TABLES[table]
    rules = rules_of(game_id, **options)
    seats = seat_lines(rules, LONG_NAMES)
    told = set()
    for number, game in enumerate(states(rules, 3, hands=1)):
        panel = panel_at(game, seats=seats)
        if game.deal.phase is Phase.OVER or len(panel.view.legal) < 2:
            continue
        advice, why = longest_reason(panel, panel.view.legal[-number % 2])
        hinted = replace(panel, advice=advice)
        message = hand_panel(hinted, CONTEXT, link="https://discord.com/channels/1/2/3")
        assert why in text_of(message), text_of(message)
        assert height_of(message) <= MOST, text_of(message)
        assert lists_of(hinted) <= in_reach(hinted, message), text_of(message)
        told.add(game.deal.phase)
    assert {Phase.CALL, Phase.PLAY} <= told


def lists_of(panel):
    """Return the lists of a panel in words, which has room for all of them."""
    return set(selects_of(hand_panel(panel, replace(CONTEXT, pictures=False))))


def in_reach(panel, message):
    """Return the lists on a panel, and behind its More."""
    return {*selects_of(message), *selects_of(more_screen(panel, CONTEXT))}


def green(message):
    return [
        button.component_id for button in buttons_of(message) if button.style is ButtonStyle.SUCCESS
    ]


def acts_of(action, rules):
    """Return the arguments that the buttons of an act, or of the step to it, may have."""
    whole = format_action(action, rules)
    if isinstance(action, MakeCall) and rules.trump_in_bid and action.call.is_bid:
        return {format_call(replace(action.call, trump=None), rules)}
    if isinstance(action, MakeExchange) and action.give:
        return {format_action(replace(action, give=()), rules)} | {
            format_action(replace(action, give=(tile,)), rules) for tile in action.give
        }
    return {whole}


@pytest.mark.parametrize("table", slow_except([(name,) for name in TABLES], "every contract"))
def test_hinted_act_is_the_only_green_button_outside_any_list(table):
    game_id, options = TABLES[table]
    rules = rules_of(game_id, **options)
    seats = seat_lines(rules, LONG_NAMES)
    for game in states(rules, 1, hands=1):
        panel = panel_at(game, seats=seats)
        if game.deal.phase is Phase.OVER or len(panel.view.legal) < 2:
            continue
        for action in panel.view.legal[:MOST_HINTS]:
            message = hand_panel(advised(panel, action), CONTEXT)
            marked = {found.arg for found in green(message)}
            assert marked, text_of(message)
            assert marked <= acts_of(action, rules), text_of(message)
            assert height_of(message) <= MOST, text_of(message)


def test_every_contract_that_can_be_named_can_be_hinted_on_a_phone():
    game_id, options = TABLES["every contract"]
    rules = rules_of(game_id, **options)
    game = first_state(
        rules, lambda deal: deal.phase is Phase.CONTRACT and deal.bid.multiple and deal.bid.number
    )
    panel = panel_at(game)
    assert len(panel.view.legal) > 12
    for action in panel.view.legal:
        message = hand_panel(advised(panel, action), CONTEXT)
        assert [found.arg for found in green(message)] == [format_action(action, rules)]
        assert height_of(message) <= MOST, text_of(message)
        assert Verb.MORE in verbs_of(message)


def test_hint_leaves_when_its_choice_is_half_made_and_its_next_step_stays_green():
    rules = rules_of("88")
    panel = panel_at(first_state(rules, lambda deal: deal.phase is Phase.CALL))
    action = next(each for each in panel.view.legal if each.call.trump is not None)
    number = format_call(replace(action.call, trump=None), rules)
    hinted = advised(panel, action)
    assert "Hint: " in text_of(hand_panel(hinted, CONTEXT))
    half = hand_panel(hinted, CONTEXT, chosen=number)
    assert "Hint: " not in text_of(half)
    assert [found.arg for found in green(half)] == [format_action(action, rules)]
    assert {Verb.HINT, Verb.HAND, Verb.MORE} <= verbs_of(half)


def test_hint_of_an_exchange_leaves_with_its_first_domino():
    rules = rules_of("moon")
    game = first_state(
        rules, lambda deal: deal.phase is Phase.EXCHANGE and len(deal.hands[deal.to_act]) == 7
    )
    panel = panel_at(game)
    action = next(each for each in panel.view.legal if each.give)
    hinted = advised(panel, action)
    taken = format_action(replace(action, give=()), rules)
    assert "Hint: " in text_of(hand_panel(hinted, CONTEXT))
    half = hand_panel(hinted, CONTEXT, chosen=taken)
    assert "Hint: " not in text_of(half)
    assert [found.arg for found in green(half)] == [format_action(action, rules)]
    assert all(found.verb in {*ACTS, Verb.SWAP} for found in green(half))
