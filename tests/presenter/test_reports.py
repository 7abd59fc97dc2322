"""Reports reach the host escaped, shortened, and without links, invites or mentions."""

from __future__ import annotations

import re

import pytest

from bot.presenter.people.reports import report_saved, reports_to_host, reports_used_up
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import check
from bot.upkeep.views import Host, Report

from .tabling import text_of

CONTEXT = RenderContext()
LINK = re.compile(r"\w://\w|\]\(|discord\.gg/|(?<!\\)[*_~`|<>\[\]]")


def report(text: str, number: int = 1) -> Report:
    return Report(number, 11, "**Eve**", 7, 70, text, 1_000.0)


@pytest.mark.parametrize(
    "text",
    [
        "[free marks](https://evil.example/x)",
        "https://evil.example",
        "discord.gg/abcdef",
        "https://discord.gg/abcdef",
        "<https://evil.example>",
        "@everyone @here <@&5> <@!12> <#70> <:x:1>",
        "**bold** ||spoiler|| `code`\n# head\n> quote",
    ],
)
def test_report_is_quoted_without_links_invites_and_mentions(text: str) -> None:
    quoted = text_of(reports_to_host([report(text)], CONTEXT)).rpartition("\n> ")[2]
    assert quoted
    assert not LINK.search(quoted)
    assert "\n" not in quoted
    assert "@everyone" not in quoted
    assert "user 12" in quoted or "<@!12>" not in text


@pytest.mark.parametrize("sign", ["*", "@a", "x", "://", "\n- ", "\u05d0"])
def test_any_number_of_reports_fits_one_message(sign: str) -> None:
    many = [report(sign * (1500 // len(sign)), 10**6 + n) for n in range(60)]
    message = reports_to_host(many, CONTEXT)
    check(message)
    assert "60 reports" in text_of(message)
    assert "55 earlier ones" in text_of(message)


@pytest.mark.parametrize(("contact", "shown"), [(None, ""), ("4242", ""), ("a@b.example", "a@b")])
def test_report_confirmation_never_shows_the_hosts_user_id(contact: str | None, shown: str) -> None:
    text = text_of(report_saved(Host(contact), CONTEXT))
    assert "will read your report" in text
    assert shown in text
    assert "4242" not in text


def test_used_up_reports_say_when_to_come_again() -> None:
    assert "tomorrow" in text_of(reports_used_up(CONTEXT))
