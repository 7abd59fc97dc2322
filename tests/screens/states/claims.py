"""A hand laid down, and the claim of its leader."""

from __future__ import annotations

from bot.tables.model import Claim
from bot.tables.views import ExposedHand
from tests.presenter.tabling import tiles
from texas42.ai.findings.judgments import Objection

STANDING = Claim(0, (1, 3))
FACE_UP = (ExposedHand(0, tuple(tiles("11 51"))),)
OBJECTION = Objection(1, *tiles("44 43"), ruffs=False, partner=False)
