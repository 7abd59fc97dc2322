"""What was possible in a finished hand, and the plays that cost the most."""

from __future__ import annotations

from bot.engine import PlayTile
from bot.tables.past import PlayCost, Possible, Review
from bot.tables.views import TableView

from ..panel.frame import heading
from ..words.contracts import contract_name
from ..words.names import seat_name, side_members
from ..words.parts import lines, note, small
from ..words.render_context import RenderContext, tile_text
from ..words.spec import Message

MOST_COSTS = 5


def review_screen(
    table: TableView, hand_no: int, review: Review | None, context: RenderContext
) -> Message:
    """Return the review of a hand; without a solver, that it needs one."""
    say = context.words.say
    if review is None:
        return note(say("I can't review hands here: the host hasn't installed the solver."))
    costly = [cost for cost in review.costs if cost.points or cost.decisive]
    costly.sort(key=lambda cost: (cost.decisive, cost.points or 0), reverse=True)
    worst = [_cost_line(table, cost, context) for cost in costly[:MOST_COSTS]]
    return note(
        lines(
            heading(say("Hand {number}, all hands open", number=hand_no)),
            _possible(table, hand_no, review, context),
            _verdict(review, context, found=bool(worst)),
            *worst,
            _unknown(review, context),
            *could_have_taken(table, review, context),
            small(say("That's with all the hands open. Nobody could know it at the table.")),
        )
    )


def _possible(table: TableView, hand_no: int, review: Review, context: RenderContext) -> str:
    """Return whether best play makes the bid, and what the two sides take then."""
    say, view = context.words.say, table.view
    if review.made is None:
        return say("I couldn't find out in time whether the bid could be made.")
    name = say("the bidder")
    if view is not None and view.bidder is not None and hand_no == table.hand_no:
        name = seat_name(table, view.bidder, context)
    points, others = review.bidders, review.others
    if points is None or others is None:
        if review.made:
            return say("With best play {name} makes the bid.", name=name)
        return say("With best play {name} gets set.", name=name)
    if review.made:
        return say(
            "With best play {name} makes the bid, {points} to {others}.",
            name=name,
            points=points,
            others=others,
        )
    return say(
        "With best play {name} gets set, {points} to {others}.",
        name=name,
        points=points,
        others=others,
    )


def _verdict(review: Review, context: RenderContext, *, found: bool) -> str:
    if found:
        return context.words.say("**The costliest plays:**")
    if review.unknown:
        return context.words.say("No play I could judge gave anything away.")
    return context.words.say("No play gave anything away.")


def _unknown(review: Review, context: RenderContext) -> str:
    """Return how many plays took too long to judge."""
    if not review.unknown:
        return ""
    text = context.words.plural(
        "I couldn't judge {n} play: too many ways to go on.",
        "I couldn't judge {n} plays: too many ways to go on.",
        review.unknown,
    )
    return small(text)


def could_have_taken(table: TableView, review: Review, context: RenderContext) -> tuple[str, ...]:
    """Return what each side could have taken with the bid, and who could have made nel-o."""
    say = context.words.say
    plain = [
        _best_line(table, each, context) for each in review.possible if each.points is not None
    ]
    low = [
        seat_name(table, each.bidder, context) for each in review.possible if each.points is None
    ]
    if not plain:
        return ()
    nello = say("{names} could have made nel-o.", names=context.words.both(low)) if low else ""
    return (say("**What each side could have taken with the bid:**"), *plain, nello)


def _best_line(table: TableView, best: Possible, context: RenderContext) -> str:
    """Return the best contract of a side, and who of it should bid."""
    words, members = context.words, side_members(table, best.side, context)
    contract = contract_name(best.contract, table.rules, words)
    bidder = seat_name(table, best.bidder, context)
    if members == bidder:
        return words.say(
            "{name}: {points} in {contract}", name=bidder, points=best.points, contract=contract
        )
    return words.say(
        "{names}: {points} in {contract}, if {name} bids",
        names=members,
        points=best.points,
        contract=contract,
        name=bidder,
    )


def _cost_line(table: TableView, cost: PlayCost, context: RenderContext) -> str:
    words = context.words
    name = seat_name(table, cost.play.seat, context)
    tile, best = _played(cost.play, context), _played(cost.best, context)
    text = words.say(
        "Trick {trick}: {name} played {tile}; {best} was better.",
        trick=cost.trick,
        name=name,
        tile=tile,
        best=best,
    )
    if cost.points:
        lost = words.plural("It cost {n} point.", "It cost {n} points.", cost.points)
        if table.rules.game.bid_unit == "tricks":
            lost = words.plural("It cost {n} trick.", "It cost {n} tricks.", cost.points)
        text = f"{text} {lost}"
    return text + " " + words.say("That decided the hand.") if cost.decisive else text


def _played(play: PlayTile, context: RenderContext) -> str:
    """Return a play in words, with the suit that a lead was declared as."""
    if play.declared is None:
        return tile_text(play.tile)
    suit = context.words.suit(play.declared)
    return context.words.say("{tile} as {suit}", tile=tile_text(play.tile), suit=suit)
