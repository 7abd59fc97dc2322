"""What the Rules pages say of a hand that makes and one that gets set is what the engine scores."""

import re
from dataclasses import replace

import pytest

from bot.presenter.rules.checklist import Topic, checklist
from bot.presenter.words.language import Words
from texas42.engine import (
    Call,
    CallKind,
    ContractKind,
    Ended,
    Goal,
    Rules,
    Suit,
    Tile,
    suit_contract,
)
from texas42.engine.calls import SHOOT_THE_MOON
from texas42.engine.naming import contracts_at_bid
from texas42.engine.scoring import result_of
from texas42.library import games, load_rules, presets

from .staked import Hand, finished, reneged, stakes

PLAIN = [(game.id, {"preset": preset.name}) for game in games() for preset in presets(game.id)]
SPECIALS = {"nello": "any", "plunge": True, "splash": True, "sevens": True}
CHANGED = [
    ("42", {"preset": "puremco", **SPECIALS}),
    ("42", {"preset": "straight-points", **SPECIALS}),
    ("42", {"preset": "celko-points", **SPECIALS}),
    ("42", {"preset": "simple", "first_bidder": "left", **SPECIALS}),
    ("42", {"preset": "straight-marks", "game_bid": True, "low_no": True, "target": 10}),
    ("88", {"trump_in_bid": False, "exact_42plus": False}),
    ("moon", {"moon_made": "tricks", "moon_widow": "blind_swap"}),
    ("moon4", {"bid_21": True, "moon_made": "bid"}),
]
TABLES = [*PLAIN, *CHANGED]


MADE = {
    "You get 1 mark.": lambda hand: hand.each(1, 0),
    "You get 1 mark, or the marks you bid.": lambda hand: hand.each(hand.bid, 0),
    "All score what they took.": lambda hand: hand.each(hand.took),
    "You score your bid, the others their tricks.": lambda hand: hand.each(hand.bid),
    "All score the tricks they took.": lambda hand: hand.each(hand.took),
}
SET = {
    "The others get it.": lambda hand: hand.each(0, 1),
    "The others get them.": lambda hand: hand.each(0, hand.bid),
    "You get 0, the others what they took plus your bid.": lambda hand: hand.each(
        0, hand.lost + hand.bid
    ),
    "You lose your bid, the others score their tricks.": lambda hand: hand.each(-hand.bid),
}
"""What the short lines mean; the details below override them where they hold."""
EXACT = "only the bid counts"
JUST_MADE = "you score just the bid"
JUST_SET = "costs just the bid"
GAME_MADE = "Bid the game and make it, and you win the game."
GAME_SET = "Bid the game and get set, and the others win it."
SHOT = "A bid of 21 that makes wins the game, whatever the score."
MISSED = "A bid of 21 that's set loses 21."


def page_of(rules: Rules, topic: Topic) -> tuple[str, str]:
    told = checklist(rules, Words())[topic]
    return told.short, "\n".join(told.details)


def check_made(hand: Hand, rules: Rules) -> None:
    short, details = page_of(rules, Topic.MADE)
    call = hand.deal.bid
    score = hand.deal.result.score
    if call.kind is CallKind.GAME:
        assert GAME_MADE in details
        assert hand.winner == hand.deal.declaring
    elif call.kind is CallKind.TRICKS and call.number == SHOOT_THE_MOON:
        assert SHOT in details
        assert hand.winner == hand.deal.declaring
    elif not rules.by_marks and call.multiple:
        assert EXACT in details or JUST_MADE in details
        assert score == hand.each(hand.bid, 0)
    else:
        assert score == MADE[short](hand)


def check_set(hand: Hand, rules: Rules) -> None:
    short, details = page_of(rules, Topic.SET)
    exact = EXACT in page_of(rules, Topic.MADE)[1]
    call = hand.deal.bid
    special = hand.deal.contract.overlay.is_special
    score = hand.deal.result.score
    if call.kind is CallKind.GAME:
        assert GAME_SET in details
        assert hand.winner not in (None, hand.deal.declaring)
        return
    if call.kind is CallKind.TRICKS and call.number == SHOOT_THE_MOON:
        assert MISSED in details
    if not rules.by_marks and call.multiple and (exact or special):
        assert exact or JUST_SET in details
        assert score == hand.each(0, hand.bid)
    else:
        assert score == SET[short](hand)


@pytest.mark.parametrize(("game", "options"), TABLES)
@pytest.mark.parametrize("made", [True, False], ids=["made", "set"])
def test_the_page_explains_what_every_contract_scores(game, options, made):
    rules = load_rules(game, options)
    played = list(stakes(rules))
    assert len(played) > 1
    for stake in played:
        hand = finished(rules, stake, made)
        if made:
            check_made(hand, rules)
        else:
            check_set(hand, rules)


EXAMPLES = (
    r"Bid (?P<bid>\d+) and take (?P<taken>\d+): you (?:get|score) (?P<you>\d+)(?: marks?)?\.",
    r"Bid (?P<bid>\d+) and take (?P<taken>\d+): the others get (?P<others>\d+) marks?\.",
    r"Bid (?P<bid>\d+) and take (?P<taken>\d+): you score (?P<you>\d+), the others "
    r"(?P<others>\d+)\.",
    r"Bid (?P<bid>\d+) and take (?P<taken>\d+): you lose (?P<lost>\d+), the others score "
    r"(?P<others>\d+)\.",
    r"Bid (?P<marks>\d+) marks and take every trick: you get (?P<you>\d+) marks\.",
    r"From (?P<from>\d+) up, only the bid counts: bid (?P<high>\d+), and you score (?P<you>\d+) if "
    r"you make it, the others if you don't\.",
    r"From (?P<from>\d+) up, you score just the bid: (?P<you>\d+) for a bid of (?P<high>\d+)\.",
    r"From (?P<from>\d+) up, too: bid (?P<high>\d+), lose a trick without count, and the others "
    r"score (?P<others>\d+)\.",
)
"""Every sentence with an example; `lost` is what you lose, `from` the lowest bid it is about."""


def examples_of(rules: Rules) -> list[dict[str, int]]:
    """Read the numbers of every example on the page; a sentence with numbers must be one."""
    found = []
    for topic in (Topic.MADE, Topic.SET):
        for line in checklist(rules, Words())[topic].details:
            if re.search(r"[0-9]", line.replace("21", "")):
                said = next(filter(None, (re.match(each, line) for each in EXAMPLES)), None)
                assert said is not None, line
                found.append({k: int(v) for k, v in said.groupdict().items() if v is not None})
    return found


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_the_numbers_of_every_example_are_those_of_the_engine(game, options):
    rules = load_rules(game, options)
    total = rules.game.total if rules.game.counts else rules.game.hand_size
    deal = finished(rules, next(stakes(rules)), True).deal
    found = examples_of(rules)
    assert len(found) >= 2
    for said in found:
        tricks = rules.game.bid_unit == "tricks"
        call = Call(CallKind.TRICKS if tricks else CallKind.POINTS, said.get("bid", 0))
        if whole := said.get("marks") or said.get("high", 0) // total:
            call = Call(CallKind.MULTIPLE, whole)
        assert said.get("from", total) == total
        taken = said.get("taken", total - (rules.game.trick_points if "others" in said else 0))
        others = [0] * rules.game.sides
        others[deal.declaring] = taken
        others[deal.declaring - 1] = total - taken
        scored = replace(deal, bid=call, points=tuple(others), result=None)
        score = result_of(scored, (0,) * rules.game.sides, Ended.PLAYED_OUT, None)[0].score
        you = score[deal.declaring]
        assert you == said.get("you", -said.get("lost", 0)), said
        assert sum(score) - you == said.get("others", 0), said


@pytest.mark.parametrize("bidders", [True, False], ids=["bidders", "others"])
@pytest.mark.parametrize("stake", [CallKind.POINTS, CallKind.MULTIPLE])
@pytest.mark.parametrize("preset", ["straight-marks", "puremco", "celko-points"])
def test_the_page_explains_what_a_renege_costs(preset, stake, bidders):
    rules = load_rules("42", {"preset": preset, "renege": "forfeit"})
    bid = Call(stake, 32 if stake is CallKind.POINTS else 2)
    hand = reneged(rules, (bid, suit_contract(Suit.ONES)), bidders=bidders)
    assert hand.made is not bidders
    details = page_of(rules, Topic.SET)[1]
    if rules.by_marks:
        assert "If one side reneges, the other side gets the marks of the bid." in details
        assert hand.deal.result.score == hand.each(*((0, hand.bid) if bidders else (hand.bid, 0)))
    else:
        assert "If the bidder's side reneges, it's set." in details
        assert "If the others renege, you score just the bid." in details
        if bidders:
            check_set(hand, rules)
        else:
            assert hand.deal.result.score == hand.each(hand.bid, 0)


def can_name(rules: Rules, kind: ContractKind, number: int, doubles: int) -> bool:
    """Return True if a hand with this many doubles may name a contract on this bid."""
    held = [Tile(pip, pip) for pip in range(doubles)] + [Tile(6, pip) for pip in range(7 - doubles)]
    named = contracts_at_bid(rules, (), Call(CallKind.MULTIPLE, number), held[:7])
    return any(contract.kind is kind for contract in named)


@pytest.mark.parametrize("kind", [kind for kind in ContractKind if kind.overlay.is_special])
@pytest.mark.parametrize("preset", ["house", "puremco"])
def test_the_page_explains_what_a_special_contract_needs(preset, kind):
    rules = load_rules("42", {"preset": preset, **SPECIALS})
    name = kind.overlay.name.capitalize()
    line = next(
        each
        for each in checklist(rules, Words())[Topic.SPECIALS].details
        if each.startswith(f"{name}: ")
    )
    level = next(n for n in range(1, 9) if can_name(rules, kind, n, 6))
    bid = Words().marks(level) if rules.by_marks else str(level * rules.game.total)
    assert f" {bid}" in line
    doubles = next(n for n in range(7) if can_name(rules, kind, level, n))
    assert (f"with {Words().spelled(doubles)} doubles" in line) is (doubles > 0)
    assert "It's worth the bid." in line
    goals = {Goal.ALL: "every trick", Goal.NONE: "Take no trick"}
    assert [goal for goal, said in goals.items() if said in line] == [kind.overlay.goal]
