"""Component ids, the stable format of buttons already posted."""

import pytest

from bot.presenter.words.ids import ACTS, ComponentId, Verb, format_id, parse_id


def test_play_id_uses_record_notation():
    assert format_id(ComponentId(Verb.PLAY, "k3f9q2", 31, "64")) == "42:play:k3f9q2:31:64"


def test_id_without_a_table_has_a_dash_and_a_zero():
    assert format_id(ComponentId(Verb.HELP)) == "42:help:-:0"


def test_second_copy_of_a_tile_has_its_own_id():
    text = format_id(ComponentId(Verb.PLAY, "k3f9q2", 31, "64", copy=2))
    assert text == "42:play:k3f9q2:31:64.2"
    assert parse_id(text) == ComponentId(Verb.PLAY, "k3f9q2", 31, "64", 2)


@pytest.mark.parametrize(
    ("verb", "arg"),
    [
        (Verb.CALL, "plunge 4m"),
        (Verb.CALL, "60 doubles"),
        (Verb.CONTRACT, "splash follow-me own-reversed"),
        (Verb.EXCHANGE, "55,50/21,31"),
        (Verb.EXCHANGE, "?/64"),
        (Verb.EXCHANGE, "/"),
        (Verb.PLAY, "61@1"),
        (Verb.LEADERS, "win-rate/me"),
        (Verb.HAND, ""),
    ],
)
def test_id_round_trips(verb, arg):
    component_id = ComponentId(verb, "k3f9q2", 31, arg)
    assert parse_id(format_id(component_id)) == component_id


@pytest.mark.parametrize(
    "text",
    ["", "42", "41:play:k3f9q2:31:64", "42:cheat:k3f9q2:31", "42:play:k3f9q2:x:64", "42:play:K3:1"],
)
def test_foreign_id_is_ignored(text):
    assert parse_id(text) is None


def test_acts_are_the_verbs_that_advance_the_game():
    assert {Verb.CALL, Verb.CONTRACT, Verb.EXCHANGE, Verb.PLAY, Verb.PLAY_IT} == ACTS
