"""Markdown as Discord renders it, in linear time for any message."""

import pytest
from playwright.async_api import expect

from tests.sandbox.page.fake_sandbox import DOMINOES, FakeSandbox, Messages, Visit

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TO_HTML = """async (texts) => {
  const { markdown } = await import(new URL("static/markdown.js", location.href));
  const { ClientState } = await import(new URL("static/state.js", location.href));
  return texts.map((text) => markdown(text, new ClientState()).innerHTML
    .replaceAll(/ (?:dir="auto"|tabindex="0"|data-[a-z]+="[^"]*")/g, ""));
}"""
READ = {
    "**b** and *i*": "<p><strong>b</strong> and <em>i</em></p>",
    "***both***": "<p><strong><em>both</em></strong></p>",
    "**b *i***": "<p><strong>b <em>i</em></strong></p>",
    "**a *b**": "<p><strong>a *b</strong></p>",
    "2 * 3 * 4": "<p>2 * 3 * 4</p>",
    "snake_case_name and _this_": "<p>snake_case_name and <em>this</em></p>",
    "__under__ ~~gone~~": "<p><u>under</u> <s>gone</s></p>",
    "**never closed": "<p>**never closed</p>",
    "**a __b** c__": "<p><strong>a __b</strong> c__</p>",
    "****": "<p>****</p>",
    "`a`` b`": "<p><code>a`` b</code></p>",
    "`open": "<p>`open</p>",
    r"\*plain\*": "<p>*plain*</p>",
    "play 6-4 on 2026-11-22": '<p>play <span class="whole">6-4</span> on 2026-11-22</p>',
    "```py\n*x*\n```after": "<pre><code>*x*</code></pre><p>after</p>",
    "```never closed\n*x*": "<p>```never closed\n<em>x</em></p>",
    "> a\n> b\nc": "<blockquote><p>a\nb</p></blockquote><p>c</p>",
    "> > a": "<blockquote><p>&gt; a</p></blockquote>",
    ">>> a\n\n# b": "<blockquote><p>a\n</p><h1>b</h1></blockquote>",
    "- a\n  - b\n1. c": '<ul><li>a</li><li class="deeper">b</li><li>c</li></ul>',
    "[label](https://example.com/a)": '<p><a href="https://example.com/a" target="_blank"'
    ' rel="noopener noreferrer">label</a></p>',
    "[no](javascript:x) [open": "<p>[no](javascript:x) [open</p>",
    "see https://example.com/x.": '<p>see <a href="https://example.com/x" target="_blank"'
    ' rel="noopener noreferrer">https://example.com/x</a>.</p>',
}
HOSTILE = {
    "stars": "*" * 100_000,
    "open marks": "**a __b ~~c ||d *e _f " * 5_000,
    "crossed marks": "**a*b" * 20_000,
    "underscores": "_a__b" * 20_000,
    "brackets": "[" * 100_000,
    "half links": "[a](https://" * 8_000,
    "angles": "<@<#<t:<:a:</x" * 7_000,
    "backticks": "".join("`" * n + "x" for n in range(1, 440)),
    "fences": "```\nx" * 20_000 + "``",
    "quotes": "> " * 50_000,
    "quoted lines": "> a\n" * 25_000,
    "bullets": "- a\n" * 25_000,
    "digits": "1" * 100_000 + ".",
    "spaces": " " * 100_000 + "x",
    "addresses": "http://" * 14_000,
    "dots": "http://" + "." * 100_000,
    "headings": "# " * 50_000,
    "emojis": "\U0001f469\u200d" * 33_000,
    "tiles": "6-" * 50_000,
}


MOST_LOOKS = 40
WORK = """async (texts) => {
  const { blocks } = await import(new URL("static/markdown.js", location.href));
  const { ClientState } = await import(new URL("static/state.js", location.href));
  const { exec } = RegExp.prototype;
  const { indexOf } = String.prototype;
  let looks = 0;
  RegExp.prototype.exec = function (text) {
    const start = this.sticky || this.global ? this.lastIndex : 0;
    const match = exec.call(this, text);
    if (match) looks += match.index + match[0].length - start + 1;
    else looks += this.sticky ? 1 : text.length - start + 1;
    return match;
  };
  String.prototype.indexOf = function (wanted, start = 0) {
    const found = indexOf.call(this, wanted, start);
    looks += (found < 0 ? this.length : found) - start + 1;
    return found;
  };
  try {
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => {
      looks = 0;
      blocks(text, new ClientState());
      return [name, Math.round(looks / text.length)];
    }));
  } finally {
    RegExp.prototype.exec = exec;
    String.prototype.indexOf = indexOf;
  }
}"""


async def test_markdown_renders_as_in_discord(visit: Visit) -> None:
    page, _ = await visit(FakeSandbox())
    made = await page.evaluate(TO_HTML, list(READ))
    assert dict(zip(READ, made, strict=True)) == READ


async def test_hostile_markdown_is_parsed_in_linear_time(
    visit: Visit,
) -> None:
    """Each position tries a bounded set of patterns, and other searches count their length."""
    page, _ = await visit(FakeSandbox())
    worst = await page.evaluate(WORK, HOSTILE)
    assert {name: times for name, times in worst.items() if times > MOST_LOOKS} == {}


async def test_page_survives_a_hostile_message(visit: Visit) -> None:
    messages = Messages()
    listing = [messages.make(content=text[:4_000]) for text in HOSTILE.values()]
    page, _ = await visit(FakeSandbox({DOMINOES: [*listing, messages.make(content="and then")]}))
    await expect(page.get_by_text("and then")).to_be_in_viewport()
