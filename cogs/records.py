"""The files of a game: its record and the proof of its shakes; words players add to a shake."""

from __future__ import annotations

from functools import partial

from bot.app import FortyTwo
from bot.presenter.table.answers import FROM_DRAW, draw_files, proof_file, record_file
from bot.presenter.table.more import more_of_hand
from bot.presenter.table.shaking import fair_shake, shake_added, shake_form
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import NUMBER, Click
from bot.tables.errors import RequestKind, UnknownButton

from .shared.context import Cog, on, page_in


class RecordsCog(Cog):
    """The files of a table, and the words for its next shake."""

    @on(Verb.MORE)
    async def on_more(self, click: Click) -> None:
        """Show a page of the More screen of a table or of a finished hand."""
        tables = self.services.tables
        hand, _, turned = click.arg.partition("/")
        page = page_in(turned)
        if not hand:
            progress = await tables.look(click.table_id, click.user_id)
            in_place = bool(turned)
            publisher = self.services.publisher
            await publisher.show_more(click.answer, progress, page, in_place=in_place)
            return
        if not NUMBER.fullmatch(hand):
            raise UnknownButton
        table = await tables.archive.hand(click.table_id, int(hand), user_id=click.user_id)
        screen = partial(more_of_hand, page=page)
        await self.show(click.answer, screen, table, in_place=bool(turned))

    @on(Verb.RECORD)
    async def on_record(self, click: Click) -> None:
        """Send the record of a game, as far as it has been played."""
        game_no = click.number
        self.require_pace(click.answer.interaction, RequestKind.RECORD)
        table, text = await self.services.tables.archive.record(
            click.table_id, game_no, user_id=click.user_id
        )
        await self.show(click.answer, record_file, table.number, game_no, text)

    @on(Verb.PROOF)
    async def on_proof(self, click: Click) -> None:
        """Send the proof of a finished hand's shake, or show the commitment to the present one."""
        hand, _, origin = click.arg.partition("/")
        if not hand:
            table = await self.services.tables.view(click.table_id)
            screen = partial(fair_shake, origin=origin)
            await self.show(click.answer, screen, table, in_place=origin == FROM_DRAW)
            return
        if not NUMBER.fullmatch(hand):
            raise UnknownButton
        self.require_pace(click.answer.interaction, RequestKind.RECORD)
        proof = await self.services.tables.archive.proof(
            click.table_id, int(hand), user_id=click.user_id
        )
        await self.show(click.answer, partial(proof_file, origin=origin), proof, hand)

    @on(Verb.PROOF_OF_DRAW)
    async def on_draw_proof(self, click: Click) -> None:
        """Send the proof of the draws before a game."""
        self.require_pace(click.answer.interaction, RequestKind.RECORD)
        proof = await self.services.tables.archive.draw_proof(click.table_id, click.number)
        await self.show(click.answer, draw_files, click.table_id, proof)

    @on(Verb.SHAKE)
    async def on_shake(self, click: Click) -> None:
        """Open the form for a player's words for the next shake."""
        tables = self.services.tables
        await tables.shaking.require_open(click.table_id, click.user_id)
        table = await tables.view(click.table_id)
        form = shake_form(table, self.context(click.answer.interaction))
        await self.services.publisher.ask(click.answer, form)

    @on(Verb.SHAKE_WORDS)
    async def on_shake_words(self, click: Click) -> None:
        """Add a player's words to the shake of the hand that the form was opened for."""
        self.require_pace(click.answer.interaction, RequestKind.SHAKE)
        await self.services.tables.shaking.add(
            click.table_id, click.user_id, click.written, click.number
        )
        said = shake_added(self.context(click.answer.interaction))
        await self.services.publisher.show(click.answer, said)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(RecordsCog(bot))
