"""The end of a daily hand: the result, par, the expert's score, and later everybody's results."""

from __future__ import annotations

from bot.daily.model import DayOutcome
from bot.daily.views import DailyView, DayStanding, EndView, WeekStanding
from bot.engine import Rules, parse_call
from bot.render import DayPicture, FieldBar
from bot.tables.views import PanelView

from ..hand.cards import replay_id
from ..hand.outcome import outcome_line
from ..hand.replay_place import ReplayPlace
from ..table.pictures import alt_of
from ..table.scene import Scene
from ..words.bids import short_call_name
from ..words.parts import framed, known, lines, plain, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Part, Picture, Row, Text
from .names import (
    PROOF,
    SHARE,
    SHOW,
    day_button,
    day_title,
    reminder_button,
    reminder_ended,
    todays_hand,
)

MINUS = "−"
MOST_BARS = 6


def end_screen(view: DailyView, context: RenderContext, *, may_share: bool) -> Message:
    """Build the private screen of a finished hand. `may_share`: offer the Share button."""
    ended, panel = known(view.ended), known(view.panel)
    rules = panel.table.rules
    head, when = _head(view, ended, context), _when(view, context)
    result = outcome_line(Scene.of(panel.table, context, panel.view))
    ended_reminder = reminder_ended(view, context)
    said = [result, *_measures(ended, context), *_field(ended, rules, context)]
    week = _week(ended, context)
    parts: list[Part] = [Text(lines(f"### {head}", *said, *map(small, week), when, ended_reminder))]
    if context.pictures:
        picture = day_picture(view, ended, rules, context)
        alt = alt_of(*map(plain, (head, *said, *week)))
        place = "" if ended.standing is None else place_line(ended.standing, context)
        par = context.say("Par is what perfect play makes from the first lead on.")
        parts = [
            Picture(picture, alt, f"daily-{view.date.isoformat()}.webp"),
            Text(lines(said[0], place, ended_reminder, *map(small, (*week, when, par)))),
        ]
    rows = [Row(_buttons(view, panel, context, may_share=may_share))]
    if view.is_on:
        rows.append(Row((reminder_button(view.date, context, is_reminded=view.is_reminded),)))
    return framed(*parts, *rows)


def _head(view: DailyView, ended: EndView, context: RenderContext) -> str:
    title = day_title(view.date, context.words)
    score = signed_score(ended.outcome.score)
    return context.say("{day}: your score is {score}", day=title, score=score)


def signed_score(score: int) -> str:
    """Format a score with its sign."""
    return f"+{score}" if score > 0 else str(score).replace("-", MINUS)


def _measures(ended: EndView, context: RenderContext) -> list[str]:
    """List the tricks taken, par, and the expert's score."""
    said = [_tricks(ended.outcome.tricks, context)]
    if ended.outcome.par is not None:
        par = signed_score(ended.outcome.par)
        said.append(
            context.say("Par, with perfect play from the first lead on: {score}.", score=par)
        )
    elif ended.par_due:
        said.append(context.say("I'm still counting par."))
    if ended.expert is not None:
        expert = signed_score(ended.expert)
        said.append(context.say("An expert in your seat made {score}.", score=expert))
    elif ended.expert_due:
        said.append(context.say("An expert is still playing your seat."))
    return said


def _tricks(tricks: str, context: RenderContext) -> str:
    """List the tricks that the reader's side took."""
    won = [str(number) for number, trick in enumerate(tricks, 1) if trick == "w"]
    if not won:
        return context.say("You two took no tricks.")
    return context.plural(
        "You two took trick {numbers}.",
        "You two took tricks {numbers}.",
        len(won),
        numbers=context.both(won),
    )


def _field(ended: EndView, rules: Rules, context: RenderContext) -> list[str]:
    """Describe the reader's place and everybody's bids and leads; empty until the day closes."""
    if ended.standing is None:
        return []
    standing = ended.standing
    return [
        place_line(standing, context),
        *(_bid_line(bar, context) for bar in bars_of(standing, rules, context)),
        *_lead_line(standing, context),
        context.plural("Your streak: {n} day.", "Your streak: {n} days in a row.", ended.streak),
    ]


def _when(view: DailyView, context: RenderContext) -> str:
    if view.is_closed:
        return ""
    return context.say(
        "You'll see how the others did <t:{closes}:R>, once the day is over.",
        closes=int(view.closes_at),
    )


def place_line(standing: DayStanding, context: RenderContext) -> str:
    """Format a person's place among everyone who played."""
    said = context.say("#{place} of {n}", place=standing.place, n=standing.players)
    if standing.shared:
        said = context.say("Tied for #{place} of {n}", place=standing.place, n=standing.players)
    if not standing.others:
        return f"{said}."
    others = context.plural(
        "{n} more person played with an older version of the experts",
        "{n} more people played with an older version of the experts",
        standing.others,
    )
    return f"{said}. {others}."


def _lead_line(standing: DayStanding, context: RenderContext) -> list[str]:
    """List the first leads with their counts."""
    led = [f"{'-'.join(lead.tile)} ({lead.count})" for lead in standing.leads]
    return [context.say("First leads: {leads}.", leads=", ".join(led))] if led else []


def _bid_line(bar: FieldBar, context: RenderContext) -> str:
    return context.say("{bid}: made {made}, set {lost}", bid=bar.label, made=bar.made, lost=bar.set)


def _week(ended: EndView, context: RenderContext) -> list[str]:
    """Describe the reader's week and best scores; empty until the day closes."""
    if ended.standing is None or ended.week is None:
        return []
    best = context.say(
        "Your best this week: {week}, this month: {month}.",
        week=signed_score(ended.best_of_week),
        month=signed_score(ended.best_of_month),
    )
    return [_week_line(ended.week, context), best]


def _week_line(week: WeekStanding, context: RenderContext) -> str:
    total = signed_score(week.total)
    if week.place is not None:
        return context.say(
            "Your week: {total}, #{place} of {n}.", total=total, place=week.place, n=week.players
        )
    return context.say("Your week so far: {total}.", total=total)


def day_picture(
    view: DailyView, ended: EndView, rules: Rules, context: RenderContext
) -> DayPicture:
    """Describe the picture of a finished hand."""
    say, standing = context.say, ended.standing
    measures = (
        (ended.outcome.par, ended.par_due, say("par")),
        (ended.expert, ended.expert_due, say("expert")),
    )
    beside = [
        ("…" if score is None else signed_score(score), name)
        for score, due, name in measures
        if score is not None or due
    ]
    if standing is not None:
        beside.append((f"#{standing.place}", say("of {n}", n=standing.players)))
    leads = () if standing is None else standing.leads[:MOST_BARS]
    return DayPicture(
        title=day_title(view.date, context.words),
        detail=bid_words(ended.outcome, rules, context),
        score=signed_score(ended.outcome.score),
        score_words=say("your score"),
        beside=tuple(beside),
        tricks=ended.outcome.tricks,
        words="" if standing is not None else say("All results show once the day is over."),
        bids_title=say("How everyone bid"),
        bids=() if standing is None else bars_of(standing, rules, context),
        leads_title=say("First leads"),
        leads=tuple(
            FieldBar(label="-".join(lead.tile), made=lead.count, own=lead.own) for lead in leads
        ),
        you=say("you"),
        streak=ended.streak,
        streak_words=context.plural("{n} day in a row", "{n} days in a row", ended.streak),
        colors=context.colors,
    )


def bars_of(standing: DayStanding, rules: Rules, context: RenderContext) -> tuple[FieldBar, ...]:
    """Build a bar for each bid of the person's own side, and one for all bids of the other side."""
    bars = [
        FieldBar(
            label=short_bid(bid.bid, rules, context),
            made=bid.made,
            set=bid.count - bid.made,
            own=bid.own,
        )
        for bid in standing.bids
        if bid.ours
    ]
    theirs = [bid for bid in standing.bids if not bid.ours]
    if theirs:
        made = sum(bid.made for bid in theirs)
        count = sum(bid.count for bid in theirs)
        own = any(bid.own for bid in theirs)
        bars = [*bars[: MOST_BARS - 1]]
        bars.append(FieldBar(label=context.say("they"), made=made, set=count - made, own=own))
    return tuple(bars[:MOST_BARS])


def short_bid(bid: str, rules: Rules, context: RenderContext) -> str:
    """Name a stored bid in a word or two."""
    return short_call_name(parse_call(bid, rules), rules, context.words)


def bid_words(outcome: DayOutcome, rules: Rules, context: RenderContext) -> str:
    """Describe the bid in a short sentence: which side bid, and whether it was made."""
    name = short_bid(outcome.bid, rules, context)
    texts = {
        (True, True): context.say("You two bid {bid} and made it", bid=name),
        (True, False): context.say("You two bid {bid} and got set", bid=name),
        (False, True): context.say("They bid {bid} and made it", bid=name),
        (False, False): context.say("They bid {bid} and got set", bid=name),
    }
    return texts[outcome.ours, outcome.made]


def _buttons(
    view: DailyView, panel: PanelView, context: RenderContext, *, may_share: bool
) -> tuple[Button, ...]:
    replay = Button(context.say("Replay"), replay_id(panel.table, ReplayPlace()))
    buttons = [replay]
    if may_share:
        share = day_button(view.date, context.say("Share"), SHARE, ButtonStyle.PRIMARY)
        buttons.insert(0, share)
    if view.is_closed:
        buttons.append(day_button(view.date, context.say("Proof"), PROOF))
    if not view.is_on:
        buttons.append(todays_hand(context))
    elif view.before is not None:
        buttons.append(day_button(view.before, day_title(view.before, context.words), SHOW))
    return tuple(buttons)
