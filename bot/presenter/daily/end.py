"""The end of a daily hand: the result beside par and the expert, and later everybody's results."""

from __future__ import annotations

from collections.abc import Callable

from bot.daily.model import DayOutcome
from bot.daily.views import DailyView, DayStanding, EndView, WeekStanding
from bot.render import DayPicture, FieldBar
from bot.tables.views import PanelView
from texas42.engine import Rules, parse_call

from ..hand.cards import replay_id
from ..hand.outcome import outcome_line
from ..hand.replay_place import ReplayPlace
from ..layout.fact import drawn
from ..layout.ways import alt_text
from ..table.scene import Scene
from ..words.bids import short_call_name
from ..words.parts import capital, framed, known, lines, small
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
    ended = known(view.ended)
    panel = known(view.panel)
    rules = panel.table.rules
    head = _head(view, ended, context)
    when = _when(view, context)
    result = outcome_line(Scene.of(panel.table, context, panel.view))
    ended_reminder = reminder_ended(view, context)
    said = [
        result,
        _measures(ended, context),
        _tricks(ended.outcome.tricks, context),
        *_field(ended, rules, context),
        _streak(ended, context),
    ]
    week = _week(ended, context)
    parts: list[Part] = [Text(lines(f"### {head}", *said, when, ended_reminder, *map(small, week)))]
    if context.pictures:
        picture = day_picture(view, ended, rules, context)
        alt = alt_text(map(drawn, (head, *said, *week)))
        parts = [
            Picture(picture, alt, f"daily-{view.date.isoformat()}.webp"),
            Text(lines(when, ended_reminder, *map(small, (_others(ended, context), *week)))),
        ]
    rows = [Row(_buttons(view, panel, context, may_share=may_share))]
    if view.is_on:
        rows.append(Row((reminder_button(view.date, context, is_reminded=view.is_reminded),)))
    return framed(*(part for part in parts if part != Text("")), *rows)


def _head(view: DailyView, ended: EndView, context: RenderContext) -> str:
    title = day_title(view.date, context.words)
    score = signed_score(ended.outcome.score)
    return context.say("{day}: your score is {score}", day=title, score=score)


def signed_score(score: int) -> str:
    """Format a score with its sign."""
    return f"+{score}" if score > 0 else str(score).replace("-", MINUS)


def _measures(ended: EndView, context: RenderContext) -> str:
    """Compare the score with the expert's and with par, in one sentence."""
    said = _compared(ended, context)
    if len(said) == 1:
        return capital(context.say("{one}.", one=said[0]))
    return capital(context.say("{one}, {other}.", one=said[0], other=said[1])) if said else ""


def _compared(ended: EndView, context: RenderContext) -> list[str]:
    """Compare the score with the expert's, then with par, or say what is still missing."""
    say = context.say
    score = ended.outcome.score
    said = []
    if ended.expert is not None:
        ahead = score - ended.expert
        wording = say("level with the expert")
        if ahead > 0:
            wording = say("{n} ahead of the expert", n=ahead)
        elif ahead < 0:
            wording = say("{n} behind the expert", n=-ahead)
        said.append(wording)
    elif ended.expert_due:
        said.append(say("the expert is still playing"))
    if ended.outcome.par is not None:
        above = score - ended.outcome.par
        wording = say("level with par")
        if above > 0:
            wording = say("{n} above par", n=above)
        elif above < 0:
            wording = say("{n} off par", n=-above)
        said.append(wording)
    elif ended.par_due:
        said.append(say("par is still to come"))
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
        f"{place_line(standing, context)}. {_others(ended, context)}".strip(),
        *(_bid_line(bar, context) for bar in bars_of(standing, rules, context)),
        *_lead_line(standing, context),
    ]


def _streak(ended: EndView, context: RenderContext) -> str:
    return context.plural("Your streak: {n} day.", "Your streak: {n} days in a row.", ended.streak)


def _when(view: DailyView, context: RenderContext) -> str:
    """Say when the next hand and everybody's results come, unless they are there."""
    if view.is_closed:
        return ""
    closes = int(view.closes_at)
    if not view.is_on:
        return context.say("Everyone's results come <t:{closes}:R>.", closes=closes)
    return context.say(
        "The next hand comes <t:{next}:R>, everyone's results <t:{closes}:R>.",
        next=int(view.turns_at),
        closes=closes,
    )


def place_line(standing: DayStanding, context: RenderContext) -> str:
    """Format a person's place among everyone who played."""
    if standing.shared:
        return context.say("Tied for #{place} of {n}", place=standing.place, n=standing.players)
    return context.say("#{place} of {n}", place=standing.place, n=standing.players)


def _others(ended: EndView, context: RenderContext) -> str:
    """Count the people who are ranked separately, if any."""
    if ended.standing is None or not ended.standing.others:
        return ""
    return context.plural(
        "{n} more person played with an older version of the experts.",
        "{n} more people played with an older version of the experts.",
        ended.standing.others,
    )


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
    say = context.say
    standing = ended.standing
    beside = [capital(said) for said in _compared(ended, context)]
    if standing is not None:
        beside.append(place_line(standing, context))
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
        bids=() if standing is None else bars_of(standing, rules, context, _bar_label),
        leads_title=say("First leads"),
        leads=tuple(
            FieldBar(label="-".join(lead.tile), made=lead.count, own=lead.own) for lead in leads
        ),
        you=say("you"),
        streak=ended.streak,
        streak_words=context.plural("{n}-day streak", "{n}-day streak", ended.streak),
        colors=context.colors,
    )


def short_bid(bid: str, rules: Rules, context: RenderContext) -> str:
    """Name a stored bid in a word or two, as at a table by marks."""
    return short_call_name(parse_call(bid, rules), rules, context.words.in_marks)


def _bar_label(bid: str, rules: Rules, context: RenderContext) -> str:
    """Name a stored bid in the width of a bar."""
    call = parse_call(bid, rules)
    return context.say("{n} m", n=call.number) if call.multiple else short_bid(bid, rules, context)


def bars_of(
    standing: DayStanding,
    rules: Rules,
    context: RenderContext,
    label: Callable[[str, Rules, RenderContext], str] = short_bid,
) -> tuple[FieldBar, ...]:
    """Build a bar for each bid of the person's own side, and one for all bids of the other side."""
    bars = [
        FieldBar(
            label=label(bid.bid, rules, context),
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
