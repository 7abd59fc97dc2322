"""A finished hand, step by step: what happened at a moment, and the position after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.past import Replay
from texas42.ai.findings.judgments import Review
from texas42.engine import MakeCall, Phase, PlayTile, sort_hand, view_for

from ..asked.buttons import ask_button
from ..daily.names import SHOW, day_button
from ..layout.fact import Fact, Look, drawn, said, written
from ..layout.phone import fits_phone, phone_rows
from ..layout.ways import beside_picture, in_full
from ..table.front_door import back_to
from ..table.position import (
    auction_line,
    bid_line,
    hand_score_line,
    is_trick_end,
    special_lines,
    trick_line,
    trick_tiles,
    trick_won_line,
    trump_line,
)
from ..table.seats import brief_option, hand_in_sentence, hand_title
from ..words.ids import ComponentId, Verb
from ..words.names import shown_name
from ..words.parts import framed, known, lines, note, small
from ..words.render_context import RenderContext
from ..words.spec import Button, Message, Part, Row, Select, SelectOption, Separator, Text
from .all_plays import could_have_taken
from .cards import replay_button, replay_id
from .coach import back_from_replay
from .outcome import gained_line, outcome_line
from .replay_acts import act_line, who_was
from .replay_pictures import moment_picture
from .replay_place import ReplayPlace
from .replay_scene import ReplayScene
from .verdicts import (
    call_at,
    call_verdict,
    mistakes,
    no_mistakes_line,
    trick_of,
    trick_verdicts,
    verdict,
)

NO_HEADING = 30
"""How much more room for text a replay has than a panel with its heading, in points."""


def replay_screen(
    replay: Replay,
    place: ReplayPlace,
    context: RenderContext,
    review: Review | None = None,
    *,
    judging: bool = False,
    may_share: bool = False,
    own_seat: int | None = None,
    from_ending: bool = False,
) -> Message:
    """Build the screen of a moment; an invalid place is moved to the nearest valid one.

    `review` judges the plays (None: not judged); `judging`: the review is not ready yet.
    `may_share`: there is a channel to share it in. `own_seat`: the reader's in that hand, if they
    played. `from_ending`: it leads back to the end of the reader's game.
    """
    scene = ReplayScene.at(replay, place, context, review, own_seat)
    table = scene.table
    share = (_share(scene),) if may_share and table.place is not None else ()
    asks = ask_button(scene, own_seat) if table.deals.votes else ()
    back = back_from_replay(table.table_id, scene.place.origin, context)
    if from_ending and not back:
        back = (back_to(ComponentId(Verb.HAND, table.table_id), context),)
    if table.deals.day is not None:
        back = (day_button(table.deals.day, scene.say("Back to the result"), SHOW),)
    others = phone_rows((_other_steps(scene), *share, *_next_mistake(scene), *asks))
    rows = (Row(_steps(scene)), Row((_eyes(scene),)), *_with_back(back, others))
    return framed(*_moment(scene, _where(scene), rows, judging=judging), *rows)


def _with_back(back: tuple[Button, ...], rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Put Back first in the last row; in a row of its own if a phone would wrap it."""
    last = (*back, *rows[-1].items)
    if not back or fits_phone(last):
        return *rows[:-1], Row(last)
    return *rows, Row(back)


def _where(scene: ReplayScene) -> str:
    """Name the hand, and the trick or the play."""
    hand = hand_title(scene)
    moment = _moment_name(scene)
    if scene.table.place is None:
        return scene.say("{hand} · {moment}", hand=hand, moment=moment)
    return scene.say(
        "Table {number} · {hand} · {moment}",
        number=scene.table.place.number,
        hand=hand,
        moment=moment,
    )


def _moment_name(scene: ReplayScene) -> str:
    """Name the trick, or what comes before the first one; by play, count the steps."""
    step = scene.place.step
    if not scene.place.by_trick:
        return scene.say("Step {step} of {last}", step=step, last=scene.last)
    tricks = len(known(scene.replay.moments[-1].game.deal).tricks)
    number = min(tricks, trick_of(scene.replay, step)) if step else 0
    if number and isinstance(scene.action, PlayTile):
        return scene.say("Trick {number} of {tricks}", number=number, tricks=tricks)
    return scene.say("Bidding") if step else scene.say("The shake")


def _moment(
    scene: ReplayScene, head: str, rows: Sequence[Row], *, judging: bool = False
) -> tuple[Part, ...]:
    """Build a moment: its heading, what happened, how it is judged, and the position."""
    heading = written(head, look=Look.SMALL)
    judged = _judged(scene, judging=judging)
    act = _act(scene, is_judged=bool(judged))
    position = tuple(map(drawn, _position(scene)))
    if scene.shows_pictures:
        picture = moment_picture(scene, (act, *position))
        told = (heading, act, *judged)
        text, _ = beside_picture(told, picture, (tuple(rows),), saved=NO_HEADING)
        return Text(text), picture
    verdict_text = _verdict(scene, judging=judging)
    below = (Text(verdict_text),) if verdict_text else ()
    return Text(in_full((heading, act))), *below, Separator(), Text(in_full(position))


def _act(scene: ReplayScene, *, is_judged: bool) -> Fact:
    """Build the fact of what happened; beside a picture of the trick, of who won it."""
    full = _act_text(scene)
    brief = replace(scene, brief=True)
    short = _in_short(brief) or _act_text(brief)
    least = "" if is_judged else short.splitlines()[0]
    return Fact(words=said(full), beside=said(short), spoken=full, kept=True, least=least)


def _judged(scene: ReplayScene, *, judging: bool) -> tuple[Fact, ...]:
    """List a verdict line by line: a long one takes the place of the heading, then of the act."""
    told = _verdict(replace(scene, brief=True), judging=judging)
    return tuple(
        Fact(beside=(line,), look=Look.SMALL, kept=True, least=line) for line in told.splitlines()
    )


def _in_short(scene: ReplayScene) -> str:
    """Say who won the trick, or how the hand ended; empty if the text must name the act itself."""
    view = scene.view
    if view.phase is Phase.OVER:
        return f"**{outcome_line(scene)}** {gained_line(scene)}".rstrip()
    if scene.place.by_trick and view.tricks and is_trick_end(view):
        return f"**{trick_won_line(scene, len(view.tricks))}**"
    return ""


def _act_text(scene: ReplayScene) -> str:
    """Describe the act of a moment, and its outcome."""
    view = scene.view
    by_trick = scene.place.by_trick
    done = act_line(scene)
    if by_trick and view.tricks and (is_trick_end(view) or view.phase is Phase.OVER):
        done = trick_tiles(scene, view.tricks[-1])
    texts = [f"**{done}**" if not by_trick or "**" not in done else done]
    if view.tricks and (view.trick is None or not view.trick.plays):
        texts.append(trick_won_line(scene, len(view.tricks)))
    if view.phase is Phase.OVER:
        texts += [outcome_line(scene), gained_line(scene)]
    return lines(*texts)


def _verdict(scene: ReplayScene, *, judging: bool = False) -> str:
    """Judge the play or the trick of a moment; at the deal, the hand if nothing was wrong in it."""
    action = scene.action
    view = scene.view
    review = scene.review
    if review is None:
        is_judged = isinstance(action, (MakeCall, PlayTile))
        said = scene.say("I'm still judging this hand. Your next press shows more.")
        if not (judging and is_judged):
            return ""
        return said if scene.shows_pictures else small(said)
    if scene.place.step == 0:
        return no_mistakes_line(scene, review, scene.place.seat)
    if isinstance(action, MakeCall):
        call = call_at(scene.replay, review, scene.place.step)
        said = "" if call is None else call_verdict(scene, call)
        passed_out = view.phase is Phase.OVER
        if passed_out and scene.place.seat is None and review.possible:
            opened = scene.say("**With all hands open:**")
            said = lines(said, opened, *could_have_taken(scene, review))
        return said
    if not isinstance(action, PlayTile):
        return ""
    trick = trick_of(scene.replay, scene.place.step)
    if scene.place.by_trick and len(view.tricks) == trick:
        return trick_verdicts(scene, review, trick, view.tricks[-1])
    return verdict(scene, review, trick, action)


def _next_mistake(scene: ReplayScene) -> tuple[Button, ...]:
    """Build the button to the next mistake, wrapping around to the first; none without mistakes.

    From a seat's view only its own mistakes count, as the coach counts them.
    """
    if scene.review is None:
        return ()
    place = scene.place
    found = mistakes(scene.replay, scene.review, scene.place.seat)
    if not found:
        return ()
    step = next((step for step in found if step > place.step), found[0])
    there = replace(place, step=step, by_trick=False)
    label = scene.say("Mistake ▶") if scene.shows_pictures else scene.say("Next mistake")
    return (_go(scene, there, label, "mistake", off=found == (place.step,)),)


def _position(scene: ReplayScene) -> list[str]:
    """Describe the position after a moment: bids or contract, the trick, the visible hands."""
    view = scene.view
    texts = []
    if view.phase is Phase.CALL:
        texts.append(auction_line(scene))
    texts += [trump_line(scene), bid_line(scene)]
    if not is_trick_end(view):
        texts.append(trick_line(scene))
    texts += special_lines(scene)
    texts += [hand_score_line(scene), *_hands(scene)]
    return texts


def _hands(scene: ReplayScene) -> list[str]:
    """Return the visible hands: all of them, or the one of a seat."""
    game = scene.game
    seat_of_view = scene.place.seat
    deal = known(game.deal)
    spec = scene.table.rules.game
    seats = range(spec.seats) if seat_of_view is None else (seat_of_view,)
    texts = []
    for seat in seats:
        held = scene.context.tiles(sort_hand(deal.hands[seat], deal.contract), spec)
        texts.append(f"**{who_was(scene, seat)}** {held or '–'}")
    kitty = deal.kitty if seat_of_view is None else view_for(game, seat_of_view).kitty
    if kitty:
        left = scene.context.tiles(kitty, spec)
        texts.append(scene.say("**Left over** {tiles}", tiles=left))
    return texts


def _steps(scene: ReplayScene) -> tuple[Button, ...]:
    """Build the buttons to the start, the moments before and after, and the end."""
    replay = scene.replay
    place = scene.place
    words = scene.words
    at_first = place.step == 0
    at_last = place.step == scene.last
    labels = ("⏮", "◀", "▶", "⏭")
    if not scene.shows_pictures:  # words can be heard
        labels = (
            words.say_as("replay", "Start"),
            words.say_as("replay", "Previous"),
            words.say_as("replay", "Next"),
            words.say_as("replay", "End"),
        )
    start, back, forward, end = labels
    return (
        _go(scene, replace(place, step=0), start, "start", off=at_first),
        _go(scene, place.back(replay), back, "back", off=at_first),
        _go(scene, place.forward(replay), forward, "next", off=at_last),
        _go(scene, replace(place, step=scene.last), end, "end", off=at_last),
    )


def _other_steps(scene: ReplayScene) -> Button:
    """Build the button to steps of the other size."""
    place = scene.place
    there = replace(place, by_trick=not place.by_trick)
    if there.by_trick:  # a trick is seen at its end
        there = replace(there, step=there.at_stop(scene.replay))
    label = scene.say("By play") if place.by_trick else scene.say("By trick")
    return _go(scene, there, label, "unit")


def _go(
    scene: ReplayScene, place: ReplayPlace, label: str, button: str, *, off: bool = False
) -> Button:
    return Button(label, replay_id(scene.table, place, button), disabled=off)


def _share(scene: ReplayScene) -> Button:
    """Build the button that shows this to the channel: at the deal and the end, the whole hand."""
    table = scene.table
    place = scene.place
    moment = "" if place.step in {0, scene.last} else place.arg()
    return Button(
        scene.say("Share"), ComponentId(Verb.SHARE, table.table_id, table.hand_no, moment)
    )


def shared_moment(
    replay: Replay, place: ReplayPlace, name: str, review: Review | None, context: RenderContext
) -> Message:
    """Build a moment for everyone in a channel; `name` is who shares it."""
    scene = ReplayScene.at(replay, place, context, review)
    head = scene.say(
        "**{name}** shares a moment of {hand} at Table {number}:",
        name=shown_name(name),
        hand=hand_in_sentence(scene),
        number=scene.table.number,
    )
    return framed(
        *_moment(scene, head, ()),
        Row((replay_button(scene, scene.place),)),
        silent=True,
    )


def share_done(context: RenderContext) -> Message:
    """Confirm sharing."""
    return note(context.say("Shared. Everyone in this channel can see it now."))


def _eyes(scene: ReplayScene) -> Select:
    """Build the select of the view: all hands, or one seat's."""
    table = scene.table
    place = scene.place
    open_place = replace(place, seat=None)
    options = [
        SelectOption(scene.say("All hands open"), open_place.arg(), default=place.seat is None)
    ]
    for seat in range(len(table.seats)):
        label = scene.say("As you saw it")
        if seat != scene.reader:
            label = scene.say("As {name} saw it", name=brief_option(scene, seat))
        seen = replace(place, seat=seat)
        options.append(SelectOption(label, seen.arg(), default=place.seat == seat))
    component_id = ComponentId(Verb.REPLAY, table.table_id, table.hand_no)
    return Select(component_id, scene.say("Whose view?"), tuple(options))
