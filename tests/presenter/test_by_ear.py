"""Every game can be played from the alt texts alone, or from words alone."""

import random
import re

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture, Text
from tests.screens.registry import Look, of_room
from texas42.engine import Phase, apply, format_tile, parse_action
from texas42.library import games

from .tabling import buttons_of, deal_next_hand, ids_of, panel_at, parts_of, rules_of

LISTED = r"(?:\*\*)?:(?:\*\*)? ([^.\n]*)"


def spoken_text(message):
    """Collect the text a screen reader gets: the alt texts, or all text without pictures."""
    parts = list(parts_of(message))
    told = [part.alt for part in parts if isinstance(part, Picture)]
    return "\n".join(told or [part.markdown for part in parts if isinstance(part, Text)])


def dominoes_in(text, what):
    """Parse the dominoes listed after `what`, as button arguments."""
    found = re.search(what + LISTED, text)
    assert found is not None, f"{what!r} is missing from {text!r}"
    return [high + low for high, low in re.findall(r"(\d)-(\d)", found[1])]


def choose(game, message, rng):
    """Choose an act from the text alone, checking that a button offers it."""
    text = spoken_text(message)
    phase = game.deal.phase
    hand = dominoes_in(text, "Your dominoes")
    assert sorted(hand) == sorted(map(format_tile, game.deal.hands[game.deal.to_act]))
    if phase is Phase.PLAY:
        listed = "You can play" in text  # in words only if it isn't the whole hand
        tile = rng.choice(dominoes_in(text, "You can play") if listed else hand)
        assert ids_of(message, Verb.PLAY)[tile]
        return tile
    verb = {Phase.CALL: Verb.CALL, Phase.CONTRACT: Verb.CONTRACT}.get(phase)
    if verb is not None:
        offered = [arg for arg, on in ids_of(message, verb).items() if on]
        if phase is Phase.CALL and not offered:  # two steps: number, then trump
            step = next(iter(ids_of(message, Verb.BIDS)))
            raise_to = hand_panel(panel_at(game), context_of(message), chosen=step)
            offered = [arg for arg, on in ids_of(raise_to, verb).items() if on]
        bids = [arg for arg in offered if arg != "pass"]
        return bids[0] if bids and not game.deal.calls else rng.choice(offered)
    if "Left over" in text:
        assert dominoes_in(text, "Left over")
    kept = [arg for arg in ids_of(message, Verb.EXCHANGE) if arg]
    return kept[0] if kept else None


def context_of(message):
    """Rebuild the context of a message: with or without pictures."""
    return RenderContext(pictures=any(isinstance(part, Picture) for part in parts_of(message)))


@pytest.mark.parametrize("pictures", [True, False], ids=["by ear", "in words"])
@pytest.mark.parametrize("game_id", [game.id for game in games()])
def test_hand_of_every_game_can_be_played_from_text_alone(game_id, pictures):
    rng = random.Random(8)
    context = RenderContext(pictures=pictures)
    game = deal_next_hand(rules_of(game_id), rng)
    for _ in range(200):
        deal = game.deal
        if deal.phase is Phase.OVER:
            break
        message = hand_panel(panel_at(game), context)
        assert buttons_of(message)
        said = choose(game, message, rng)
        if said is None:  # a multi-step exchange isn't followed here
            action = rng.choice(game.legal_actions())
        else:
            action = parse_action(said, deal.phase, deal.to_act, game.rules)
        game = apply(game, action).game
    over = spoken_text(hand_panel(panel_at(game, seat=0), context))
    assert re.search(r"Hand 1 is over|win", over)


def test_pictures_of_the_daily_hand_are_described_without_markup():
    parts = [part for _, message in of_room("daily", Look()) for part in parts_of(message)]
    heard = [part.alt for part in parts if isinstance(part, Picture)]
    assert any("Your week" in text for text in heard)
    for text in heard:
        assert not re.search(r"-# |<t:|\*\*", text), text
