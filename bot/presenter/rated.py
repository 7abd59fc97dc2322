"""What a game did to people's ratings, or why it is not rated."""

from __future__ import annotations

from bot.tables.rated import RatedPlayer, Unrated
from bot.tables.views import TableView

from .language import Words
from .names import shown_name
from .outcome import signed
from .parts import lines
from .render_context import RenderContext


def rated_line(table: TableView, context: RenderContext) -> str:
    """Return what the game that has just ended did to ratings; empty where nothing is known.

    Nobody needs to be told at a table with computers.
    """
    rated, words = table.rated, context.words
    if rated is None:
        return ""
    if rated.unrated is None:
        changes = " · ".join(_change(player, words) for player in rated.players)
        return words.say("Ratings: {changes}", changes=changes) if changes else ""
    lost = [_change(player, words) for player in rated.players if player.left]
    return lines(_why(rated.unrated, words), " · ".join(lost))


def _why(unrated: Unrated, words: Words) -> str:
    match unrated:
        case Unrated.HINT:
            return words.say("Not rated: somebody asked for a hint.")
        case Unrated.LEFT:
            return words.say("Not rated: somebody left, and that counts as a loss.")
        case Unrated.COMPUTERS:
            return words.say("Not rated: computers had a seat.")
        case Unrated.BEFORE:
            return ""


def _change(player: RatedPlayer, words: Words) -> str:
    """Return "Ana 1012 (+12)"."""
    gain = player.after - player.before
    change = f"+{gain}" if gain > 0 else signed(gain)
    name = shown_name(player.name) if player.name else words.say("Former player")
    rating = player.after
    if player.provisional:
        return words.say(
            "{name} {rating} ({change}, provisional)", name=name, rating=rating, change=change
        )
    return words.say("{name} {rating} ({change})", name=name, rating=rating, change=change)
