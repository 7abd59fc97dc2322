"""The profile of a person."""

from __future__ import annotations

from bot.stats.views import ProfileView, Standing

from .ids import Verb, format_id
from .names import shown_name
from .parts import lines, small
from .render_context import RenderContext
from .spec import Accent, Button, Container, Message, Row, Text
from .words import Words


def profile(view: ProfileView, name: str, context: RenderContext) -> Message:
    """Return one person's results; `name` is their name now."""
    words = context.words
    texts = [f"## {shown_name(name)}"]
    if view.overall.games == 0 and view.overall.hands == 0:
        texts.append(words.say("No games yet."))
    else:
        texts.append(_figures(words.say("Here"), view.here, words))
        if view.overall != view.here:
            texts.append(_figures(words.say("Everywhere"), view.overall, words))
        counted = words.say("The leaderboard counts games with people on both sides. None yet.")
        if view.listed.games:
            counted = words.plural(
                "{n} of these games counts for the leaderboard here.",
                "{n} of these games count for the leaderboard here.",
                view.listed.games,
            )
        texts.append(small(counted))
    leaders = Button(words.say("Leaderboard"), format_id(Verb.LEADERS))
    return Message(body=(Container((Text(lines(*texts)), Row((leaders,))), Accent.NORMAL),))


def _figures(where: str, standing: Standing, words: Words) -> str:
    won = words.say(
        "{games} played, {won} won ({share})",
        games=words.plural("{n} game", "{n} games", standing.games),
        won=standing.wins,
        share=words.percent(standing.win_rate),
    )
    bids = words.say("No bids yet.")
    if standing.bids:
        bids = words.say(
            "Bids made: {made} of {bids} ({share})",
            made=standing.bids_made,
            bids=standing.bids,
            share=words.percent(standing.bids_made_rate),
        )
    hands = words.plural("{n} hand", "{n} hands", standing.hands)
    sets = words.plural("set the others {n} time", "set the others {n} times", standing.sets)
    return lines(f"**{where}**", won, f"{hands} · {words.marks(standing.marks)} · {sets}", bids)
