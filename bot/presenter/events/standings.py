"""The standings of an event, whole or for one player, and the names in them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.events.views import EventView, PlayerLine, StandingLine

from ..words.names import shown_name
from ..words.parts import lines, small
from ..words.render_context import RenderContext

MOST_ON_PANEL = 3  # leaders on a player's own panel, which a phone shows whole


def player_name(player: PlayerLine, context: RenderContext) -> str:
    """Write a name in Markdown, noting a computer or an absence."""
    if not player.name:
        return context.say("Former player")
    name = shown_name(player.name)
    if player.user_id is None:
        return context.say("{name} (computer)", name=name)
    return context.say("{name} (away)", name=name) if player.away else name


def is_computer(player: PlayerLine) -> bool:
    """Return True if a computer has a place."""
    return player.user_id is None and bool(player.name)


def names_of(players: Iterable[PlayerLine], context: RenderContext) -> str:
    """Write names in Markdown, the last one after an "and"."""
    return context.both(player_name(player, context) for player in players)


def standings(event: EventView, context: RenderContext, most: int) -> str:
    """Write the first lines of the standings; empty before a game is over."""
    shown = event.standings[:most]
    if not any(line.played for line in shown):
        return ""
    rest = len(event.standings) - len(shown)
    more = context.plural("and {n} more", "and {n} more", rest) if rest else ""
    title = context.say("Standings")
    if event.rules.game.best_of > 1:
        unit = context.say("Matches won, then games won and lost.")
    elif event.rules.by_marks:
        unit = context.say("Games won, then marks for and against.")
    else:
        unit = context.say("Games won, then points for and against.")
    return lines(f"### {title}", *(_leader(line, context) for line in shown), more, small(unit))


def _leader(line: StandingLine, context: RenderContext) -> str:
    return context.say(
        "{place}\\. **{won}** of {played} · {scored}–{against} · {names}",
        place=line.place,
        names=names_of(line.players, context),
        won=line.won,
        played=line.played,
        scored=line.scored,
        against=line.against,
    )


def place_line(event: EventView, user_id: int, context: RenderContext) -> str:
    """Tell a person their place in the standings; empty if they have none."""
    line = event.standing_of(user_id)
    if line is None:
        return ""
    if not line.played:
        return context.say("You didn't finish a game, so you have no place.")
    place = line.place
    count = len(event.standings)
    if sum(other.place == place for other in event.standings) > 1:
        return context.say("You tied for #{place} of {n}.", place=place, n=count)
    if place == 1 and line.won:
        return context.say("You won the event!")
    return context.say("You finished #{place} of {n}.", place=place, n=count)


def leaders(event: EventView, user_id: int, context: RenderContext) -> str:
    """Write the top of the standings, a person's own line, and where to find all of them."""
    own = event.standing_of(user_id)
    top = event.standings[:MOST_ON_PANEL]
    shown = top if own is None or own in top or not own.played else (*top, own)
    if not any(line.played for line in event.standings):
        return context.say("No game was finished, so there are no standings.")
    title = context.say("Standings")
    where = f"<#{event.channel_id}>"
    place = context.say("All standings are in {channel}.", channel=where)
    return lines(f"### {title}", *(_leader(line, context) for line in shown), small(place))
