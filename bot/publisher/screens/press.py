"""A press on a table's screens, and what its answer showed."""

from __future__ import annotations

from dataclasses import dataclass

from bot.publisher.keeper.answers import Answer
from bot.publisher.keeper.live_message import LiveMessage
from bot.tables.views import PanelView, Progress

from .contents import Sight


@dataclass(frozen=True, slots=True)
class Press:
    """A press or a command as the way to bring its user's messages up to date.

    `progress`: its effect. `chosen`: the step that the user has reached in choosing an action.
    """

    answer: Answer
    progress: Progress
    chosen: str = ""

    @property
    def sight(self) -> Sight:
        """Where the user reads the answer."""
        interaction = self.answer.interaction
        return Sight(interaction.context.guild, interaction.locale.value)

    @property
    def is_below_direct(self) -> bool:
        """True if it is a command in a DM, which stands below the messages there."""
        return self.answer.interaction.context.dm_channel and not self.answer.on_private_message


@dataclass(frozen=True, slots=True)
class Answered:
    """What an answer showed: the panel, its message, and the message that this one replaces.

    There is no message if the answer was lost.
    """

    panel: PanelView
    shown: LiveMessage | None
    older: LiveMessage | None = None
