"""A finished hand to step through: what happened at a moment, and the position after it."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import (
    Action,
    MakeCall,
    MakeExchange,
    NameContract,
    Phase,
    PlayTile,
    SeatView,
    sort_hand,
    view_for,
)
from bot.tables.past import Replay, Review
from bot.tables.views import TableView

from ..table.drawings import can_be_drawn
from ..table.position import (
    auction_line,
    bid_line,
    hand_score_line,
    is_trick_end,
    special_lines,
    trick_line,
    trick_tiles,
    trick_won_line,
    trump_line,
)
from ..words.bids import call_name
from ..words.contracts import contract_name
from ..words.ids import Verb, format_id
from ..words.names import seat_name, seat_option, shown_name
from ..words.parts import lines, note, small
from ..words.render_context import RenderContext, tile_text
from ..words.spec import (
    Accent,
    Button,
    Container,
    Message,
    Option,
    Part,
    Row,
    Select,
    Separator,
    Text,
)
from .outcome import gained_line, outcome_line
from .replay_pictures import hand_film, moment_picture
from .replay_place import ReplayPlace
from .review import could_have_taken
from .verdicts import call_at, call_verdict, mistakes, trick_of, trick_verdicts, verdict


def replay_screen(
    replay: Replay,
    place: ReplayPlace,
    context: RenderContext,
    review: Review | None = None,
    *,
    judging: bool = False,
    may_share: bool = False,
) -> Message:
    """Return the screen of a moment; a place that the hand does not have is the nearest one.

    `review` judges the plays, None where they are not judged; `judging`: or not yet. `may_share`:
    whether there is a channel with others to share it in.
    """
    place = place.within(replay)
    table, say = replay.at(place.step), context.words.say
    head = say("Replay · Table {number} · Hand {hand}", number=table.number, hand=table.hand_no)
    at = say("Step {step} of {last}", step=place.step, last=len(replay.moments) - 1)
    position = _position(replay, place, table, context)
    shown: list[Part] = [Separator(), Text(lines(*position))]
    if context.pictures and can_be_drawn(table):
        shown = [moment_picture(replay, place, position, context)]
    parts: list[Part] = [
        Text(lines(f"### {head}", small(at), _happened(replay, place, table, context))),
        *_verdict(replay, place, table, review, context, judging=judging),
        *shown,
        Row(_steps(replay, place, context)),
        Row((_unit(replay, place, context), *_next_mistake(replay, place, review, context))),
        Row((_eyes(replay, place, context),)),
        Row((*_shares(replay, place, context, may_share=may_share), _record(table, context))),
    ]
    return Message(body=(Container(tuple(parts), Accent.NORMAL),))


def _happened(replay: Replay, place: ReplayPlace, table: TableView, context: RenderContext) -> str:
    """Return what was done at a moment, and what came of it."""
    view = _view(table)
    action = replay.moments[place.step].action
    done = act_line(table, action, context, is_open=place.seat is None)
    if place.by_trick and view.tricks and (is_trick_end(view) or view.phase is Phase.OVER):
        done = trick_tiles(table, view.tricks[-1], context)
    texts = [f"**{done}**" if not place.by_trick or "**" not in done else done]
    if view.tricks and (view.trick is None or not view.trick.plays):
        texts.append(trick_won_line(table, view, len(view.tricks), context))
    if view.phase is Phase.OVER:
        texts += [outcome_line(table, view, context), gained_line(table, view, context)]
    return lines(*texts)


def _verdict(
    replay: Replay,
    place: ReplayPlace,
    table: TableView,
    review: Review | None,
    context: RenderContext,
    *,
    judging: bool,
) -> tuple[Part, ...]:
    """Return what is said of the play or the trick at a moment; nothing where that is nothing."""
    action, view = replay.moments[place.step].action, _view(table)
    if not isinstance(action, (MakeCall, PlayTile)):
        return ()
    if review is None:
        wait = context.words.say("I'm still judging this hand. Your next press shows more.")
        return (Text(small(wait)),) if judging else ()
    if isinstance(action, MakeCall):
        call = call_at(replay, review, place.step)
        said = "" if call is None else call_verdict(table, call, context)
        if view.phase is Phase.OVER:  # everyone passed
            said = lines(said, *could_have_taken(table, review, context))
        return (Text(said),) if said else ()
    trick = trick_of(replay, place.step)
    if place.by_trick and len(view.tricks) == trick:
        said = trick_verdicts(table, review, trick, view.tricks[-1], context)
    else:
        said = verdict(table, review, trick, action, context)
    return (Text(said),) if said else ()


def _next_mistake(
    replay: Replay, place: ReplayPlace, review: Review | None, context: RenderContext
) -> tuple[Button, ...]:
    """Return the button that leads to the next mistake, after the last one to the first."""
    if review is None:
        return ()
    found = mistakes(replay, review)
    if not found:
        label = context.words.say("No mistakes")
        return (_go(replay, place, label, "mistake", off=True),)
    step = next((step for step in found if step > place.step), found[0])
    there = replace(place, step=step, by_trick=False)
    label = context.words.say("Next mistake ({n})", n=len(found))
    return (_go(replay, there, label, "mistake", off=found == (place.step,)),)


def act_line(table: TableView, action: Action, context: RenderContext, *, is_open: bool) -> str:
    """Return an act in a sentence; what was swapped only where all hands are open."""
    say, rules, view = context.words.say, table.rules, _view(table)
    if not isinstance(action, (MakeCall, NameContract, MakeExchange, PlayTile)):
        name = seat_name(table, view.shaker, context)
        return say("{name} shakes. The hands as dealt:", name=name)
    name = seat_name(table, action.seat, context)
    match action:
        case MakeCall(call=call) if call.is_bid:
            return say("{name} bids {bid}.", name=name, bid=call_name(call, rules, context.words))
        case MakeCall():
            return say("{name} passes.", name=name)
        case NameContract(contract=contract):
            named = contract_name(contract, rules, context.words)
            return say("{name} names {contract}.", name=name, contract=named)
        case MakeExchange():
            return _exchange_line(name, action, context, table, is_open=is_open)
        case PlayTile():
            return _play_line(name, action, context, view)


def _exchange_line(
    name: str, action: MakeExchange, context: RenderContext, table: TableView, *, is_open: bool
) -> str:
    words, count = context.words, len(action.take) + action.unseen
    if not count:
        return words.say("{name} kept the hand as dealt.", name=name)
    if is_open and action.take:
        return words.say(
            "{name} took {take} and put back {give}.",
            name=name,
            take=context.tiles(action.take, table.rules.game),
            give=context.tiles(action.give, table.rules.game),
        )
    return words.plural(
        "{name} swapped {n} domino.", "{name} swapped {n} dominoes.", count, name=name
    )


def _play_line(name: str, action: PlayTile, context: RenderContext, view: SeatView) -> str:
    say, tile = context.words.say, tile_text(action.tile)
    trick = view.trick if view.trick is not None and view.trick.plays else None
    if trick is None and view.tricks:
        trick = view.tricks[-1]
    if action.declared is not None:
        suit = context.words.suit(action.declared)
        return say("{name} leads {tile} as {suit}.", name=name, tile=tile, suit=suit)
    if trick is not None and trick.plays[0] == action:
        return say("{name} leads {tile}.", name=name, tile=tile)
    return say("{name} plays {tile}.", name=name, tile=tile)


def _position(
    replay: Replay, place: ReplayPlace, table: TableView, context: RenderContext
) -> list[str]:
    """Return the position after a moment: bids or contract, the trick, the hands in sight."""
    view = _view(table)
    texts = []
    if view.phase is Phase.CALL:
        texts.append(auction_line(table, view, context))
    texts += [trump_line(view, context), bid_line(table, view, context)]
    if not is_trick_end(view):
        texts.append(trick_line(table, view, context))
    texts += special_lines(table, view, context)
    texts += [hand_score_line(table, view, context), *_hands(replay, place, table, context)]
    return texts


def _hands(
    replay: Replay, place: ReplayPlace, table: TableView, context: RenderContext
) -> list[str]:
    """Return the hands that are in sight: all of them, or what one seat held."""
    game = replay.moments[place.step].game
    deal, spec = game.deal, table.rules.game
    if deal is None:
        raise ValueError("a moment has its deal")
    seats = range(spec.seats) if place.seat is None else (place.seat,)
    texts = []
    for seat in seats:
        held = context.tiles(sort_hand(deal.hands[seat], deal.contract), spec)
        texts.append(f"**{seat_name(table, seat, context)}** {held or '–'}")
    kitty = deal.kitty if place.seat is None else view_for(game, place.seat).kitty
    if kitty:
        left = context.tiles(kitty, spec)
        texts.append(context.words.say("**Left over** {tiles}", tiles=left))
    return texts


def _view(table: TableView) -> SeatView:
    if table.view is None:
        raise ValueError("a moment has a view")
    return table.view


def _steps(replay: Replay, place: ReplayPlace, context: RenderContext) -> tuple[Button, ...]:
    """Return the buttons that lead to other moments."""
    words = context.words
    at_first, at_last = place.step == 0, place.step == len(replay.moments) - 1
    last = replace(place, step=len(replay.moments) - 1)
    return (
        _go(replay, replace(place, step=0), words.say("First"), "first", off=at_first),
        _go(replay, place.back(replay), words.say_as("replay", "Back"), "back", off=at_first),
        _go(replay, place.forward(replay), words.say("Next"), "next", off=at_last),
        _go(replay, last, words.say_as("replay", "Last"), "last", off=at_last),
    )


def _go(replay: Replay, place: ReplayPlace, label: str, button: str, *, off: bool) -> Button:
    return Button(label, replay_id(replay.table, place, button), disabled=off)


def replay_id(table: TableView, place: ReplayPlace, button: str = "") -> str:
    """Return the id of what leads to a moment of a table's hand."""
    return format_id(Verb.REPLAY, table.table_id, table.hand_no, place.arg(button))


def _unit(replay: Replay, place: ReplayPlace, context: RenderContext) -> Button:
    """Return the button that changes between steps by play and by trick."""
    say = context.words.say
    label = say("By play") if place.by_trick else say("By trick")
    return _go(replay, replace(place, by_trick=not place.by_trick), label, "unit", off=False)


def _shares(
    replay: Replay, place: ReplayPlace, context: RenderContext, *, may_share: bool
) -> tuple[Button, ...]:
    """Return the buttons that show a moment or the whole hand to the channel."""
    if not may_share:
        return ()
    table, say = replay.table, context.words.say
    moment = format_id(Verb.SHARE, table.table_id, table.hand_no, place.arg())
    hand = format_id(Verb.SHARE, table.table_id, table.hand_no)
    return (Button(say("Share moment"), moment), Button(say("Share hand"), hand))


def shared_moment(
    replay: Replay, place: ReplayPlace, name: str, review: Review | None, context: RenderContext
) -> Message:
    """Return a moment for everybody in a channel; `name` is who shares it."""
    place = place.within(replay)
    table, say = replay.at(place.step), context.words.say
    head = say(
        "**{name}** shares a moment of hand {hand} at Table {number}:",
        name=shown_name(name),
        hand=table.hand_no,
        number=table.number,
    )
    position = _position(replay, place, table, context)
    shown: Part = Text(lines(*position))
    if context.pictures and can_be_drawn(table):
        shown = moment_picture(replay, place, position, context)
    parts = (
        Text(lines(head, _happened(replay, place, table, context))),
        *_verdict(replay, place, table, review, context, judging=False),
        shown,
        Row((_open(replay, place, context),)),
    )
    return Message(body=(Container(parts, Accent.NORMAL),), silent=True)


def shared_hand(replay: Replay, name: str, context: RenderContext) -> Message:
    """Return a whole hand for everybody in a channel, as a picture that moves."""
    last = ReplayPlace(len(replay.moments) - 1)
    table, say = replay.at(last.step), context.words.say
    head = say(
        "**{name}** shares hand {hand} at Table {number}:",
        name=shown_name(name),
        hand=table.hand_no,
        number=table.number,
    )
    parts: list[Part] = [Text(lines(head, outcome_line(table, _view(table), context)))]
    if context.pictures and can_be_drawn(table):
        parts.append(hand_film(replay, context))
    parts.append(Row((_open(replay, ReplayPlace(), context),)))
    return Message(body=(Container(tuple(parts), Accent.NORMAL),), silent=True)


def share_done(context: RenderContext) -> Message:
    """Return the answer to who has shared something."""
    return note(context.words.say("Shared. Everyone in this channel can see it now."))


def _open(replay: Replay, place: ReplayPlace, context: RenderContext) -> Button:
    """Return the button that opens a replay for whoever presses it."""
    return Button(context.words.say("Replay"), replay_id(replay.table, place))


def _record(table: TableView, context: RenderContext) -> Button:
    """Return the button that gives the record of the game."""
    custom_id = format_id(Verb.RECORD, table.table_id, table.hand_no, str(table.game_no))
    return Button(context.words.say("Game record"), custom_id)


def _eyes(replay: Replay, place: ReplayPlace, context: RenderContext) -> Select:
    """Return the choice between all hands open and what one seat saw."""
    say, table = context.words.say, replay.table
    open_place = replace(place, seat=None)
    options = [Option(say("All hands open"), open_place.arg(), default=place.seat is None)]
    for seat in range(len(table.seats)):
        label = say("As {name} saw it", name=seat_option(table, seat, context))
        seen = replace(place, seat=seat)
        options.append(Option(label, seen.arg(), default=place.seat == seat))
    custom_id = format_id(Verb.REPLAY, table.table_id, table.hand_no)
    return Select(custom_id, say("Whose view?"), tuple(options))
