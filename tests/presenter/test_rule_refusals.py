"""Refused typed acts name the rule and what would be legal."""

import pytest

from bot.presenter.refusals import sentence
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.typed import read_call, read_contract, read_play
from texas42.engine import (
    IllegalAction,
    NotationError,
    Phase,
    PlayTile,
    Rule,
    Shake,
    apply,
    new_game,
    parse_action,
    parse_tile,
    view_for,
)

from .tabling import act, panel_at, rules_of, sample, states, table_of, tiles

CONTEXT = RenderContext()
READERS = {
    Phase.CALL: read_call,
    Phase.CONTRACT: read_contract,
    Phase.PLAY: read_play,
}


def refusal_of(game, typed, phase=None):
    """Type a command as the seat to act, and return the refusal."""
    seat = game.deal.to_act
    phase = phase or game.deal.phase
    text = READERS[phase](typed, view_for(game, seat))
    with pytest.raises(IllegalAction) as raised:
        apply(game, parse_action(text, phase, seat, game.rules))
    return sentence(raised.value, CONTEXT, table_of(game.rules, game))


def deal_to_bidder(rules, first):
    """Deal a hand in which seat 0, the first bidder, holds these tiles."""
    spec = rules.game
    mine = tiles(first)
    rest = [tile for tile in spec.tiles if tile not in mine]
    mixed = [*mine, *rest]
    size = spec.hand_size
    hands = tuple(tuple(mixed[seat * size : (seat + 1) * size]) for seat in range(spec.seats))
    kitty = tuple(mixed[spec.seats * size :])
    return apply(new_game(rules), Shake(spec.seats - 1, hands, kitty)).game


@pytest.mark.parametrize(
    ("preset", "typed", "said"),
    [
        ("straight-marks", "29", "You can't open with 29 at this table. The lowest bid is 30."),
        ("straight-marks", "43", "You can't open with 43 at this table. After 41 you bid 1 mark."),
        ("straight-points", "43", "You can't open with 43 at this table. After 41 you bid 42."),
        (
            "straight-marks",
            "3 marks",
            "You can't open with 3 marks at this table. The first bid in marks can be up to "
            "2 marks. Raise by one mark.",
        ),
        ("straight-marks", "plunge", "This table doesn't play plunge."),
    ],
)  # fmt: skip
def test_refused_bid_explains_the_ladder(preset, typed, said):
    assert refusal_of(sample(0, preset), typed) == said


def test_refused_bid_names_the_step_between_bids():
    game = next(states(rules_of("88"), 1, hands=1))
    said = "You can't open with 61 at this table. Bids go up by 2 from 60."
    assert refusal_of(game, "61 follow me").replace("61 follow me", "61") == said


def test_refused_moon_bid_names_the_range():
    game = next(states(rules_of("moon"), 1, hands=1))
    said = "at this table."
    assert refusal_of(game, "3") == f"You can't open with 3 {said} The lowest bid is 4."
    high = f"You can't open with 9 {said} Bids go up to 7. You can bid 21: every trick."
    assert refusal_of(game, "9") == high


def test_refused_plunge_names_the_legal_one():
    game = deal_to_bidder(rules_of("42", "house"), "66 55 44 33 21 20 10")
    said = refusal_of(game, "plunge for 6 marks")
    assert said.endswith("You can bid plunge for 4 marks.")


@pytest.mark.parametrize(
    ("steps", "typed", "phase", "said"),
    [
        (0, "fives", Phase.CONTRACT, "We're still bidding. Bid, or pass."),
        (4, "6-4", Phase.PLAY, "The bidding is over. The trump comes next."),
        (5, "31", Phase.CALL, "The trump is named. Play a domino."),
    ],
)
def test_act_in_the_wrong_phase_says_what_comes_next(steps, typed, phase, said):
    game = sample(steps)
    assert refusal_of(game, typed, phase) == said


@pytest.mark.parametrize(
    ("preset", "bid", "said"),
    [
        ("house", "2m", "Plunge takes a bid of 4 marks or more; the bid is 2 marks."),
        ("straight-points", "84", "Plunge takes a bid of 168 or more; the bid is 84."),
        ("celko-points", "84", "You bid plunge; you can't name it after the bidding."),
    ],
)
def test_plunge_named_on_a_low_bid_says_what_it_takes(preset, bid, said):
    game = deal_to_bidder(rules_of("42", preset, plunge=True), "66 55 44 33 21 20 10")
    for call in (bid, "pass", "pass", "pass"):
        game = act(game, call)
    assert refusal_of(game, "plunge") == said


def test_partner_cannot_change_the_contract():
    game = deal_to_bidder(rules_of("42", "house"), "66 55 44 33 21 20 10")
    for call in ("plunge 4m", "pass", "pass", "pass"):
        game = act(game, call)
    assert refusal_of(game, "sevens").startswith("Your partner has chosen the contract.")


def test_refused_nello_names_the_tables_doubles_rule():
    game = sample(0, "house", nello_doubles=["low"])
    for call in ("1m", "pass", "pass", "pass"):
        game = act(game, call)
    assert refusal_of(game, "nello high") == "This table plays nel-o with doubles low."


@pytest.mark.parametrize(
    ("steps", "right"),
    [
        (0, "I can't read that. We're still bidding. Bid 30 or more, or pass."),
        (
            4,
            "I can't read that. You can name blanks, ones, twos, threes, fours, fives, sixes, "
            "doubles or follow me.",
        ),
        (12, "I can't read that. You can play 6-6, 6-3, 6-2, 5-2, 3-3 or 3-0."),
    ],
)
def test_unreadable_text_gets_a_suggestion(steps, right):
    """`/trump hearts` lists the suits, `/play 9-9` the playable dominoes."""
    assert refusal_text(sample(steps), NotationError("hearts")) == right


def test_act_in_the_wrong_phase_says_whose_turn_it_is():
    wrong = IllegalAction(Rule.WRONG_PHASE, "", {"phase": Phase.CALL})
    game = sample(0)
    assert refusal_text(game, wrong) == "We're still bidding. Bid 30 or more, or pass."
    assert refusal_text(game, wrong, seat=3) == "We're still bidding. It's Bo's turn to bid."
    assert refusal_text(sample(4), wrong, seat=3) == "The bidding is over. Ana names the trump."
    assert refusal_text(sample(5), wrong, seat=3) == "It's Ana's turn to play a domino."


def test_domino_not_in_the_hand_lists_the_legal_ones():
    game = sample(12)
    error = IllegalAction(Rule.NOT_HELD, "", {"tile": parse_tile("11")})
    said = refusal_text(game, error)
    assert said == "You don't hold 1-1. You can play 6-6, 6-3, 6-2, 5-2, 3-3 or 3-0."


def refusal_text(game, error, seat=None):
    """Return a refusal as a seat reads it, by default the seat to act."""
    panel = panel_at(game, seat)
    return sentence(error, CONTEXT, panel.table, panel.view)


def test_two_equal_dominoes_are_named_once():
    for seed in range(200):
        for game in states(rules_of("88"), seed, hands=1):
            view = panel_at(game).view
            playable = {each.tile for each in view.legal if isinstance(each, PlayTile)}
            if len(playable) == 1 and view.hand.count(*playable) == 2 < len(view.hand):
                (tile,) = playable
                off = next(each for each in view.hand if each != tile)
                assert refusal_of(game, str(off)).count(str(tile)) == 1
                return
    pytest.fail("no hand must follow with two equal dominoes")


def test_bid_without_its_trump_gets_an_example():
    game = next(states(rules_of("88"), 1))
    text = sentence(NotationError("'60' is not a call"), CONTEXT, table_of(game.rules, game))
    assert "Name the trump with your bid, like 60 fives" in text


def test_refusal_names_the_doubles_that_were_led_and_the_number_to_follow():
    rules = rules_of("42", "puremco")
    game = deal_to_bidder(rules, "66 55 44 33 22 11 00")
    for word in ("30", "pass", "pass", "pass"):
        game = act(game, word)
    game = act(act(game, "doubles"), "66")
    while not any(tile.has(6) for tile in game.deal.hands[game.deal.to_act]):
        game = apply(game, game.legal_actions()[0]).game
    wrong = next(tile for tile in game.deal.hands[game.deal.to_act] if not tile.has(6))
    said = refusal_of(game, str(wrong))
    assert said.startswith("Doubles were led and you have none, so play a six: ")
