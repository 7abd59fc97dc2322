"""What is kept of a person, their copy of it, its deletion, and reports to the host."""

from __future__ import annotations

from collections.abc import Sequence

from bot.upkeep.views import Host, Kept

from ..words.ids import Verb, format_id
from ..words.names import shown_name
from ..words.parts import lines, note
from ..words.render_context import RenderContext
from ..words.spec import Accent, Button, ButtonStyle, File, Link, Message, Row

EXPORT, DELETE, CONFIRMED = "export", "delete", "yes"


def privacy_screen(kept: Kept, host: Host, context: RenderContext) -> Message:
    """Return what the bot keeps of a person and why, with buttons for a copy and for deletion."""
    words, say = context.words, context.words.say
    head, contact = say("## What I keep about you"), _contact(host, context)
    links = host_links(host, context)
    rows = [Row(links)] if links else []
    if not kept.known:
        nothing = say("I keep nothing about you. That starts when you sit down at a table.")
        return note(f"{head}\n\n{nothing}\n\n{contact}", *rows)
    text = [
        head,
        _summary(kept, context),
        say("**Your Discord id and name**, to seat you and to show who played."),
        say("**Results of finished hands and games**, for leaderboards, profiles and replays."),
        words.plural(
            "**Each bid and play, and the messages I sent you.** They go {n} day after the table "
            "ends.",
            "**Each bid and play, and the messages I sent you.** They go {n} days after the table "
            "ends.",
            host.days,
        ),
        say("**Your settings**, such as whether you want your dominoes by DM."),
        say("I don't read your chat and I don't share any of this."),
        words.plural(
            "If you delete it, results stay as a former player's, without your name. "
            "Backups and logs are gone {n} day later.",
            "If you delete it, results stay as a former player's, without your name. "
            "Backups and logs are gone {n} days later.",
            host.days,
        ),
        contact,
    ]
    copy = Button(say("Get a copy"), format_id(Verb.PRIVACY, arg=EXPORT))
    delete = Button(say("Delete my data"), format_id(Verb.PRIVACY, arg=DELETE), ButtonStyle.DANGER)
    return note("\n\n".join(text), Row((copy, delete)), *rows)


def host_links(host: Host, context: RenderContext) -> tuple[Link, ...]:
    """Return buttons that open the host's own pages."""
    say = context.words.say
    pages = ((say("Privacy policy"), host.privacy_url), (say("Terms of use"), host.terms_url))
    return tuple(Link(label, url) for label, url in pages if url)


def _summary(kept: Kept, context: RenderContext) -> str:
    words = context.words
    counts = (
        words.plural("{n} finished hand", "{n} finished hands", kept.hands),
        words.plural("{n} finished game", "{n} finished games", kept.games),
        words.plural("{n} bid or play", "{n} bids and plays", kept.acts),
        words.plural("{n} message", "{n} messages", kept.messages),
    )
    return words.say("Right now: {counts}.", counts=words.both(counts))


def _contact(host: Host, context: RenderContext) -> str:
    if host.contact is None or host.user_id is not None:
        return context.words.say("Questions? /report reaches the people who run this bot.")
    return context.words.say(
        "Questions? The people who run this bot: {contact}", contact=shown_contact(host)
    )


def shown_contact(host: Host) -> str:
    """Return the host's address; it is the host's own word and stands as it was written."""
    return host.contact or ""


def confirm_deletion(context: RenderContext) -> Message:
    """Ask once whether all data of a person is to be deleted."""
    say = context.words.say
    text = lines(
        say("### Delete everything I keep about you?"),
        say(
            "You leave your table and your event, your name and settings go, and your results "
            "leave the leaderboards. This can't be undone."
        ),
    )
    yes = Button(
        say("Yes, delete it all"), format_id(Verb.PRIVACY, arg=CONFIRMED), ButtonStyle.DANGER
    )
    copy = Button(say("Get a copy first"), format_id(Verb.PRIVACY, arg=EXPORT))
    return note(text, Row((yes, copy)))


def deleted(host: Host, context: RenderContext) -> Message:
    """Say that a person has been forgotten, and what is left until when."""
    words = context.words
    left = words.plural(
        "Backups and logs with your name are gone in {n} day.",
        "Backups and logs with your name are gone in {n} days.",
        host.days,
    )
    done = words.say("Done. I've forgotten you, and your results are a former player's.")
    return note(lines(done, left))


def data_files(texts: Sequence[str], context: RenderContext) -> Message:
    """Return everything that is kept of a person, as files."""
    many = len(texts) > 1
    files = tuple(
        File(f"my-data-{number}.json" if many else "my-data.json", text)
        for number, text in enumerate(texts, 1)
    )
    return Message(content=context.words.say("Here's all I keep about you."), files=files)


def board_forgotten(context: RenderContext) -> Message:
    """Return what an old board shows once somebody who played there asked to be forgotten."""
    say = context.words.say
    return note(
        say("This table is closed. A player asked me to forget them, so the names are gone.")
    )


def report_to_host(text: str, name: str, where: str, context: RenderContext) -> Message:
    """Return a person's report as the host gets it. `where`: a mention of the channel, or empty."""
    head = context.words.say("Report from {name}", name=shown_name(name))
    quoted = "\n".join(f"> {line}" for line in text.splitlines())
    return note(lines(f"### {head}", where, quoted))


def report_sent(context: RenderContext) -> Message:
    """Say that a report has reached the host."""
    return note(context.words.say("Thanks. The people who run this bot have your report."))


def report_address(host: Host, context: RenderContext) -> Message:
    """Say where a report goes that the bot can't deliver."""
    said = context.words.say(
        "Please write to the people who run this bot: {contact}", contact=shown_contact(host)
    )
    return note(said)


def report_lost(context: RenderContext) -> Message:
    """Say that the host can't be reached by DM."""
    said = context.words.say(
        "I couldn't reach the people who run this bot. Please tell a manager of this server."
    )
    return note(said, accent=Accent.ERROR)


def no_contact(context: RenderContext) -> Message:
    """Say that the host has left no address."""
    said = context.words.say(
        "The people who run this bot left no address. Please tell a manager of this server."
    )
    return note(said, accent=Accent.ERROR)
