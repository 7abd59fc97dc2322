"""Judgments of plays in a replay: what a play cost, and whether the player could know."""

from __future__ import annotations

from bot.tables.past import Replay
from texas42.ai.findings.judgments import JudgedCall, JudgedPlay, PlayCost, Review
from texas42.engine import MakeCall, PlayTile, Trick

from ..table.scene import Scene
from ..table.seats import seat_name
from ..words.bids import call_name
from ..words.contracts import contract_name
from ..words.parts import known, lines
from ..words.render_context import tile_text
from .replay_scene import ReplayScene


def verdict(scene: ReplayScene, review: Review, trick: int, play: PlayTile) -> str:
    """Judge a play to a trick, counted from 1; empty if nothing is known.

    What a play cost is known only with all hands open.
    """
    cost = _cost_of(scene, review, trick, play)
    judged = review.judged_of(trick, play.seat)
    costly = cost is not None and (cost.decisive or bool(cost.points))
    texts = [_cost_line(scene, cost)] if cost is not None and costly else []
    if judged is not None and judged.mistake:
        texts.append(_known_line(scene, judged))
    elif judged is not None and costly:
        texts.append(_excused_line(scene, play))
    elif cost is not None and not costly and judged is not None:
        tile = tile_text(play.tile)
        texts.append(scene.say("With all hands open, {tile} gave nothing away.", tile=tile))
    return lines(*texts)


def _excused_line(scene: ReplayScene, play: PlayTile) -> str:
    """Say that a costly play was as good as any from what its player could see."""
    tile = tile_text(play.tile)
    if play.seat == scene.reader:
        return scene.say(
            "You couldn't know: from what you could see, {tile} was as good.", tile=tile
        )
    name = seat_name(scene, play.seat)
    return scene.say(
        "{name} couldn't know: from what {name} could see, {tile} was as good.",
        name=name,
        tile=tile,
    )


def _seen_by(scene: ReplayScene, seat: int) -> str:
    """Open a sentence about what somebody could know."""
    if seat == scene.reader:
        return scene.say("From what you could see")
    return scene.say("From what {name} could see", name=seat_name(scene, seat))


def _cost_of(scene: ReplayScene, review: Review, trick: int, play: PlayTile) -> PlayCost | None:
    """Find the cost of a play; None in the view of one seat, which cannot know it."""
    return review.cost_of(trick, play.seat) if scene.place.seat is None else None


def trick_verdicts(scene: ReplayScene, review: Review, number: int, trick: Trick) -> str:
    """Judge the plays of a trick that cost something or were mistakes."""
    texts = {}
    for play in trick.plays:
        cost = _cost_of(scene, review, number, play)
        judged = review.judged_of(number, play.seat)
        costly = cost is not None and (cost.decisive or bool(cost.points))
        if costly or (judged is not None and judged.mistake):
            texts[play] = verdict(scene, review, number, play)
    if len(texts) < 2:
        return lines(*texts.values())
    return lines(  # steps by play say the rest
        *(
            scene.say("{tile}: {verdict}", tile=tile_text(play.tile), verdict=text.splitlines()[0])
            for play, text in texts.items()
        )
    )


def call_verdict(scene: ReplayScene, judged: JudgedCall) -> str:
    """Judge a call; empty if it was as good as any."""
    if not judged.mistake:
        return ""
    rules = scene.table.rules
    seen = _seen_by(scene, judged.seat)
    share = scene.words.percent(judged.chance)
    contract = contract_name(judged.contract, rules, scene.words)
    if not judged.call.is_bid:
        return scene.say(
            "{seen}, {bid} in {contract} makes about {share} of the time.",
            seen=seen,
            bid=call_name(judged.best, rules, scene.words),
            contract=contract,
            share=share,
        )
    return scene.say(
        "{seen}, {bid} makes at most about {share} of the time.",
        seen=seen,
        bid=call_name(judged.call, rules, scene.words),
        share=share,
    )


def call_at(replay: Replay, review: Review, step: int) -> JudgedCall | None:
    """Find the judgment of a moment's call; None without one, or if the call was forced."""
    if not isinstance(replay.moments[step].action, MakeCall):
        return None
    before = [moment for moment in replay.moments[:step] if isinstance(moment.action, MakeCall)]
    return review.calls[len(before)] if len(before) < len(review.calls) else None


def mistakes(replay: Replay, review: Review, seat: int | None = None) -> tuple[int, ...]:
    """Find the moments of avoidable mistakes, of everyone or of one seat.

    They are those that the player could have known.
    """
    found = []
    for step, moment in enumerate(replay.moments):
        play = moment.action
        if isinstance(play, PlayTile):
            judged = review.judged_of(trick_of(replay, step), play.seat)
            if judged is not None and judged.mistake and seat in {None, play.seat}:
                found.append(step)
        call = call_at(replay, review, step)
        if call is not None and call.mistake and seat in {None, call.seat}:
            found.append(step)
    return tuple(found)


def no_mistakes_line(scene: Scene, review: Review, seat: int | None = None) -> str:
    """Say that nobody, or not this player, made a mistake; empty if untrue or unjudged."""
    calls = (call for call in review.calls if call is not None)
    judged: list[JudgedPlay | JudgedCall] = [*review.judged, *calls]
    if seat is not None:
        judged = [each for each in judged if _seat_of(each) == seat]
    if not judged or any(each.mistake for each in judged):
        return ""
    if seat is None:
        return scene.say("From what they could see, nobody made a mistake.")
    if seat in (scene.reader, scene.view.seat):
        return scene.say("From what you could see, you made no mistake.")
    return scene.say(
        "From what {name} could see, {name} made no mistake.", name=seat_name(scene, seat)
    )


def _seat_of(judged: JudgedPlay | JudgedCall) -> int:
    return judged.play.seat if isinstance(judged, JudgedPlay) else judged.seat


def trick_of(replay: Replay, step: int) -> int:
    """Return the trick number, from 1, of a replay moment."""
    return len(known(replay.moments[step - 1].game.deal).tricks) + 1


def _declares(scene: Scene, seat: int) -> bool:
    side_of = scene.table.rules.game.side_of
    return side_of(seat) == side_of(known(known(scene.table.view).bidder))


def _cost_line(scene: Scene, cost: PlayCost) -> str:
    """Name the play that would have cost nothing, with all hands open."""
    best = tile_text(cost.best.tile)
    if cost.decisive and _declares(scene, cost.play.seat):
        return scene.say("⚠ With all hands open, {best} makes the bid.", best=best)
    if cost.decisive:
        return scene.say("⚠ With all hands open, {best} sets the bid.", best=best)
    if scene.table.rules.game.bid_unit == "tricks":
        return scene.plural(
            "With all hands open, {best} is worth {n} more trick.",
            "With all hands open, {best} is worth {n} more tricks.",
            cost.points or 0,
            best=best,
        )
    return scene.plural(
        "With all hands open, {best} is worth {n} more point.",
        "With all hands open, {best} is worth {n} more points.",
        cost.points or 0,
        best=best,
    )


def _known_line(scene: ReplayScene, judged: JudgedPlay) -> str:
    """Compare a play with a better one, from what the player could know."""
    if judged.renege:
        return scene.say(
            "⚠ {tile} was a renege, which loses the hand: {best} was better.",
            tile=tile_text(judged.play.tile),
            best=tile_text(judged.best.tile),
        )
    seen = _seen_by(scene, judged.play.seat)
    chance = scene.words.percent(judged.chance)
    likelier = scene.words.percent(judged.best_chance)
    if not judged.sure:
        chance = scene.say("about {share}", share=chance)
        likelier = scene.say("about {share}", share=likelier)
    if _declares(scene, judged.play.seat):
        return scene.say(
            "{seen}, {best} makes the bid {likelier} of the time, {tile} {chance}.",
            seen=seen,
            best=tile_text(judged.best.tile),
            likelier=likelier,
            tile=tile_text(judged.play.tile),
            chance=chance,
        )
    return scene.say(
        "{seen}, {best} sets the bid {likelier} of the time, {tile} {chance}.",
        seen=seen,
        best=tile_text(judged.best.tile),
        likelier=likelier,
        tile=tile_text(judged.play.tile),
        chance=chance,
    )
