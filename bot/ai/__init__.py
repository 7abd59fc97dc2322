"""Computer players: they see a `SeatView` and nothing else."""

from bot.ai.player import Player
from bot.ai.reasons import Reason, ReasonKind
from bot.ai.rules_player import RulesPlayer

__all__ = ["Player", "Reason", "ReasonKind", "RulesPlayer"]
