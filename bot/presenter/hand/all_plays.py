"""Everything that a review found in a hand, in pages: mistakes, costs, what was possible."""

from __future__ import annotations

from bot.tables.past import Replay
from texas42.ai.findings.judgments import BestContract, JudgedCall, JudgedPlay, PlayCost, Review
from texas42.engine import PlayTile

from ..table.scene import Scene
from ..table.seats import hand_title, seat_name
from ..words.bids import call_name
from ..words.contracts import contract_name
from ..words.parts import capital, framed, heading, known, lines, small
from ..words.render_context import RenderContext, play_text
from ..words.spec import Message, Row, Text
from .review import all_plays_button, own_scene
from .verdicts import no_mistakes_line

MOST_COSTS = 5
ON_PAGE = 5
"""Lines of a page: on a phone each takes up to four."""


def all_plays_screen(
    replay: Replay,
    review: Review,
    page: int,
    context: RenderContext,
    *,
    own_seat: int | None = None,
) -> Message:
    """Build a page of all plays, counted from 1; a number beyond the last one is the last."""
    scene = own_scene(replay, own_seat, context)
    pages = [*_mistakes(scene, review), _open_hands(scene, review), *_possible_page(scene, review)]
    page = min(max(page, 1), len(pages))
    where = scene.say("Page {page} of {pages}", page=page, pages=len(pages))
    top = lines(heading(hand_title(scene)), *pages[page - 1], small(where))
    turns = [all_plays_button(replay, 0, scene.say("Back"))]
    if page > 1:
        turns.append(all_plays_button(replay, page - 1, scene.say("◀ Prev")))
    if page < len(pages):
        turns.append(all_plays_button(replay, page + 1, scene.say("Next ▶")))
    return framed(Text(top), Row(tuple(turns)))


def _mistakes(scene: Scene, review: Review) -> list[tuple[str, ...]]:
    """List the bids and plays that their player could see were wrong, in pages."""
    calls = [_call_line(scene, call) for call in review.calls if call is not None and call.mistake]
    plays = [_play_line(scene, judged) for judged in review.judged if judged.mistake]
    found = [*calls, *plays]
    if not found:
        fine = no_mistakes_line(scene, review)
        return [(fine,)] if fine else []
    head = scene.say("**Mistakes, judged by what each player could see:**")
    return [(head, *found[at : at + ON_PAGE]) for at in range(0, len(found), ON_PAGE)]


def _call_line(scene: Scene, judged: JudgedCall) -> str:
    """Describe a mistaken pass or bid."""
    rules = scene.table.rules
    words = scene.words
    who = you_or(scene, judged.seat)
    if judged.call.is_bid:
        bid = call_name(judged.call, rules, words)
        return scene.say("Bidding: {who} bid {bid}, which was too high.", who=who, bid=bid)
    return scene.say(
        "Bidding: {who} passed; {bid} in {contract} was worth it.",
        who=who,
        bid=call_name(judged.best, rules, words),
        contract=contract_name(judged.contract, rules, words),
    )


def _play_line(scene: Scene, judged: JudgedPlay) -> str:
    """Describe a mistaken play."""
    who = you_or(scene, judged.play.seat)
    tile = play_text(judged.play, scene.context)
    if judged.renege:
        return scene.say(
            "Trick {trick}: {who} reneged with {tile}. A renege loses the hand.",
            trick=judged.trick,
            who=who,
            tile=tile,
        )
    return _better_line(scene, judged.trick, judged.play, judged.best)


def _better_line(scene: Scene, trick: int, play: PlayTile, best: PlayTile) -> str:
    return scene.say(
        "Trick {trick}: {who} played {tile}; {best} was better.",
        trick=trick,
        who=you_or(scene, play.seat),
        tile=play_text(play, scene.context),
        best=play_text(best, scene.context),
    )


def you_or(scene: Scene, seat: int) -> str:
    """Name a seat as the subject of a sentence about the past; the reader's own is "you"."""
    return scene.say("you") if seat == scene.view.seat else seat_name(scene, seat)


def _open_hands(scene: Scene, review: Review) -> tuple[str, ...]:
    """Describe best play with all hands open, and the plays that cost the most by it."""
    costly = [cost for cost in review.costs if cost.points or cost.decisive]
    costly.sort(key=lambda cost: (cost.decisive, cost.points or 0), reverse=True)
    worst = [_cost_line(scene, cost) for cost in costly[:MOST_COSTS]]
    return (
        scene.say("**With all hands open:**"),
        _best_play(scene, review),
        _verdict(scene, review, found=bool(worst)),
        *worst,
        _unknown(scene, review),
        small(scene.say("Nobody could know that at the table.")),
    )


def _best_play(scene: Scene, review: Review) -> str:
    """Describe the result of best play: the bid made or set, and each side's points."""
    bidder = scene.view.bidder
    if bidder is None:
        return ""
    if review.made is None:
        return scene.say("I couldn't find out in time whether the bid could be made.")
    name = capital(you_or(scene, bidder))
    points = review.bidders
    others = review.others
    if points is None or others is None:
        if review.made:
            return scene.say("{name} could have made the bid.", name=name)
        return scene.say("{name} couldn't have made the bid.", name=name)
    if review.made:
        return scene.say(
            "{name} could have made the bid, {points} to {others}.",
            name=name,
            points=points,
            others=others,
        )
    return scene.say(
        "{name} couldn't have made the bid: {points} to {others}.",
        name=name,
        points=points,
        others=others,
    )


def _verdict(scene: Scene, review: Review, *, found: bool) -> str:
    if found:
        return scene.say("The costliest plays:")
    if review.excused:
        return ""
    if review.unknown:
        return scene.say("No play I could judge gave anything away.")
    return scene.say("No play gave anything away.")


def _unknown(scene: Scene, review: Review) -> str:
    """Count the plays that took too long to judge."""
    if not review.unknown:
        return ""
    text = scene.plural(
        "I couldn't judge {n} play: too many ways the hand could go.",
        "I couldn't judge {n} plays: too many ways the hand could go.",
        review.unknown,
    )
    return small(text)


def _cost_line(scene: Scene, cost: PlayCost) -> str:
    text = _better_line(scene, cost.trick, cost.play, cost.best)
    if cost.points:
        lost = scene.plural("It cost {n} point.", "It cost {n} points.", cost.points)
        if scene.table.rules.game.bid_unit == "tricks":
            lost = scene.plural("It cost {n} trick.", "It cost {n} tricks.", cost.points)
        text = f"{text} {lost}"
    return text + " " + scene.say("That decided the hand.") if cost.decisive else text


def _possible_page(scene: Scene, review: Review) -> list[tuple[str, ...]]:
    found = could_have_taken(scene, review)
    if not found:
        return []
    return [(*found, small(scene.say("Nobody could know that at the table.")))]


def could_have_taken(scene: Scene, review: Review) -> tuple[str, ...]:
    """List the points each side could have taken with the bid, and who could have made nel-o."""
    plain = [_best_line(scene, each) for each in review.possible if each.points is not None]
    low = [you_or(scene, each.bidder) for each in review.possible if each.points is None]
    if not plain:
        return ()
    nello = ""
    if low:
        names = capital(scene.both(low))
        nello = scene.say("{names} could have made nel-o.", names=names)
    return (scene.say("**What each side could have taken with the bid:**"), *plain, nello)


def _best_line(scene: Scene, best: BestContract) -> str:
    """Describe a side's best contract and who should bid it."""
    seats = [line.seat for line in scene.table.seats if line.side == best.side]
    own = scene.view.seat
    members = capital(
        scene.both(you_or(scene, seat) for seat in sorted(seats, key=lambda seat: seat != own))
    )
    contract = contract_name(best.contract, scene.table.rules, scene.words)
    points = known(best.points)
    if len(seats) == 1:
        return scene.say(
            "{name}: {points} in {contract}", name=members, points=points, contract=contract
        )
    if best.bidder == own:
        return scene.say(
            "{names}: {points} in {contract}, if you bid",
            names=members,
            points=points,
            contract=contract,
        )
    return scene.say(
        "{names}: {points} in {contract}, if {name} bids",
        names=members,
        points=points,
        contract=contract,
        name=seat_name(scene, best.bidder),
    )
