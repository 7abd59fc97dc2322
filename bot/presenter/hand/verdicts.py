"""What is said of a play in a replay: what it cost, and whether its player could know."""

from __future__ import annotations

from bot.engine import MakeCall, PlayTile, Trick
from bot.tables.past import JudgedCall, JudgedPlay, PlayCost, Replay, Review
from bot.tables.views import TableView

from ..words.bids import call_name
from ..words.contracts import contract_name
from ..words.names import seat_name
from ..words.parts import lines
from ..words.render_context import RenderContext, tile_text


def verdict(
    table: TableView, review: Review, trick: int, play: PlayTile, context: RenderContext
) -> str:
    """Return what is said of a play to a trick, counted from 1; empty where nothing can be."""
    cost, judged = review.cost_of(trick, play.seat), review.judged_of(trick, play.seat)
    costly = cost is not None and (cost.decisive or bool(cost.points))
    texts = [_cost_line(table, cost, context)] if cost is not None and costly else []
    if judged is not None and judged.mistake:
        texts.append(_known_line(table, judged, context))
    elif judged is not None and costly:
        name = seat_name(table, play.seat, context)
        texts.append(
            context.words.say(
                "{name} couldn't know: by what {name} could see, {tile} was as good.",
                name=name,
                tile=tile_text(play.tile),
            )
        )
    elif cost is not None and not costly and judged is not None:
        tile = tile_text(play.tile)
        texts.append(context.words.say("{tile} gave nothing away.", tile=tile))
    return lines(*texts)


def trick_verdicts(
    table: TableView, review: Review, number: int, trick: Trick, context: RenderContext
) -> str:
    """Return what is said of the plays of a trick that cost something or were mistakes."""
    texts = []
    for play in trick.plays:
        cost, judged = review.cost_of(number, play.seat), review.judged_of(number, play.seat)
        costly = cost is not None and (cost.decisive or bool(cost.points))
        if costly or (judged is not None and judged.mistake):
            texts.append(verdict(table, review, number, play, context))
    return lines(*texts)


def call_verdict(table: TableView, judged: JudgedCall, context: RenderContext) -> str:
    """Return what is said of a call; empty where it was as good as any."""
    if not judged.mistake:
        return ""
    words, rules = context.words, table.rules
    name, share = seat_name(table, judged.seat, context), words.percent(judged.chance)
    contract = contract_name(judged.contract, rules, words)
    if not judged.call.is_bid:
        return words.say(
            "By what {name} could see, {bid} in {contract} makes it about {share} of the time.",
            name=name,
            bid=call_name(judged.best, rules, words),
            contract=contract,
            share=share,
        )
    return words.say(
        "By what {name} could see, {bid} makes it about {share} of the time at most.",
        name=name,
        bid=call_name(judged.call, rules, words),
        share=share,
    )


def call_at(replay: Replay, review: Review, step: int) -> JudgedCall | None:
    """Return how the call at a moment was judged, None where there is none or it was no choice."""
    if not isinstance(replay.moments[step].action, MakeCall):
        return None
    before = [moment for moment in replay.moments[:step] if isinstance(moment.action, MakeCall)]
    return review.calls[len(before)] if len(before) < len(review.calls) else None


def mistakes(replay: Replay, review: Review) -> tuple[int, ...]:
    """Return the moments at which somebody made a mistake by what they could know."""
    found = []
    for step, moment in enumerate(replay.moments):
        play = moment.action
        if isinstance(play, PlayTile):
            judged = review.judged_of(trick_of(replay, step), play.seat)
            if judged is not None and judged.mistake:
                found.append(step)
        call = call_at(replay, review, step)
        if call is not None and call.mistake:
            found.append(step)
    return tuple(found)


def trick_of(replay: Replay, step: int) -> int:
    """Return the number of the trick to which was played at a moment, counted from 1."""
    deal = replay.moments[step - 1].game.deal
    if deal is None:
        raise ValueError("a moment has its deal")
    return len(deal.tricks) + 1


def _declares(table: TableView, seat: int) -> bool:
    if table.view is None or table.view.bidder is None:
        raise ValueError("nobody has bid")
    game = table.rules.game
    return game.side_of(seat) == game.side_of(table.view.bidder)


def _cost_line(table: TableView, cost: PlayCost, context: RenderContext) -> str:
    """Return what a play cost with all hands open."""
    words = context.words
    tile, best = tile_text(cost.play.tile), tile_text(cost.best.tile)
    if cost.decisive and _declares(table, cost.play.seat):
        return words.say("⚠ {tile} cost the bid: {best} makes it.", tile=tile, best=best)
    if cost.decisive:
        return words.say("⚠ {tile} let the bid through: {best} sets it.", tile=tile, best=best)
    if table.rules.game.bid_unit == "tricks":
        return words.plural(
            "{tile} cost {n} trick: {best} keeps it.",
            "{tile} cost {n} tricks: {best} keeps them.",
            cost.points or 0,
            tile=tile,
            best=best,
        )
    return words.plural(
        "{tile} cost {n} point: {best} keeps it.",
        "{tile} cost {n} points: {best} keeps them.",
        cost.points or 0,
        tile=tile,
        best=best,
    )


def _known_line(table: TableView, judged: JudgedPlay, context: RenderContext) -> str:
    """Return how much better another play was by what the player could know."""
    words, name = context.words, seat_name(table, judged.play.seat, context)
    chance, likelier = words.percent(judged.chance), words.percent(judged.best_chance)
    if not judged.sure:
        chance = words.say("about {share}", share=chance)
        likelier = words.say("about {share}", share=likelier)
    if _declares(table, judged.play.seat):
        return words.say(
            "By what {name} could see, {best} makes the bid {likelier} of the time, "
            "{tile} {chance}.",
            name=name,
            best=tile_text(judged.best.tile),
            likelier=likelier,
            tile=tile_text(judged.play.tile),
            chance=chance,
        )
    return words.say(
        "By what {name} could see, {best} sets the bid {likelier} of the time, {tile} {chance}.",
        name=name,
        best=tile_text(judged.best.tile),
        likelier=likelier,
        tile=tile_text(judged.play.tile),
        chance=chance,
    )
