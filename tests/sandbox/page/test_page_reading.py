"""Reading: scrolling keeps its place, the panel stays in view, pictures open in a lightbox."""

from typing import Literal

import pytest
from playwright.async_api import Page, expect

from tests.sandbox.page.fake_sandbox import (
    ANA,
    BO,
    DIRECT,
    DOMINOES,
    FORTYTWO,
    LOBBY,
    FakeSandbox,
    Messages,
    Visit,
    container,
    text,
)
from tests.sandbox.page.scenes import board, evening, hand

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
Scheme = Literal["dark", "light"]
NEXT_FRAME = "() => new Promise(requestAnimationFrame)"
SCROLLED = "(node) => node.scrollTop"


async def _scroll(page: Page, top: int) -> None:
    scroller = page.locator(".scroller")
    await scroller.evaluate("(node, top) => { node.scrollTop = top; }", top)
    await scroller.evaluate(NEXT_FRAME)
    await scroller.evaluate(NEXT_FRAME)


async def test_scrolled_up_list_stays_and_counts_new_messages(visit: Visit) -> None:
    messages = Messages()
    page, stage = await visit(
        FakeSandbox({DOMINOES: [m for _ in range(3) for m in evening(messages)]})
    )
    await expect(page.locator(".message")).to_have_count(18)
    await expect(page.get_by_role("button", name="Jump to newest")).to_be_hidden()
    await _scroll(page, 0)
    await expect(page.get_by_role("button", name="Jump to newest")).to_be_visible()
    await stage.push("message_create", messages.make(content="Down here", author=FORTYTWO))
    await stage.push("message_create", messages.make(content="And here", author=FORTYTWO))
    jump = page.get_by_role("button", name="2 new messages")
    await expect(jump).to_be_visible()
    assert await page.locator(".scroller").evaluate(SCROLLED) == 0
    await jump.click()
    await expect(page.get_by_text("And here")).to_be_in_viewport()
    await expect(jump).to_be_hidden()
    await expect(page.locator(".scroller")).to_be_focused()
    line = page.get_by_role("separator", name="New messages")
    await expect(line).to_have_count(1)
    after = "(node) => node.nextElementSibling.textContent"
    assert "Down here" in await line.evaluate(after)


async def test_who_scrolls_back_to_the_end_sees_what_comes_next(visit: Visit) -> None:
    messages = Messages()
    page, stage = await visit(
        FakeSandbox({DOMINOES: [m for _ in range(3) for m in evening(messages)]})
    )
    await expect(page.locator(".message")).to_have_count(18)
    end = await page.locator(".scroller").evaluate(SCROLLED)
    await _scroll(page, 0)
    await _scroll(page, end)
    await stage.push("message_create", messages.make(content="Down here", author=FORTYTWO))
    await expect(page.get_by_text("Down here")).to_be_in_viewport()


async def test_edit_above_does_not_move_the_visible_messages(visit: Visit) -> None:
    messages = Messages()
    long = [messages.make(author=BO, content=f"line {n}\n" * 6) for n in range(30)]
    page, stage = await visit(FakeSandbox({DOMINOES: long}))
    await expect(page.locator(".message")).to_have_count(30)
    await _scroll(page, 2000)
    top = """() => [...document.querySelectorAll('.message')]
        .map((node) => [node.dataset.messageId, node.getBoundingClientRect().top])
        .find(([, top]) => top > 100)"""
    seen, before = await page.evaluate(top)
    await stage.push("message_update", {**long[0], "content": "longer\n" * 40})
    await expect(page.get_by_text("longer")).to_have_count(1)
    await stage.push("message_delete", {"id": long[1]["id"], "channel_id": DOMINOES})
    await expect(page.locator(".message")).to_have_count(29)
    place = (
        "(id) => document.querySelector(`[data-message-id='${id}']`).getBoundingClientRect().top"
    )
    assert await page.evaluate(place, seen) == pytest.approx(before, abs=1)


@pytest.mark.parametrize("height", [844, 520])
async def test_private_panel_and_its_buttons_stay_in_sight(visit: Visit, height: int) -> None:
    messages = Messages()
    panel = hand(messages, ["6-5"], flags=64)
    history = [*evening(messages)[:4], {**panel, "id": str(int(panel["id"]) + 50)}]
    messages.count += 60
    page, stage = await visit(FakeSandbox({DOMINOES: history}), width=390, height=height)
    last = page.locator(".message.ephemeral").get_by_role("button", name="More")
    await expect(last).to_be_in_viewport(ratio=1)
    for _ in range(3):
        await stage.push("message_create", board(messages))
    await expect(page.get_by_role("button", name="3 new messages")).to_be_visible()
    await expect(last).to_be_in_viewport(ratio=1)
    await page.get_by_role("button", name="3 new messages").click()
    await expect(last).not_to_be_in_viewport()
    await page.get_by_role("button", name="Back to your panel").click()
    await expect(last).to_be_in_viewport(ratio=1)


async def test_channel_without_a_panel_scrolls_to_its_end(visit: Visit) -> None:
    messages = Messages()
    page, stage = await visit(FakeSandbox({LOBBY: [], DOMINOES: evening(messages)[:4]}))
    for number in range(12):
        await stage.push("message_create", messages.make(content=f"talk {number}", author=BO))
    await expect(page.get_by_text("talk 11")).to_be_in_viewport()
    await expect(page.get_by_role("button", name="Back to your panel")).to_be_hidden()


async def test_picture_opens_in_a_lightbox_with_its_alt_text(visit: Visit) -> None:
    page, _ = await visit(FakeSandbox({DOMINOES: [board(Messages())]}), width=390, height=844)
    small = page.locator(".gallery img")
    await small.click()
    dialog = page.get_by_role("dialog", name="Picture")
    words = "Trick 1: Ana 5-4, Cy 5-3."
    await expect(dialog.get_by_text(words)).to_be_visible()
    large = dialog.get_by_role("img", name=words)
    assert ((await large.bounding_box()) or {})["width"] > 340
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(page.locator("a.shot")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(dialog.get_by_role("button", name="Close")).to_be_focused()
    await dialog.get_by_role("img").click()
    await expect(dialog).to_have_count(0)


async def test_on_screen_keyboard_covers_neither_panel_nor_text_field(visit: Visit) -> None:
    panel = hand(Messages(), ["6-5"], flags=64)
    page, _ = await visit(FakeSandbox({DOMINOES: [panel]}), width=390, height=844)
    await page.get_by_label("Message #dominoes").focus()
    await page.evaluate(
        """() => {
            Object.defineProperty(visualViewport, "height", { get: () => 500 });
            Object.defineProperty(visualViewport, "offsetTop", { get: () => 60 });
            visualViewport.dispatchEvent(new Event("resize"));
        }"""
    )
    for control in (
        page.get_by_label("Message #dominoes"),
        page.get_by_role("button", name="6-5"),
        page.get_by_role("button", name="More"),
    ):
        await control.evaluate(NEXT_FRAME)
        box = await control.bounding_box()
        assert box is not None
        assert box["y"] >= 60
        assert box["y"] + box["height"] <= 560


async def test_theme_follows_the_system_until_the_user_chooses_one(visit: Visit) -> None:
    page, _ = await visit(FakeSandbox())
    dark = "rgb(40, 43, 49)"
    light = "rgb(255, 255, 255)"
    systems: tuple[tuple[Scheme, str], ...] = (("dark", dark), ("light", light))
    for scheme, color in systems:
        await page.emulate_media(color_scheme=scheme)
        await expect(page.locator("body")).to_have_css("background-color", color)
    await page.locator("summary").click()
    await page.get_by_role("radio", name="Dark").check(force=True)
    await expect(page.locator("body")).to_have_css("background-color", dark)
    await page.reload()
    await page.locator("body.ready").wait_for()
    await expect(page.locator("body")).to_have_css("background-color", dark)
    await page.locator("summary").click()
    await page.get_by_role("radio", name="System").check(force=True)
    await expect(page.locator("body")).to_have_css("background-color", light)


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_text_has_enough_contrast(visit: Visit, scheme: Scheme) -> None:
    messages = Messages()
    page, _ = await visit(FakeSandbox({DOMINOES: evening(messages)}))
    await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    # Measured after a fresh load in that scheme: right after a switch, Chromium may still report
    # the old background with the new color.
    await page.reload()
    await page.locator("body.ready").wait_for()
    await expect(page.locator(".message")).to_have_count(6)
    await page.evaluate(SETTLED)
    faint: list[str] = await page.evaluate(CONTRAST)
    assert faint == []


async def test_dm_shows_its_unread_count(visit: Visit) -> None:
    messages = Messages()
    page, stage = await visit(FakeSandbox(), width=390)
    for _ in range(2):
        await stage.push("message_create", messages.make(DIRECT, content="Your hand"))
    await expect(page.get_by_role("button", name="Channels, 2 unread")).to_have_text("2")


async def test_notice_is_shown_until_the_program_clears_it(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox(notice="Warming up the strong players… 4 s"))
    notice = page.locator("#notice")
    await expect(notice).to_have_text("Warming up the strong players… 4 s")
    await expect(page.locator("#announcer")).to_have_text("Warming up the strong players… 4 s")
    await stage.push("notice", "Warming up the strong players… 5 s")
    await expect(notice).to_have_text("Warming up the strong players… 5 s")
    await expect(page.locator("#announcer")).to_have_text("Warming up the strong players… 4 s")
    await stage.push("notice", None)
    await expect(notice).to_be_hidden()


async def test_names_keep_their_own_text_direction(visit: Visit) -> None:
    names = [
        "عبد الرحمن بن محمد الكاتب العربي",
        "שלום עליכם",
        "中村さくら",
        "\U0001f469\U0001f3fd\u200d\U0001f680 Zoë",
        "W" * 32,
        "E\u0302\u0304e\u0301a" * 6,
    ]
    messages = Messages()
    listing = [
        messages.make(author={**BO, "id": str(800000000000000010 + n), "global_name": name})
        | {"content": f"<@{BO['id']}> bids 31"}
        for n, name in enumerate(names)
    ]
    listing.append(messages.v2(container(1, text("\n".join(f"{n} · 31" for n in names)))))
    page, _ = await visit(FakeSandbox({DOMINOES: listing}), width=390)
    await expect(page.locator(".message")).to_have_count(len(listing))
    for message, name in zip(await page.locator(".message").all(), names, strict=False):
        await expect(message.locator(".author")).to_have_text(name)
        stamp = message.locator(".stamp")
        author = message.locator(".author")
        boxes = [await author.bounding_box(), await stamp.bounding_box()]
        assert all(box and box["x"] >= 60 and box["x"] + box["width"] <= 390 for box in boxes)
    faces = await page.locator(".message .avatar").all_text_contents()
    astronaut = "\U0001f469\U0001f3fd\u200d\U0001f680"
    marked = "E\u0302\u0304"
    assert [face for face in faces if face] == ["عا", "שע", "中", astronaut, "W", marked]
    assert await page.evaluate("document.documentElement.scrollWidth") == 390


async def test_user_with_an_avatar_is_shown_with_it(visit: Visit) -> None:
    messages = Messages()
    listing = [messages.make(author={**BO, "avatar": "f4ce"}), messages.make(author=ANA)]
    page, _ = await visit(FakeSandbox({DOMINOES: listing}))
    faces = page.locator(".message .avatar")
    await expect(faces.first).to_have_attribute("src", f"/cdn/avatars/{BO['id']}/f4ce.webp")
    await expect(faces.last).to_have_text("A")


async def test_each_line_has_its_own_direction_and_is_left_aligned(visit: Visit) -> None:
    words = "שלום עליכם: 31\nAna: 30\n\n# ערב טוב"
    page, _ = await visit(FakeSandbox({DOMINOES: [Messages().make(content=words)]}))
    shown = page.locator(".message .markdown p").first
    left, lines = await shown.evaluate(
        """(node) => {
            const range = document.createRange();
            const at = (from, to) => {
              range.setStart(node.firstChild, from);
              range.setEnd(node.firstChild, to);
              return range.getBoundingClientRect().left;
            };
            const end = node.textContent.indexOf("\\n");
            return [node.getBoundingClientRect().left,
              [at(0, 1), at(end - 2, end), at(end + 1, end + 2)]];
        }"""
    )
    first, number, latin = lines
    assert first > number
    assert number == pytest.approx(left, abs=1)
    assert latin == pytest.approx(left, abs=1)


SETTLED = "Promise.all(document.getAnimations().map((each) => each.finished)).then(() => null)"
CONTRAST = """() => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const under = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      layers.push(parse(getComputedStyle(at).backgroundColor));
    }
    return layers.reverse().reduce((below, [r, g, b, a = 1]) =>
      [r, g, b].map((v, n) => v * a + below[n] * (1 - a)), [255, 255, 255]);
  };
  const passed = ":disabled, .spoiler, .sr-only, [aria-hidden=true]";
  const walker = document.createTreeWalker(document.querySelector(".page"), NodeFilter.SHOW_TEXT);
  const faint = [];
  while (walker.nextNode()) {
    const [words, node] = [walker.currentNode.data.trim(), walker.currentNode.parentElement];
    if (!words || !node.checkVisibility() || node.closest(passed)) continue;
    const text = light(parse(getComputedStyle(node).color));
    const [dark, bright] = [text, light(under(node))].sort((x, y) => x - y);
    if ((bright + 0.05) / (dark + 0.05) < 4.5) faint.push(`${node.className} ${words}`);
  }
  return faint;
}"""
