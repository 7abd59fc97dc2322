"""The words of each option: its name, what it is about, and a sentence for each value.

Options of a special contract are with the contract, in `contracts.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from texas42.engine import Rules

from ..words.language import Words


@dataclass(frozen=True, slots=True)
class RuleWords:
    """The words of one option.

    `values`: the sentence of each value; empty for numbers and lists, see
    `house_rules.rule_sentence`.
    """

    title: str
    about: str
    values: Mapping[object, str] = field(default_factory=dict)


@lru_cache(maxsize=8)  # otherwise, each sentence would build the words of all options
def ordinary_options(words: Words) -> Mapping[str, RuleWords]:
    """Return the words of every option but those of special contracts."""
    return {**_bidding(words), **_trump(words), **_play(words), **_scoring(words)}


def usual_sentence(option: str, rules: Rules, words: Words) -> str:
    """Write the sentence of a table's value of an option, with its period."""
    return f"{ordinary_options(words)[option].values[getattr(rules, option)]}."


def _bidding(words: Words) -> dict[str, RuleWords]:
    say = words.say
    return {
        "first_bidder": RuleWords(
            say("First bid"),
            say("Who opens the bidding. If it's the 1-0, everyone learns who holds it."),
            {
                "left": say("The player left of the shaker bids first"),
                "holder10": say("The player with the 1-0 bids first"),
            },
        ),
        "all_pass": RuleWords(
            say("Everyone passes"),
            say("What happens to a hand that nobody bids on."),
            {
                "reshake": say("If everyone passes, the next player shakes"),
                "forced30": say("If everyone else passes, the last player must bid 30 or more"),
                "forced31": say("If everyone else passes, the last player must bid 31 or more"),
            },
        ),
        "ladder": RuleWords(
            say("Bids over 42"),
            say("How the bidding goes on when 41 isn't enough."),
            {
                "to42": say("42 is the highest bid"),
                "points84": say("After 42 you bid 84, 126 and 168"),
                "marks": say("After 1 mark you bid more marks"),
            },
        ),
        "open_max_marks": RuleWords(
            say("Opening in marks"),
            say("The most marks that you can bid while nobody else has bid marks."),
        ),
        "raise_marks": RuleWords(
            say("Raising marks"),
            say("How far one bid of marks can go over another."),
            {
                "plus1": say("Raise by one mark"),
                "plus1_or_double": say("Raise by one mark, or double"),
                "plus2": say("Raise by one or two marks"),
            },
        ),
        "max_marks": RuleWords(
            say("Highest bid in marks"),
            say("Where the bidding in marks stops. 84 points count as 2 marks, 168 as 4."),
        ),
        "after84": RuleWords(
            say("After 84"),
            say("What you can bid once somebody has bid 84. Only where bids go by points."),
            {
                "step": say("After 84 comes 126, and after that 168"),
                "any": say("After 84 you can jump to 168"),
                "none": say("84 is the highest bid"),
            },
        ),
        "game_bid": RuleWords(
            say("Bidding the game"),
            say("Once two marks are bid, you can bet the whole game on one hand."),
            {True: say("You can bid the whole game"), False: say("Nobody can bid the whole game")},
        ),
        "trump_in_bid": RuleWords(
            say("Trump in the bid"),
            say("Whether a bid says its trump, like 60 in fives."),
            {
                True: say("Every bid names its trump"),
                False: say("The winning bidder names the trump"),
            },
        ),
        "bid_21": RuleWords(
            say("Shooting the moon"),
            say("A bid of 21 promises all seven tricks and ends the bidding."),
            {True: say("You can bid 21 to shoot the moon"), False: say("Nobody can bid 21")},
        ),
    }


def _trump(words: Words) -> dict[str, RuleWords]:
    say = words.say
    return {
        "trumps": RuleWords(
            say("What can be trump"), say("What the winning bidder can choose from.")
        ),
        "nt_doubles": RuleWords(
            say("Doubles in follow me"),
            say("How doubles rank when there is no trump. With several, the bidder chooses."),
        ),
    }


def _play(words: Words) -> dict[str, RuleWords]:
    say = words.say
    return {
        "moon_set": RuleWords(
            say("The dominoes"),
            say("Moon is played without blanks. The double blank makes a widow possible."),
            {
                22: say("The double blank is in, so one domino is left over"),
                21: say("The double blank is out, so nothing is left over"),
            },
        ),
        "boneyard_exchange": RuleWords(
            say("The dominoes left over"),
            say("What happens to the dominoes nobody is dealt."),
            {
                True: say("The bidder can swap for the dominoes left over"),
                False: say("The dominoes left over stay out of play"),
            },
        ),
        "moon_widow": RuleWords(
            say("The widow"),
            say("How the bidder takes the domino left over."),
            {
                "see_then_discard": say("The bidder sees the widow before swapping"),
                "blind_swap": say("The bidder swaps for the widow unseen"),
            },
        ),
        "must_lead_trump": RuleWords(
            say("First lead"),
            say("What the first player of a hand can lead."),
            {
                True: say("The first lead of a hand must be a trump"),
                False: say("The first lead of a hand can be any domino"),
            },
        ),
        "small_end_first_lead": RuleWords(
            say("Small end"),
            say("On the first lead only, a 6-1 can be called an ace."),
            {
                True: say("The first lead of a hand can name its small end"),
                False: say("Every lead is a lead of its high end"),
            },
        ),
        "doubles_follow_pip": RuleWords(
            say("Following a double"),
            say("Doubles are trump or a suit of their own, one is led, and you hold none."),
            {
                True: say("With no double in hand, follow the number of the double led"),
                False: say("With no double in hand, play anything on a double"),
            },
        ),
        "renege": RuleWords(
            say("Renege"),
            say("What happens to a player who could follow suit and doesn't."),
            {
                "reject": say("Nobody can renege by mistake"),
                "forfeit": say("A renege loses the hand"),
            },
        ),
        "indicating": RuleWords(
            say("Signals in discards"),
            say("A discard can show your partner the double of its suit."),
            {
                True: say("Computer players signal doubles with their discards"),
                False: say("Computer players discard without signals"),
            },
        ),
        "stacked_tricks": RuleWords(
            say("Open tricks"),
            say("Which tricks you can look at again."),
            {
                True: say("After a bid of a mark or more, only the last two tricks stay open"),
                False: say("Every trick stays open"),
            },
        ),
        "early_stop": RuleWords(
            say("End of a hand"),
            say("When a hand is over."),
            {
                "none": say("Every hand goes on to the last domino"),
                "loss": say("A hand that needs every trick, or none, stops when it's lost"),
                "decided": say("A hand stops as soon as nothing can change the result"),
            },
        ),
    }


def _scoring(words: Words) -> dict[str, RuleWords]:
    say = words.say
    return {
        "scoring": RuleWords(
            say("Scoring"),
            say("By marks, each hand is worth its bid in marks. By points, everyone keeps points."),
            {"points": say("Score by points"), "marks": say("Score by marks")},
        ),
        "target": RuleWords(
            say("Length of the game"), say("What the winners need, in marks or points.")
        ),
        "win_by_two": RuleWords(
            say("Winning margin"),
            say("Whether 7 marks to 6 ends the game. Only where you score by marks."),
            {True: say("You have to win by two marks"), False: say("One mark ahead is enough")},
        ),
        "tie_250": RuleWords(
            say("Both get there"),
            say("Who wins when more than one side reaches the target on the same hand."),
            {
                "bidder": say("If two get there at once, the bidder wins"),
                "higher": say("If both get there, the higher score wins"),
            },
        ),
        "exact_42plus": RuleWords(
            say("Set on a bid for every trick"),
            say("What the others score by points when a bid for every trick fails."),
            {
                True: say("A bid for every trick scores exactly the bid"),
                False: say("If a bid for every trick fails, the others score it plus their points"),
            },
        ),
        "moon_made": RuleWords(
            say("A bid that makes"),
            say("What you score for making your bid."),
            {
                "bid": say("A bid that makes scores the bid"),
                "tricks": say("A bid that makes scores the tricks taken"),
            },
        ),
        "next_game_shaker": RuleWords(
            say("Next game"),
            say("Who shakes first in the next game."),
            {
                "rotate": say("The next player in turn shakes the next game"),
                "winner": say("The winners shake the next game"),
                "winner-choice": say("The winners choose which of them shakes the next game"),
                "loser": say("The losers shake the next game"),
                "loser-draw": say("The losers draw for who shakes the next game"),
                "draw": say("Draw dominoes for who shakes the next game"),
            },
        ),
    }
