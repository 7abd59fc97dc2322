"""Builds the entry of every press: who may press, and what answers."""

from __future__ import annotations

from functools import partial

from bot.publisher.component_router import Admission, ComponentRouter
from bot.publisher.rights import Rights
from bot.runtime.services import Services
from bot.tables.errors import RequestKind
from bot.tables.views import PanelView

from .foundation import Foundation


def build_router(base: Foundation, services: Services) -> ComponentRouter:
    """Build the router; the cogs register their handlers with it."""
    limits = services.limits
    tables = services.tables

    async def panel_for(table_id: str, user_id: int) -> PanelView:
        """Read a user's view of a table, for a refusal. Raises NoInvitation to a stranger."""
        await tables.private.require_entry(await tables.row(table_id), user_id)
        return await tables.panel(table_id, user_id)

    admission = Admission(
        require_unblocked=base.blocks.require,
        count=partial(limits.take, RequestKind.PRESS),
        count_completion=partial(limits.take, RequestKind.COMPLETION),
    )
    return ComponentRouter(
        services.publisher,
        Rights(
            tables.row,
            services.events.view,
            tables.private.require_entry,
            base.store.messages,
        ),
        admission,
        table_panel=panel_for,
        hand_meant=services.daily.hand_meant,
        clock=base.clock,
        patience=base.watch,
        on_interaction=base.metrics.interaction_handled,
        tell_refused=services.untold.tell,
    )
