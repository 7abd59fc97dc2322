"""Which tables a message is about."""

import discord

from bot.presenter.words.ids import ComponentId, Verb, format_id
from bot.publisher.rights import OF_VOTES, tables_on


def button(custom_id):
    return discord.ui.Button(custom_id=custom_id, label="Sit").to_component_dict()


def test_tables_of_a_message_are_found_in_rows_and_beside_texts():
    row = {"type": 1, "components": [button(format_id(ComponentId(Verb.SIT, "abc")))]}
    section = {
        "type": 9,
        "components": [{"type": 10, "content": "Seat 2"}],
        "accessory": button(format_id(ComponentId(Verb.SIT, "def"))),
    }
    message = [{"type": 17, "components": [row, section]}]
    assert list(tables_on(map(discord.components._component_factory, message))) == ["abc", "def"]


def test_an_event_and_a_button_of_no_table_name_no_table():
    row = {
        "type": 1,
        "components": [
            button(format_id(ComponentId(Verb.EVENT_JOIN, "abc"))),
            button(format_id(ComponentId(Verb.HELP))),
        ],
    }
    assert not list(tables_on([discord.components._component_factory(row)]))


def test_a_vote_names_no_table():
    row = {
        "type": 1,
        "components": [button(format_id(ComponentId(verb, "abc"))) for verb in OF_VOTES],
    }
    assert not list(tables_on([discord.components._component_factory(row)]))
