"""The deal, the points in it, and the bidding of a table, in words."""

from __future__ import annotations

from texas42.engine import FOLLOW_ME, Rules, Tile
from texas42.engine.calls import SHOOT_THE_MOON

from ..words.bids import bids_reach, ladder_sentence, multiple_name
from ..words.language import Words
from ..words.render_context import tile_text
from .explanation import Explanation
from .option_words import usual_sentence

HIGHEST_OF_42 = 6
FIVE = 5
TEN = 10


def goal(rules: Rules, words: Words) -> Explanation:
    """Say what a bid promises."""
    if rules.game.bid_unit == "tricks" and rules.game.has_partners:
        return Explanation(words.say("Take as many tricks as your side bids."))
    if rules.game.bid_unit == "tricks":
        return Explanation(words.say("Take as many tricks as you bid."))
    if rules.game.has_partners:
        return Explanation(words.say("Take as many points as your side bids."))
    return Explanation(words.say("Take as many points as you bid."))


def deal(rules: Rules, words: Words) -> Explanation:
    """Describe the seats, the dominoes, and what happens to the ones left over."""
    lines = [
        _seats(rules, words),
        _set_of_dominoes(rules, words),
        _left_over(rules, words),
        words.say("After every hand, the next player to the left shakes."),
    ]
    return Explanation.of(lines, _shares(rules, words))


def _shares(rules: Rules, words: Words) -> str:
    game = rules.game
    say = words.say
    if not game.has_partners:
        return say("{tiles} dominoes each; no partners.", tiles=game.hand_size)
    if game.seats == 2 * game.sides:
        return say("{tiles} dominoes each; partners across.", tiles=game.hand_size)
    return say(
        "{tiles} dominoes each; {sides} sides of {players}.",
        tiles=game.hand_size,
        sides=game.sides,
        players=game.seats // game.sides,
    )


def _seats(rules: Rules, words: Words) -> str:
    """Say where the partners of a large side sit; those of a pair sit across."""
    game = rules.game
    if not game.has_partners or game.seats == 2 * game.sides:
        return ""
    if game.sides == 2:
        return words.say("Every other player is on your side.")
    return words.say("The sides sit in turn.")


def _set_of_dominoes(rules: Rules, words: Words) -> str:
    """Say how the set differs from a plain double-six one."""
    game = rules.game
    blanks = {tile for tile in game.tiles if tile.has(0)}
    parts = []
    if game.copies > 1:
        parts.append(words.say("There are two of every domino."))
    if game.max_pip > HIGHEST_OF_42:
        top = tile_text(Tile(game.max_pip, game.max_pip))
        parts.append(words.say("The set goes up to the {tile}.", tile=top))
    if not blanks:
        parts.append(words.say("There are no blanks in the set."))
    elif blanks == {Tile(0, 0)}:
        parts.append(words.say("The only blank in the set is the 0-0."))
    return " ".join(parts)


def _left_over(rules: Rules, words: Words) -> str:
    """Describe the undealt dominoes, and when and how the bidder can trade for them."""
    game = rules.game
    if not game.kitty_size:
        return ""
    parts = [
        words.plural("{n} domino is left over.", "{n} dominoes are left over.", game.kitty_size),
        _exchange(rules, words),
    ]
    if rules.has_exchange and not rules.trump_in_bid:
        before = words.say("This comes before naming trump.")
        after = words.say("This comes after naming trump.")
        parts.append(after if game.contract_before_exchange else before)
    if rules.shows_kitty:
        parts.append(words.say("They can show everyone what's left over, or not."))
    return " ".join(parts)


def _exchange(rules: Rules, words: Words) -> str:
    say = words.say
    if not rules.has_exchange:
        return words.plural(
            "Nobody gets to see or play it.",
            "Nobody gets to see or play them.",
            rules.game.kitty_size,
        )
    if rules.game.exchange == "counts-out":
        return words.plural(
            "The high bidder looks and can trade for it, has to take it if it's count, and can't "
            "put count back.",
            "The high bidder looks and can trade for them, has to take any count, and can't put "
            "count back.",
            rules.game.kitty_size,
        )
    if rules.blind_exchange:
        return say("The high bidder can trade one of theirs for it, unseen.")
    return say("The high bidder looks and can trade one of theirs for it.")


def points(rules: Rules, words: Words) -> Explanation:
    """Say what tricks and count are worth."""
    game = rules.game
    if not game.counts:
        worth = words.plural(
            "Each trick is {n} point, whatever is in it.",
            "Each trick is {n} points, whatever is in it.",
            game.trick_points,
        )
        return Explanation(details=(worth,))
    tens = _worth(TEN, rules)
    short = words.say(
        "{trick} a trick; 10 for {tens}; 5 for {fives}. {total} a hand.",
        trick=game.trick_points,
        tens=words.both(map(tile_text, tens)),
        fives=words.both(map(tile_text, _worth(FIVE, rules))),
        total=game.total,
    )
    added = words.say(
        "A domino worth 10 or 5 is count. A trick with the {tile} in it is worth {points}.",
        tile=tile_text(tens[0]),
        points=game.trick_points + TEN,
    )
    return Explanation(short, (added,))


def _worth(count: int, rules: Rules) -> list[Tile]:
    """List the dominoes with this count, a double first."""
    found = {tile for tile in rules.game.tiles if rules.game.tile_count(tile) == count}
    return sorted(found, key=lambda tile: (not tile.is_double, -tile.high))


def bidding(rules: Rules, words: Words) -> Explanation:
    """Describe the order, the bids, and what happens if everyone passes."""
    lines = [
        _turns(rules, words),
        _range(rules, words),
        _shoot_the_moon(words) if rules.bid_21 else "",
        ladder_sentence(rules, words) if rules.game.bid_unit == "points" else "",
        _trump_in_bid(rules, words) if rules.trump_in_bid else "",
        usual_sentence("all_pass", rules, words),
    ]
    return Explanation.of(lines, _bid_or_pass(rules, words))


def _bid_or_pass(rules: Rules, words: Words) -> str:
    game = rules.game
    say = words.say
    if game.bid_unit == "points" and rules.trump_in_bid:
        return say(
            "{bid} or more with its trump, higher than the last bid, or pass. The winner leads.",
            bid=game.min_bid,
        )
    if game.bid_unit == "points":
        return say(
            "{bid} or more and higher than the last bid, or pass. "
            "The winner names trump and leads.",
            bid=game.min_bid,
        )
    if rules.bid_21:
        return say(
            "{bid} to {most} tricks or 21, higher than the last bid, or pass. "
            "The winner names trump and leads.",
            bid=game.min_bid,
            most=game.hand_size,
        )
    return say(
        "{bid} to {most} tricks, higher than the last bid, or pass. "
        "The winner names trump and leads.",
        bid=game.min_bid,
        most=game.hand_size,
    )


def _turns(rules: Rules, words: Words) -> str:
    say = words.say
    if rules.game.auction == "rounds":
        return say(
            "The player left of the shaker starts, and it goes around until all but one pass. "
            "Once you pass, you're out."
        )
    if rules.first_bidder == "holder10":
        return say("One turn each. The player with the 1-0 bids first.")
    return say("One turn each. The player left of the shaker bids first, the shaker last.")


def _range(rules: Rules, words: Words) -> str:
    """Say which bids there are."""
    game = rules.game
    say = words.say
    if game.bid_unit == "tricks":
        return ""
    highest = game.total - game.bid_step
    if game.bid_step > 1:
        numbers = say(
            "Bids run from {low} to {high}, even numbers only.", low=game.min_bid, high=highest
        )
    else:
        numbers = say("Bids run from {low} to {high}.", low=game.min_bid, high=highest)
    return f"{numbers} {_whole_hand(rules, words)}"


def _whole_hand(rules: Rules, words: Words) -> str:
    """Say what a bid of a whole hand needs; by marks, also what a mark is."""
    say = words.say
    total = rules.game.total
    bid = multiple_name(1, rules, words)
    more = bids_reach(rules, 2)
    if rules.by_marks and more:
        return say("A bid of {bid} or more needs all {total}: every trick.", bid=bid, total=total)
    if rules.by_marks:
        return say("A bid of {bid} needs all {total}: every trick.", bid=bid, total=total)
    if more:
        return say("A bid of {bid} or more needs every trick.", bid=bid)
    return say("A bid of {bid} needs every trick.", bid=bid)


def _shoot_the_moon(words: Words) -> str:
    return words.say(
        "A bid of {bid} shoots the moon: you need every trick. It ends the bidding.",
        bid=SHOOT_THE_MOON,
    )


def _trump_in_bid(rules: Rules, words: Words) -> str:
    """Say how a bid names its trump, which the bidder must hold (000:211)."""
    example = words.say("Say the trump with your bid, like {bid} in fives.", bid=rules.game.min_bid)
    if FOLLOW_ME in rules.nameable:
        held = words.say("You must hold a domino of that suit; follow me needs none.")
    else:
        held = words.say("You must hold a domino of that suit.")
    return f"{example} {held}"
