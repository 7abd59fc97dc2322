"""How the page shows messages, and that a live edit does not touch the rest."""

import pytest
from playwright.async_api import expect

from tests.sandbox.page.fake_sandbox import (
    ANA,
    BO,
    DIRECT,
    DOMINOES,
    LOBBY,
    FakeSandbox,
    Messages,
    Visit,
    button,
    container,
    row,
    text,
)
from tests.sandbox.page.scenes import board, emojis, hand, lobby, options_modal

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FOCUSED = "document.activeElement.dataset.customId ?? document.activeElement.dataset.messageId"


async def test_lobby_shows_headings_seats_and_buttons(visit: Visit) -> None:
    page, _ = await visit(FakeSandbox({DOMINOES: [lobby(Messages())]}))
    await expect(page.get_by_role("heading", name="Table 3 · Texas 42")).to_be_visible()
    await expect(page.locator(".section")).to_have_count(4)
    await expect(page.locator(".section").nth(1).get_by_role("button")).to_have_text("Sit")
    await expect(page.get_by_role("button", name="Start")).to_have_css(
        "background-color", "rgb(35, 119, 74)"
    )
    await expect(page.locator(".container")).to_have_attribute("style", "--accent: #3ba55d;")


async def test_markdown_becomes_elements(visit: Visit) -> None:
    content = (
        "# One\n-# small\n**b** *i* `c` ~~s~~ __u__\n- x\n- y\n> quoted\n1. a\n"
        f"<@{ANA['id']}> <#{LOBBY}> [here](https://example.com/) \\*plain\\*"
    )
    page, _ = await visit(FakeSandbox({DOMINOES: [Messages().make(content=content)]}))
    shown = page.locator(".message .markdown")
    for tag, words in {
        "h1": "One",
        "small": "small",
        "strong": "b",
        "em": "i",
        "code": "c",
        "s": "s",
        "u": "u",
    }.items():
        await expect(shown.locator(tag)).to_have_text(words)
    await expect(shown.locator("ul li")).to_have_text(["x", "y"])
    await expect(shown.locator("ol li")).to_have_text(["a"])
    await expect(shown.locator("blockquote")).to_have_text("quoted")
    await expect(shown.locator(".mention")).to_have_text(["@Ana", "#lobby"])
    await expect(shown.get_by_role("link", name="here")).to_have_attribute(
        "rel", "noopener noreferrer"
    )
    await expect(shown).to_contain_text("*plain*")


async def test_markup_in_messages_stays_text(visit: Visit) -> None:
    evil = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>'
    messages = Messages()
    listing = [
        messages.make(content=evil, author={**BO, "global_name": evil}),
        messages.make(content='[a](javascript:window.broken=1) <https://example.com/"onclick=1>'),
        messages.v2(container(1, text(f"# {evil}"), row(button(evil[:80], evil[:100])))),
    ]
    page, stage = await visit(FakeSandbox({DOMINOES: listing}))
    await expect(page.locator(".message")).to_have_count(3)
    await stage.push("modal", {**options_modal("n"), "title": evil})
    await expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text(evil)
    assert (
        await page.locator(
            "img:not(.avatar), .log script, dialog script, a[href^='javascript']"
        ).count()
        == 0
    )
    assert await page.evaluate("window.broken") is None


async def test_edit_keeps_the_focused_button_and_the_picture(visit: Visit) -> None:
    messages = Messages()
    first = board(messages)
    panel = hand(messages, ["6-5", "5-5"], seq=12)
    page, stage = await visit(FakeSandbox({DOMINOES: [first, panel]}))
    await page.get_by_role("button", name="5-5").focus()
    await page.evaluate("window.picture = document.querySelector('.gallery img')")
    edited = hand(Messages(), ["6-6", "5-5"], seq=13)
    await stage.push("message_update", {**edited, "id": panel["id"]})
    await stage.push("message_update", {**board(Messages(), words="Cy to play"), "id": first["id"]})
    await expect(page.get_by_text("Cy to play")).to_be_visible()
    await expect(page.get_by_role("button", name="6-6")).to_be_enabled()
    assert await page.evaluate(FOCUSED) == "42:play:k3:13:55"
    assert await page.evaluate("window.picture === document.querySelector('.gallery img')")


async def test_focus_moves_to_the_message_when_its_button_disappears(visit: Visit) -> None:
    messages = Messages()
    panel = hand(messages, ["6-5", "5-5"])
    page, stage = await visit(FakeSandbox({DOMINOES: [panel]}))
    await page.get_by_role("button", name="6-5").focus()
    waiting = messages.v2(
        container(1, text("### Bo to play"), row(button("6-4", "42:play:k3:13:64")))
    )
    await stage.push("message_update", {**waiting, "id": panel["id"]})
    await expect(page.get_by_role("heading", name="Bo to play")).to_be_visible()
    assert await page.evaluate(FOCUSED) == panel["id"]


async def test_edit_changes_the_accent_color(visit: Visit) -> None:
    messages = Messages()
    panel = messages.v2(container(0x3BA55D, text("Waiting")))
    page, stage = await visit(FakeSandbox({DOMINOES: [panel]}))
    await stage.push(
        "message_update", {**panel, "components": [container(0xF2B64A, text("Your turn"))]}
    )
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    await expect(page.locator(".container")).to_have_attribute("style", "--accent: #f2b64a;")


async def test_ephemeral_message_is_labelled_and_can_be_dismissed(visit: Visit) -> None:
    panel = hand(Messages(), ["6-5"], flags=64)
    page, stage = await visit(FakeSandbox({DOMINOES: [panel]}))
    await expect(page.get_by_text("Only you can see this")).to_be_visible()
    await page.get_by_role("button", name="Dismiss message").click()
    assert (await stage.take("dismiss"))["message"] == panel["id"]
    await expect(page.locator(".message")).to_have_count(0)


async def test_deferred_answer_shows_thinking_until_it_is_edited(visit: Visit) -> None:
    thinking = Messages().make(flags=128 | 64)
    page, stage = await visit(FakeSandbox())
    await stage.push("message_create", thinking)
    await expect(page.get_by_text("Forty-Two is thinking…")).to_be_visible()
    await stage.push("message_update", {**thinking, "flags": 64, "content": "Here it is."})
    await expect(page.get_by_text("Here it is.", exact=True)).to_be_visible()
    await expect(page.get_by_text("is thinking")).to_have_count(0)


async def test_deleted_message_disappears(visit: Visit) -> None:
    message = Messages().make(content="Soon gone")
    page, stage = await visit(FakeSandbox({DOMINOES: [message]}))
    await expect(page.get_by_text("Soon gone")).to_be_visible()
    await stage.push("message_delete", {"id": message["id"], "channel_id": DOMINOES})
    await expect(page.get_by_text("Soon gone")).to_have_count(0)


async def test_emojis_are_large_when_alone_and_in_headings(visit: Visit) -> None:
    messages = Messages()
    tile = emojis("6-6")
    listing = [messages.make(content=words) for words in (f"tile {tile}", tile, f"# {tile}")]
    page, _ = await visit(FakeSandbox({DOMINOES: listing}))
    emoji = page.get_by_role("img", name=":t66:")
    await expect(emoji).to_have_count(3)
    for place, size in enumerate(["22px", "48px", "33px"]):
        await expect(emoji.nth(place)).to_have_css("width", size)


async def test_picture_has_alt_text_and_reserved_space(visit: Visit) -> None:
    page, _ = await visit(FakeSandbox({DOMINOES: [board(Messages())]}))
    image = page.get_by_role("img", name="Trick 1: Ana 5-4, Cy 5-3.")
    await expect(image).to_have_attribute("width", "960")
    await expect(image).to_have_attribute("height", "640")


async def test_external_picture_is_described_and_never_fetched(visit: Visit) -> None:
    media = {"url": "https://example.com/spy.png"}
    gallery = {"type": 12, "items": [{"media": media, "description": "Far away"}]}
    page, _ = await visit(FakeSandbox({DOMINOES: [Messages().v2(gallery)]}))
    await expect(page.get_by_role("img", name="Far away")).to_be_visible()
    await expect(page.locator("img:not(.avatar)")).to_have_count(0)


async def test_relative_times_follow_the_sandbox_clock(visit: Visit) -> None:
    message = Messages().make(content="until <t:1007230:R>")
    page, _ = await visit(FakeSandbox({DOMINOES: [message]}, now=1_000_000))
    await expect(page.locator("time[data-unix]")).to_have_text("in 2 hours")


async def test_unread_badges_appear_and_are_cleared(visit: Visit) -> None:
    messages = Messages()
    page, stage = await visit(FakeSandbox(unread={LOBBY: 3}))
    await expect(page.get_by_role("link", name="lobby, 3 unread")).to_be_visible()
    await stage.push("message_create", messages.make(DIRECT, content="Your hand"))
    direct = page.get_by_role("link", name="Forty-Two, 1 unread")
    await expect(direct).to_be_visible()
    await expect(page).to_have_title("(1) dominoes · Practice Discord")
    await direct.click()
    assert await stage.take("read") == {"op": "read", "channel": DIRECT}
    await expect(page).to_have_title("Forty-Two · Practice Discord")
    await stage.push("unread", {LOBBY: 0})
    await expect(page.get_by_role("link", name="lobby", exact=True)).to_be_visible()


async def test_channels_and_threads_appear_and_disappear(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    guild = stage.greeting("")["guilds"][0]["id"]
    thread = {
        "id": "900000000000000777",
        "type": 11,
        "name": "Table 9",
        "parent_id": LOBBY,
        "guild_id": guild,
    }
    await stage.push("channel_create", thread)
    await page.get_by_role("link", name="Table 9").click()
    await expect(page.get_by_role("heading", name="Table 9", level=1)).to_be_visible()
    await stage.push("channel_delete", thread)
    await expect(page.get_by_role("link", name="Table 9")).to_have_count(0)
    await expect(page.get_by_text("The channel you were in was deleted.")).to_be_visible()


async def test_enter_sends_a_text_message(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    box = page.get_by_label("Message #dominoes")
    await box.fill("Good evening")
    await box.press("Enter")
    assert await stage.take("send") == {
        "op": "send",
        "channel": DOMINOES,
        "content": "Good evening",
    }
    await expect(box).to_have_value("")


async def test_new_and_edited_messages_are_announced_but_timestamps_are_not(visit: Visit) -> None:
    page, _ = await visit(FakeSandbox({DOMINOES: [board(Messages())]}))
    log = page.get_by_role("log", name="Messages")
    await expect(log).to_have_attribute("aria-live", "polite")
    await expect(log).to_have_attribute("aria-relevant", "additions text")
    await expect(log.locator("time[data-unix]")).to_have_attribute("aria-live", "off")
