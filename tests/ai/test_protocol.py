"""The player protocol: a request contains only what a seat may know, and our player can read it."""

import json
import sys
from random import Random

import pytest

from tests.ai.positions import calling, playing, shaken
from texas42.ai.players.external import ExternalPlayer, ProgramError
from texas42.ai.players.protocol import (
    ProtocolError,
    answer_json,
    read_answer,
    request_json,
    view_of,
)
from texas42.ai.rules.player import RulesPlayer
from texas42.engine import Phase, apply, new_game, view_for
from texas42.library import games, load_rules

TABLES: list[tuple[str, dict[str, object]]] = [
    *[(game.id, {}) for game in games()],
    ("42", {"preset": "house"}),
    ("moon", {"moon_widow": "blind_swap"}),
]


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_request_read_back_gets_the_same_answer(game: str, options: dict[str, object]) -> None:
    rules = load_rules(game, options)
    rng = Random(7)
    player = RulesPlayer()
    for hand in range(3):
        state = apply(new_game(rules), shaken(rules, hand, rng)).game
        while state.deal is not None and state.deal.phase is not Phase.OVER:
            view = view_for(state, state.deal.to_act)
            request = json.loads(json.dumps(request_json(view, 1, 1.0)))
            action = player.choose(view, 1.0)
            again = view_of(request)
            assert set(again.legal) == set(view.legal)
            assert (again.points, again.needed, again.bid) == (view.points, view.needed, view.bid)
            assert (again.tricks, again.hand_sizes) == (view.tricks, view.hand_sizes)
            answer = json.loads(json.dumps(answer_json(player.choose(again, 1.0), rules)))
            assert read_answer(answer, view) == action
            state = apply(state, action).game


def test_request_has_exactly_the_published_keys() -> None:
    request = request_json(calling("66 55 44 33 11 20 61", "pass"), 17, 1.0)
    assert set(request) == {
        "id", "game", "rules", "seat", "sides", "seats", "shaker", "hand", "kitty", "calls",
        "bidder", "contract", "plays", "total", "phase", "legal", "time_ms",
    }  # fmt: skip
    assert request["seat"] == 1
    assert request["calls"] == [[0, "pass"]]
    assert request["time_ms"] == 1000


def test_answer_may_name_a_tile_in_either_order() -> None:
    view = playing("64 60 20 30 10 31 42", "62 66 61", contract="5")
    assert read_answer("46", view) == read_answer("64", view)


def test_illegal_answer_is_refused() -> None:
    view = playing("64 60 20 30 10 31 42", "62 66 61", contract="5")
    for answer in ("20", "pass", 5, None, {"take": []}):
        with pytest.raises(ProtocolError):
            read_answer(answer, view)


def test_exchange_may_list_tiles_in_any_order() -> None:
    rules = load_rules("88", None)
    rng = Random(2)
    while True:
        state = apply(new_game(rules), shaken(rules, 0, rng)).game
        while state.deal is not None and state.deal.phase is Phase.CALL:
            seat = state.deal.to_act
            state = apply(state, RulesPlayer().choose(view_for(state, seat), 1.0)).game
        if state.deal is not None and state.deal.phase is Phase.EXCHANGE:
            break
    view = view_for(state, state.deal.to_act)
    action = max(view.legal, key=lambda each: len(getattr(each, "give", ())))
    answer = answer_json(action, rules)
    turned = {key: list(reversed(tiles)) for key, tiles in answer.items()}
    assert read_answer(turned, view) == action


@pytest.mark.slow
def test_player_command_serves_a_seat() -> None:
    command = f"{sys.executable} -m bot player --level rules"
    view = playing("64 60 20 30 10 31 42", "62 66 61", contract="5")
    with ExternalPlayer(command) as player:
        assert player.choose(view, 10.0) == RulesPlayer().choose(view, 1.0)
        assert player.choose(view, 10.0) == RulesPlayer().choose(view, 1.0)


@pytest.mark.parametrize(
    "program",
    ["print(1)", 'input(); print(\'{"id": 1, "action": "20"}\')', "raise SystemExit(3)"],
)
def test_program_with_a_wrong_answer_is_named(program: str) -> None:
    view = playing("64 60 20 30 10 31 42", "62 66 61", contract="5")
    quoted = program.replace('"', '\\"')
    with (
        ExternalPlayer(f'{sys.executable} -c "{quoted}"') as player,
        pytest.raises(ProgramError, match="-c"),
    ):
        player.choose(view, 10.0)


def test_program_that_exited_is_named_at_the_next_request() -> None:
    view = playing("64 60 20 30 10 31 42", "62 66 61", contract="5")
    with ExternalPlayer(f'{sys.executable} -c "raise SystemExit(3)"') as player:
        for _ in range(2):  # the second request finds no reader, and the unread rest is dropped
            with pytest.raises(ProgramError, match="-c"):
                player.choose(view, 10.0)


def test_missing_program_is_named() -> None:
    with pytest.raises(ProgramError, match="no-such-program"):
        ExternalPlayer("no-such-program --fast")
