"""Bids: their names, the legal ones, and how a table bids."""

from __future__ import annotations

from dataclasses import replace

from texas42.engine import FOLLOW_ME, Call, CallKind, MakeCall, Rules, SeatView
from texas42.engine.auction import ceiling
from texas42.engine.calls import SHOOT_THE_MOON

from ..rules.option_words import usual_sentence
from .language import Words

_ORDER = (
    CallKind.PASS,
    CallKind.POINTS,
    CallKind.TRICKS,
    CallKind.MULTIPLE,
    CallKind.PLUNGE,
    CallKind.GAME,
)


def call_name(call: Call, rules: Rules, words: Words) -> str:
    """Name a call as players say it: "31", "2 marks", "84", "60 in fives"."""
    if call.kind is CallKind.PASS:
        return words.say_as("bid", "pass")
    if call.kind is CallKind.GAME:
        return words.say_as("bid", "game")
    if call.kind is CallKind.TRICKS and call.number == SHOOT_THE_MOON:
        return words.say("{number} (shoot the moon)", number=call.number)
    number = str(call.number)
    if call.multiple:
        by_points = str(call.number * rules.game.total)
        in_marks = rules.by_marks or words.calls_marks
        number = words.marks(call.number) if in_marks else by_points
    if call.kind is CallKind.PLUNGE:
        return words.say("plunge for {bid}", bid=number)
    if call.trump is FOLLOW_ME:
        return words.say("{bid} follow me", bid=number)
    if call.trump:
        return words.say("{bid} in {suit}", bid=number, suit=words.suit(call.trump))
    return number


def short_call_name(call: Call, rules: Rules, words: Words) -> str:
    """Name a call in a word or two: "plunge 4", "21"."""
    number = str(call.number)
    if call.kind is CallKind.PLUNGE:
        return words.say("plunge {number}", number=short_number(call, rules))
    return number if call.kind is CallKind.TRICKS else call_name(call, rules, words)


def short_number(call: Call, rules: Rules) -> str:
    """Write the marks of a bid, or its points where no marks are counted, as a bare number."""
    return str(call.number if rules.by_marks else call.number * rules.game.total)


def legal_bids(view: SeatView) -> list[Call]:
    """Return the legal calls of a view's seat: pass first, then upward."""
    calls = [action.call for action in view.legal if isinstance(action, MakeCall)]
    return sorted(calls, key=lambda call: (_ORDER.index(call.kind), call.number))


def bid_numbers(view: SeatView) -> list[Call]:
    """Return the legal calls without their trumps, each once."""
    calls = legal_bids(view)
    numbers = (call if call.trump is None else replace(call, trump=None) for call in calls)
    return list(dict.fromkeys(numbers))


def bid_advice(view: SeatView, words: Words) -> str:
    """Say what the player in turn can bid."""
    calls = bid_numbers(view)
    bids = [call for call in calls if call.is_bid]
    if not bids:
        return words.say("You can only pass.")
    least = call_name(bids[0], view.rules, words)
    if len(bids) == len(calls):
        return words.say("Everyone passed, so you must bid {bid} or more.", bid=least)
    return words.say("Bid {bid} or more, or pass.", bid=least)


def bid_task(view: SeatView, words: Words) -> str:
    """Say what the player in turn can bid, in the panel's one line."""
    calls = bid_numbers(view)
    bids = [call for call in calls if call.is_bid]
    if not bids:
        return words.say("Your bid: you can only pass")
    least = call_name(bids[0], view.rules, words)
    if len(bids) == len(calls):
        return words.say("You must bid: {bid} or more", bid=least)
    return words.say("Your bid: {bid} or more, or pass", bid=least)


def multiple_name(number: int, rules: Rules, words: Words) -> str:
    """Name a bid of this many whole hands: "2 marks", or "84" by points."""
    return call_name(Call(CallKind.MULTIPLE, number), rules, words)


def bids_reach(rules: Rules, number: int) -> bool:
    """Return True if an ordinary bid can be worth this many whole hands."""
    limit = ceiling(rules)
    return limit is None or limit >= number


def can_bid_game(rules: Rules) -> bool:
    """Return True if a bid can be high enough to bid the game over it (ruling 8.3)."""
    return rules.game_bid and (bids_reach(rules, 2) or rules.plunge)


def ladder_sentence(rules: Rules, words: Words) -> str:
    """Describe the bids of a whole hand and more."""
    say = words.say
    if rules.game.bid_unit == "tricks":
        if rules.bid_21:
            return say("You can bid {bid}: every trick.", bid=SHOOT_THE_MOON)
        return ""
    if not bids_reach(rules, 2):
        parts = [say("The highest bid is {bid}.", bid=multiple_name(1, rules, words))]
    elif rules.ladder == "marks":
        parts = _marks_ladder(rules, words)
    else:
        parts = _points_ladder(rules, words)
    if can_bid_game(rules):
        two = multiple_name(2, rules, words)
        parts.append(say("After a bid of {bid} or more, you can bid the game.", bid=two))
    return " ".join(parts)


def _marks_ladder(rules: Rules, words: Words) -> list[str]:
    say = words.say
    most = rules.max_marks
    opening = rules.open_max_marks if most is None else min(most, rules.open_max_marks)
    parts = [
        say(
            "The first bid in marks can be up to {marks}.",
            marks=multiple_name(opening, rules, words),
        ),
        usual_sentence("raise_marks", rules, words),
    ]
    if most is not None:
        parts.append(say("The highest bid is {bid}.", bid=multiple_name(most, rules, words)))
    return parts


def _points_ladder(rules: Rules, words: Words) -> list[str]:
    say = words.say
    ceiling = 2 if rules.after84 == "none" else 4
    highest = min(rules.max_marks or ceiling, ceiling)
    opening = min(rules.open_max_marks, highest)
    names = {number: multiple_name(number, rules, words) for number in range(1, highest + 1)}
    parts = []
    if opening < highest:
        parts.append(say("You can open with up to {bid}.", bid=names[opening]))
    if rules.after84 == "any" and highest == 4:
        parts.append(
            say(
                "After {two} you can bid {three} or {four}.",
                two=names[2],
                three=names[3],
                four=names[4],
            )
        )
    elif highest > 2:
        parts.append(say("After {two}, raise one step at a time.", two=names[2]))
    parts.append(say("The highest bid is {bid}.", bid=names[highest]))
    return parts
