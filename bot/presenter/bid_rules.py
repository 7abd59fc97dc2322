"""The rules of a table's auction in plain words."""

from __future__ import annotations

from bot.engine import Call, CallKind, Rules
from bot.engine.calls import SHOOT_THE_MOON

from .words import Words


def bid_sentences(rules: Rules, words: Words) -> list[str]:
    """Return how bidding goes at a table, a sentence or a few each."""
    return [_turns(rules, words), ladder_sentence(rules, words), _all_pass(rules, words)]


def _turns(rules: Rules, words: Words) -> str:
    game, say = rules.game, words.say
    parts = [say("The lowest bid is {bid}.", bid=game.min_bid)]
    if rules.first_bidder == "holder10":
        parts.append(say("The holder of 1-0 bids first."))
    else:
        parts.append(say("The player left of the shaker bids first."))
    if game.auction == "rounds":
        parts.append(say("Bidding goes round until all but one have passed."))
    if rules.trump_in_bid:
        parts.append(say("The bid names the trump."))
    return " ".join(parts)


def _multiple(number: int, rules: Rules, words: Words) -> str:
    return words.call(Call(CallKind.MULTIPLE, number), rules)


def ladder_sentence(rules: Rules, words: Words) -> str:
    """Return which bids of a whole hand and more there are."""
    say = words.say
    if rules.game.bid_unit == "tricks":
        if rules.bid_21:
            return say("{bid} may be bid, for every trick.", bid=SHOOT_THE_MOON)
        return ""
    if rules.ladder == "marks":
        parts = _marks_ladder(rules, words)
    elif rules.ladder == "to42" or rules.max_marks == 1:
        parts = [say("The highest bid is {bid}.", bid=_multiple(1, rules, words))]
    else:
        parts = _points_ladder(rules, words)
    if rules.game_bid:
        two = _multiple(2, rules, words)
        parts.append(say("Over {bid} or more you may bid the game.", bid=two))
    return " ".join(parts)


def _marks_ladder(rules: Rules, words: Words) -> list[str]:
    say = words.say
    opening = _multiple(rules.open_max_marks, rules, words)
    raises = {
        "plus1": say("Over marks you bid one mark more."),
        "plus1_or_double": say("Over marks you bid one mark more, or twice as many."),
        "plus2": say("Over marks you bid one or two marks more."),
    }
    parts = [
        say("The first bid of marks may be up to {marks}.", marks=opening),
        raises[rules.raise_marks],
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
    parts = [say("You may begin with up to {bid}.", bid=opening)]
    if rules.after84 == "any" and highest == 4:
        parts.append(
            say("Over {two} you may bid {three} or {four}.", two=two, three=three, four=four)
        )
    else:
        parts.append(say("Over {two} you go one step at a time.", two=two))
    parts.append(say("The highest bid is {bid}.", bid=_multiple(highest, rules, words)))
    return parts


def _all_pass(rules: Rules, words: Words) -> str:
    if rules.all_pass == "reshake":  # noqa: S105 - passing, not a password
        return words.say("If everybody passes, the next player shakes.")
    least = rules.all_pass.removeprefix("forced")
    return words.say("If all others pass, the last player must bid {bid} or more.", bid=least)
