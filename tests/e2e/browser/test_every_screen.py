"""The set of screens that pictures are taken of."""

from bot.publisher.calls.convert import check
from tests.e2e.browser.every_screen import BEST, screens


def test_every_screen_has_a_unique_name_and_can_be_sent() -> None:
    shown = list(screens(["42", "moon"]))
    for _, message in shown:
        check(message)
    names = [name for name, _ in shown]
    assert len(set(names)) == len(names)


def test_screens_of_the_docs_exist() -> None:
    names = [name for name, _ in screens(["42", "88", "moon"], ["usual"])]
    assert set(BEST) <= set(names)
