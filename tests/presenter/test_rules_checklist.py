"""The Rules pages of every preset tell every topic, every rule of the sources, and every option."""

from functools import cache
from itertools import combinations

import pytest

from bot.presenter.rules.checklist import Topic, checklist, detailed_lines, short_lines
from bot.presenter.rules.house_rules import offered_values
from bot.presenter.rules.screen import headline, rules_screen
from bot.presenter.words.language import Words
from bot.presenter.words.render_context import RenderContext
from texas42.engine import FOLLOW_ME, Call, CallKind, Contract, ContractKind, parse_tile
from texas42.engine.auction import ladder
from texas42.engine.naming import contracts_at_bid
from texas42.library import games, has_effect, load_rules, options_of, presets

from .tabling import pages_of, parts_of, table_of, text_of

WORDS = Words()
PRESETS = [(game.id, preset.name) for game in games() for preset in presets(game.id)]
EACH_PRESET = pytest.mark.parametrize(("game", "preset"), PRESETS)
LADDER = {"ladder", "after84", "open_max_marks", "raise_marks", "max_marks"}
CHANGES = (
    {},
    {"all_pass": "forced31", "nello": "forced_only", "plunge": True, "splash": True},
    {"sevens": True, "sevens_tie": "bidder_side", "sevens_lead": "forced", "low_no": True},
    {"scoring": "points", "nello": "any", "nello_doubles": ["low"], "game_bid": True},
    {"scoring": "marks", "trump_in_bid": True, "boneyard_exchange": False},
    {"bid_21": True, "moon_set": 21, "first_bidder": "holder10", "ladder": "to42"},
    {"plunge": True, "max_marks": 3},
    {"plunge": True, "max_marks": 3, "game_bid": True},
    {"plunge": True, "max_marks": None, "after84": "none"},
)
FOUR_DOUBLES = [parse_tile(text) for text in ("66", "55", "44", "33", "21", "20", "10")]


def told(rules):
    """Write everything that the pages explain."""
    lines = [headline(rules, WORDS), *short_lines(rules, WORDS), *detailed_lines(rules, WORDS)]
    return "\n".join(lines)


def plays_the_same(option, one, other):
    """Return True if two values of an option come to the same under a table's other rules."""
    if option in LADDER:
        return bids_of(one) == bids_of(other)
    special = any(kind.overlay.is_special and kind.overlay.is_played(one) for kind in ContractKind)
    if option == "early_stop" and not one.by_marks:
        stops = one.exact_42plus or one.game_bid or special
        return not stops or "none" not in {one.early_stop, other.early_stop}
    return False


@cache
def bids_of(rules):
    """List the bids that can follow each bid, and open the auction."""
    return [ladder(rules, None), *(ladder(rules, Call(CallKind.MULTIPLE, n)) for n in range(1, 22))]


def can_name_plunge(rules):
    """Return True if the winner of an ordinary bid can be allowed to name plunge."""
    bids = list(ladder(rules, None))
    for bid in bids:  # goes on while it grows
        bids += [each for each in ladder(rules, bid) if each not in bids and each.number <= 4]
    over_plunge = ladder(rules, Call(CallKind.PLUNGE, 4)) if rules.plunge else ()
    plunge = Contract(ContractKind.PLUNGE)
    return any(
        plunge in contracts_at_bid(rules, (), bid, FOUR_DOUBLES) for bid in (*bids, *over_plunge)
    )


@EACH_PRESET
def test_every_value_of_every_option_is_told_apart(game, preset):
    rules = load_rules(game, {"preset": preset})
    asked = [option for option in options_of(game).values() if has_effect(rules, option.name)]
    assert asked
    for option in asked:
        values = [getattr(rules, option.name), *offered_values(option, None)]
        changed = [load_rules(game, {"preset": preset, option.name: json(v)}) for v in values]
        texts = {each: told(each) for each in changed}
        for one, other in combinations(texts, 2):
            if not plays_the_same(option.name, one, other):
                assert texts[one] != texts[other], (option.name, one, other)


def json(value):
    """Convert a value of an option to what `load_rules` reads."""
    return [str(member) for member in value] if isinstance(value, tuple) else value


def changed_rules(game, preset):
    """Yield the rules of a preset, and with some options that its game has changed."""
    for changes in CHANGES:
        known = {name: value for name, value in changes.items() if name in options_of(game)}
        yield load_rules(game, {"preset": preset, **known})


@EACH_PRESET
def test_every_table_covers_every_topic(game, preset):
    for rules in changed_rules(game, preset):
        explained = checklist(rules, WORDS)
        silent = [topic for topic, each in explained.items() if not (each.short or each.details)]
        plays_specials = any(
            kind.overlay.is_special and kind.overlay.is_played(rules) for kind in ContractKind
        )
        assert silent in ([], [Topic.SPECIALS])
        assert not (silent and plays_specials)


FACTS = {
    "You must hold a domino of that suit": lambda rules: rules.trump_in_bid,
    "follow me needs none": lambda rules: rules.trump_in_bid and FOLLOW_ME in rules.nameable,
    "A bid of 21 shoots the moon: you need every trick. It ends the bidding.": (
        lambda rules: rules.bid_21
    ),
    "A bid of 21 that makes wins the game": lambda rules: rules.bid_21,
    "Your score can fall below zero.": lambda rules: rules.game.bid_unit == "tricks",
    "Of two equal dominoes, the first one played wins.": lambda rules: rules.game.copies > 1,
    "You can lead the 7-3 as a three and the 8-2 as a two, if it isn't trump.": (
        lambda rules: rules.game.id == "big-game"
    ),
    "the last player must bid 3": lambda rules: rules.all_pass != "reshake",
    "If everyone passes, the next player shakes": lambda rules: rules.all_pass == "reshake",
    "the shaker last": lambda rules: (
        rules.first_bidder == "left" and rules.game.auction == "one-turn"
    ),
    "The player with the 1-0 bids first": lambda rules: rules.first_bidder == "holder10",
    "The first bid in marks": lambda rules: rules.ladder == "marks" and rules.max_marks != 1,
    "Nel-o: on a bid of 1 mark or more. Take no trick.": (
        lambda rules: rules.nello == "any" and rules.by_marks
    ),
    "Nel-o: on a bid of 42 or more. Take no trick.": (
        lambda rules: rules.nello == "any" and not rules.by_marks
    ),
    "Low-no: nel-o on a bid of": lambda rules: rules.low_no and rules.nello == "off",
    "Plunge: with four doubles, jump to 4 marks": lambda rules: rules.plunge and rules.by_marks,
    "Plunge: with four doubles, jump to 168": lambda rules: rules.plunge and not rules.by_marks,
    "You can also name it if you win with a bid of": can_name_plunge,
    "You two need every trick. It's worth the bid.": lambda rules: rules.plunge or rules.splash,
    "Sevens: on a bid of": lambda rules: rules.sevens,
    "Take every trick. No trump, no suits: play your domino nearest to seven pips.": (
        lambda rules: rules.sevens
    ),
    "Bid the game and make it, and you win the game.": (
        lambda rules: rules.game_bid and has_effect(rules, "game_bid")
    ),
    "Nobody gets to see or play ": (lambda rules: rules.game.kitty_size and not rules.has_exchange),
}
"""Sentences that teach a rule of the sources, and at which tables they hold."""


@EACH_PRESET
def test_every_fact_is_stated_where_it_holds_and_nowhere_else(game, preset):
    for rules in changed_rules(game, preset):
        text = told(rules)
        for fact, holds in FACTS.items():
            assert (fact in text) is bool(holds(rules)), (fact, rules)
        assert "the shaker must bid" not in text


@EACH_PRESET
def test_the_first_page_tells_the_whole_game_in_short(game, preset):
    rules = load_rules(game, {"preset": preset})
    first, *others = pages_of(rules_screen, table_of(rules), RenderContext())
    shown = next(iter(parts_of(first))).markdown.split("\n")
    assert shown[2:-1] == short_lines(rules, WORDS)
    rest = "\n".join(map(text_of, others))
    assert all(line in rest for line in detailed_lines(rules, WORDS))


def test_a_rule_changed_from_the_preset_begins_the_second_page():
    rules = load_rules("42", {"renege": "forfeit"})
    second = pages_of(rules_screen, table_of(rules), RenderContext())[1]
    assert text_of(second).split("\n")[1] == "**House rules:** A renege loses the hand."


@EACH_PRESET
def test_only_special_contracts_go_on_from_one_page_to_the_next(game, preset):
    rules = load_rules(game, {"preset": preset})
    pages = pages_of(rules_screen, table_of(rules), RenderContext())
    specials = {f"- {line}" for line in checklist(rules, WORDS)[Topic.SPECIALS].details}
    for page in pages[1:]:
        first = text_of(page).splitlines()[1]
        assert not first.startswith("- ") or first in specials
