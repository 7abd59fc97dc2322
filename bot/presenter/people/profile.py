"""The profile of a person."""

from __future__ import annotations

from functools import partial

from bot.render import MOST_BARS, BidBar, ProfilePicture, SeatPicture, has_glyphs
from bot.stats.views import BadgeKind, BidSize, Details, Order, ProfileView, Standing
from bot.values.names import names_of, plain_name

from ..hand.coach import habits_button
from ..hand.replay_place import ReplayPlace
from ..layout.fact import drawn
from ..layout.ways import alt_text
from ..table.front_door import front_door
from ..table.pages import text_pages, turns
from ..words.ids import ComponentId, Verb
from ..words.language import Words
from ..words.names import shown_name
from ..words.parts import framed, lines, note, rows_of, small
from ..words.render_context import RenderContext
from ..words.spec import Button, Message, Part, Picture, Row, Text
from .orders import rating_text, short_figure, wins_text

WON = "●"
LOST = "○"
BADGES_IN_ROW = 3
BIDS_TO_DRAW = 5
LEAVE_LEADERBOARDS = "leave-boards"
JOIN_LEADERBOARDS = "join-boards"


def profile(view: ProfileView, name: str, context: RenderContext, page: int = 1) -> Message:
    """Build a page of one person's profile; `name` is their current name.

    First comes the chart, where there is one, then the figures, then the badges.
    """
    rows = Row(_own_buttons(view, context)), front_door(context)
    pages = _pages(view, name, context, rows)
    number = min(max(page, 1), len(pages))

    turned = turns(number, len(pages), partial(_page_id, view), context)
    turn = (Row(turned),) if len(pages) > 1 else ()
    return framed(*pages[number - 1], *turn, *rows)


def _own_buttons(view: ProfileView, context: RenderContext) -> tuple[Button, ...]:
    """Build the button of the leaderboard, and on one's own profile what one decides there."""
    leaders = Button(context.say("Leaderboard"), ComponentId(Verb.LEADERS))
    if view.on_leaderboards is None:
        return (leaders,)
    label = (
        context.say("Hide me from leaderboards")
        if view.on_leaderboards
        else context.say("Show me on leaderboards")
    )
    arg = LEAVE_LEADERBOARDS if view.on_leaderboards else JOIN_LEADERBOARDS
    return leaders, habits_button(context), Button(label, ComponentId(Verb.PROFILE, arg=arg))


def _page_id(view: ProfileView, page: int) -> ComponentId:
    whose = "" if view.on_leaderboards is not None else f"/{view.user_id}"
    return ComponentId(Verb.PROFILE, arg=f"{page}{whose}")


def _pages(
    view: ProfileView, name: str, context: RenderContext, rows: tuple[Row, ...]
) -> list[tuple[Part, ...]]:
    """Build what stands on each page, above the rows."""
    chart = _chart(view, name, context) if context.pictures else None
    hidden = ""
    if view.on_leaderboards is False:
        hidden = small(context.say("You're hidden from leaderboards."))
    texts = [f"## {shown_name(name)}", *_figures_of(view, chart, context), hidden]
    turned = Row(turns(1, 2, partial(_page_id, view), context))  # its height only
    pages: list[tuple[Part, ...]] = []
    if chart is not None:
        title = () if has_glyphs(plain_name(name)) else (Text(texts[0]),)
        picture = Picture(chart, _alt(view.details, name, context.words), "profile.webp")
        pages.append((picture, *title))
    pages += [(Text(text),) for text in text_pages(list(filter(None, texts)), *rows, turned)]
    if badges := _badges(view.details, context.words):
        pages.append(badges)
    return pages


def _figures_of(
    view: ProfileView, chart: ProfilePicture | None, context: RenderContext
) -> list[str]:
    """Write a person's figures, or what the first ones will be."""
    totals = [found for found in (view.here, view.overall) if found is not None]
    if any(found.games or found.hands for found in totals):
        return [*_totals(view, context.words), *_details(view.details, context.words, chart)]
    if view.on_leaderboards is None:
        return [context.say("No games yet. The first line here will be games played and won.")]
    return [
        context.say(
            "No games yet. The first line here will be your games played and won: play one now!"
        )
    ]


def _chart(view: ProfileView, name: str, context: RenderContext) -> ProfilePicture | None:
    """Build the chart of a profile; None if words say it all so far."""
    found = view.details
    if not found.ratings and sum(size.bids for size in found.bids) < BIDS_TO_DRAW:
        return None
    often = sorted(found.bids, key=lambda size: size.bids, reverse=True)[:MOST_BARS]
    bars = tuple(
        BidBar(
            label=_bid_size(size, context.words),
            bids=size.bids,
            made=size.made,
            figure=context.say("{made} of {bids}", made=size.made, bids=size.bids),
        )
        for size in found.bids
        if size in often
    )
    avatar = context.avatars.get(view.user_id, "")
    return ProfilePicture(
        face=SeatPicture(name=plain_name(name), side=0, avatar=avatar),
        detail=_rating(found, context.words),
        rating_title=_over(found, context.words),
        ratings=found.ratings,
        bids_title=context.say("Bids made"),
        bids=bars,
    )


def _alt(found: Details, name: str, words: Words) -> str:
    """Describe the chart for the alt text."""
    ratings = ""
    if found.ratings:
        ratings = words.say(
            "{title}: from {first} to {last}, between {low} and {high}",
            title=_over(found, words),
            first=found.ratings[0],
            last=found.ratings[-1],
            low=min(found.ratings),
            high=max(found.ratings),
        )
    rating = _rating(found, words)
    rating = words.say("Rating {rating}", rating=rating) if rating else ""
    said = (plain_name(name), rating, ratings, _bids(found, words))
    return alt_text(map(drawn, said))


def _over(found: Details, words: Words) -> str:
    """Title the chart of ratings, which starts before its first game."""
    return words.plural(
        "Rating over the last game", "Rating over the last {n} games", len(found.ratings) - 1
    )


def _badges(found: Details, words: Words) -> tuple[Part, ...]:
    """Build the badges, each with its date and a button that opens the hand."""
    if not found.badges:
        return ()
    titles = [(badge, badge_title(badge.kind, words)) for badge in found.badges]
    days = lines(*(f"{title} · <t:{int(badge.at)}:d>" for badge, title in titles))
    buttons = [
        Button(title, ComponentId(Verb.REPLAY, badge.table_id, badge.hand_no, _place(number)))
        for number, (badge, title) in enumerate(titles)
    ]
    head = words.say("**Badges** (press one to see its hand)")
    return (Text(lines(head, days)), *rows_of(buttons, BADGES_IN_ROW))


def _place(number: int) -> str:
    """Build the id that opens a replay; two badges of one hand need different ids."""
    return ReplayPlace().arg("abcdefgh"[number])


def badge_title(kind: BadgeKind, words: Words) -> str:
    """Name a badge."""
    titles = {
        BadgeKind.FOUR_MARKS: words.say("Four marks bid and made"),
        BadgeKind.NELLO: words.say("Nel-o made"),
        BadgeKind.SET_84: words.say("Set an 84"),
        BadgeKind.PERFECT: words.say("Perfect hand"),
        BadgeKind.SHUTOUT: words.say("Shut-out"),
        BadgeKind.THOUSANDTH: words.say("Thousandth hand"),
    }
    return titles[kind]


def only_own_profile(context: RenderContext) -> Message:
    """Explain why a DM shows only one's own profile."""
    return note(context.say("Here I show only your own profile. Ask for theirs in a server."))


def _totals(view: ProfileView, words: Words) -> list[str]:
    here = view.here
    overall = view.overall
    texts = []
    if here.games or here.hands:
        texts.append(_figures(words.say("Here"), here, words))
    if overall is not None and overall != here:
        texts.append(_figures(words.say("Everywhere"), overall, words))
    if here.games and view.listed.games == here.games:
        return texts
    counted = words.say("The leaderboard counts games with people on both sides. None yet.")
    if view.listed.games:
        counted = words.plural(
            "{n} of these games counts for the leaderboard here.",
            "{n} of these games count for the leaderboard here.",
            view.listed.games,
        )
    return [*texts, small(counted)] if here.games or here.hands else texts


def _details(found: Details, words: Words, chart: ProfilePicture | None) -> list[str]:
    """Write the details below the totals, one per line, except those in `chart`."""
    rating = _rating(found, words) if chart is None else ""
    texts = [words.say("**Rating** {rating}", rating=rating) if rating else ""]
    if found.form:
        marks = "".join(WON if won else LOST for won in reversed(found.form))
        won = sum(found.form)
        texts.append(
            words.plural(
                "**Last {n} game** {marks} {wins}",
                "**Last {n} games** {marks} {wins}",
                len(found.form),
                marks=marks,
                wins=words.plural("{n} win", "{n} wins", won),
            )
        )
    people = (*(() if found.partner is None else (found.partner,)), *found.rivals)
    names = names_of([(each.user_id, each.name) for each in people])
    if found.partner is not None:
        texts.append(
            words.say(
                "**Best partner** {name}: {record}",
                name=shown_name(names[0]),
                record=wins_text(found.partner, words),
            )
        )
    rivals = " · ".join(
        words.say("{name}: {record}", name=shown_name(name), record=wins_text(each, words))
        for each, name in zip(people, names, strict=True)
        if each is not found.partner
    )
    texts.append(words.say("**Opponents** {names}", names=rivals) if rivals else "")
    if chart is None or len(chart.bids) < len(found.bids):
        texts.append(_bids(found, words))
    return [*texts, _solo_line(found.alone, words)]


def _rating(found: Details, words: Words) -> str:
    return "" if found.rating is None else rating_text(found, words)


def _bids(found: Details, words: Words) -> str:
    """Count the bids made, by size."""
    bids = " · ".join(
        words.say(
            "{bid}: {made} of {bids}", bid=_bid_size(size, words), made=size.made, bids=size.bids
        )
        for size in found.bids
    )
    return words.say("**Bids made** {bids}", bids=bids) if bids else ""


def _bid_size(size: BidSize, words: Words) -> str:
    """Write "31" or "2 marks"."""
    return words.marks(size.marks) if size.marks else words.number(size.points)


def _solo_line(found: Standing | None, words: Words) -> str:
    """Summarize the games played alone with computers."""
    if found is None or not found.games:
        return ""
    parts = [wins_text(found, words)]
    if found.best_run:
        run = words.plural("{n} win in a row", "{n} wins in a row", found.best_run)
        parts.append(words.say("{run} over experts", run=run))
    if found.fastest:
        parts.append(
            words.plural("to 7 marks in {n} hand", "to 7 marks in {n} hands", found.fastest)
        )
    if found.shutouts:
        parts.append(words.plural("{n} shut-out", "{n} shut-outs", found.shutouts))
    return words.say("**Alone with computers** {figures}", figures=" · ".join(parts))


def _figures(where: str, standing: Standing, words: Words) -> str:
    won = words.say(
        "{games} played, {won} won ({share})",
        games=words.plural("{n} game", "{n} games", standing.games),
        won=standing.wins,
        share=short_figure(standing, Order.WIN_RATE, words),
    )
    bids = words.say("No bids yet.")
    if standing.bids:
        bids = words.say(
            "Bids made: {made} of {bids} ({share})",
            made=standing.bids_made,
            bids=standing.bids,
            share=short_figure(standing, Order.BIDS_MADE, words),
        )
    hands = words.plural("{n} hand", "{n} hands", standing.hands)
    sets = words.plural("set the others {n} time", "set the others {n} times", standing.sets)
    return lines(f"**{where}**", won, f"{hands} · {words.marks(standing.marks)} · {sets}", bids)
