"""Slash commands: found, filled in option by option, and sent as Discord sends them."""

import pytest
from playwright.async_api import expect

from tests.sandbox.page.fake_sandbox import (
    COMMANDS,
    DIRECT,
    DOMINOES,
    LOBBY,
    PEOPLE,
    FakeSandbox,
    Visit,
)

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
IDS = {command["name"]: command["id"] for command in COMMANDS}


async def test_slash_lists_the_commands_offered_in_the_channel(visit: Visit) -> None:
    page, _ = await visit(FakeSandbox())
    await page.get_by_label("Message #dominoes").fill("/")
    names = page.get_by_role("listbox", name="Commands").locator(".option-label")
    await expect(names).to_have_text(
        ["/admin", "/bid", "/hand", "/play", "/table join", "/table open"]
    )
    await page.get_by_label("Message #dominoes").fill("/ta")
    await expect(names).to_have_text(["/table join", "/table open"])
    await page.get_by_role("link", name="Forty-Two").click()
    await page.get_by_label("Message @Forty-Two").fill("/")
    await expect(names).to_have_text(["/bid", "/hand", "/play"])


async def test_command_without_options_is_sent_with_enter_twice(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    await page.get_by_label("Message #dominoes").fill("/ha")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    op = await stage.take("command")
    assert (op["command"], op["channel"], op["options"]) == (IDS["hand"], DOMINOES, [])
    await expect(page.get_by_text("Sending /hand…")).to_be_visible()
    await stage.answer(op)
    await expect(page.get_by_text("Sending /hand…")).to_have_count(0)


async def test_autocomplete_sends_the_typed_text_and_then_the_chosen_value(
    visit: Visit,
) -> None:
    page, stage = await visit(FakeSandbox())
    await page.get_by_label("Message #dominoes").focus()
    await page.keyboard.type("/bid 3")
    op = await stage.take("autocomplete")
    while not op["options"][0]["value"]:
        op = await stage.take("autocomplete")
    assert op["command"] == IDS["bid"]
    assert op["options"] == [{"type": 3, "name": "call", "value": "3", "focused": True}]
    choices = [{"name": "30 points", "value": "30"}, {"name": "31 points", "value": "31"}]
    await stage.push("choices", {"nonce": op["nonce"], "choices": choices})
    await expect(page.get_by_role("option", name="31 points")).to_be_visible()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("combobox", name="call")).to_have_value("31 points")
    await page.keyboard.press("Enter")
    op = await stage.take("command")
    assert op["options"] == [{"type": 3, "name": "call", "value": "31"}]


async def test_stale_autocomplete_choices_are_dropped(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    await page.get_by_label("Message #dominoes").focus()
    await page.keyboard.type("/bid ")
    early = await stage.take("autocomplete")
    await page.keyboard.type("31")
    late = await stage.take("autocomplete")
    await stage.push(
        "choices", {"nonce": early["nonce"], "choices": [{"name": "30", "value": "30"}]}
    )
    await stage.push(
        "choices", {"nonce": late["nonce"], "choices": [{"name": "31", "value": "31"}]}
    )
    await expect(page.get_by_role("option")).to_have_text(["31"])


async def test_typed_text_is_sent_before_choices_arrive(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    await page.get_by_label("Message #dominoes").focus()
    await page.keyboard.type("/play 6-4")
    await page.keyboard.press("Enter")
    assert (await stage.take("command"))["options"] == [{"type": 3, "name": "tile", "value": "6-4"}]


async def test_required_option_must_be_given(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    await page.get_by_label("Message #dominoes").focus()
    await page.keyboard.type("/bid ")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("This option is required.")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await expect(page.get_by_label("Message #dominoes")).to_be_focused()
    assert all(op["op"] != "command" for op in drain(stage))


def drain(stage: FakeSandbox) -> list[dict[str, object]]:
    return [stage.ops.get_nowait() for _ in range(stage.ops.qsize())]


async def test_optional_options_accept_choices_numbers_and_booleans(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    await page.get_by_label("Message #dominoes").focus()
    await page.keyboard.type("/table open ")
    await page.get_by_role("button", name="+ game").click()
    await page.get_by_role("option", name="Moon").click()
    await page.get_by_role("button", name="+ marks").click()
    await page.keyboard.type("9")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("It must be 7 or less.")).to_be_visible()
    await page.get_by_label("marks").fill("5")
    await page.get_by_role("button", name="+ rated").click()
    await page.keyboard.type("t")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    op = await stage.take("command")
    given = [
        {"type": 3, "name": "game", "value": "moon"},
        {"type": 4, "name": "marks", "value": 5},
        {"type": 5, "name": "rated", "value": True},
    ]
    assert op["options"] == [{"type": 1, "name": "open", "options": given}]


async def test_users_and_channels_are_sent_by_id(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    await page.get_by_label("Message #dominoes").focus()
    await page.keyboard.type("/table join di")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    beside = {"type": 6, "name": "beside", "value": PEOPLE[3]["id"]}
    assert (await stage.take("command"))["options"] == [
        {"type": 1, "name": "join", "options": [beside]}
    ]
    await page.keyboard.type("/admin lob")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    assert (await stage.take("command"))["options"] == [
        {"type": 7, "name": "channel", "value": LOBBY}
    ]


async def test_unlisted_choice_is_refused(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    await page.get_by_label("Message #dominoes").focus()
    await page.keyboard.type("/table join nobody")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("Choose one from the list.")).to_be_visible()
    assert stage.ops.empty()


async def test_failed_command_is_shown_and_can_be_dismissed(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    await page.get_by_label("Message #dominoes").fill("/hand ")
    await page.keyboard.press("Enter")
    await stage.answer(await stage.take("command"), "failed")
    await expect(page.get_by_text("/hand: This interaction failed.")).to_be_visible()
    await page.get_by_role("button", name="Dismiss").click()
    await expect(page.get_by_text("This interaction failed")).to_have_count(0)


async def test_command_in_a_dm_is_sent_to_the_dm_channel(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox(), f"#{DIRECT}")
    await page.get_by_label("Message @Forty-Two").fill("/hand ")
    await page.keyboard.press("Enter")
    assert (await stage.take("command"))["channel"] == DIRECT


async def test_backspace_in_an_empty_option_cancels_the_command(visit: Visit) -> None:
    page, _ = await visit(FakeSandbox())
    await page.get_by_label("Message #dominoes").focus()
    await page.keyboard.type("/bid 3")
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Backspace")
    await expect(page.get_by_label("Message #dominoes")).to_be_focused()


async def test_cancel_button_cancels_the_command(visit: Visit) -> None:
    page, _ = await visit(FakeSandbox(), width=390)
    await page.get_by_label("Message #dominoes").fill("/bid ")
    await page.get_by_role("button", name="Cancel /bid").click()
    await expect(page.get_by_label("Message #dominoes")).to_be_visible()
    await expect(page.get_by_role("button", name="Commands")).to_be_visible()
