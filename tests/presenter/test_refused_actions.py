"""Refused actions of real games: what they say, and that they tell no hidden tile."""

import random
from itertools import count

import pytest

from bot.presenter.refusals import sentence
from bot.presenter.words.render_context import RenderContext
from tests.presenter.tabling import redeal_hidden
from texas42.engine import IllegalAction, NotationError, Phase, Rule, apply, parse_action
from texas42.engine.exchange import require_unseen

from .tabling import deal_next_hand, panel_of, rules_of, table_of

CONTEXT = RenderContext()
TABLES = [
    ("42", "house", {"nello_doubles": ["low"]}),
    ("42", "puremco", {"all_pass": "forced30", "renege": "reject"}),
    ("42", "house", {"sevens": True, "splash": True, "must_lead_trump": True}),
    ("42", "straight-marks", {"must_lead_trump": True, "nello": "forced_only"}),
    ("88", None, {}),
    ("80", None, {}),
    ("moon", None, {}),
    ("moon", None, {"moon_widow": "blind_swap"}),
]
CALLS = (
    "pass, 1, 4, 29, 30, 31, 43, 60, 61, 100, 1m, 2m, 4m, game, plunge 4m, plunge 6m, "
    "60 0, 60 1, 60 2, 60 3, 60 4, 60 5, 60 6"
)
CONTRACTS = (
    "0, 3, 5, 6, 7, doubles, follow-me, nello, nello high, nello low, sevens, splash 5, plunge 5"
)
LIKED_BIDS = (0, 0, 1, 13, 99, 13)
"""By hand, the place of the chosen bid among the legal ones."""
NOT_MET = {
    *(Rule.BAD_DEAL, Rule.WRONG_SHAKER, Rule.GAME_OVER),
    *(Rule.CANNOT_CHOOSE_SHAKER, Rule.CANNOT_SHOW),
}
"""Rules of the shake, and of acts out of turn, which no tile can break."""


def attempts(game):
    """Yield actions of every kind by the seat in turn, legal and illegal, and one by another."""
    seat = game.deal.to_act
    tiles = game.rules.game.tiles
    yield from actions(CALLS.split(", "), Phase.CALL, seat, game.rules)
    yield from actions(CONTRACTS.split(", "), Phase.CONTRACT, seat, game.rules)
    digits = [f"{tile.high}{tile.low}" for tile in tiles]
    yield from actions(digits[:1], Phase.PLAY, (seat + 1) % len(game.deal.hands), game.rules)
    given = [f"{tile.high}{tile.low}" for tile in (*game.deal.hands[seat], tiles[0])]
    swaps = [f"{take}/{give}" for take in (*digits, "", "?") for give in given]
    yield from actions(swaps, Phase.EXCHANGE, seat, game.rules)
    yield from actions(digits, Phase.PLAY, seat, game.rules)
    yield from actions([f"{each}@{each[1]}" for each in digits], Phase.PLAY, seat, game.rules)


def actions(texts, phase, seat, rules):
    for text in texts:
        try:
            yield parse_action(text, phase, seat, rules)
        except NotationError:
            continue


def refusal_of(game, action):
    """Return the error that a person gets for an action, None for a legal one."""
    try:
        require_unseen(game.deal, action)
        game.verify(action)
    except IllegalAction as error:
        return error
    return None


def facts_of(error):
    return None if error is None else (error.rule, str(error), dict(error.data))


@pytest.mark.parametrize(("game_id", "preset", "options"), TABLES)
def test_refusal_depends_on_no_tile_that_is_hidden_from_the_person(game_id, preset, options):
    rng = random.Random(5)
    for game in sampled(rules_of(game_id, preset, **options)):
        other = redeal_hidden(game, game.deal.to_act, rng)
        for action in attempts(game):
            assert facts_of(refusal_of(game, action)) == facts_of(refusal_of(other, action)), action


def test_refused_actions_of_games_have_what_their_sentences_need():
    met = set()
    for game_id, preset, options in TABLES:
        for game in sampled(rules_of(game_id, preset, **options)):
            table = table_of(game.rules, game)
            refused = {}
            for action in attempts(game):
                error = refusal_of(game, action)
                refused.setdefault(str((action.seat, facts_of(error))), (action.seat, error))
            for seat, error in refused.values():
                if error is not None:
                    view = panel_of(table, game, seat).view
                    assert sentence(error, CONTEXT).endswith(".")
                    assert sentence(error, CONTEXT, table, view).endswith(".")
                    met.add(error.rule)
    assert set(Rule) - met == NOT_MET


def sampled(rules):
    """Yield states of hands with low and high bids, plain and special contracts."""
    for seed in range(len(LIKED_BIDS)):
        rng = random.Random(seed)
        game = deal_next_hand(rules, rng)
        for number in count():
            legal = game.legal_actions()
            if not legal:
                break
            if game.deal.phase is not Phase.PLAY or not number % 9 or not game.deal.tricks:
                yield game
            if game.deal.phase is Phase.CALL:
                legal = [legal[min(LIKED_BIDS[seed], len(legal) - 1)]]
            elif game.deal.phase is Phase.CONTRACT:
                legal = [legal[-(seed % 2)]]
            game = apply(game, rng.choice(legal)).game
