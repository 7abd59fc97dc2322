"""What a hand is worth: a private answer, or a vote."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.app import FortyTwo
from bot.asked.model import AskedBidding, PlayQuestion, Question
from bot.presenter.asked.answer import answer_screen, choice_name, no_answer
from bot.presenter.asked.buttons import ask_table_button, asked_of_hand, parse_asked_hand
from bot.presenter.asked.draft import LONGEST, BidDraft, parse_draft, read_draft
from bot.presenter.asked.picking import picking_screen
from bot.presenter.asked.vote import vote_counted, vote_opened
from bot.presenter.words.ids import ComponentId, Verb
from bot.presenter.words.spec import Row
from bot.publisher.calls.channel_rights import can_share
from bot.publisher.component_router import Click
from bot.publisher.keeper.answers import Answer
from bot.tables.errors import RequestKind, UnknownButton
from bot.tables.past import Replay
from texas42.ai.findings.bid_chances import HAND_SIZE, BidQuestion
from texas42.engine import Rules, format_call, format_tile
from texas42.library import load_rules, rules_json

from .shared.channels import require_sharing
from .shared.context import BASE_GAME, Cog, answering, is_manager, on

LoadHand = Callable[[str, int, int, int | None], Awaitable[Replay]]
Typed = app_commands.Range[str, 0, LONGEST]


class BidThisCog(Cog):
    """Questions about a hand that is not in play."""

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="bid-this", description="What would you bid with this hand?")
    @app_commands.describe(
        hand="Seven dominoes, like 66 65 54; pick them from a list if left out",
        calls="Who bid what before you, in order, like pass, 31",
        score="Your side's score and theirs, like 3-2",
    )
    @answering
    async def bid_this(
        self, answer: Answer, hand: Typed = "", calls: Typed = "", score: Typed = ""
    ) -> None:
        """Answer a question about a hand, or ask for the missing parts."""
        interaction = answer.interaction
        rules = await self._rules(interaction)
        words = self.context(interaction).words
        await self._show(answer, read_draft(hand, calls, score, rules, words), rules)

    @on(Verb.BID_THIS)
    async def on_draft(self, click: Click) -> None:
        """Take the next part of a question."""
        rules = await self._rules(click.answer.interaction)
        await self._show(click.answer, _draft(click.arg), rules)

    @on(Verb.ASK_TABLE)
    async def on_ask_table(self, click: Click) -> None:
        """Put a hand to a vote."""
        rules = await self._rules(click.answer.interaction)
        await self._ask_table(click, _asked(_draft(click.arg).question(rules)))

    @on(Verb.ASK_HAND)
    async def on_ask_hand(self, click: Click) -> None:
        """Answer a question about a moment of a finished hand."""
        archive = self.services.tables.archive
        replay, question = await self._of_hand(click, archive.replay)
        vote_id = ComponentId(Verb.ASK_TABLE_HAND, click.table_id, click.seq, click.arg)
        shared = None if replay.table.hides_hands else vote_id
        await self._answer(click.answer, question, shared, in_place=False)

    @on(Verb.ASK_TABLE_HAND)
    async def on_ask_table_hand(self, click: Click) -> None:
        """Put a moment of a finished hand to a vote."""
        archive = self.services.tables.archive
        _, question = await self._of_hand(click, archive.replay_to_share)
        await self._ask_table(click, question)

    @on(Verb.VOTE)
    async def on_vote(self, click: Click) -> None:
        """Count a vote."""
        interaction = click.answer.interaction
        vote = await self.services.votes.cast(
            click.table_id, click.user_id, interaction.guild_id, click.arg
        )
        view = await self.services.hands.view(vote.question)
        name = choice_name(click.arg, view, self.context(interaction))
        await self.show(click.answer, vote_counted, name)

    @on(Verb.CLOSE_VOTE)
    async def on_close(self, click: Click) -> None:
        """Close a vote, and show the answer."""
        interaction = click.answer.interaction
        await self.services.votes.close(
            click.table_id, click.user_id, interaction.guild_id, manager=is_manager(interaction)
        )
        await self.services.publisher.done(click.answer)

    async def _show(self, answer: Answer, draft: BidDraft, rules: Rules) -> None:
        """Answer a question, or ask for its missing parts."""
        if len(draft.tiles) >= HAND_SIZE:
            question = _asked(draft.question(rules))
            await self._answer(answer, question, ComponentId(Verb.ASK_TABLE, arg=draft.arg()))
            return
        await self.show(answer, picking_screen, draft, rules, in_place=True)

    async def _answer(
        self,
        answer: Answer,
        question: Question,
        vote_id: ComponentId | None,
        *,
        in_place: bool = True,
    ) -> None:
        """Answer a question.

        `vote_id`: the id of the button that puts it to a vote, None if that is not possible.
        """
        interaction = answer.interaction
        with self.alone(interaction, RequestKind.ASK):
            view = await self.services.hands.view(question, answer.user_id)
            await self.services.hands.require_not_in_play(answer.user_id, view.hand)
            found = await self.services.hands.answer(question, answer.user_id)
        context = await self.services.publisher.context_of(answer)
        if found is None:
            await self.services.publisher.show(answer, no_answer(context), in_place=in_place)
            return
        rows: tuple[Row, ...] = ()
        if vote_id is not None and can_share(interaction):
            rows = (Row((ask_table_button(vote_id, context),)),)
        screen = answer_screen(found, context, *rows)
        await self.services.publisher.show(answer, screen, in_place=in_place)

    async def _ask_table(self, click: Click, question: Question) -> None:
        interaction = click.answer.interaction
        channel_id, guild_id = require_sharing(interaction)
        with self.alone(interaction, RequestKind.SHARE):
            await click.answer.defer()
            await self.services.votes.open(click.user_id, guild_id, channel_id, question)
        await self.show(click.answer, vote_opened)

    async def _of_hand(self, click: Click, load: LoadHand) -> tuple[Replay, Question]:
        """Load a finished hand that this user may see, with the question about it."""
        asked = parse_asked_hand(click.arg)
        if asked is None:
            raise UnknownButton
        interaction = click.answer.interaction
        with self.alone(interaction, RequestKind.REPLAY):
            replay = await load(click.table_id, click.seq, click.user_id, interaction.guild_id)
        if replay.table.rules.game.id != BASE_GAME:
            raise UnknownButton
        if asked.seat is None:
            return replay, PlayQuestion(click.table_id, click.seq, asked.step)
        return replay, _asked(asked_of_hand(replay, asked.seat))

    async def _rules(self, interaction: discord.Interaction) -> Rules:
        """Return the rules of the server's default table of 42."""
        asked = await self.rules_asked(interaction, BASE_GAME, None, "")
        return load_rules(asked.game, asked.rules)


def _draft(arg: str) -> BidDraft:
    """Read the question that a button carries. Raises UnknownButton."""
    draft = parse_draft(arg)
    if draft is None:
        raise UnknownButton
    return draft


def _asked(question: BidQuestion) -> AskedBidding:
    """Write a question as it is stored."""
    rules = question.rules
    return AskedBidding(
        rules_json(rules),
        tuple(map(format_tile, question.hand)),
        tuple(format_call(call, rules) for call in question.calls),
        question.total,
    )


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(BidThisCog(bot))
