"""Reports to the host: what their author reads, and how the host gets them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.upkeep.views import Host, Report

from ..words.names import shown_name
from ..words.parts import clock, lines, note
from ..words.render_context import RenderContext
from ..words.spec import Accent, Message

MOST_SHOWN = 5
LONGEST_SHOWN = 240
_MENTION = re.compile("<@!?([0-9]+)>")


def report_saved(host: Host, context: RenderContext) -> Message:
    """Confirm that a report is stored, with the host's address if there is one."""
    kept = context.say("Thanks. The people who run this bot will read your report.")
    if host.contact is None or host.user_id is not None:
        return note(kept)
    said = context.say("You can also reach them here: {contact}", contact=host.contact)
    return note(lines(kept, said))


def reports_used_up(context: RenderContext) -> Message:
    """Explain that a person has reached the daily limit of reports."""
    said = context.say("You've sent three reports today. You can send the next one tomorrow.")
    return note(said, accent=Accent.ERROR)


def reports_to_host(reports: Sequence[Report], context: RenderContext) -> Message:
    """Build the one message that gathers reports, the newest of them in their own words."""
    shown = reports[-MOST_SHOWN:]
    head = context.plural("### {n} report", "### {n} reports", len(reports))
    more = ""
    if len(reports) > len(shown):
        more = context.plural(
            "{n} earlier one is in the list of reports on the bot's machine.",
            "{n} earlier ones are in the list of reports on the bot's machine.",
            len(reports) - len(shown),
        )
    return note("\n\n".join([lines(head, more), *(_report(each, context) for each in shown)]))


def _report(report: Report, context: RenderContext) -> str:
    """Build one report: who, where, when, and what they wrote, on one line without links."""
    name = shown_name(report.name)
    where = f"<#{report.channel_id}>" if report.guild_id else context.say("a direct message")
    head = context.say(
        "**{number}.** {name} in {where}, {when}",
        number=report.number,
        name=name,
        where=where,
        when=clock(report.at),
    )
    return lines(head, f"> {shown_name(_MENTION.sub(_user, report.text), LONGEST_SHOWN)}")


def _user(mention: re.Match[str]) -> str:
    return f"user {mention[1]}"
