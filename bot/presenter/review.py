"""What was possible in a finished hand, and the plays that cost most."""

from __future__ import annotations

from bot.engine import PlayTile
from bot.tables.views import PlayCost, Possible, Review, TableView

from .names import seat_name, side_members
from .panel.frame import heading
from .parts import lines, note, small
from .render_context import RenderContext, tile_text
from .spec import Message

MOST_COSTS = 5


def review_screen(
    table: TableView, hand_no: int, review: Review | None, context: RenderContext
) -> Message:
    """Return the review of a hand; without a solver, that it needs one."""
    say = context.words.say
    if review is None:
        return note(say("Review needs the solver, which is not installed here."))
    costly = [cost for cost in review.costs if cost.points or cost.decisive]
    costly.sort(key=lambda cost: (cost.decisive, cost.points or 0), reverse=True)
    worst = [_cost_line(table, cost, context) for cost in costly[:MOST_COSTS]]
    return note(
        lines(
            heading(say("Hand {number} with all dominoes face up", number=hand_no)),
            _possible(review, context),
            _verdict(review, context, found=bool(worst)),
            *worst,
            _unknown(review, context),
            *_could(table, review, context),
            small(say("Nobody could see all this while playing.")),
        )
    )


def _possible(review: Review, context: RenderContext) -> str:
    say = context.words.say
    made = {
        True: say("With best play by all the bid is made."),
        False: say("With best play by all the bid is set."),
        None: say("Whether the bid could be made took too long to find out."),
    }[review.made]
    if review.bidders is None or review.others is None:
        return made
    points = say(
        "The bidder's side can take {bidders}, the others {others}.",
        bidders=review.bidders,
        others=review.others,
    )
    return f"{made} {points}"


def _verdict(review: Review, context: RenderContext, *, found: bool) -> str:
    if found:
        return context.words.say("**What cost most:**")
    if review.unknown:
        return context.words.say("No play that could be judged gave anything away.")
    return context.words.say("No play gave anything away.")


def _unknown(review: Review, context: RenderContext) -> str:
    """Return how many plays are judged by nobody, as the search for them took too long."""
    if not review.unknown:
        return ""
    text = context.words.plural(
        "{n} play had too many ways to go on to be judged.",
        "{n} plays had too many ways to go on to be judged.",
        review.unknown,
    )
    return small(text)


def _could(table: TableView, review: Review, context: RenderContext) -> tuple[str, ...]:
    """Return what each side could have taken, had it won the bid, and who could have lost all."""
    say = context.words.say
    plain = [
        _best_line(table, each, context) for each in review.possible if each.points is not None
    ]
    low = [
        seat_name(table, each.bidder, context) for each in review.possible if each.points is None
    ]
    if not plain:
        return ()
    nello = say("Nel-o could be made by {names}.", names=context.words.both(low)) if low else ""
    return (say("**What each side could take with the bid:**"), *plain, nello)


def _best_line(table: TableView, best: Possible, context: RenderContext) -> str:
    """Return the best contract of a side; a side of one is not told who of it bids."""
    words, members = context.words, side_members(table, best.side, context)
    contract = words.contract(best.contract, table.rules)
    bidder = seat_name(table, best.bidder, context)
    if members == bidder:
        return words.say(
            "{name}: {points} with {contract}", name=bidder, points=best.points, contract=contract
        )
    return words.say(
        "{names}: {points} with {contract}, bid by {name}",
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
    return f"{text} {words.say('It decided the hand.')}" if cost.decisive else text


def _played(play: PlayTile, context: RenderContext) -> str:
    """Return a play in words, with the suit that a lead was declared as."""
    if play.declared is None:
        return tile_text(play.tile)
    suit = context.words.suit(play.declared)
    return context.words.say("{tile} as {suit}", tile=tile_text(play.tile), suit=suit)
