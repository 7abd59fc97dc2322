"""The guide for a player's first hand."""

from dataclasses import replace

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import ButtonStyle
from bot.publisher.calls.convert import check
from bot.tables.deals.deals import LESSON
from bot.tables.deals.lesson import SEAT
from bot.tables.results import LESSON_GAME
from tests.support.lesson_hand import PLAIN, begin_hand, dealt_lesson
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import MakeCall, PlayTile, apply, format_action, view_for
from texas42.library import games

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


def guided_panel(game, seat=None, better=None):
    """Build the panel of a person who plays their first hand."""
    panel = panel_at(game, seat)
    if better is None and panel.view.legal:
        better = Advice(panel.view.legal[-1], Reason(ReasonKind.SAMPLED))
    return replace(panel, guided=True, better=better)


def guide_lines(panel):
    """List the lines that the guide adds to a panel."""
    choose_plain = text_of(hand_panel(replace(panel, guided=False, better=None), CONTEXT))
    guided = text_of(hand_panel(panel, CONTEXT))
    lines = [line for line in guided.splitlines() if line not in choose_plain.splitlines()]
    return [line for line in lines if not line.startswith("[")]


def test_guide_explains_a_bid_by_the_best_suit():
    assert guide_lines(guided_panel(sample(0))) == [
        "### Your bid: 30 to 41 points",
        "**Bid 2 marks.** Fives look best: you hold four, no double.",
    ]


def test_guide_explains_a_pass_by_its_reason():
    game = sample(0)
    passes = next(each for each in panel_at(game).view.legal if not each.call.is_bid)
    weak = Advice(passes, Reason(ReasonKind.WEAK_HAND))
    assert (
        guide_lines(guided_panel(game, better=weak))[-1]
        == "**Pass.** Your hand is too weak to bid here."
    )


def test_guide_names_partner_while_others_bid():
    game = act(sample(0), "pass")
    across = (panel_at(game).view.seat + 3) % 4
    told = guide_lines(guided_panel(game, across))
    names = {0: "Ana", 1: "Bo", 2: "Cy", 3: "Di"}
    assert told[-1] == f"{names[(across + 2) % 4]}, across from you, is your partner."


def test_lesson_is_called_one_while_others_bid():
    game = act(sample(0), "pass")
    panel = guided_panel(game, (panel_at(game).view.seat + 3) % 4)
    panel = replace(panel, table=replace(panel.table, game_no=LESSON_GAME, deals=LESSON))
    assert guide_lines(panel)[-1].startswith("This hand is dealt for you.")


@pytest.mark.parametrize(
    ("game_id", "words"),
    [("moon", "A bid of 21 promises every trick."), ("88", "Of two alike, the first played wins.")],
)
def test_guide_explains_what_only_this_game_has(game_id, words):
    game = next(iter(states(rules_of(game_id), 1, hands=1)))
    waiting = (panel_at(game).view.to_act + 1) % game.rules.game.seats
    told = guide_lines(guided_panel(game, waiting))
    assert told[-1].endswith(words)
    assert "across" not in told[-1]


def test_guide_in_moon_bids_up_to_seven_tricks_or_21():
    game = next(iter(states(rules_of("moon"), 1, hands=1)))
    assert guide_lines(guided_panel(game))[0] == "### Your bid: 4 to 7 tricks, or 21"


def test_guide_says_what_the_last_trick_was_good_for():
    rules = rules_of("42")
    game = begin_hand(rules, dealt_lesson(rules))
    told = []
    while game.deal.to_act is not None:
        view = view_for(game, game.deal.to_act)
        action, reason = PLAIN.choose_with_reason(view)
        if view.seat == SEAT:
            told += guide_lines(guided_panel(game, SEAT, Advice(action, reason)))[-1:]
        game = apply(game, action).game
    assert told == [
        "**Bid 30.** Threes look best: you hold four, with the double.",
        "**Name threes.** Your trump beats every other suit.",
        "**Lead the 3-3.** The others must play a three if they can.",
        "**Lead the 6-3.** Cy gave you the 4-1: 5 points.",
        "**Lead the 5-5.** Your 6-3 pulled 1 trump.",
        "**Lead the 5-3.** The 5-0 is count: it's worth 5 points.",
        "**Lead the 5-0.** Your partner can probably catch it.",
        "**Play the 3-1.** Your 5-0 lost. You can still lose 6 points.",
    ]


def test_guide_does_not_talk_of_suits_while_others_bid():
    game = act(sample(0), "pass")
    assert not any(" look best" in line for line in guide_lines(guided_panel(game, 1)))


def test_guide_explains_trump_to_the_player_naming_it():
    view = panel_at(sample(4)).view
    trump = next(action for action in view.legal if action.contract.trump_suit is not None)
    (line,) = guide_lines(
        guided_panel(sample(4), better=Advice(trump, Reason(ReasonKind.BEST_SUIT)))
    )
    assert line.startswith("**Name ")
    assert line.endswith(".** Your trump beats every other suit.")


def test_guide_recommends_nothing_if_there_is_no_choice():
    only = sample(4)
    while len(panel_at(only).view.legal) > 1:
        only = act(only, format_action(panel_at(only).view.legal[0], only.rules))
    (forced,) = panel_at(only).view.legal
    assert not any(
        line.startswith("**")
        for line in guide_lines(
            guided_panel(only, better=Advice(forced, Reason(ReasonKind.ONLY_LEGAL)))
        )
    )


def test_guide_explains_the_recommended_lead():
    game = sample(5)
    view = panel_at(game).view
    play = next(action for action in view.legal if not action.tile.is_double)
    line = guide_lines(guided_panel(game, better=Advice(play, Reason(ReasonKind.SAMPLED))))[0]
    assert line.startswith(f"**Lead the {play.tile.high}-{play.tile.low}.** The others must play ")


@pytest.mark.parametrize("seed", range(8))
def test_guide_explains_each_rule_once_per_hand(seed):
    rules = rules_of("42")
    lessons = {seat: [] for seat in range(4)}
    for game in states(rules, seed, hands=1):
        view = panel_at(game).view
        if view.phase.value == "play" and view.contract.named is not None:
            lines = [
                line.split(".** ")[-1]
                for line in guide_lines(guided_panel(game))
                if ".** " in line or "**" not in line
            ]
            lessons[view.to_act] += [kind_of(line) for line in lines]
    for told in lessons.values():
        assert len(told) == len(set(told))
    assert any({"lead", "aim"} & set(told) for told in lessons.values())


def kind_of(line):
    starts = {"The others": "lead", "The ": "count"}
    kinds = [kind for start, kind in starts.items() if line.startswith(start)]
    inside = {"follow suit": "follow", "A trump beats": "trump in", "throw one away": "throw"}
    inside |= {" pulled ": "pulled", " gave you ": "gift", " caught ": "caught", " lost. ": "lost"}
    inside |= {"every trick": "aim", "One trick sets": "aim", "No trump: ": "aim"}
    kinds += [kind for words, kind in inside.items() if words in line]
    assert kinds, line
    return kinds[0]


@pytest.mark.parametrize("game_id", [game.id for game in games()])
def test_recommended_choice_is_highlighted_in_every_game(game_id):
    marked = 0
    for game in states(rules_of(game_id), 5, hands=1):
        panel = panel_at(game)
        if panel.view.to_act is None:
            continue
        for action in (panel.view.legal[0], panel.view.legal[-1]):
            message = hand_panel(
                guided_panel(game, better=Advice(action, Reason(ReasonKind.SAMPLED))), CONTEXT
            )
            check(message)
            green = [b for b in buttons_of(message) if b.style is ButtonStyle.SUCCESS]
            starred = [o for s in selects_of(message) for o in s.options if "★ " in o.label]
            chosen = [b.component_id.arg for b in green] + [o.value for o in starred]
            whole = format_action(action, panel.view.rules)
            assert all(whole.startswith(arg) for arg in chosen)
            marked += len(chosen)
            if isinstance(action, MakeCall | PlayTile) and not panel.view.rules.trump_in_bid:
                assert chosen
    assert marked


def test_i_know_42_replaces_the_hint_button_during_the_hand():
    def asked(panel):
        buttons = buttons_of(hand_panel(panel, CONTEXT))
        return [button.component_id.verb for button in buttons]

    assert Verb.HINT in asked(panel_at(sample(5)))
    assert Verb.HINT not in asked(guided_panel(sample(5)))
    assert Verb.KNOW in asked(guided_panel(sample(5)))
    over = guided_panel(sample(99), 1)
    assert Verb.KNOW not in asked(over)
    assert "That's your first hand!" in text_of(hand_panel(over, CONTEXT))


def test_the_guide_is_silent_when_the_hand_has_won_the_game():
    won = text_of(hand_panel(guided_panel(sample(99, target=1), 0), CONTEXT))
    assert "### We win, 1 mark to 0" in won
    assert "first hand" not in won
    assert "1 mark wins" not in won


def test_players_who_know_42_have_no_guide():
    for steps in (0, 4, 5, 12, 99):
        panel = panel_at(sample(steps))
        labels = [label_of(button) for button in buttons_of(hand_panel(panel, CONTEXT))]
        assert "[I know 42]" not in labels


def test_guide_does_not_depend_on_hidden_hands():
    for game in states(rules_of("42"), 2, hands=1):
        deal = game.deal
        if deal.phase.value == "over":
            return
        seat = deal.to_act
        others = [other for other in range(4) if other != seat]
        hands = list(deal.hands)
        left = others[0]
        right = others[1]
        if len(hands[left]) != len(hands[right]):
            continue
        hands[left], hands[right] = hands[right], hands[left]
        swapped = replace(game, deal=replace(deal, hands=tuple(hands)))
        better = guided_panel(game, seat).better
        mine = hand_panel(guided_panel(game, seat, better), CONTEXT)
        assert mine == hand_panel(guided_panel(swapped, seat, better), CONTEXT)
