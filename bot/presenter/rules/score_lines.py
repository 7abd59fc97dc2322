"""What a hand scores when the bid makes or gets set, and who wins the game, in words."""

from __future__ import annotations

from texas42.engine import Rules
from texas42.engine.calls import SHOOT_THE_MOON

from ..words.bids import bids_reach, can_bid_game
from ..words.contracts import played_specials
from ..words.language import Words
from .explanation import Explanation
from .option_words import usual_sentence

TWO_SIDES = 2
TWO_MARKS = 2
STEPS_UP = 2
POINTS_OVER = 3
"""An example bids this many steps over the lowest bid, and takes this many points over the bid."""


def when_made(rules: Rules, words: Words) -> Explanation:
    """Say what a hand scores when the bid makes."""
    if rules.game.bid_unit == "tricks":
        return _made_in_tricks(rules, words)
    if rules.by_marks:
        return _made_by_marks(rules, words)
    return _made_by_points(rules, words)


def when_set(rules: Rules, words: Words) -> Explanation:
    """Say what a hand scores when the bid gets set."""
    if rules.game.bid_unit == "tricks":
        return _set_in_tricks(rules, words)
    if rules.by_marks:
        return _set_by_marks(rules, words)
    return _set_by_points(rules, words)


def _made_by_marks(rules: Rules, words: Words) -> Explanation:
    say = words.say
    bid = _example_bid(rules)
    example = say(
        "Bid {bid} and take {taken}: you get {marks}.",
        bid=bid,
        taken=bid + POINTS_OVER,
        marks=words.marks(1),
    )
    lines = [example, _high_by_marks(rules, words), _game_made(rules, words)]
    if _is_always_one(rules):
        return Explanation.of(lines, say("You get 1 mark."))
    return Explanation.of(lines, say("You get 1 mark, or the marks you bid."))


def _high_by_marks(rules: Rules, words: Words) -> str:
    if not bids_reach(rules, TWO_MARKS):
        return ""
    marks = words.marks(TWO_MARKS)
    return words.say("Bid {bid} and take every trick: you get {marks}.", bid=marks, marks=marks)


def _set_by_marks(rules: Rules, words: Words) -> Explanation:
    say = words.say
    bid = _example_bid(rules)
    example = say(
        "Bid {bid} and take {taken}: the others get {marks}.",
        bid=bid,
        taken=bid - rules.game.bid_step,
        marks=words.marks(1),
    )
    lines = [example, _game_set(rules, words)]
    if rules.renege == "forfeit":
        lines.append(say("If one side reneges, the other side gets the marks of the bid."))
    if _is_always_one(rules):
        return Explanation.of(lines, say("The others get it."))
    return Explanation.of(lines, say("The others get them."))


def _made_by_points(rules: Rules, words: Words) -> Explanation:
    say = words.say
    bid = _example_bid(rules)
    taken = bid + POINTS_OVER
    example = say(
        "Bid {bid} and take {taken}: you score {own}, the others {theirs}.",
        bid=bid,
        taken=taken,
        own=taken,
        theirs=rules.game.total - taken,
    )
    lines = [example, _high_made(rules, words), _game_made(rules, words)]
    return Explanation.of(lines, say("All score what they took."))


def _high_made(rules: Rules, words: Words) -> str:
    """Say what a bid for every trick scores (000:155)."""
    bid = _high_example(rules) * rules.game.total
    total = rules.game.total
    if rules.exact_42plus:
        return words.say(
            "From {total} up, only the bid counts: bid {bid}, and you score {bid} if you make it, "
            "the others if you don't.",
            total=total,
            bid=bid,
        )
    return words.say(
        "From {total} up, you score just the bid: {bid} for a bid of {bid}.", total=total, bid=bid
    )


def _set_by_points(rules: Rules, words: Words) -> Explanation:
    say = words.say
    game = rules.game
    bid = _example_bid(rules)
    taken = bid - rules.game.bid_step
    example = say(
        "Bid {bid} and take {taken}: you score 0, the others {theirs}.",
        bid=bid,
        taken=taken,
        theirs=bid + game.total - taken,
    )
    lines = [
        example,
        _high_set(rules, words),
        _game_set(rules, words),
        _renege(words) if rules.renege == "forfeit" else "",
    ]
    return Explanation.of(lines, say("You get 0, the others what they took plus your bid."))


def _high_set(rules: Rules, words: Words) -> str:
    """Say what a bid for every trick costs where it's more than the bid (001:73, 8.11)."""
    if rules.exact_42plus:
        return ""
    bid = _high_example(rules) * rules.game.total
    example = words.say(
        "From {total} up, too: bid {bid}, lose a trick without count, and the others score "
        "{theirs}.",
        total=rules.game.total,
        bid=bid,
        theirs=bid + rules.game.trick_points,
    )
    names = [special.name(words) for special in played_specials(rules)]
    if not names:
        return example
    just = words.say("But {contracts} costs just the bid.", contracts=words.either(names))
    return f"{example} {just}"


def _renege(words: Words) -> str:
    return words.say(
        "If the bidder's side reneges, it's set. If the others renege, you score just the bid."
    )


def _made_in_tricks(rules: Rules, words: Words) -> Explanation:
    say = words.say
    bid = rules.game.min_bid + 1
    taken = bid + 1
    by_bid = rules.moon_made == "bid"
    lines = [
        say(
            "Bid {bid} and take {taken}: you score {own}, the others {theirs}.",
            bid=bid,
            taken=taken,
            own=bid if by_bid else taken,
            theirs=rules.game.hand_size - taken,
        )
    ]
    if rules.bid_21:
        lines.append(
            say("A bid of {bid} that makes wins the game, whatever the score.", bid=SHOOT_THE_MOON)
        )
    if by_bid:
        return Explanation.of(lines, say("You score your bid, the others their tricks."))
    return Explanation.of(lines, say("All score the tricks they took."))


def _set_in_tricks(rules: Rules, words: Words) -> Explanation:
    say = words.say
    bid = rules.game.min_bid + 1
    taken = bid - 1
    lines = [
        say(
            "Bid {bid} and take {taken}: you lose {bid}, the others score {theirs}.",
            bid=bid,
            taken=taken,
            theirs=rules.game.hand_size - taken,
        ),
        say("Your score can fall below zero."),
    ]
    if rules.bid_21:
        lines.append(say("A bid of {bid} that's set loses {bid}.", bid=SHOOT_THE_MOON))
    return Explanation.of(lines, say("You lose your bid, the others score their tricks."))


def _game_made(rules: Rules, words: Words) -> str:
    if not can_bid_game(rules):
        return ""
    return words.say("Bid the game and make it, and you win the game.")


def _game_set(rules: Rules, words: Words) -> str:
    if not can_bid_game(rules):
        return ""
    return words.say("Bid the game and get set, and the others win it.")


def _is_always_one(rules: Rules) -> bool:
    """Return True if no bid is worth more than one mark."""
    return not (bids_reach(rules, TWO_MARKS) or rules.plunge)


def _example_bid(rules: Rules) -> int:
    return rules.game.min_bid + STEPS_UP * rules.game.bid_step


def _high_example(rules: Rules) -> int:
    """Return the number of whole hands of an example of a high bid."""
    return TWO_MARKS if bids_reach(rules, TWO_MARKS) else 1


def winning(rules: Rules, words: Words) -> Explanation:
    """Say who wins the game, and who shakes the next one."""
    say = words.say
    games = rules.game.match_games
    match = words.plural("{n} game wins the match.", "{n} games win the match.", games)
    lines = [
        say("You have to be two marks ahead.") if rules.by_marks and rules.win_by_two else "",
        _tie(rules, words),
        match if rules.game.best_of > 1 else "",
        _next_game(rules, words),
    ]
    return Explanation.of(lines, say("First to {score}.", score=words.score(rules.target, rules)))


def _tie(rules: Rules, words: Words) -> str:
    """Say who wins if several reach the target on one hand (000:159, ruling 8.13)."""
    if rules.by_marks:
        return ""
    if rules.tie_250 == "higher":
        return words.say("If more than one gets there on the same hand, the highest score wins.")
    if rules.game.sides == TWO_SIDES:
        return words.say("If both sides get there on the same hand, the bidder's side wins.")
    return words.say(
        "If more than one gets there on the same hand, a bidder who made it wins; otherwise the "
        "highest score."
    )


def _next_game(rules: Rules, words: Words) -> str:
    shorter = {
        "rotate": words.say("The next player shakes the next game."),
        "draw": words.say("Draw to see who shakes the next game."),
    }
    who = rules.next_game_shaker
    return shorter.get(who) or usual_sentence("next_game_shaker", rules, words)
