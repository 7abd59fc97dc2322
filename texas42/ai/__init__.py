"""Computer players: they see a `SeatView` and nothing else."""

from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.players.levels import Player
from texas42.ai.rules.player import RulesPlayer

__all__ = ["Player", "Reason", "ReasonKind", "RulesPlayer"]
