"""A whole evening on the sandbox, whose page would round ids that are numbers."""

from __future__ import annotations

import pytest

from tests.sandbox.sent_ids import SentIds, watch_ids
from tests.support.live_stage import LiveStage
from tests.support.play import begin, play_game


class OpenPage:
    """A page of one user that is open all evening."""

    def __init__(self, user_id: str) -> None:
        self.user_id = user_id
        self.frames = 0

    def send(self, frame: bytes) -> None:
        self.frames += 1

    def refresh(self) -> None: ...


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> SentIds:
    """What the sandbox sends, from its start."""
    return watch_ids(monkeypatch)


@pytest.fixture
def rate() -> float:
    return 10.0


async def test_evening_sends_every_id_as_a_string(sent: SentIds, stage: LiveStage) -> None:
    ana = stage.people[0]
    page = OpenPage(stage.people[0].id)
    stage.sandbox.hub.pages.append(page)
    await play_game(await begin(stage.people, stage.channel, options="target=1"))
    for command in ("history", "settings", "leaderboard", "profile", "event open", "daily"):
        outcome = await ana.command(command, stage.channel)
        assert outcome.ok, command
    assert sent.wrong == set()
    assert min(sent.count, page.frames) > 30
