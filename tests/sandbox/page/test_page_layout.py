"""The page on a phone, a desktop and four times side by side, and what its files never contain."""

import re

import pytest
from playwright.async_api import expect

from tests.sandbox.page.fake_sandbox import DOMINOES, IMAGE, PAGE, FakeSandbox, Messages, Visit
from tests.sandbox.page.scenes import evening, hand


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("width", [320, 390, 1280])
async def test_nothing_overflows_the_window(visit: Visit, width: int) -> None:
    page, _ = await visit(FakeSandbox({DOMINOES: evening(Messages())}), width=width)
    await expect(page.locator(".message")).to_have_count(6)
    wide = await page.evaluate(
        "[...document.querySelectorAll('.main *')]"
        ".filter((node) => node.getBoundingClientRect().right > innerWidth + 1)"
        ".map((node) => node.className)"
    )
    assert wide == []


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_phone_shows_four_thumb_sized_tiles_in_a_row(visit: Visit) -> None:
    page, _ = await visit(FakeSandbox({DOMINOES: [hand(Messages(), ["6-5"])]}), width=390)
    tiles = page.locator(".row").first.locator("button")
    await expect(tiles).to_have_count(4)
    boxes = [await tile.bounding_box() for tile in await tiles.all()]
    assert len({box["y"] for box in boxes if box}) == 1
    assert all(box and box["height"] >= 44 and box["width"] >= 44 for box in boxes)


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    ("width", "size", "shown"),
    [
        (1280, (680, 760), (313, 350)),
        (1280, (680, 600), (397, 350)),
        (1280, (1100, 350), (550, 175)),
        (390, (680, 760), (310, 346)),
    ],
)
async def test_single_picture_has_discords_size_on_a_desktop_and_fills_a_phone(
    visit: Visit, width: int, size: tuple[int, int], shown: tuple[int, int]
) -> None:
    media = {"url": IMAGE, "width": size[0], "height": size[1]}
    gallery = {"type": 12, "items": [{"media": media, "description": "A table"}]}
    stage = FakeSandbox({DOMINOES: [Messages().v2(gallery)]}, image=size)
    page, _ = await visit(stage, width=width)
    picture = page.get_by_role("img", name="A table")
    await picture.evaluate("(image) => image.decode()")
    box = await picture.bounding_box()
    assert box is not None
    assert (round(box["width"]), round(box["height"])) == shown


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_phone_opens_and_closes_the_channel_list(visit: Visit) -> None:
    page, _ = await visit(FakeSandbox(), width=390)
    lobby = page.get_by_role("link", name="lobby")
    await expect(lobby).to_be_hidden()
    menu = page.get_by_role("button", name="Channels")
    await menu.click()
    await expect(lobby).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(lobby).to_be_hidden()
    await menu.click()
    await lobby.click()
    await expect(lobby).to_be_hidden()
    await expect(page.get_by_role("heading", name="# lobby")).to_be_visible()


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_four_users_are_shown_side_by_side(visit: Visit) -> None:
    page, _ = await visit(
        FakeSandbox({DOMINOES: [hand(Messages(), ["6-5"])]}), "?four=1", width=1280
    )
    frames = page.locator("iframe")
    await expect(frames).to_have_count(4)
    for place, name in enumerate(["Ana", "Bo", "Cy", "Di"]):
        await expect(frames.nth(place).content_frame.locator("#whose")).to_have_text(name)


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_tab_reaches_the_whole_page(visit: Visit) -> None:
    page, _ = await visit(FakeSandbox({DOMINOES: [hand(Messages(), ["6-5"], flags=64)]}))
    await expect(page.locator(".message")).to_have_count(1)
    await page.get_by_role("link", name="lobby").focus()
    names: list[str] = []
    words = (
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
    )
    for _ in range(16):
        await page.keyboard.press("Tab")
        names.append(str(await page.evaluate(words)).strip())
    wanted = [
        "6-5",
        "Last trick",
        "Hint",
        "More",
        "Dismiss message",
        "Commands",
        "Message #dominoes",
        "Send",
    ]
    assert [name for name in names if name in wanted] == wanted


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_reduced_motion_stops_the_thinking_dots(visit: Visit) -> None:
    page, stage = await visit(FakeSandbox())
    await page.emulate_media(reduced_motion="reduce")
    await stage.push("message_create", Messages().make(flags=128))
    await expect(page.locator(".thinking .dots i").first).to_have_css(
        "animation-iteration-count", "1"
    )


def test_page_writes_no_markup_and_makes_no_outside_request() -> None:
    for path in PAGE.iterdir():
        source = path.read_text(encoding="utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(",
            source.replace("through innerHTML", ""),
        ), path
        assert not re.search(r"(src|href|url\()\s*[=(]?\s*[\"']?(https?:)?//", source), path


def test_html_has_no_inline_script_or_style() -> None:
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=", html)
    assert "default-src 'none'" in html
