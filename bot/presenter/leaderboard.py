"""Leaderboard and profile."""

from __future__ import annotations

from bot.stats.views import LeaderboardView, Order, ProfileView, Standing

from .ids import Verb, format_id
from .names import shown_name
from .parts import lines, small
from .render_context import RenderContext
from .spec import Accent, Button, Container, Message, Option, Row, Select, Separator, Text
from .words import Words

ME = "me"


def parse_leaders(arg: str) -> tuple[Order, int | None]:
    """Return which page of which order a button asks for; None is the reader's own page.

    An argument that cannot be read asks for the first page of the default order.
    """
    order, _, page = arg.partition("/")
    if order not in set(Order):
        return Order.WINS, 1
    if page == ME:
        return Order(order), None
    return Order(order), int(page) if page.isdecimal() and len(page) < len("1000000") else 1


def order_title(order: Order, words: Words) -> str:
    """Return what a leaderboard is sorted by."""
    titles = {
        Order.WINS: words.say("Games won"),
        Order.WIN_RATE: words.say("Share of games won"),
        Order.MARKS: words.say("Marks"),
        Order.BIDS_MADE: words.say("Share of bids made"),
        Order.SETS: words.say("Sets"),
        Order.GAMES: words.say("Games played"),
    }
    return titles[order]


def leaderboard(view: LeaderboardView, context: RenderContext) -> Message:
    """Return one page of a server's leaderboard."""
    words = context.words
    order = order_title(view.order, words)
    rule = words.plural(
        "Games with people on both sides; you need at least {n} game.",
        "Games with people on both sides; you need at least {n} games.",
        view.minimum_games,
    )
    rows = [_row(rank, standing, view, context) for rank, standing in view.rows]
    if not rows:
        rows = [words.say("Nobody is here yet. Play a game with people on both sides.")]
    on_page = {standing.user_id for _, standing in view.rows}
    if view.me is not None and view.me[1].user_id not in on_page:
        rows += ["…", _row(*view.me, view, context)]
    page = words.say("Page {page} of {pages}", page=view.page, pages=view.pages)
    head = words.say("Leaderboard · {order}", order=order)
    parts = (
        Text(lines(f"## {head}", small(rule))),
        Separator(),
        Text(lines(*rows, small(page))),
        Row((_orders(view, words),)),
        Row(_pages(view, words)),
    )
    return Message(body=(Container(parts, Accent.NORMAL),))


def _row(rank: int, standing: Standing, view: LeaderboardView, context: RenderContext) -> str:
    words = context.words
    name = shown_name(standing.name) if standing.name else words.say("Former player")
    if view.me is not None and standing.user_id == view.me[1].user_id:
        name = f"**{name}**"
    figures = {
        Order.WINS: words.say("{won} won of {games}", won=standing.wins, games=standing.games),
        Order.WIN_RATE: words.say(
            "{share} of {games} games", share=words.percent(standing.win_rate), games=standing.games
        ),
        Order.MARKS: words.marks(standing.marks),
        Order.BIDS_MADE: words.say(
            "{share} of {bids} bids",
            share=words.percent(standing.bids_made_rate),
            bids=standing.bids,
        ),
        Order.SETS: words.plural("{n} set", "{n} sets", standing.sets),
        Order.GAMES: words.plural("{n} game", "{n} games", standing.games),
    }
    return f"{rank}\\. {name} · {figures[view.order]}"


def _orders(view: LeaderboardView, words: Words) -> Select:
    options = tuple(
        Option(order_title(order, words), order.value, default=order is view.order)
        for order in Order
    )
    return Select(format_id(Verb.LEADERS), words.say("Sort by"), options)


def _pages(view: LeaderboardView, words: Words) -> tuple[Button, ...]:
    def turn(label: str, page: str, *, disabled: bool) -> Button:
        custom_id = format_id(Verb.LEADERS, arg=f"{view.order}/{page}")
        return Button(label, custom_id, disabled=disabled)

    # Page 0 and the page behind the last are named only by buttons that cannot be pressed.
    return (
        turn(words.say("◀ Prev"), str(view.page - 1), disabled=view.page <= 1),
        turn(words.say("Next ▶"), str(view.page + 1), disabled=view.page >= view.pages),
        turn(words.say("Find me"), ME, disabled=view.me is None),
    )


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
