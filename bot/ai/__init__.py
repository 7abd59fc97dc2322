"""Computer players: they see a `SeatView` and nothing else."""

from bot.ai.players.levels import Player
from bot.ai.rules.player import RulesPlayer
from bot.values.findings import Reason, ReasonKind

__all__ = ["Player", "Reason", "ReasonKind", "RulesPlayer"]
