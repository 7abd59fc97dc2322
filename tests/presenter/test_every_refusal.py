"""Every error that a person can meet has one sentence, in its topic's list of refusals."""

from bot.daily.errors import DailyError
from bot.events.errors import EventError
from bot.presenter.refusals import TOPICS


def kinds_below(base):
    """Yield every class derived from an error class, itself not included."""
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_below(kind)


def test_every_error_has_one_refusal():
    listed = [each.error for topic in TOPICS for each in topic]
    assert len(set(listed)) == len(listed)
    for base in (DailyError, EventError):
        assert set(kinds_below(base)) <= set(listed)
