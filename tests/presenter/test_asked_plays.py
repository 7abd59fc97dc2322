"""Questions about a play: the buttons of a replay that ask, and the answer."""

from __future__ import annotations

import pytest

from bot.presenter.asked.answer import answer_screen
from bot.presenter.hand.replay import replay_screen
from bot.presenter.hand.replay_place import ReplayPlace
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture
from bot.publisher.calls.convert import check
from bot.render import AskedPicture
from tests.screens.states.past import sample_replay
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.ai.findings.play_chances import PlayChances
from texas42.engine import PlayTile, view_for

from .tabling import buttons_of, parts_of, sample, text_of

CONTEXT = RenderContext(pictures=False)
PLAY_STEP = 5
"""The first step of the sample hand with a play ahead; Ana, the bidder, leads to it."""


def answer(*chances: float) -> PlayChances:
    """Answer with these chances of the legal plays; the expert makes the first."""
    game = sample(5)
    view = view_for(game, game.deal.to_act)  # type: ignore[union-attr]
    plays = [each for each in view.legal if isinstance(each, PlayTile)]
    advice = Advice(plays[0], Reason(ReasonKind.SAMPLED))
    return PlayChances(view, dict(zip(plays, chances, strict=False)), advice)


@pytest.mark.parametrize(
    ("chances", "said"),
    [
        ((0.61, 0.63, 0.5), "The 3-2 is just as good."),
        ((0.61, 0.63, 0.62), "The 3-2 and 4-1 are just as good."),
        ((0.61, 0.614, 0.5), ""),
    ],
)
def test_play_with_a_higher_figure_is_as_good(chances: tuple[float, ...], said: str) -> None:
    text = text_of(answer_screen(answer(*chances), CONTEXT))
    assert ("as good" in text) is bool(said)
    assert said in text
    message = answer_screen(answer(*chances), RenderContext())
    check(message)
    (picture,) = (part for part in parts_of(message) if isinstance(part, Picture))
    assert isinstance(picture.drawing, AskedPicture)
    assert [bid.ringed for bid in picture.drawing.bids] == [True, False, False]
    assert said in text_of(message)


@pytest.mark.parametrize(
    ("step", "own_seat", "label"),
    [
        (0, 1, "Your bid?"),
        (0, None, "Bo's bid?"),
        (PLAY_STEP, 0, "Your play?"),
        (PLAY_STEP, 1, "Ana's play?"),
        (PLAY_STEP, None, "Ana's play?"),
    ],
)
def test_button_that_asks_says_whose_turn_it_is(
    step: int, own_seat: int | None, label: str
) -> None:
    message = replay_screen(sample_replay(), ReplayPlace(step), CONTEXT, own_seat=own_seat)
    asking = [
        button.label for button in buttons_of(message) if button.component_id.verb is Verb.ASK_HAND
    ]
    assert asking == [label]


def test_bid_of_a_seat_whose_view_is_shown_is_not_the_readers() -> None:
    place = ReplayPlace(0, seat=2)
    labels = [
        b.label for b in buttons_of(replay_screen(sample_replay(), place, CONTEXT, own_seat=1))
    ]
    assert "Cy's bid?" in labels
    assert "Your bid?" not in labels
