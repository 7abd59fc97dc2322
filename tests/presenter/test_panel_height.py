"""A panel of every game fits a phone 640 points high in every state, also with long names."""

from dataclasses import replace

import pytest

from bot.presenter.panel.screen import hand_panel, panel_in_full
from bot.presenter.table.claims import ANYWAY
from bot.presenter.words.bids import legal_bids
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Row
from bot.tables.views import DrawView, UnprovedClaim
from tests.presenter.heights import MOST, height_in_words, height_of
from tests.support.matrix import slow_except
from texas42.ai.findings.judgments import Advice, Objection, Reason, ReasonKind
from texas42.engine import MakeCall, Phase, PlayTile, Suit, Tile, format_call, suit_contract
from texas42.library import games

from .tabling import LONG_NAMES, NAMES, buttons_of, panel_at, rules_of, seat_lines, states, text_of

CONTEXT = RenderContext()


def variants_of(panel, chosen=""):
    """Yield a panel plain, with a hint, guided, and asking about a lay-down."""
    view = panel.view
    yield hand_panel(panel, CONTEXT, chosen=chosen)
    action = view.legal[-1]
    calls = isinstance(action, MakeCall)
    reason = Reason(
        ReasonKind.LIKELY_WINNER if isinstance(action, PlayTile) else ReasonKind.BEST_SUIT,
        suit=Suit.THREES,
        contract=suit_contract(Suit.THREES) if calls else None,
        chance=0.63,
        tried=True,
        next_best=None if calls or len(view.legal) == 1 else view.legal[0],
        next_chance=0.52,
        left_to=(view.seat + 1) % view.rules.game.seats,
        left_bid=action.call if calls else None,
        left_chance=0.46,
    )
    advice = Advice(action, reason)
    yield hand_panel(replace(panel, advice=advice), CONTEXT, chosen=chosen)
    yield hand_panel(replace(panel, guided=True, better=advice), CONTEXT, chosen=chosen)
    if isinstance(action, PlayTile):
        other = (view.seat + 1) % view.rules.game.seats
        objection = Objection(
            seat=other, tile=action.tile, lead=action.tile, ruffs=True, partner=False
        )
        unproved = UnprovedClaim(objection, (other,))
        yield hand_panel(replace(panel, advice=advice, unproved=unproved), CONTEXT)


@pytest.mark.parametrize("names", [NAMES, LONG_NAMES])
@pytest.mark.parametrize("game_id", slow_except([(game.id,) for game in games()], "42", "moon"))
def test_panel_fits_a_phone_in_every_state_of_a_hand(game_id, names):
    rules = rules_of(game_id)
    seen = set()
    seats = seat_lines(rules, names)
    for number, game in enumerate(states(rules, 3, hands=1)):
        panel = panel_at(game, seats=seats)
        seen.add(panel.view.phase)
        for seat in {game.deal.to_act or 0, number % rules.game.seats}:
            waiting = replace(
                panel_at(game, seat, seats=seats), can_skip=game.deal.to_act not in {None, seat}
            )
            for guided in (False, True):
                shown = hand_panel(replace(waiting, guided=guided), CONTEXT)
                assert height_of(shown) <= MOST, text_of(shown)
        if not panel.view.legal:
            continue
        two_steps = rules.trump_in_bid and panel.view.phase is Phase.CALL
        bids = {
            format_call(replace(call, trump=None), rules)
            for call in (legal_bids(panel.view) if two_steps else ())
        }
        for chosen in ("", *bids):
            for shown in variants_of(panel, chosen):
                assert height_of(shown) <= MOST, text_of(shown)
    assert {Phase.CALL, Phase.PLAY, Phase.OVER} <= seen


@pytest.mark.parametrize("game_id", slow_except([(game.id,) for game in games()], "79"))
def test_first_bid_of_a_newcomer_has_room_for_the_draw(game_id):
    rules = rules_of(game_id)
    panel = next(panel_at(game) for game in states(rules, 3, hands=1))
    drawn = DrawView("", 1, drawn=True, rounds=(((0, Tile(6, 5)), (1, Tile(1, 0))),), shaker=0)
    panel = replace(panel, table=replace(panel.table, draw=drawn))
    assert panel.view.phase is Phase.CALL
    better = Advice(panel.view.legal[0], Reason(ReasonKind.WEAK_HAND))
    shown = hand_panel(replace(panel, guided=True, better=better), CONTEXT)
    assert "drew high and shake" in text_of(shown)
    assert height_of(shown) <= MOST


def test_open_hint_leaves_dominoes_where_they_were_and_more_in_reach():
    panel = next(
        panel_at(game)
        for game in states(rules_of("42"), 3, hands=1)
        if game.deal.phase is Phase.PLAY and not game.deal.trick.plays
    )
    hint = Advice(panel.view.legal[0], Reason(ReasonKind.WALKER, suit=Suit.THREES))
    plain, opened = (
        [part for part in hand_panel(each, CONTEXT).body[0].children if isinstance(part, Row)]
        for each in (panel, replace(panel, advice=hint))
    )
    for before, after in zip(plain[:-1], opened, strict=False):
        assert [item.label for item in after.items] == [item.label for item in before.items]
    assert [item.component_id.verb for item in opened[-1].items][-1] is Verb.MORE


def test_lay_down_question_has_only_its_two_buttons():
    panel = next(
        panel_at(game)
        for game in states(rules_of("42"), 3, hands=1)
        if game.deal.phase is Phase.PLAY and not game.deal.trick.plays
    )
    shown = hand_panel(replace(panel, unproved=UnprovedClaim(None, (1, 3))), CONTEXT)
    assert next(button.component_id for button in buttons_of(shown)).arg == ANYWAY
    assert len(buttons_of(shown)) == 2


def test_a_long_hint_omits_its_comparison_before_its_figures():
    panel = next(
        panel_at(game)
        for game in states(rules_of("42"), 3, hands=1)
        if game.deal.phase is Phase.PLAY and not game.deal.trick.plays
    )
    reason = Reason(
        ReasonKind.FORCE_HIGH_TRUMP,
        tile=panel.view.legal[0].tile,
        chance=0.63,
        tried=True,
        next_best=panel.view.legal[1],
        next_chance=0.52,
    )
    hint = Advice(panel.view.legal[0], reason)
    shown = text_of(hand_panel(replace(panel, advice=hint), CONTEXT))
    assert "63% of the time." in shown
    assert "your next best" not in shown
    in_words = text_of(hand_panel(replace(panel, advice=hint), RenderContext(pictures=False)))
    assert "your next best" in in_words


def test_panel_in_words_with_long_names_cuts_them_and_leaves_the_rest_to_more():
    words = RenderContext(pictures=False)
    rules = rules_of("88")
    panel = next(
        panel_at(game, seats=seat_lines(rules, LONG_NAMES))
        for game in states(rules, 3, hands=1)
        if game.deal.phase is Phase.PLAY and game.deal.tricks
    )
    reason = Reason(ReasonKind.WALKER, suit=Suit.THREES, chance=0.63, tried=True)
    hinted = replace(panel, advice=Advice(panel.view.legal[0], reason))
    shown = text_of(hand_panel(hinted, words))
    assert height_in_words(hand_panel(hinted, words)) <= MOST
    assert "Your partners:" not in shown
    assert "Weaver" not in shown
    assert "**Hint: " in shown
    full = panel_in_full(hinted, words)[0]
    assert "Your partners:" in full
    assert "Weaver" in full


@pytest.mark.parametrize("names", [NAMES, LONG_NAMES])
@pytest.mark.parametrize("game_id", slow_except([(game.id,) for game in games()], "42", "moon"))
def test_panel_says_the_turn_beside_whom_its_owner_has_blocked(game_id, names):
    rules = rules_of(game_id)
    first = next(iter(states(rules, 3, hands=1)))
    panel = panel_at(first, seats=seat_lines(rules, names))
    others = tuple(seat for seat in range(rules.game.seats) if seat != panel.seat)
    shown = hand_panel(replace(panel, meets=others), CONTEXT)
    assert height_of(shown) <= MOST
    assert "Your bid" in text_of(shown)
    assert "You've blocked" in text_of(shown)
