"""Stored data about a person: what and why, a copy, deletion; and reports to the host."""

from __future__ import annotations

from collections.abc import Sequence

from bot.upkeep.views import DataSummary, Host

from ..table.front_door import back_to
from ..table.pages import paged
from ..words.ids import ComponentId, Verb
from ..words.parts import framed, lines, note
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, File, Link, Message, Row

EXPORT = "export"
DELETE = "delete"
CONFIRMED = "yes"


def privacy_screen(
    summary: DataSummary, host: Host, context: RenderContext, page: int = 1
) -> Message:
    """Build a page of the privacy screen: what is stored and why, with a copy and deletion."""
    head = context.say("## What I keep about you")
    contact = _contact(host, context)
    links = host_links(host, context)
    rows = [Row(links)] if links else []
    if not summary.known:
        nothing = context.say("I keep nothing about you. That starts when you sit down at a table.")
        return note(f"{head}\n\n{nothing}\n\n{contact}", *rows)
    text = [
        head,
        _summary(summary, context),
        context.say("**Your Discord id and name**, to seat you and to show who played."),
        context.say(
            "**Results of finished hands and games**, with the advice you got, for leaderboards, "
            "profiles, replays and Coach."
        ),
        context.plural(
            "**Each bid and play, and the messages I sent you.** They go {n} day after the table "
            "ends.",
            "**Each bid and play, and the messages I sent you.** They go {n} days after the table "
            "ends.",
            host.days,
        ),
        context.say(
            "**Your daily hands** and their results. If you delete them, a keyed hash of your id "
            "stays until the day closes, so that nobody plays the same hand twice. The totals of "
            "a day that is over stay, without ids."
        ),
        context.say(
            "**Your settings**, such as whether you want your dominoes by DM, the games you know, "
            "and the id of our DM channel."
        ),
        context.say("**People you've blocked**, by their ids, until you unblock them."),
        context.say("**Reports** that you sent with /report or that mention you, for 90 days."),
        context.say(
            "**Tables that you plan or are named for**, and whether you're in, until a day after "
            "the last date."
        ),
        context.say(
            "**Whom you pinged through me, and who pinged you**, for an hour or two, so that "
            "nobody gets pinged too often."
        ),
        context.say("**Votes on a hand**, yours and those you opened, until the vote closes."),
        context.say("I don't read your chat and I don't share any of this."),
        context.plural(
            'If you delete it, your results stay, under "former player". '
            "Backups and logs are gone {n} day later.",
            'If you delete it, your results stay, under "former player". '
            "Backups and logs are gone {n} days later.",
            host.days,
        ),
        contact,
    ]
    copy = Button(context.say("Get a copy"), ComponentId(Verb.PRIVACY, arg=EXPORT))
    delete = Button(
        context.say("Delete my data"), ComponentId(Verb.PRIVACY, arg=DELETE), ButtonStyle.DANGER
    )
    parts = paged("\n\n".join(text), page, _page_id, context, *rows, Row((copy, delete)))
    return framed(*parts)


def _page_id(page: int) -> ComponentId:
    return ComponentId(Verb.PRIVACY, arg=str(page))


def host_links(host: Host, context: RenderContext) -> tuple[Link, ...]:
    """Build buttons that open the host's own pages."""
    pages = (
        (context.say("Privacy policy"), host.privacy_url),
        (context.say("Terms of use"), host.terms_url),
    )
    return tuple(Link(label, url) for label, url in pages if url)


def _summary(summary: DataSummary, context: RenderContext) -> str:
    counts = (
        context.plural("{n} finished hand", "{n} finished hands", summary.hands),
        context.plural("{n} finished game", "{n} finished games", summary.games),
        context.plural("{n} bid or play", "{n} bids and plays", summary.acts),
        context.plural("{n} message", "{n} messages", summary.messages),
    )
    return context.say("Right now: {counts}.", counts=context.both(counts))


def _contact(host: Host, context: RenderContext) -> str:
    if host.contact is None or host.user_id is not None:
        return context.say("Questions? /report reaches the people who run this bot.")
    return context.say("Questions? The people who run this bot: {contact}", contact=host.contact)


def confirm_deletion(context: RenderContext) -> Message:
    """Ask a person to confirm the deletion of all their data."""
    text = lines(
        context.say("### Delete everything I keep about you?"),
        context.say(
            "You leave your table and your event, your name and settings go, and your results "
            "leave the leaderboards. This can't be undone."
        ),
        context.say(
            "Boards of the last seven days get redrawn without your name. I can't change "
            "older ones, or what others shared or saved."
        ),
    )
    yes = Button(
        context.say("Yes, delete it all"),
        ComponentId(Verb.PRIVACY, arg=CONFIRMED),
        ButtonStyle.DANGER,
    )
    copy = Button(context.say("Get a copy first"), ComponentId(Verb.PRIVACY, arg=EXPORT))
    return note(text, Row((yes, copy)), Row((back_to(_page_id(1), context),)))


def deleted(host: Host, context: RenderContext) -> Message:
    """Confirm a deletion, and say when the rest expires."""
    left = context.plural(
        "Backups and logs with your name are gone in {n} day.",
        "Backups and logs with your name are gone in {n} days.",
        host.days,
    )
    done = context.say('Done. I\'ve forgotten you, and your results stay under "former player".')
    return note(lines(done, left))


def data_files(texts: Sequence[str], context: RenderContext) -> Message:
    """Build the copy of a person's data as files."""
    many = len(texts) > 1
    files = tuple(
        File(f"my-data-{number}.json" if many else "my-data.json", text)
        for number, text in enumerate(texts, 1)
    )
    return Message(content=context.say("Here's all I keep about you."), files=files)


def board_forgotten(context: RenderContext) -> Message:
    """Build the replacement of a board whose player deleted their data."""
    return note(
        context.say(
            "This table is closed. A player asked me to forget them, so the names are gone."
        )
    )
