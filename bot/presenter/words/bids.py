"""Bids: their names, the legal ones, and how a table bids."""

from __future__ import annotations

from dataclasses import replace

from texas42.engine import FOLLOW_ME, Call, CallKind, MakeCall, Rules, SeatView
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
    return list(dict.fromkeys(replace(call, trump=None) for call in legal_bids(view)))


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


def bid_sentences(rules: Rules, words: Words) -> list[str]:
    """Describe the bidding at a table."""
    return [_turns(rules, words), ladder_sentence(rules, words), _all_pass(rules, words)]


def _turns(rules: Rules, words: Words) -> str:
    game = rules.game
    say = words.say
    parts = [say("The lowest bid is {bid}.", bid=game.min_bid)]
    parts.append(usual_sentence("first_bidder", rules, words))
    if game.auction == "rounds":
        parts.append(say("Bidding goes around until all but one pass."))
    if rules.trump_in_bid:
        parts.append(say("You name the trump with your bid."))
    return " ".join(parts)


def _multiple(number: int, rules: Rules, words: Words) -> str:
    return call_name(Call(CallKind.MULTIPLE, number), rules, words)


def ladder_sentence(rules: Rules, words: Words) -> str:
    """Describe the bids of a whole hand and more."""
    say = words.say
    if rules.game.bid_unit == "tricks":
        if rules.bid_21:
            return say("You can bid {bid}: every trick.", bid=SHOOT_THE_MOON)
        return ""
    if rules.ladder == "marks":
        parts = _marks_ladder(rules, words)
    elif rules.ladder == "to42" or rules.max_marks == 1:
        parts = [say("The highest bid is {bid}.", bid=_multiple(1, rules, words))]
    else:
        parts = _points_ladder(rules, words)
    if rules.game_bid:
        two = _multiple(2, rules, words)
        parts.append(say("After a bid of {bid} or more, you can bid the game.", bid=two))
    return " ".join(parts)


def _marks_ladder(rules: Rules, words: Words) -> list[str]:
    say = words.say
    opening = _multiple(rules.open_max_marks, rules, words)
    parts = [
        say("The first bid in marks can be up to {marks}.", marks=opening),
        usual_sentence("raise_marks", rules, words),
    ]
    if rules.max_marks is not None:
        parts.append(say("The highest bid is {bid}.", bid=_multiple(rules.max_marks, rules, words)))
    return parts


def _points_ladder(rules: Rules, words: Words) -> list[str]:
    say = words.say
    two, three, four = (_multiple(number, rules, words) for number in (2, 3, 4))
    highest = min(rules.max_marks or 4, 4)
    if rules.after84 == "none" or highest == 2:
        return [say("The highest bid is {bid}.", bid=two)]
    opening = _multiple(min(rules.open_max_marks, highest), rules, words)
    parts = [say("You can open with up to {bid}.", bid=opening)]
    if rules.after84 == "any" and highest == 4:
        parts.append(
            say("After {two} you can bid {three} or {four}.", two=two, three=three, four=four)
        )
    else:
        parts.append(say("After {two}, raise one step at a time.", two=two))
    parts.append(say("The highest bid is {bid}.", bid=_multiple(highest, rules, words)))
    return parts


def _all_pass(rules: Rules, words: Words) -> str:
    if rules.all_pass == "reshake":  # noqa: S105 - passing, not a password
        return usual_sentence("all_pass", rules, words)
    least = rules.all_pass.removeprefix("forced")
    return words.say("If everyone else passes, the last player must bid {bid} or more.", bid=least)
