"""Which room may import which, and which values each may use."""

from __future__ import annotations

TABLE_VALUES = {"bot.tables.model", "bot.tables.views", "bot.tables.errors"}
DAILY_VALUES = {"bot.daily.model", "bot.daily.views", "bot.daily.errors"}
EVENT_VALUES = {"bot.events.model", "bot.events.views", "bot.events.errors"}
PLAN_VALUES = {"bot.plans.model", "bot.plans.errors"}
GAME_VALUES = {"texas42.engine", "texas42.library", "texas42.records"}
# What each room may import besides itself. The longest matching name applies.
ALLOWED: dict[str, set[str]] = {
    "texas42.engine": set(),
    "texas42.library": {"texas42.engine"},
    "texas42.records": {"texas42.engine", "texas42.library"},
    "texas42.ai.findings": {"texas42.engine"},
    "texas42.ai.kernels": set(),
    "texas42.ai.inference": GAME_VALUES,
    "texas42.ai.valuation": GAME_VALUES | {"texas42.ai.inference"},
    "texas42.ai.rules": GAME_VALUES
    | {"texas42.ai.findings", "texas42.ai.inference", "texas42.ai.valuation"},
    "texas42.ai.solver": GAME_VALUES
    | {
        "texas42.ai.findings",
        "texas42.ai.inference",
        "texas42.ai.kernels",
        "texas42.ai.valuation",
    },
    "texas42.ai.rollouts": GAME_VALUES
    | {
        "texas42.ai.findings",
        "texas42.ai.inference",
        "texas42.ai.kernels",
        "texas42.ai.rules",
        "texas42.ai.solver",
        "texas42.ai.valuation",
    },
    "texas42.ai.players": GAME_VALUES | {"texas42.ai"},
    "texas42.ai": set(),
    # the library's front: the public names of its rooms
    "texas42": GAME_VALUES | {"texas42.ai"},
    "bot.values": {"texas42.engine"},
    # the running program's players implement the tables' port `ComputerPlayers`
    "bot.players": GAME_VALUES | {"bot.runtime", "bot.tables.errors", "bot.values", "texas42.ai"},
    "bot.budget": {
        "bot.runtime.loops",
        "bot.store.errors",
        "bot.store.host.refusals",
        "bot.values",
    },
    "bot.render": {"texas42.engine"},
    "bot.tables": {
        "bot.store.settings",
        "bot.store.tables",
        "bot.store.results",
        "bot.store.people",
        "bot.store.processes",
        "bot.store.errors",
        "texas42.ai.findings",
        "texas42.engine",
        "texas42.library",
        "texas42.records",
        "bot.runtime.keyed_locks",
        "bot.runtime.loops",
        "bot.values",
    },
    "bot.asked": {
        "bot.store.errors",
        "bot.store.asked.votes",
        "texas42.ai.findings",
        "texas42.engine",
        "texas42.library",
        "bot.values",
    }
    | {"bot.runtime.keyed_locks", "bot.runtime.loops", "bot.tables.past", "bot.tables.ports"}
    | TABLE_VALUES,
    "bot.events": {
        "bot.store.events",
        "bot.store.errors",
        "texas42.engine",
        "texas42.library",
        "bot.tables",
        "bot.values",
    }
    | {"bot.runtime.keyed_locks"},
    "bot.plans": {
        "bot.store.plans",
        "bot.store.errors",
        "bot.tables",
        "bot.values",
    }
    | {"bot.runtime.keyed_locks", "bot.runtime.loops"},
    "bot.daily": {
        "bot.store.people",
        "bot.store.host.heartbeats",
        "bot.store.daily.boards",
        "bot.store.daily.closing",
        "bot.store.daily.reminders",
        "bot.store.daily.scores",
        "bot.store.daily.days",
        "bot.store.errors",
        "texas42.engine",
        "texas42.library",
        "texas42.records",
        "bot.runtime.loops",
        "bot.tables",
        "bot.values",
    },
    "bot.stats": {
        "bot.store.stats",
        "bot.store.people",
        "texas42.engine",
        "texas42.records",
        "bot.values",
    },
    "bot.upkeep": {
        "bot.store.servers",
        "bot.store.sent.posted",
        "bot.store.retention",
        "bot.store.own_data",
        "bot.store.host",
        "bot.store.errors",
        "bot.events.errors",
        "bot.runtime.loops",
        "bot.tables.errors",
        "bot.values",
    },
    "bot.presenter": {
        "bot.tables.company.errors",
        "texas42.ai.findings",
        "texas42.engine",
        "texas42.library",
        "bot.render",
        "bot.stats.views",
        "bot.values",
    }
    | {"bot.tables.rated", "bot.tables.past", "bot.upkeep.views"}
    | {"bot.asked.choices", "bot.asked.errors", "bot.asked.model"}
    | DAILY_VALUES
    | TABLE_VALUES
    | EVENT_VALUES
    | PLAN_VALUES,
    # the store implements the ports of these rooms
    "bot.store": {
        "texas42.ai.findings",
        "bot.asked.model",
        "bot.daily.model",
        "bot.events.model",
        "bot.plans.model",
        "bot.upkeep.views",
        "bot.tables.deals.deals",
        "bot.tables.past",
        "bot.tables.results",
        "bot.tables.model",
        "bot.tables.stored",
        "bot.tables.rated",
        "bot.runtime.loops",
        "bot.stats.ratings",
        "bot.stats.views",
        "bot.values",
    },
    "bot.publisher": {
        "bot.budget.kinds",
        "bot.budget.queue",
        "bot.budget.turns",
        "bot.store.servers",
        "bot.store.sent",
        "bot.store.results",
        "bot.store.people",
        "texas42.ai.findings",
        "bot.asked.model",
        "bot.daily.model",
        "bot.daily.views",
        "bot.plans.model",
        "texas42.engine",
        "bot.presenter",
        "bot.render",
        "bot.runtime.loops",
        "bot.tables.company.errors",
        "bot.tables.ports.log_failure",
        "bot.upkeep.views",
        "bot.values",
    }
    | TABLE_VALUES
    | EVENT_VALUES,
    "bot.publisher.keeper.leaving": {
        "bot.store.errors",
        "bot.presenter",
        "bot.publisher.calls",
        "bot.runtime.loops",
        "bot.values",
    },
    "bot.publisher.cleaner": {
        "bot.budget.kinds",
        "bot.budget.turns",
        "bot.store.sent.posted",
        "bot.store.redraws",
        "bot.store.errors",
        "bot.presenter",
        "bot.runtime.loops",
        "bot.values",
        "bot.tables.errors",
        "bot.tables.past",
    },
    "bot.publisher.untold": {
        "bot.store.sent.undelivered",
        "bot.store.errors",
        "bot.presenter",
        "bot.runtime.loops",
        "bot.values",
    },
    "bot.publisher.welcomes": {
        "bot.store.servers",
        "bot.store.sent.posted",
        "bot.store.errors",
        "bot.presenter",
        "bot.runtime.loops",
        "bot.values",
    },
    "bot.publisher.diagnosis": {
        "bot.budget.kinds",
        "bot.store.errors",
        "bot.presenter",
        "bot.tables.errors",
        "bot.values",
    },
    "bot.publisher.ports": {
        "bot.daily.views",
        "bot.events.views",
        "bot.tables.past",
        "bot.tables.views",
    },
    "bot.publisher.component_router": {
        "bot.budget.kinds",
        "bot.budget.turns",
        "bot.store.errors",
        "texas42.ai.findings",
        "texas42.engine",
        "texas42.library",
        "bot.presenter",
        "bot.events.errors",
        "bot.tables.deals.ids",
        "bot.tables.errors",
        "bot.tables.views",
        "bot.values",
    },
    "discord_sandbox": set(),
    "bot.runtime": {"bot.values"},
    "bot.runtime.start_checks": {
        "bot.render",
        "bot.store",
    },
    "bot.runtime.services": {
        "bot.store.sent.undelivered",
        "bot.store.servers",
        "bot.store.people",
        "bot.asked",
        "bot.daily",
        "bot.events",
        "bot.plans",
        "texas42.library",
    }
    | {"bot.publisher", "bot.stats", "bot.tables", "bot.upkeep"},
    "bot.link": {"bot.runtime", "bot.store.errors", "bot.store.host", "bot.values"},
    "bot.app": {
        "bot.link",
        "bot.presenter",
        "bot.publisher",
        "bot.runtime.loops",
        "bot.runtime.services",
        "bot.tables.errors",
        "bot.tables.model",
    },
    "cogs": {
        "bot.tables.company.errors",
        "texas42.ai.findings",
        "bot.app",
        "bot.asked.model",
        "bot.daily.errors",
        "bot.daily.hand",
        "bot.daily.table",
        "bot.daily.views",
        "bot.runtime.services",
        "texas42.engine",
        "texas42.library",
        "bot.presenter",
        "bot.publisher",
        "bot.tables.past",
        "bot.stats.views",
        "bot.values",
    }
    | TABLE_VALUES
    | EVENT_VALUES
    | PLAN_VALUES,
}
