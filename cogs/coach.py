"""The coach: private lessons from a user's own hands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from bot.app import FortyTwo
from bot.presenter.hand.coach import (
    AT_TABLE,
    back_from_habits,
    coach_id,
    game_lessons,
    habits_id,
    habits_screen,
    looking_through,
    no_coach,
)
from bot.presenter.hand.ending import back_button
from bot.presenter.words.ids import ComponentId, Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Button, Message
from bot.publisher.calls.discord_errors import quietly
from bot.publisher.component_router import Click
from bot.tables.errors import RequestKind
from bot.tables.past import CoachJob

from .shared.context import Cog, on

T = TypeVar("T")
AT_ONCE_SECONDS = 0.8
"""A review that is ready within this time is shown directly, as a cached one usually is."""
PROGRESS_SECONDS = 4.0


class CoachCog(Cog):
    """Lessons from a game, and habits over many hands."""

    @on(Verb.COACH)
    async def on_coach(self, click: Click) -> None:
        """Show the user's costliest mistakes in a game."""
        interaction = click.answer.interaction
        coach = self.services.tables.coach
        with self.alone(interaction, RequestKind.REVIEW):
            look = await coach.game(click.table_id, click.seq, click.user_id, interaction.guild_id)
        at_table = click.arg == AT_TABLE
        again = coach_id(click.table_id, click.seq, click.arg)
        context = self.context(interaction)
        back = back_button(click.table_id, context) if at_table else None
        await self._follow(click, look, partial(game_lessons, at_table=at_table), again, back)

    @on(Verb.HABITS)
    async def on_habits(self, click: Click) -> None:
        """Show the mistakes that the user repeats."""
        interaction = click.answer.interaction
        with self.alone(interaction, RequestKind.REVIEW):
            look = await self.services.tables.coach.habits(click.user_id, interaction.guild_id)
        opened_at = click.table_id or None, click.seq, click.arg
        back = back_from_habits(*opened_at, self.context(interaction))
        screen = partial(habits_screen, back=back)
        await self._follow(click, look, screen, habits_id(*opened_at), back)

    async def _follow(
        self,
        click: Click,
        look: CoachJob[T],
        screen: Callable[[T, RenderContext], Message],
        again: ComponentId,
        back: Button | None,
    ) -> None:
        """Answer at once with a progress note, then replace it with the result.

        It ends early if the user leaves the page, and if the program stops, since nothing can be
        read or sent then. `back`: the button that leads back.
        """
        context = self.context(click.answer.interaction)

        def message() -> Message:
            if not look.is_over:
                return looking_through(look.hands, look.done, again, context, back)
            found = look.found()
            return no_coach(context) if found is None else screen(found, context)

        await look.wait(AT_ONCE_SECONDS)
        if look.was_stopped:
            return
        shown = await self.services.publisher.show(click.answer, message(), in_place=True)
        if shown is None or look.is_over:
            return
        with self.services.publisher.late.watch(shown.message_id) as left:
            going_on = True
            while going_on:
                going_on = not await look.wait(PROGRESS_SECONDS)
                if left.is_set() or look.was_stopped:
                    return
                if not await quietly(shown.edit(message()), "showing a look"):
                    return


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(CoachCog(bot))
