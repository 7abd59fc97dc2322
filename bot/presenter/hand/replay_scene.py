"""A moment of a replay as one reader sees it."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from bot.tables.past import Replay
from texas42.ai.findings.judgments import Review
from texas42.engine import Action, Game

from ..table.scene import Scene
from ..words.render_context import RenderContext
from .replay_place import ReplayPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayScene(Scene):
    """The table at a moment of a finished hand.

    `review` judges the plays; None if they are not judged.
    """

    replay: Replay
    place: ReplayPlace
    review: Review | None = None

    @classmethod
    def at(
        cls,
        replay: Replay,
        place: ReplayPlace,
        context: RenderContext,
        review: Review | None = None,
        reader: int | None = None,
    ) -> ReplayScene:
        """Build the scene of a moment, or of the nearest one in the hand."""
        place = place.within(replay)
        scene = replace(Scene.of(replay.at(place.step), context), reader=reader)
        known = {each.name: getattr(scene, each.name) for each in fields(scene)}
        return cls(replay=replay, place=place, review=review, **known)

    @property
    def action(self) -> Action:
        """The act of this moment."""
        return self.replay.moments[self.place.step].action

    @property
    def game(self) -> Game:
        """The game after this moment, all hands open."""
        return self.replay.moments[self.place.step].game

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.replay.moments) - 1
