"""The privacy pages: stored data, retention, contact, export and deletion."""

import pytest

from bot.presenter.people.privacy import (
    CONFIRMED,
    DELETE,
    EXPORT,
    confirm_deletion,
    data_files,
    deleted,
    host_links,
    privacy_screen,
)
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import check
from bot.upkeep.views import DataSummary, Host

from .tabling import buttons_of, text_of, whole_text

CONTEXT = RenderContext()
KEPT = DataSummary(known=True, hands=1, games=2, acts=30, messages=4)


def args(message):
    found = [button.component_id for button in buttons_of(message)]
    assert all(each.verb is Verb.PRIVACY for each in found)
    return [each.arg for each in found]


def test_privacy_page_counts_stored_data_and_names_the_retention():
    message = privacy_screen(KEPT, Host(days=7), CONTEXT)
    check(message)
    text = whole_text(privacy_screen, KEPT, Host(days=7), CONTEXT)
    assert "1 finished hand, 2 finished games, 30 bids and plays and 4 messages" in text
    assert "7 days after the table ends" in text
    assert "gone 7 days later" in text
    assert [arg for arg in args(message) if not arg.isdecimal()] == [EXPORT, DELETE]


def test_unknown_person_has_nothing_to_export_or_delete():
    message = privacy_screen(DataSummary(known=False), Host(), CONTEXT)
    assert args(message) == []
    assert text_of(message) == (
        "## What I keep about you\n\n"
        "I keep nothing about you. That starts when you sit down at a table.\n\n"
        "Questions? /report reaches the people who run this bot."
    )


@pytest.mark.parametrize(
    ("contact", "shown"), [(None, "/report"), ("4242", "/report"), ("a@b.example", "a@b.example")]
)
def test_privacy_page_says_how_to_reach_the_host(contact, shown):
    text = whole_text(privacy_screen, KEPT, Host(contact), CONTEXT)
    assert shown in text
    assert "4242" not in text


def test_deletion_needs_confirmation_and_offers_an_export():
    message = confirm_deletion(CONTEXT)
    assert args(message) == [CONFIRMED, EXPORT, "1"]
    assert "can't be undone" in text_of(message)
    assert "in 1 day" in text_of(deleted(Host(days=1), CONTEXT))


def test_host_pages_are_linked_if_configured():
    assert host_links(Host(), CONTEXT) == ()
    both = host_links(Host(None, "https://a.example", "https://b.example"), CONTEXT)
    assert [link.url for link in both] == ["https://a.example", "https://b.example"]


def test_export_in_several_files_is_numbered():
    names = [file.name for file in data_files(("{}", "{}"), CONTEXT).files]
    assert names == ["my-data-1.json", "my-data-2.json"]
