"""The leaderboards."""

from __future__ import annotations

from dataclasses import replace

from bot.render import SeatPicture, StandingRow, StandingsPicture, has_glyphs
from bot.stats.views import (
    ANY_GAME,
    ORDERS,
    LeaderboardQuery,
    LeaderboardView,
    Order,
    Ranked,
    Span,
    Standing,
)
from bot.values.names import LONGEST, plain_name
from texas42.library import UnknownGame, game, games

from ..layout.fact import drawn
from ..layout.phone import phone_rows
from ..layout.ways import alt_text
from ..table.front_door import front_door
from ..words.games import game_title, game_titles
from ..words.ids import NO_TABLE, ComponentId, Verb
from ..words.language import Words
from ..words.names import shown_name
from ..words.parts import choices, framed, lines, plain, small
from ..words.render_context import RenderContext
from ..words.spec import Button, Message, Part, Picture, Row, Select, Separator, Text
from .orders import ORDER_WORDS, figure_text, short_figure

ME = "me"
LISTS = "lists"
"""The page that holds the lists to choose from; a number behind it is the page to go back to."""
NAME_OF_PAIR = 11
"""The letters of a name where two stand in a line."""
HERE = "here"
EVERYWHERE = "all"


def format_leaders(asked: LeaderboardQuery, page: int | str = 1) -> str:
    """Format a page of a leaderboard as the argument of an id."""
    where = EVERYWHERE if asked.everywhere else HERE
    return f"{asked.order}/{page}/{asked.span}/{asked.game or NO_TABLE}/{where}"


def parse_leaders(arg: str) -> tuple[LeaderboardQuery, int | None]:
    """Parse the leaderboard and page of a button; page None is the reader's own.

    Unreadable parts get their defaults.
    """
    order, page, span, game_id, where = (*arg.split("/"), "", "", "", "", "")[:5]
    if order not in ORDERS:
        return LeaderboardQuery(), 1
    asked = LeaderboardQuery(
        ORDERS[order],
        Span(span) if span in set(Span) else Span.ALL,
        game_id if game_id in {spec.id for spec in games()} else ANY_GAME,
        where == EVERYWHERE,
    )
    if page == ME:
        return asked, None
    return asked, int(page) if page.isdecimal() and len(page) < len("1000000") else 1


def parse_lists(arg: str) -> tuple[LeaderboardQuery, int] | None:
    """Parse a button that opens the lists: its leaderboard and page; None for another button."""
    order, page, *rest = (*arg.split("/"), "")
    if not page.startswith(LISTS):
        return None
    asked, back = parse_leaders("/".join((order, page.removeprefix(LISTS), *rest)))
    return asked, back or 1


def leaderboard(view: LeaderboardView, context: RenderContext, *, server: bool = True) -> Message:
    """Build one page of a leaderboard. `server`: shown in a server, not in a DM.

    In words the lists have a page of their own, which `Change…` opens.
    """
    view = view.with_distinct_names()
    head = _head(view.asked, context.words)
    rows = [_row(rank, standing, view, context) for rank, standing in view.rows]
    if not rows:
        rows = [_nobody(view, context.words)]
    if _is_elsewhere(view) and view.me is not None:
        rows.append(f"… {_row(*view.me, view, context)}")
    page = context.say("Page {page} of {pages}", page=view.page, pages=view.pages)
    where = _where(view.asked, context.words, server=server)
    which = _rule(view, context.words)
    turned = small(page) if view.pages > 1 else ""
    shown: tuple[Part, ...] = (
        Text(lines(f"## {head}", small(where), small(which))),
        Separator(),
        Text(lines(*rows, turned)),
    )
    if context.pictures and view.rows:
        drawing = _drawing(view, where, context)
        picture = Picture(
            drawing, alt_text(map(drawn, (head, where, which, *rows, page))), "leaderboard.webp"
        )
        shown = (
            picture,
            Text(lines(_unwritten(view, drawing, context.words), small(which), turned)),
        )
    lists = _lists(view.asked, context.words) if context.pictures else ()
    change = () if lists else (_change(view, context.words),)
    turns = phone_rows((*_pages(view, context.words, server=server), *change))
    door = () if view.rows else (front_door(context),)
    return framed(*shown, *lists, *turns, *door)


def leaderboard_lists(
    asked: LeaderboardQuery, page: int, context: RenderContext, *, server: bool = True
) -> Message:
    """Build the lists that change a leaderboard, and the way back to its `page`."""
    words = context.words
    where = small(_where(asked, words, server=server))
    component_id = ComponentId(Verb.LEADERS, arg=format_leaders(asked, page))
    back = Row((Button(context.say("Back"), component_id),))
    return framed(Text(lines(f"## {_head(asked, words)}", where)), *_lists(asked, words), back)


def _head(asked: LeaderboardQuery, words: Words) -> str:
    return words.say("Leaderboard · {order}", order=ORDER_WORDS[asked.order].title(words))


def _is_elsewhere(view: LeaderboardView) -> bool:
    """Return True if the reader's line is on another page."""
    on_page = {_key(standing) for _, standing in view.rows}
    return view.me is not None and _key(view.me[1]) not in on_page


def _key(standing: Standing) -> tuple[int, int | None]:
    return standing.user_id, standing.partner


def _drawing(view: LeaderboardView, where: str, context: RenderContext) -> StandingsPicture:
    """Build the page as a picture."""
    rows = [_row_to_draw(rank, standing, view, context) for rank, standing in view.rows]
    if _is_elsewhere(view) and view.me is not None:
        rows.append(replace(_row_to_draw(*view.me, view, context), apart=True))
    title = ORDER_WORDS[view.asked.order].title(context.words)
    return StandingsPicture(title=title, detail=where, rows=tuple(rows))


def _row_to_draw(
    rank: int, standing: Standing, view: LeaderboardView, context: RenderContext
) -> StandingRow:
    people = [(standing.user_id, standing.name)]
    if standing.partner is not None:
        people.append((standing.partner, standing.partner_name))
    names = [plain_name(name) if name else context.say("Former player") for _, name in people]
    faces = tuple(
        SeatPicture(name=name, side=0, avatar=context.avatars.get(user_id, ""))
        for (user_id, _), name in zip(people, names, strict=True)
    )
    order = view.asked.order
    return StandingRow(
        rank=f"{rank}.",
        faces=faces,
        name=" & ".join(names) if all(map(has_glyphs, names)) else "",
        figure=short_figure(standing, order, context.words),
        detail=ORDER_WORDS[order].basis(standing, context.words),
        own=view.me is not None and _key(standing) == _key(view.me[1]),
    )


def _unwritten(view: LeaderboardView, drawing: StandingsPicture, words: Words) -> str:
    """List the places of people whose names the picture can't write."""
    lined = [*view.rows, *((view.me,) if view.me is not None else ())]
    names = [
        f"{row.rank[:-1]}\\. {_names(standing, words)}"
        for row, (_, standing) in zip(drawing.rows, lined, strict=False)
        if not row.name
    ]
    return " · ".join(names)


def _where(asked: LeaderboardQuery, words: Words, *, server: bool) -> str:
    """Describe the scope of a leaderboard: servers, time span, game."""
    parts = [
        words.say("This server") if server and not asked.everywhere else words.say("All servers"),
        span_title(asked.span, words),
        "" if asked.game == ANY_GAME else _game_title(asked.game, words),
    ]
    return " · ".join(filter(None, parts))


def _rule(view: LeaderboardView, words: Words) -> str:
    """Describe which games count, and the minimum of games."""
    by = view.asked.order.ranking
    if by.ranked is Ranked.RATED:
        which = words.say("Games with only people, without hints.")
    elif by.ranked is Ranked.ALONE:
        which = words.say("Games alone with computer players.")
    else:
        which = words.say("Games between people, without hints.")
    needed = ""
    if by.minimum_games > 1:
        needed = words.plural(
            "You need at least {n} game.", "You need at least {n} games.", by.minimum_games
        )
    return " ".join(filter(None, (which, needed)))


def span_title(span: Span, words: Words) -> str:
    """Name a time span."""
    titles = {
        Span.ALL: words.say("All time"),
        Span.SEASON: words.say("This season (three months)"),
        Span.MONTH: words.say("This month"),
        Span.WEEK: words.say("This week"),
    }
    return titles[span]


def _game_title(game_id: str, words: Words) -> str:
    try:
        return plain(game_title(game(game_id), words))
    except UnknownGame:
        return game_id


def _nobody(view: LeaderboardView, words: Words) -> str:
    ranked = view.asked.order.ranking.ranked
    if ranked is Ranked.RATED:
        return words.say(
            "Nobody is here yet. The first line will be a rating, after a game with people in all "
            "seats and no hints."
        )
    if ranked is Ranked.ALONE:
        return words.say("Nobody is here yet. The first line can be yours: play now and win.")
    return words.say(
        "Nobody is here yet. The first line will come with a game that has people on both sides."
    )


def _row(rank: int, standing: Standing, view: LeaderboardView, context: RenderContext) -> str:
    name = _names(standing, context.words)
    if view.me is not None and _key(standing) == _key(view.me[1]):
        name = f"**{name}**"
    return f"{rank}\\. {name} · {figure_text(standing, view.asked.order, context.words)}"


def _names(standing: Standing, words: Words) -> str:
    """Name the player of a line, or both partners."""
    if standing.partner is None:
        return _name(standing.name, LONGEST, words)
    pair = standing.name, standing.partner_name
    return words.both(_name(name, NAME_OF_PAIR, words) for name in pair)


def _name(name: str, longest: int, words: Words) -> str:
    return shown_name(name, longest) if name else words.say("Former player")


def _change(view: LeaderboardView, words: Words) -> Button:
    """Build the button that opens the lists."""
    arg = format_leaders(view.asked, f"{LISTS}{view.page}")
    return Button(words.say("Change…"), ComponentId(Verb.LEADERS, arg=arg))


def _lists(asked: LeaderboardQuery, words: Words) -> tuple[Row, ...]:
    """Build the lists of orders, time spans and games."""
    orders = {format_leaders(asked.by(order)): ORDER_WORDS[order].title(words) for order in Order}
    spans = {format_leaders(replace(asked, span=span)): span_title(span, words) for span in Span}
    titles = {ANY_GAME: words.say("All games"), **game_titles(words)}
    games = {format_leaders(replace(asked, game=game)): title for game, title in titles.items()}
    now = format_leaders(asked)
    lists = (
        Select(ComponentId(Verb.LEADERS), words.say("Sort by"), choices(orders, now)),
        Select(ComponentId(Verb.LEADERS_SPAN), words.say("Since when"), choices(spans, now)),
        Select(ComponentId(Verb.LEADERS_GAME), words.say("Which game"), choices(games, now)),
    )
    return tuple(Row((each,)) for each in lists)


def _pages(view: LeaderboardView, words: Words, *, server: bool) -> tuple[Button, ...]:
    asked = view.asked

    def turn(label: str, page: int | str, *, disabled: bool) -> Button:
        component_id = ComponentId(Verb.LEADERS, arg=format_leaders(asked, page))
        return Button(label, component_id, disabled=disabled)

    other = replace(asked, everywhere=not asked.everywhere)
    label = words.say("This server") if asked.everywhere else words.say("All servers")
    where = Button(label, ComponentId(Verb.LEADERS, arg=format_leaders(other)))
    # Page 0 and the page after the last appear only in disabled buttons.
    back = turn(words.say("◀ Prev"), view.page - 1, disabled=view.page <= 1)
    on = turn(words.say("Next ▶"), view.page + 1, disabled=view.page >= view.pages)
    find = turn(words.say("Find me"), ME, disabled=view.me is None)
    return (*((back, on, find) if view.pages > 1 else ()), *((where,) if server else ()))
