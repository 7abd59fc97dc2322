"""Every choice, hint and title can be translated; `tests/screens` has the screens."""

from dataclasses import replace

import pytest

from bot.presenter.events.screen import event_thread_title
from bot.presenter.panel.hints import hint_text
from bot.presenter.table.notices import thread_title
from bot.presenter.words.autocomplete import (
    LONGEST,
    call_choices,
    contract_choices,
    game_choices,
    give_choices,
    play_choices,
    preset_choices,
    take_choices,
)
from tests.presenter.tabling import TABLES
from tests.screens.states.events import event
from tests.support.matrix import slow_except
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import Phase, Suit, suit_contract
from texas42.library import games, presets

from .pseudo import CONTEXT, assert_translated
from .tabling import panel_at, rules_of, sample, states


@pytest.mark.parametrize(
    ("game_id", "preset", "options"), slow_except(TABLES, "42", "moon4"), ids=str
)
def test_no_english_leaks_from_the_choices_of_an_act(game_id, preset, options):
    rules = rules_of(game_id, preset, **options)
    seen = set()
    for game in states(rules, 11, hands=1):
        panel = panel_at(game)
        if panel.view.to_act is None:
            continue
        for choices in (call_choices, contract_choices, play_choices, take_choices, give_choices):
            for choice in choices(panel.view, "", CONTEXT):
                seen.add(panel.view.phase)
                assert_translated(choice.name)
    assert {Phase.CALL, Phase.PLAY} <= seen


def test_no_english_leaks_from_the_choices_of_a_table():
    for game in games():
        for choice in preset_choices(presets(game.id), "", CONTEXT):
            assert_translated(choice.name if len(choice.name) < LONGEST else f"{choice.name}⟧")
        for choice in game_choices([game], "", CONTEXT):
            assert_translated(
                choice.name.replace(game.name, "") if game.name.isdecimal() else choice.name
            )


def test_no_english_leaks_from_the_titles_of_threads():
    assert_translated(thread_title("名", CONTEXT))
    assert_translated(event_thread_title(1, event(8, 6, "名"), CONTEXT))


@pytest.mark.parametrize("kind", list(ReasonKind))
def test_no_english_leaks_from_a_hint(kind):
    for steps in (0, 4, 12):
        view = panel_at(sample(steps)).view
        for action in view.legal[:3]:
            for contract in (None, suit_contract(Suit.FIVES)):
                reason = Reason(kind, suit=Suit.FIVES, chance=0.5, contract=contract)
                for each in (reason, replace(reason, tried=True)):
                    assert_translated(hint_text(Advice(action, each), view, CONTEXT))
