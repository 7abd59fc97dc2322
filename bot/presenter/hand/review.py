"""What was possible in a finished hand, and the plays that cost the most."""

from __future__ import annotations

from bot.tables.views import TableView
from bot.values.findings import BestContract, JudgedCall, JudgedPlay, PlayCost, Review

from ..panel.frame import heading
from ..table.scene import Scene
from ..table.seats import hand_title, seat_name, side_members
from ..words.bids import call_name
from ..words.contracts import contract_name
from ..words.parts import lines, note, small
from ..words.render_context import RenderContext, play_text
from ..words.spec import Message, Row
from .ending import back_button
from .verdicts import call_verdict, no_mistakes_line

MOST_COSTS = 5


def review_screen(
    table: TableView,
    hand_no: int,
    review: Review | None,
    context: RenderContext,
    *,
    from_ending: bool = False,
) -> Message:
    """Build the review of a hand; without a solver, say that it needs one.

    `from_ending`: it leads back to the end of the reader's game.
    """
    scene = Scene.of(table, context)
    rows = (Row((back_button(table.table_id, context),)),) if from_ending else ()
    if review is None:
        text = scene.say("I can't review hands here: the host hasn't installed the solver.")
        return note(text, *rows)
    costly = [cost for cost in review.costs if cost.points or cost.decisive]
    costly.sort(key=lambda cost: (cost.decisive, cost.points or 0), reverse=True)
    worst = [_cost_line(scene, cost) for cost in costly[:MOST_COSTS]]
    return note(
        lines(
            heading(_title(scene, hand_no)),
            *_mistakes(scene, review),
            scene.say("**With all hands open:**"),
            _possible(scene, hand_no, review),
            _verdict(review, scene, found=bool(worst)),
            *worst,
            _unknown(review, scene),
            *could_have_taken(scene, review),
            small(scene.say("Nobody could know that at the table.")),
        ),
        *rows,
    )


def _title(scene: Scene, hand_no: int) -> str:
    """Name the hand by its number in its game, unless that game is over and another goes on."""
    if scene.table.hand_no == hand_no:
        return hand_title(scene)
    number = scene.table.hand_of_game - (scene.table.hand_no - hand_no)
    if number < 1:
        return scene.say("Review")
    return scene.say("Hand {number}", number=number)


def _mistakes(scene: Scene, review: Review) -> tuple[str, ...]:
    """List the bids and plays that were wrong by what their player could see."""
    calls = [_call_line(scene, call) for call in review.calls if call is not None and call.mistake]
    plays = [_play_line(scene, judged) for judged in review.judged if judged.mistake]
    if calls or plays:
        return (scene.say("**Mistakes:**"), *calls, *plays)
    fine = no_mistakes_line(scene, review)
    return (fine,) if fine else ()


def _call_line(scene: Scene, judged: JudgedCall) -> str:
    """Describe a mistaken pass or bid."""
    name = seat_name(scene, judged.seat)
    verdict = call_verdict(scene, judged)
    if not judged.call.is_bid:
        return scene.say("Bidding: {name} passed. {verdict}", name=name, verdict=verdict)
    bid = call_name(judged.call, scene.table.rules, scene.words)
    return scene.say("Bidding: {name} bid {bid}. {verdict}", name=name, bid=bid, verdict=verdict)


def _play_line(scene: Scene, judged: JudgedPlay) -> str:
    """Describe a mistaken play."""
    name = seat_name(scene, judged.play.seat)
    tile = play_text(judged.play, scene)
    if judged.renege:
        return scene.say(
            "Trick {trick}: {name} reneged with {tile}. A renege loses the hand.",
            trick=judged.trick,
            name=name,
            tile=tile,
        )
    return scene.say(
        "Trick {trick}: {name} played {tile}. By what {name} could see, {best} was better.",
        trick=judged.trick,
        name=name,
        tile=tile,
        best=play_text(judged.best, scene),
    )


def _possible(scene: Scene, hand_no: int, review: Review) -> str:
    """Describe the result of best play: the bid made or set, and each side's points."""
    view = scene.table.view
    if review.made is None:
        return scene.say("I couldn't find out in time whether the bid could be made.")
    name = scene.say("the bidder")
    if view is not None and view.bidder is not None and hand_no == scene.table.hand_no:
        name = seat_name(scene, view.bidder)
    points, others = review.bidders, review.others
    if points is None or others is None:
        if review.made:
            return scene.say("With best play {name} makes the bid.", name=name)
        return scene.say("With best play {name} gets set.", name=name)
    if review.made:
        return scene.say(
            "With best play {name} makes the bid, {points} to {others}.",
            name=name,
            points=points,
            others=others,
        )
    return scene.say(
        "With best play {name} gets set, {points} to {others}.",
        name=name,
        points=points,
        others=others,
    )


def _verdict(review: Review, context: RenderContext, *, found: bool) -> str:
    if found:
        return context.say("The costliest plays:")
    if review.excused:
        return ""
    if review.unknown:
        return context.say("No play I could judge gave anything away.")
    return context.say("No play gave anything away.")


def _unknown(review: Review, context: RenderContext) -> str:
    """Count the plays that took too long to judge."""
    if not review.unknown:
        return ""
    text = context.plural(
        "I couldn't judge {n} play: too many ways to go on.",
        "I couldn't judge {n} plays: too many ways to go on.",
        review.unknown,
    )
    return small(text)


def could_have_taken(scene: Scene, review: Review) -> tuple[str, ...]:
    """List the points each side could have taken with the bid, and who could have made nel-o."""
    plain = [_best_line(scene, each) for each in review.possible if each.points is not None]
    low = [seat_name(scene, each.bidder) for each in review.possible if each.points is None]
    if not plain:
        return ()
    nello = scene.say("{names} could have made nel-o.", names=scene.both(low)) if low else ""
    return (scene.say("**What each side could have taken with the bid:**"), *plain, nello)


def _best_line(scene: Scene, best: BestContract) -> str:
    """Describe a side's best contract and who should bid it."""
    members = side_members(scene, best.side)
    contract = contract_name(best.contract, scene.table.rules, scene.words)
    bidder = seat_name(scene, best.bidder)
    if members == bidder:
        return scene.say(
            "{name}: {points} in {contract}", name=bidder, points=best.points, contract=contract
        )
    return scene.say(
        "{names}: {points} in {contract}, if {name} bids",
        names=members,
        points=best.points,
        contract=contract,
        name=bidder,
    )


def _cost_line(scene: Scene, cost: PlayCost) -> str:
    name = seat_name(scene, cost.play.seat)
    tile, best = play_text(cost.play, scene), play_text(cost.best, scene)
    text = scene.say(
        "Trick {trick}: {name} played {tile}; {best} was better.",
        trick=cost.trick,
        name=name,
        tile=tile,
        best=best,
    )
    if cost.points:
        lost = scene.plural("It cost {n} point.", "It cost {n} points.", cost.points)
        if scene.table.rules.game.bid_unit == "tricks":
            lost = scene.plural("It cost {n} trick.", "It cost {n} tricks.", cost.points)
        text = f"{text} {lost}"
    return text + " " + scene.say("That decided the hand.") if cost.decisive else text
