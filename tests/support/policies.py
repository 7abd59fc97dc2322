"""When a board is buried, as tests bury it."""

from __future__ import annotations

from bot.publisher.keeper.policies import POLICIES
from bot.values.posted import PostedKind

BURIED_BY = POLICIES[PostedKind.BOARD].buried.messages
REPOST_SECONDS = POLICIES[PostedKind.BOARD].buried.rest
