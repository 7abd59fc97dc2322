"""Hands that were played before a rule changed can still be loaded and replayed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.archive import _replayed
from bot.tables.errors import NoSuchHand, PlayedByOlderRules
from bot.tables.loaded import deal_shake, rebuild
from bot.tables.stored import Act, StoredTable
from tests.store import samples
from texas42.engine import (
    Action,
    Deal,
    DoublesRule,
    Game,
    IllegalAction,
    MakeCall,
    NameContract,
    Phase,
    PlayTile,
    Shake,
    apply,
    format_action,
    view_for,
)
from texas42.library import load_rules
from texas42.records.build import record_of
from texas42.records.record import format_record
from texas42.records.replay import replay

RULES = {"preset": "puremco", "nello": "any"}
TODAY = load_rules("42", RULES)
BEFORE = replace(TODAY, doubles_follow_pip=False)
TABLE = samples.table(rules=RULES, shaker=0)


def _forbidden(game: Game, action: Action) -> bool:
    try:
        apply(replace(game, rules=TODAY, deal=replace(_deal(game), rules=TODAY)), action)
    except IllegalAction:
        return True
    return False


def _deal(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def _choose(game: Game) -> Action:
    """Bid one mark, name nel-o with doubles a suit of their own, and play as once was allowed."""
    legal = view_for(game, _deal(game).to_act).legal
    for action in legal:
        match action:
            case MakeCall() if action.call.is_bid and action.call.multiple == 1:
                return action
            case NameContract() if action.contract.doubles is DoublesRule.OWN:
                return action
            case PlayTile() if _forbidden(game, action):
                return action
    doubles = [each for each in legal if isinstance(each, PlayTile) and each.tile.is_double]
    return (doubles or legal)[0]


def played(secret: int) -> tuple[Shake, list[Action], bool]:
    """Play a hand by the older rule; return whether a play of it is forbidden now."""
    shake = samples.shake(secret=bytes([secret]) * 32, dealt=True)
    game = deal_shake(TABLE, BEFORE, shake, 0).game
    dealt = Shake(0, _deal(game).dealt, _deal(game).undealt)
    actions: list[Action] = []
    broken = False
    while _deal(game).phase is not Phase.OVER:
        action = _choose(game)
        broken = broken or (isinstance(action, PlayTile) and _forbidden(game, action))
        actions.append(action)
        game = apply(game, action).game
    return dealt, actions, broken


@pytest.fixture(scope="module")
def hand() -> tuple[int, Shake, list[Action]]:
    for secret in range(40):
        shake, actions, broken = played(secret)
        if broken:
            return secret, shake, actions
    raise AssertionError


def test_hand_from_before_ruling_8_7_can_be_replayed(
    hand: tuple[int, Shake, list[Action]],
) -> None:
    _, shake, actions = hand
    text = format_record(record_of(TODAY, [(shake, actions)]))
    assert _deal(_replayed(text, replay)).phase is Phase.OVER


def test_table_in_such_a_hand_loads_and_plays_on(hand: tuple[int, Shake, list[Action]]) -> None:
    secret, _, actions = hand
    game = deal_shake(TABLE, BEFORE, samples.shake(secret=bytes([secret]) * 32), 0).game
    acts = []
    for seq, action in enumerate(actions[:-1], 1):
        text = format_action(action, BEFORE)
        seat = _deal(game).to_act or 0
        acts.append(Act(seq, 1, seat, _deal(game).phase.value, text, None, 1.0))
        game = apply(game, action).game
    shake = samples.shake(secret=bytes([secret]) * 32, dealt=True)
    live = rebuild(StoredTable(TABLE, shake, tuple(acts)), None)
    assert view_for(live.game, None).tricks == view_for(game, None).tricks
    assert apply(live.game, actions[-1])


def test_hand_that_breaks_another_rule_is_refused_kindly(
    hand: tuple[int, Shake, list[Action]],
) -> None:
    _, shake, actions = hand
    twice = format_record(record_of(TODAY, [(shake, actions[:-1]), (shake, actions)]))
    with pytest.raises(PlayedByOlderRules) as refused:
        _replayed(twice, replay)
    assert isinstance(refused.value, NoSuchHand)
