"""Private help from the computer players: hints, claims, and reviews."""

from __future__ import annotations

from discord import app_commands

from bot.app import FortyTwo
from bot.presenter.hand.all_plays import all_plays_screen
from bot.presenter.hand.ending import is_at_ending
from bot.presenter.hand.review import review_screen
from bot.presenter.table.claims import ACCEPT, ANYWAY, PLAY_ON
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click
from bot.publisher.keeper.answers import Answer
from bot.tables.errors import RequestKind

from .shared.context import Cog, answering, chosen, on

ANSWERS = {ACCEPT: True, PLAY_ON: False}


class AdviceCog(Cog):
    """Hints, claims, and reviews, shown only to the user who asks."""

    @on(Verb.HINT)
    async def on_hint(self, click: Click) -> None:
        """Show a hint: a good call or play, and why."""
        await self._hint(click.answer, click.table_id)

    @on(Verb.CLAIM)
    async def on_claim(self, click: Click) -> None:
        """Lay down, or answer a claim."""
        await self._claim_or_answer(click.answer, click.table_id, click.seq, click.arg)

    @on(Verb.REVIEW)
    async def on_review(self, click: Click) -> None:
        """Show the review of a finished hand."""
        await self._review(click, click.number, 0, in_place=False)

    @on(Verb.ALL_PLAYS)
    async def on_all_plays(self, click: Click) -> None:
        """Turn to a page of all plays of a hand, or back to its review."""
        await self._review(click, click.seq, click.number, in_place=True)

    @on(Verb.KNOW)
    async def on_know(self, click: Click) -> None:
        """Turn the guide of a game off for good, and leave the lesson hand."""
        game = (await self.services.tables.view(click.table_id)).rules.game.id
        known = (await self.services.preferences.preferences(click.user_id)).knows
        knows = tuple(sorted({*known, game}))
        await self.services.publisher.choices.choose(click.user_id, knows=knows)
        progress = await self.services.tables.leave_lesson(click.table_id, click.user_id)
        await self.services.publisher.answer(click.answer, progress)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="What a good player would do at your turn, and why")
    @answering
    async def hint(self, answer: Answer) -> None:
        """Show a hint: a good call or play, and why."""
        await self._hint(answer, await self.table_here(answer))

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Lay down: you lead, and every trick left is yours")
    @app_commands.rename(reply="answer")
    @app_commands.describe(reply="Answer an opponent's lay-down, or lay down anyway")
    @app_commands.choices(
        reply=[
            app_commands.Choice(name="accept", value=ACCEPT),
            app_commands.Choice(name="play on", value=PLAY_ON),
            app_commands.Choice(name="lay down anyway", value=ANYWAY),
        ]
    )
    @answering
    async def claim(self, answer: Answer, reply: str = "") -> None:
        """Lay down, or answer a claim."""
        table_id = await self.table_here(answer)
        await self._claim_or_answer(answer, table_id, None, reply)

    async def _claim_or_answer(
        self, answer: Answer, table_id: str, seq: int | None, arg: str
    ) -> None:
        """Make or answer a claim; the outcome appears on the board."""
        tables = self.services.tables
        publisher = self.services.publisher
        if arg in ("", ANYWAY):
            self.require_pace(answer.interaction, RequestKind.CLAIM)
            progress = await tables.claim(table_id, answer.user_id, seq, anyway=bool(arg))
            await publisher.answer(answer, progress)
            return
        grants = chosen(ANSWERS, arg)
        progress = await tables.claims.answer(table_id, answer.user_id, seq, grants=grants)
        await publisher.answer(answer, progress, board_tells=True)

    async def _review(self, click: Click, hand_no: int, page: int, *, in_place: bool) -> None:
        """Show a hand's review or a page of all plays; at a game's end in the clicked message."""
        tables = self.services.tables
        interaction = click.answer.interaction
        with self.alone(interaction, RequestKind.REVIEW):
            table, review = await tables.adviser.review(
                click.table_id, hand_no, user_id=click.user_id
            )
            replay = await tables.archive.replay(
                click.table_id, hand_no, click.user_id, interaction.guild_id
            )
        context = self.context(interaction)
        own_seat = replay.table.seat_of(click.user_id)
        at_ending = is_at_ending(table, hand_no, click.user_id)
        if page and review is not None:
            message = all_plays_screen(replay, review, page, context, own_seat=own_seat)
        else:
            message = review_screen(
                replay, review, context, own_seat=own_seat, from_ending=at_ending
            )
        in_place = in_place or at_ending
        await self.services.publisher.show(click.answer, message, in_place=in_place)

    async def _hint(self, answer: Answer, table_id: str) -> None:
        """Redraw the panel with the hint on it; a separate message would push it out of sight."""
        self.require_pace(answer.interaction, RequestKind.HINT)
        progress = await self.services.tables.adviser.hint(table_id, answer.user_id)
        await self.services.publisher.answer(answer, progress)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(AdviceCog(bot))
