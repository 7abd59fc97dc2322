"""The review of a finished hand: the moments of one's own that mattered."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.past import Replay
from texas42.ai.findings.judgments import Review
from texas42.engine import MakeCall, PlayTile, view_for

from ..table.scene import Scene
from ..table.seats import hand_title
from ..words.bids import call_name
from ..words.contracts import contract_name
from ..words.ids import ComponentId, Verb
from ..words.parts import framed, heading, lines, note
from ..words.render_context import RenderContext, play_text
from ..words.spec import Button, Message, Part, Row, Text
from .deciding import credited_trick, deciding_line
from .ending import back_button
from .replay_place import ReplayPlace
from .verdicts import call_at, mistakes, no_mistakes_line, trick_of

MOST_MOMENTS = 3
RENEGE = 2.0
"""A renege weighs more than any difference between two chances."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """What to see again: its text, and its place in the replay."""

    text: str
    place: ReplayPlace


def review_screen(
    replay: Replay,
    review: Review | None,
    context: RenderContext,
    *,
    own_seat: int | None = None,
    from_ending: bool = False,
) -> Message:
    """Build the review of a hand; without a solver, say that it needs one.

    `own_seat`: the reader's in that hand, if they played. `from_ending`: it leads back to the end
    of the reader's game.
    """
    table_id = replay.table.table_id
    back = (back_button(table_id, context),) if from_ending else ()
    if review is None:
        text = context.say("I can't review hands here: the host hasn't installed the solver.")
        return note(text, *((Row(back),) if back else ()))
    scene = own_scene(replay, own_seat, context)
    fine = "" if own_seat is None else no_mistakes_line(scene, review, own_seat)
    shown = _own_moments(scene, replay, review) or _turning_moment(scene, replay)
    parts: list[Part] = [Text(lines(heading(hand_title(scene)), fine))]
    for moment in shown:
        parts += [Text(moment.text), Row((_see(scene, moment.place),))]
    parts.append(Row((*back, all_plays_button(replay, 1, context.say("All plays")))))
    return framed(*parts)


def own_scene(replay: Replay, own_seat: int | None, context: RenderContext) -> Scene:
    """Build the scene at the end of a hand, as this seat saw it; None: as a spectator did."""
    last = len(replay.moments) - 1
    return Scene.of(replay.at(last), context, view_for(replay.moments[last].game, own_seat))


def all_plays_button(replay: Replay, page: int, label: str) -> Button:
    """Build the button to a page of all plays, or with 0 to the review itself."""
    table = replay.table
    return Button(label, ComponentId(Verb.ALL_PLAYS, table.table_id, table.hand_no, str(page)))


def _see(scene: Scene, place: ReplayPlace) -> Button:
    table = scene.table
    component_id = ComponentId(Verb.OPEN_REPLAY, table.table_id, table.hand_no, place.arg())
    return Button(scene.say("See it"), component_id)


def _own_moments(scene: Scene, replay: Replay, review: Review) -> list[_Moment]:
    """Describe the reader's costliest mistakes, in the order in which they happened."""
    own = scene.view.seat
    if own is None:
        return []
    found = mistakes(replay, review, own)
    worst = sorted(found, key=lambda step: -_weight(replay, review, step))[:MOST_MOMENTS]
    return [
        _Moment(_mistake_line(scene, replay, review, step), ReplayPlace(step, False, own))
        for step in sorted(worst)
    ]


def _weight(replay: Replay, review: Review, step: int) -> float:
    """Compute how much a mistake gave away, as a difference of chances."""
    action = replay.moments[step].action
    if isinstance(action, PlayTile):
        judged = review.judged_of(trick_of(replay, step), action.seat)
        if judged is None:
            return 0.0
        return RENEGE if judged.renege else judged.best_chance - judged.chance
    call = call_at(replay, review, step)
    return 0.0 if call is None else abs(call.chance - 0.5)


def _mistake_line(scene: Scene, replay: Replay, review: Review, step: int) -> str:
    action = replay.moments[step].action
    if isinstance(action, PlayTile):
        return _play_line(scene, replay, review, step)
    judged = call_at(replay, review, step)
    if judged is None or not isinstance(action, MakeCall):
        return ""
    rules = scene.table.rules
    words = scene.words
    if action.call.is_bid:
        bid = call_name(action.call, rules, words)
        return scene.say(
            "**Bidding:** you bid {bid}. From what you could see, that was too high.", bid=bid
        )
    return scene.say(
        "**Bidding:** you passed. From what you could see, {bid} in {contract} was worth it.",
        bid=call_name(judged.best, rules, words),
        contract=contract_name(judged.contract, rules, words),
    )


def _play_line(scene: Scene, replay: Replay, review: Review, step: int) -> str:
    """Describe a mistaken play of the reader's."""
    play = replay.moments[step].action
    trick = trick_of(replay, step)
    judged = review.judged_of(trick, play.seat) if isinstance(play, PlayTile) else None
    if judged is None:
        return ""
    tile = play_text(judged.play, scene.context)
    best = play_text(judged.best, scene.context)
    if judged.renege:
        return scene.say(
            "**Trick {trick}:** you reneged with the {tile}. A renege loses the hand.",
            trick=trick,
            tile=tile,
        )
    return scene.say(
        "**Trick {trick}:** you played the {tile}. From what you could see, the {best} was better.",
        trick=trick,
        tile=tile,
        best=best,
    )


def _turning_moment(scene: Scene, replay: Replay) -> list[_Moment]:
    """Describe the trick that made or set the bid; empty if there was none."""
    number = credited_trick(scene)
    line = deciding_line(scene)
    if number is None or not line:
        return []
    steps = [
        step
        for step, moment in enumerate(replay.moments)
        if isinstance(moment.action, PlayTile) and trick_of(replay, step) == number + 1
    ]
    return [_Moment(line, ReplayPlace(steps[-1], seat=scene.view.seat))]
