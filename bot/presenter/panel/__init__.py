"""The panel: one person's private view of a table, by phase of the hand."""

from .screen import hand_panel

__all__ = ["hand_panel"]
