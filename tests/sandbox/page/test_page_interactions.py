"""Buttons, selects and modals: their payloads, and their waiting and failed states."""

import pytest
from playwright.async_api import expect

from tests.sandbox.page.fake_sandbox import (
    BO,
    DOMINOES,
    PEOPLE,
    FakeSandbox,
    Messages,
    Visit,
    container,
    row,
    text,
)
from tests.sandbox.page.scenes import bidding, hand, lobby, options_modal

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def select(kind: int, **more: object) -> dict[str, object]:
    return {"type": kind, "custom_id": f"pick-{kind}", "placeholder": "Pick", **more}


async def test_click_is_sent_once_and_the_button_waits_for_the_answer(visit: Visit) -> None:
    message = lobby(Messages())
    page, stage = await visit(FakeSandbox({DOMINOES: [message]}))
    start = page.get_by_role("button", name="Start")
    await start.click()
    op = await stage.take("click")
    assert {key: op[key] for key in op if key != "nonce"} == {
        "op": "click",
        "message": message["id"],
        "channel": DOMINOES,
        "custom_id": "42:start:k3:1",
        "component_type": 2,
        "values": [],
    }
    await expect(start).to_have_attribute("aria-busy", "true")
    await start.click()
    assert stage.ops.empty()
    await stage.answer(op, "pending")
    await expect(start).to_have_attribute("aria-busy", "true")
    await stage.answer(op)
    await expect(start).not_to_have_attribute("aria-busy", "true")


async def test_failed_interaction_is_shown_under_its_message_until_the_next_one(
    visit: Visit,
) -> None:
    page, stage = await visit(FakeSandbox({DOMINOES: [lobby(Messages())]}))
    await page.get_by_role("button", name="Start").click()
    await stage.answer(await stage.take("click"), "failed")
    failure = page.locator(".message").get_by_role("alert")
    await expect(failure).to_contain_text("This interaction failed")
    await page.get_by_role("button", name="Rules").click()
    await expect(failure).to_have_count(0)


async def test_disabled_buttons_send_nothing(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox({DOMINOES: [hand(Messages(), ["6-5"])]}))
    await expect(page.get_by_role("button", name="6-6")).to_be_disabled()
    await page.get_by_role("button", name="6-6").click(force=True)
    await page.get_by_role("button", name="6-5").click()
    assert (await stage.take("click"))["custom_id"] == "42:play:k3:12:65"


async def test_enter_and_space_press_a_button(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox({DOMINOES: [hand(Messages(), ["6-5", "5-5"])]}))
    await page.get_by_role("button", name="6-5").focus()
    await page.keyboard.press("Enter")
    assert (await stage.take("click"))["custom_id"] == "42:play:k3:12:65"
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    assert (await stage.take("click"))["custom_id"] == "42:play:k3:12:55"


async def test_select_sends_the_value_chosen_with_the_mouse(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox({DOMINOES: [bidding(Messages())]}))
    await page.get_by_role("combobox", name="Other bids").click()
    await page.get_by_role("option", name="Bid 37").click()
    op = await stage.take("click")
    assert (op["custom_id"], op["component_type"], op["values"]) == ("42:call:k3:5", 3, ["37"])


async def test_select_works_with_the_keyboard_and_closes_on_escape(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox({DOMINOES: [bidding(Messages())]}))
    trigger = page.get_by_role("combobox", name="Other bids")
    await trigger.focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("listbox", name="Other bids")).to_have_count(0)
    await expect(trigger).to_be_focused()
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    assert (await stage.take("click"))["values"] == ["36"]


async def test_multiple_select_enforces_its_minimum_and_maximum(visit: Visit) -> None:
    options = [{"label": f"Choice {n}", "value": str(n)} for n in range(4)]
    message = Messages().v2(row(select(3, options=options, min_values=2, max_values=2)))
    page, stage = await visit(FakeSandbox({DOMINOES: [message]}))
    await page.get_by_role("combobox", name="Pick").click()
    done = page.get_by_role("button", name="Done")
    await page.get_by_role("option", name="Choice 3").click()
    await expect(done).to_be_disabled()
    await page.get_by_role("option", name="Choice 1").click()
    await expect(page.get_by_role("option", name="Choice 0")).to_have_attribute(
        "aria-disabled", "true"
    )
    await done.click()
    assert (await stage.take("click"))["values"] == ["1", "3"]


async def test_people_and_channels_can_be_selected(visit: Visit) -> None:
    message = Messages().v2(
        row(select(5, placeholder="Who")), row(select(8, placeholder="Where", channel_types=[0]))
    )
    page, stage = await visit(FakeSandbox({DOMINOES: [message]}))
    await page.get_by_role("combobox", name="Who").click()
    await page.get_by_role("option", name="Cy").click()
    assert (await stage.take("click"))["values"] == [PEOPLE[2]["id"]]
    await page.get_by_role("combobox", name="Where").click()
    await expect(page.get_by_role("option")).to_have_text(["#lobby", "#dominoes"])
    await page.get_by_role("option", name="#dominoes").click()
    assert (await stage.take("click"))["values"] == [DOMINOES]


async def test_modal_sends_every_kind_of_input_as_discord_does(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    modal = options_modal("n1")
    check = {"type": 18, "label": "Rated", "component": {"type": 23, "custom_id": "rated"}}
    long = {"type": 4, "custom_id": "note", "style": 2, "label": "Note", "required": False}
    modal["components"] += [check, row(long)]
    await stage.push("modal", modal)
    dialog = page.get_by_role("dialog", name="Options of Table 3")
    await expect(dialog.get_by_role("radio", name="7 marks")).to_be_checked()
    await dialog.get_by_role("radio", name="3 marks").check()
    await dialog.get_by_role("checkbox", name="Nello").check()
    await dialog.get_by_role("combobox").click()
    await dialog.get_by_role("option", name="30 s").click()
    await dialog.get_by_label("Name of the table").fill("Friday")
    await dialog.get_by_role("checkbox", name="Rated").check()
    await dialog.get_by_label("Note").fill("two\nlines")
    await dialog.get_by_role("button", name="Submit").click()
    op = await stage.take("modal")
    assert (op["id"], op["custom_id"]) == (modal["id"], modal["custom_id"])
    sent = [part.get("component") or part.get("components", [part])[0] for part in op["components"]]
    assert [
        (part["type"], part.get("custom_id"), part.get("value", part.get("values")))
        for part in sent
    ] == [
        (10, None, None),
        (21, "target", "0"),
        (22, "rules", ["0", "1"]),
        (3, "clock", ["2"]),
        (4, "name", "Friday"),
        (23, "rated", True),
        (4, "note", "two\nlines"),
    ]
    assert [part["type"] for part in op["components"]] == [10, 18, 18, 18, 18, 18, 1]
    await stage.answer(op)
    await expect(dialog).to_have_count(0)


async def test_modal_with_a_missing_answer_is_not_sent(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    await stage.push("modal", options_modal("n1"))
    await page.get_by_role("button", name="Submit").click()
    name = page.get_by_label("Name of the table")
    await expect(page.get_by_text("This is required.")).to_be_visible()
    await expect(name).to_be_focused()
    await name.fill("ab")
    await expect(page.get_by_text("At least 3 characters are needed.")).to_be_visible()
    await name.press("Enter")
    assert stage.ops.empty()


async def test_failed_modal_stays_open_with_its_answers(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    await stage.push("modal", options_modal("n1"))
    await page.get_by_label("Name of the table").fill("Friday")
    await page.get_by_role("button", name="Submit").click()
    await stage.answer(await stage.take("modal"), "failed")
    await expect(page.get_by_text("Something went wrong. Try again.")).to_be_visible()
    await expect(page.get_by_label("Name of the table")).to_have_value("Friday")
    await expect(page.get_by_role("button", name="Submit")).to_be_enabled()


async def test_escape_closes_a_modal_and_restores_the_focus(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox({DOMINOES: [lobby(Messages())]}))
    await page.get_by_role("button", name="Options").press("Enter")
    op = await stage.take("click")
    await stage.push("modal", options_modal(op["nonce"]))
    await stage.answer(op)
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(page.get_by_role("button", name="Options")).to_be_focused()


async def test_page_shows_a_lost_connection_and_reconnects(visit: Visit) -> None:
    messages = Messages()
    page, stage = await visit(FakeSandbox({DOMINOES: [lobby(messages)]}))
    await page.get_by_role("button", name="Start").click()
    await stage.take("click")
    stage.refuse = True
    await stage.drop()
    await expect(page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
    await expect(
        page.get_by_text("This interaction failed: The connection was lost.")
    ).to_be_visible()
    stage.history[DOMINOES] = [lobby(messages), messages.make(content="Meanwhile", author=BO)]
    stage.refuse = False
    await expect(page.get_by_text("Meanwhile")).to_be_visible()
    await expect(page.get_by_text("Connection lost")).to_be_hidden()


async def test_errors_of_the_sandbox_are_shown(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox({DOMINOES: [Messages().v2(container(1, text("x")))]}))
    await stage.push("error", {"nonce": None, "text": "The bot sent a wrong thing."})
    await expect(page.get_by_text("The bot sent a wrong thing.")).to_be_visible()


async def test_user_can_turn_dms_off(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    await page.locator("summary").click()
    await page.get_by_role("checkbox", name="Allow direct messages").uncheck()
    assert await stage.take("settings") == {"op": "settings", "dm_open": False}
    await expect(page.get_by_text("DMs closed")).to_be_visible()


async def test_user_can_start_the_dm_with_the_bot(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox(dms=[]))
    await page.get_by_role("button", name="Message the bot").click()
    assert await stage.take("open_dm") == {"op": "open_dm"}
