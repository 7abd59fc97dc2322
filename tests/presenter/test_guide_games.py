"""The guide fits the game and the contract: seeded hands of every variant, from every seat."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.words.ids import ComponentId
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Button, ButtonStyle
from bot.publisher.calls.convert import check
from bot.tables.views import PanelView
from tests.render.samples import moments
from tests.support.lesson_hand import PLAIN
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import (
    CallKind,
    ContractKind,
    Game,
    MakeCall,
    NameContract,
    Phase,
    Rules,
    SeatView,
    apply,
    parse_action,
    view_for,
)
from texas42.library import load_rules

from .tabling import buttons_of, deal_next_hand, panel_at, text_of

pytestmark = pytest.mark.slow

CONTEXT = RenderContext()
NO_REASON = Reason(ReasonKind.SAMPLED)
VARIANTS: dict[str, tuple[str, dict[str, object]]] = {
    "straight": ("42", {}),
    "points": ("42", {"scoring": "points"}),
    "nel-o": ("42", {"nello": "any"}),
    "plunge": ("42", {"plunge": True}),
    "splash": ("42", {"splash": True}),
    "sevens": ("42", {"sevens": True}),
    "follow me": ("42", {"trumps": ["follow-me"]}),
    "doubles": ("42", {"trumps": ["doubles"]}),
    **{game: (game, {}) for game in ("79", "80", "84x6", "84x8", "88", "big-game")},
    **{game: (game, {}) for game in ("moon", "moon4")},
}
KINDS = {
    "nel-o": ContractKind.NELLO,
    "plunge": ContractKind.PLUNGE,
    "splash": ContractKind.SPLASH,
    "sevens": ContractKind.SEVENS,
}
HANDS = 2
MOST_DEALS = 400


def _advised(view: SeatView) -> Advice:
    return Advice(*PLAIN.choose_with_reason(view))


def _steered(view: SeatView, kind: ContractKind | None, advice: Advice) -> Advice:
    """Bid toward a contract and name it, where the rules allow; else follow the advice."""
    if kind is None or view.phase not in (Phase.CALL, Phase.CONTRACT):
        return advice
    named = [a for a in view.legal if isinstance(a, NameContract) and a.contract.kind is kind]
    bids = [a for a in view.legal if isinstance(a, MakeCall) and a.call.is_bid]
    wanted = CallKind.PLUNGE if kind is ContractKind.PLUNGE else CallKind.MULTIPLE
    bids = [a for a in bids if a.call.kind is wanted]
    if view.phase is Phase.CALL and len(view.calls) < view.rules.game.seats - 1:
        bids = bids if kind is ContractKind.PLUNGE else []
    found = next(iter((*named, *reversed(bids))), None)
    return advice if found is None else replace(advice, action=found)


def _hand(rules: Rules, seed: int, kind: ContractKind | None) -> list[Game]:
    """Play one hand by advice; empty if it was not played in that contract."""
    games = [deal_next_hand(rules, random.Random(seed))]
    while (deal := games[-1].deal) is not None and deal.to_act is not None:
        view = view_for(games[-1], deal.to_act)
        games.append(apply(games[-1], _steered(view, kind, _advised(view)).action).game)
    played = None if deal is None or deal.contract is None else deal.contract.kind
    return games if played is not None and kind in (None, played) else []


def _hands(variant: str) -> Iterator[list[Game]]:
    game, options = VARIANTS[variant]
    rules = load_rules(game, options)
    kind = KINDS.get(variant)
    hands = (_hand(rules, seed, kind) for seed in range(MOST_DEALS))
    found = [hand for hand, _ in zip(filter(None, hands), range(HANDS), strict=False)]
    assert len(found) == HANDS
    yield from found


def _panels(variant: str) -> Iterator[PanelView]:
    """Yield the panel of every seat at every moment, as its player's first hand."""
    for hand in _hands(variant):
        for game in hand:
            for seat in range(game.rules.game.seats):
                panel = replace(panel_at(game, seat), guided=True)
                view = panel.view
                assert view is not None
                if view.to_act == seat:
                    yield replace(panel, better=_advised(view))
                elif view.phase in (Phase.CALL, Phase.OVER):
                    yield panel


def _line(panel: PanelView) -> str:
    """Return the guide's line; empty if there is none."""
    bare = text_of(hand_panel(replace(panel, guided=False, better=None), CONTEXT)).splitlines()
    message = hand_panel(panel, CONTEXT)
    check(message)
    own = [line for line in text_of(message).splitlines() if line not in bare]
    return next((ln for ln in own if not ln.startswith(("[", "### ", "("))), "")


def _foreign(panel: PanelView) -> str:
    """Return a pattern of the words that do not belong to a panel's game or contract."""
    view = panel.view
    assert view is not None
    rules = view.rules
    words = [r"points? win"] if rules.by_marks else ["marks?", "ALL"]
    if not rules.game.counts:
        words += ["is count", "count on it"]
    if rules.game.sides == rules.game.seats:
        words += ["[Pp]artners?", "[Yy]our side"]
    if rules.game.copies == 1:
        words += ["Of two", "both doubles"]
    if rules.game.id != "42" and view.phase is Phase.CALL:
        words.append("dealt for you")
    if view.phase is Phase.PLAY and view.contract is not None:
        contract = view.contract
        if contract.trump_suit is None:
            words.append("(?<![Nn]o )trump")
        if contract.named is None:
            words += ["follow suit", "walks?", "pulls?", "is count"]
    return rf"\b(?:{'|'.join(words)})\b"


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_guide_has_a_fitting_line_at_every_turn_of_every_game(variant: str) -> None:
    lines: set[str] = set()
    for panel in _panels(variant):
        view = panel.view
        line = _line(panel)
        assert view is not None
        assert not re.search(_foreign(panel), line), line
        chooses = view.to_act == view.seat and len(view.legal) > 1
        assert line or not chooses, (view.phase, view.hand)
        if chooses:
            assert line.startswith("**"), line
        lines.add(line)
    told = "\n".join(lines)
    for words in EXPECTED[variant]:
        assert words in told, words


@pytest.mark.parametrize("variant", ["straight", "moon", "88"])
def test_the_guide_names_no_other_game_on_the_button_that_ends_it(variant: str) -> None:
    said = text_of(hand_panel(next(_panels(variant)), CONTEXT))
    assert ("[I know 42]" in said) is (variant == "straight")
    assert ("[I know it]" in said) is (variant != "straight")


def test_the_guide_names_the_only_number_of_tricks_that_may_still_be_bid() -> None:
    game = deal_next_hand(load_rules("moon"), random.Random(1))
    for number in (5, 6):
        made = next(a for a in game.legal_actions() if a.call.number == number)
        game = apply(game, made).game
    advice = _advised(view_for(game, game.deal.to_act))
    panel = replace(panel_at(game), guided=True, advice=advice)
    assert "Your bid: 7 tricks, or 21" in text_of(hand_panel(panel, CONTEXT))


def test_a_list_of_one_bid_names_it_once() -> None:
    game = deal_next_hand(load_rules("moon"), random.Random(1))
    (four,) = (a for a in game.legal_actions() if a.call.number == 4)
    said = text_of(hand_panel(panel_at(apply(game, four).game), CONTEXT))
    assert "[Or bid 21 (shoot the moon) ▾" in said


def test_a_newcomer_who_bids_against_the_advice_reads_the_way_back() -> None:
    game = deal_next_hand(load_rules("88"), random.Random(1))
    passing = Advice(next(a for a in game.legal_actions() if not a.call.is_bid), NO_REASON)
    panel = replace(panel_at(game), guided=True, better=passing)
    said = text_of(hand_panel(panel, CONTEXT, chosen="60"))
    assert "**Pass.** Press Back to change your bid." in said


def test_each_step_of_the_better_swap_is_marked() -> None:
    game = next(
        game
        for _, game in moments("88")
        if game.deal.phase is Phase.EXCHANGE and len(game.deal.kitty) > 1
    )
    better = next(a for a in game.legal_actions() if len(a.take) == 2)
    panel = replace(panel_at(game), guided=True, better=Advice(better, NO_REASON))

    def marked(chosen: str) -> list[str]:
        buttons = buttons_of(hand_panel(panel, CONTEXT, chosen=chosen))
        return [each.arg for each in map(_step, buttons) if each is not None]

    (take,) = marked("")
    first = marked(take)
    assert len(first) == len(set(better.give))
    (whole,) = marked(first[0])
    assert parse_action(whole, Phase.EXCHANGE, better.seat, game.rules) == better


def _step(button: Button) -> ComponentId | None:
    return button.component_id if button.style is ButtonStyle.SUCCESS else None


PARTNER = "across from you, is your partner."
ALIKE = "Of two alike, the first played wins."
EXPECTED: dict[str, tuple[str, ...]] = {
    "straight": (PARTNER, "seven spell ALL, and win.", "Your trump beats every other suit."),
    "points": (PARTNER, "250 points win."),
    "nel-o": ("Lose every trick: play low when you can.", " catch a trick."),
    "plunge": ("Your side must take every trick.", "One trick sets "),
    "splash": ("Your side must take every trick.", "One trick sets "),
    "sevens": ("Nearest to seven wins. You need every trick.", "Nearest to seven wins. One trick"),
    "follow me": ("Follow me looks best", "No trump: only the suit led can win the trick."),
    "doubles": ("Doubles look best: you hold ", "The others must play a double if they can."),
    "79": ("Your partners: ", ALIKE, "with both doubles."),
    "80": (PARTNER, ALIKE),
    "84x6": ("Your partners: ", ALIKE),
    "84x8": ("Your partners: ", ALIKE),
    "88": ("Your partners: ", "A bid names its trump. " + ALIKE, "s, the first played wins."),
    "big-game": (PARTNER, "You can lead the 7-3 as threes and the 8-2 as twos."),
    "moon": ("You play alone", "A bid of 21 promises every trick.", "21 points win."),
    "moon4": (PARTNER, "There's no count: only tricks matter."),
}
"""Sentences that must appear in the hands of a variant."""
