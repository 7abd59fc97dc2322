"""Converting message specs for discord.py, and refusing what Discord would refuse."""

import re
from dataclasses import replace

import discord
import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.board import table_screen
from bot.presenter.table.lobby import lobby
from bot.presenter.words.ids import ComponentId, Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import (
    Accent,
    Button,
    ButtonStyle,
    Container,
    File,
    Link,
    Message,
    Row,
    Select,
    SelectOption,
    Separator,
    Text,
)
from bot.publisher.calls.convert import (
    BadMessage,
    check,
    component_count,
    picture_of,
    to_edit,
    to_send,
)
from tests.presenter.tabling import panel_at, rules_of, sample, table_of

CONTEXT = RenderContext()


def button(number=0, **changes):
    return replace(Button("Go", ComponentId(Verb.HAND, "aaaaaa", number)), **changes)


def select(count=2, **changes):
    options = tuple(SelectOption(f"Option {n}", str(n)) for n in range(count))
    return replace(Select(ComponentId(Verb.SIT, "aaaaaa"), "Choose", options), **changes)


def boxed(*parts):
    return Message(body=(Container(parts, Accent.NORMAL),))


async def test_layout_converts_to_what_discord_py_sends():
    message = boxed(
        Text("hello"),
        Separator(),
        Text("seat"),
        Row((button(2, style=ButtonStyle.SUCCESS, disabled=True), Link("There", "https://a.b"))),
        Row((select(),)),
    )
    view = to_send(message, {})["view"]
    (container,) = view.to_components()
    kinds = [part["type"] for part in container["components"]]
    assert kinds == [10, 14, 10, 1, 1]
    assert container["accent_color"] == 0x2E7D32
    first, link = container["components"][3]["components"]
    assert (first["custom_id"], first["style"], first["disabled"]) == (
        "42:hand:aaaaaa:2",
        discord.ButtonStyle.success.value,
        True,
    )
    assert link["url"] == "https://a.b"
    assert container["components"][4]["components"][0]["options"][1]["value"] == "1"


async def test_sent_view_is_not_retained():
    assert to_send(boxed(Text("x"), Row((button(),))), {})["view"].is_finished()
    assert to_send(Message(content="x", rows=(Row((button(),)),)), {})["view"].is_finished()


async def test_nobody_is_pinged_unless_named():
    silent = to_send(boxed(Text("@everyone")), {})["allowed_mentions"].to_dict()
    assert silent["parse"] == []
    assert "users" not in silent
    named = to_send(Message(content="<@7>", mentions=(7,)), {})["allowed_mentions"].to_dict()
    assert (named["parse"], named["users"]) == ([], [7])


async def test_plain_message_has_content_and_rows():
    kwargs = to_send(Message(content="x", rows=(Row((button(),)), Row((select(),)))), {})
    assert kwargs["content"] == "x"
    assert [row["type"] for row in kwargs["view"].to_components()] == [1, 1]


async def test_files_are_sent_with_a_plain_message():
    kwargs = to_send(Message(content="x", files=(File("a.json", "{}"),)), {})
    (file,) = kwargs["files"]
    assert (file.filename, file.fp.read()) == ("a.json", b"{}")


async def test_picture_is_sent_with_its_alt_text():
    game = sample(15)
    message = table_screen(table_of(game.rules, game), CONTEXT)
    picture = picture_of(message)
    assert picture is not None
    kwargs = to_send(message, {picture.name: b"png"})
    (file,) = kwargs["files"]
    assert file.description == picture.alt
    gallery = next(
        part for part in kwargs["view"].to_components()[0]["components"] if part["type"] == 12
    )
    (item,) = gallery["items"]
    assert item["media"]["url"] == f"attachment://{file.filename}"
    assert item["description"] == picture.alt


async def test_each_message_version_gets_a_new_opaque_picture_name():
    game = sample(15)
    message = table_screen(table_of(game.rules, game), CONTEXT)
    picture = picture_of(message)
    assert picture is not None
    sent = [to_send(message, {picture.name: b"png"})["files"][0].filename for _ in range(2)]
    edited = to_edit(message, {picture.name: b"png"})
    names = [*sent, edited["attachments"][0].filename]
    assert len({*names}) == 3
    for name in names:
        assert re.fullmatch(r"table-3-[0-9a-f]{8}\.webp", name)
    assert f"attachment://{names[-1]}" in str(edited["view"].to_components())


async def test_missing_picture_file_falls_back_to_text():
    game = sample(15)
    message = table_screen(table_of(game.rules, game), CONTEXT)
    kwargs = to_send(message, {})
    parts = kwargs["view"].to_components()[0]["components"]
    assert 12 not in [part["type"] for part in parts]
    assert parts[0]["content"].replace("\\", "") == picture_of(message).alt
    assert "files" not in kwargs


async def test_edit_lists_only_the_new_attachments():
    game = sample(15)
    message = table_screen(table_of(game.rules, game), CONTEXT)
    picture = picture_of(message)
    assert picture is not None
    assert len(to_edit(message, {picture.name: b"png"})["attachments"]) == 1
    assert to_edit(message, {})["attachments"] == []
    assert "silent" not in to_edit(message, {})


async def test_edit_without_buttons_removes_the_old_ones():
    assert to_edit(Message(content="x"), {})["view"] is None


async def test_silent_message_is_sent_silently():
    assert to_send(Message(content="x", silent=True), {})["silent"] is True


async def test_component_count_matches_discord_py():
    game = sample(16)
    for message in (
        lobby(table_of(rules_of("42")), CONTEXT),
        hand_panel(panel_at(game), CONTEXT, place="https://a.b"),
    ):
        view = to_send(message, {})["view"]
        assert len(list(view.walk_children())) == component_count(message)


BAD = {
    "41 components": boxed(*(Text("x") for _ in range(40))),
    "text over 4,000": boxed(Text("x" * 2001), Text("x" * 2000)),
    "content over 2,000": Message(content="x" * 2001),
    "empty": Message(),
    "content beside a layout": replace(boxed(Text("x")), content="x"),
    "file in a layout": replace(boxed(Text("x")), files=(File("a", "b"),)),
    "empty container": boxed(),
    "empty text": boxed(Text(" ")),
    "empty row": boxed(Row(())),
    "six buttons": boxed(Row(tuple(button(n) for n in range(6)))),
    "select beside a button": boxed(Row((select(), button()))),
    "same id twice": boxed(Row((button(), button()))),
    "long id": boxed(Row((button(component_id=ComponentId(Verb.HAND, "aaaaaa", arg="x" * 90)),))),
    "long label": boxed(Row((button(label="x" * 81),))),
    "no label": boxed(Row((button(label=""),))),
    "26 options": boxed(Row((select(26),))),
    "no options": boxed(Row((select(0),))),
    "same value": boxed(Row((select(options=(SelectOption("a", "1"), SelectOption("b", "1"))),))),
    "long option": boxed(Row((select(options=(SelectOption("a" * 101, "1"),)),))),
    "empty option": boxed(Row((select(options=(SelectOption("", "1"),)),))),
    "long placeholder": boxed(Row((select(placeholder="x" * 151),))),
    "long address": boxed(Row((Link("x", "https://" + "x" * 512),))),
    "six rows": Message(content="x", rows=tuple(Row((button(n),)) for n in range(6))),
}


@pytest.mark.parametrize("name", BAD)
async def test_message_over_a_limit_is_refused_before_sending(name):
    with pytest.raises(BadMessage):
        check(BAD[name])
    with pytest.raises(BadMessage):
        to_send(BAD[name], {})


async def test_limits_are_inclusive():
    check(boxed(*(Text("x") for _ in range(39))))
    check(boxed(Text("x" * 4000)))
    check(boxed(Row((select(25),))))
    check(boxed(Row(tuple(button(n, label="x" * 80) for n in range(5)))))
