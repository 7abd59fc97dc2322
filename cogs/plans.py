"""Plans of tables: what people say to a date, and calling a plan off."""

from __future__ import annotations

from bot.app import FortyTwo
from bot.plans.model import Said
from bot.presenter.plans.card import answer_saved
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click

from .shared.context import Cog, is_manager, on

ANSWERS = {Verb.PLAN_IN: Said.IN, Verb.PLAN_OUT: Said.OUT}


class PlansCog(Cog):
    """The buttons of plans; `/table plan` stands with the other commands of tables."""

    @on(Verb.PLAN_IN, Verb.PLAN_OUT)
    async def on_answer(self, click: Click) -> None:
        """Save whether the user is in at the date, whose number stands instead of a seq."""
        plan = await self.services.plans.answer(
            click.table_id,
            click.seq,
            click.user_id,
            click.name,
            ANSWERS[click.verb],
            click.answer.interaction.guild_id,
        )
        await self.show(click.answer, answer_saved, plan, click.user_id)

    @on(Verb.PLAN_END)
    async def on_end(self, click: Click) -> None:
        """Call a plan off, for its planner or a manager."""
        interaction = click.answer.interaction
        manager = is_manager(interaction)
        await self.services.plans.end(
            click.table_id, click.user_id, interaction.guild_id, manager=manager
        )
        await self.services.publisher.done(click.answer)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(PlansCog(bot))
