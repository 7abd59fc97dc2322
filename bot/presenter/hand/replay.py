"""A finished hand, step by step: what happened at a moment, and the position after it."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import MakeCall, MakeExchange, NameContract, Phase, PlayTile, sort_hand, view_for
from bot.tables.past import Replay
from bot.tables.views import TableView
from bot.values.findings import Review

from ..daily.names import SHOW, day_button, day_title
from ..table.drawings import can_be_drawn
from ..table.pictures import table_part
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
from ..table.scene import Scene
from ..table.seats import hand_title, seat_name, seat_option
from ..words.bids import call_name
from ..words.contracts import contract_name
from ..words.ids import Verb, format_id
from ..words.names import shown_name
from ..words.parts import lines, note, small
from ..words.render_context import RenderContext, tile_text
from ..words.spec import (
    Accent,
    Button,
    Container,
    Message,
    Part,
    Row,
    Select,
    SelectOption,
    Separator,
    Text,
)
from .ending import back_button
from .outcome import gained_line, game_won_line, outcome_line
from .replay_pictures import hand_film, moment_picture
from .replay_place import ReplayPlace
from .replay_scene import ReplayScene
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
    from_ending: bool = False,
) -> Message:
    """Build the screen of a moment; an invalid place is moved to the nearest valid one.

    `review` judges the plays (None: not judged); `judging`: the review is not ready yet.
    `may_share`: there is a channel to share it in. `from_ending`: it leads back to the end of the
    reader's game.
    """
    scene = ReplayScene.at(replay, place, context, review)
    table = scene.table
    head = scene.say(
        "Replay · Table {number} · Hand {hand}", number=table.number, hand=table.hand_of_game
    )
    if table.day is not None:
        head = scene.say("Replay · {day}", day=day_title(table.day, scene.words))
    at = scene.say("Step {step} of {last}", step=scene.place.step, last=scene.last)
    position = _position(scene)
    shown: list[Part] = [Separator(), Text(lines(*position))]
    if scene.pictures and can_be_drawn(table):
        shown = [moment_picture(scene, position)]
    parts: list[Part] = [
        Text(lines(f"### {head}", small(at), _happened(scene))),
        *_verdict(scene, judging=judging),
        *shown,
        Row(_steps(scene)),
        Row((_unit(scene), *_next_mistake(scene))),
        Row((_eyes(scene),)),
        Row(
            (
                *(_shares(scene) if may_share else ()),
                _record(scene),
                *((back_button(table.table_id, context),) if from_ending else ()),
            )
        ),
    ]
    return Message(body=(Container(tuple(parts), Accent.NORMAL),))


def _happened(scene: ReplayScene) -> str:
    """Describe the act of a moment, and its outcome."""
    view, by_trick = scene.view, scene.place.by_trick
    done = act_line(scene)
    if by_trick and view.tricks and (is_trick_end(view) or view.phase is Phase.OVER):
        done = trick_tiles(scene, view.tricks[-1])
    texts = [f"**{done}**" if not by_trick or "**" not in done else done]
    if view.tricks and (view.trick is None or not view.trick.plays):
        texts.append(trick_won_line(scene, len(view.tricks)))
    if view.phase is Phase.OVER:
        texts += [outcome_line(scene), gained_line(scene)]
    return lines(*texts)


def _verdict(scene: ReplayScene, *, judging: bool = False) -> tuple[Part, ...]:
    """Judge the play or the trick of a moment; empty if there is nothing to say."""
    action, view, review = scene.action, scene.view, scene.review
    if not isinstance(action, (MakeCall, PlayTile)):
        return ()
    if review is None:
        wait = scene.say("I'm still judging this hand. Your next press shows more.")
        return (Text(small(wait)),) if judging else ()
    if isinstance(action, MakeCall):
        call = call_at(scene.replay, review, scene.place.step)
        said = "" if call is None else call_verdict(scene, call)
        if view.phase is Phase.OVER:  # everyone passed
            said = lines(said, *could_have_taken(scene, review))
        return (Text(said),) if said else ()
    trick = trick_of(scene.replay, scene.place.step)
    if scene.place.by_trick and len(view.tricks) == trick:
        said = trick_verdicts(scene, review, trick, view.tricks[-1])
    else:
        said = verdict(scene, review, trick, action)
    return (Text(said),) if said else ()


def _next_mistake(scene: ReplayScene) -> tuple[Button, ...]:
    """Build the button to the next mistake, wrapping around to the first."""
    if scene.review is None:
        return ()
    place, found = scene.place, mistakes(scene.replay, scene.review)
    if not found:
        return (_go(scene, place, scene.say("No mistakes"), "mistake", off=True),)
    step = next((step for step in found if step > place.step), found[0])
    there = replace(place, step=step, by_trick=False)
    label = scene.say("Next mistake ({n})", n=len(found))
    return (_go(scene, there, label, "mistake", off=found == (place.step,)),)


def act_line(scene: ReplayScene) -> str:
    """Describe an act; an exchange in full only if all hands are open."""
    rules, action = scene.table.rules, scene.action
    if not isinstance(action, (MakeCall, NameContract, MakeExchange, PlayTile)):
        name = seat_name(scene, scene.view.shaker)
        return scene.say("{name} shakes. The hands as dealt:", name=name)
    name = seat_name(scene, action.seat)
    match action:
        case MakeCall(call=call) if call.is_bid:
            return scene.say(
                "{name} bids {bid}.", name=name, bid=call_name(call, rules, scene.words)
            )
        case MakeCall():
            return scene.say("{name} passes.", name=name)
        case NameContract(contract=contract):
            named = contract_name(contract, rules, scene.words)
            return scene.say("{name} names {contract}.", name=name, contract=named)
        case MakeExchange():
            return _exchange_line(scene, name, action)
        case PlayTile():
            return _play_line(scene, name, action)


def _exchange_line(scene: ReplayScene, name: str, action: MakeExchange) -> str:
    count = len(action.take) + action.unseen
    if not count:
        return scene.say("{name} kept the hand as dealt.", name=name)
    if scene.place.seat is None and action.take:
        return scene.say(
            "{name} took {take} and put back {give}.",
            name=name,
            take=scene.tiles(action.take, scene.table.rules.game),
            give=scene.tiles(action.give, scene.table.rules.game),
        )
    return scene.plural(
        "{name} swapped {n} domino.", "{name} swapped {n} dominoes.", count, name=name
    )


def _play_line(scene: Scene, name: str, action: PlayTile) -> str:
    view = scene.view
    tile = tile_text(action.tile)
    trick = view.trick if view.trick is not None and view.trick.plays else None
    if trick is None and view.tricks:
        trick = view.tricks[-1]
    if action.declared is not None:
        suit = scene.words.suit(action.declared)
        return scene.say("{name} leads {tile} as {suit}.", name=name, tile=tile, suit=suit)
    if trick is not None and trick.plays[0] == action:
        return scene.say("{name} leads {tile}.", name=name, tile=tile)
    return scene.say("{name} plays {tile}.", name=name, tile=tile)


def _position(scene: ReplayScene) -> list[str]:
    """Describe the position after a moment: bids or contract, the trick, the visible hands."""
    view = scene.view
    texts = []
    if view.phase is Phase.CALL:
        texts.append(auction_line(scene))
    texts += [trump_line(scene), bid_line(scene)]
    if not is_trick_end(view):
        texts.append(trick_line(scene))
    texts += special_lines(scene)
    texts += [hand_score_line(scene), *_hands(scene)]
    return texts


def _hands(scene: ReplayScene) -> list[str]:
    """Return the hands that are in sight: all of them, or what one seat held."""
    game, seat_of_view = scene.game, scene.place.seat
    deal, spec = game.deal, scene.table.rules.game
    if deal is None:
        raise ValueError("a moment has its deal")
    seats = range(spec.seats) if seat_of_view is None else (seat_of_view,)
    texts = []
    for seat in seats:
        held = scene.tiles(sort_hand(deal.hands[seat], deal.contract), spec)
        texts.append(f"**{seat_name(scene, seat)}** {held or '–'}")
    kitty = deal.kitty if seat_of_view is None else view_for(game, seat_of_view).kitty
    if kitty:
        left = scene.tiles(kitty, spec)
        texts.append(scene.say("**Left over** {tiles}", tiles=left))
    return texts


def _steps(scene: ReplayScene) -> tuple[Button, ...]:
    """Build the buttons to other moments."""
    replay, place, words = scene.replay, scene.place, scene.words
    at_first, at_last = place.step == 0, place.step == scene.last
    first, last = replace(place, step=0), replace(place, step=scene.last)
    back, ahead = place.back(replay), place.forward(replay)
    return (
        _go(scene, first, words.say("First"), "first", off=at_first),
        _go(scene, back, words.say_as("replay", "Back"), "back", off=at_first),
        _go(scene, ahead, words.say("Next"), "next", off=at_last),
        _go(scene, last, words.say_as("replay", "Last"), "last", off=at_last),
    )


def _go(
    scene: ReplayScene, place: ReplayPlace, label: str, button: str, *, off: bool = False
) -> Button:
    return Button(label, replay_id(scene.table, place, button), disabled=off)


def replay_id(table: TableView, place: ReplayPlace, button: str = "") -> str:
    """Format the id of a button that leads to a moment of a table's hand."""
    return format_id(Verb.REPLAY, table.table_id, table.hand_no, place.arg(button))


def _unit(scene: ReplayScene) -> Button:
    """Build the button that switches between steps by play and by trick."""
    by_trick = scene.place.by_trick
    label = scene.say("By play") if by_trick else scene.say("By trick")
    return _go(scene, replace(scene.place, by_trick=not by_trick), label, "unit")


def _shares(scene: ReplayScene) -> tuple[Button, ...]:
    """Build the buttons that show a moment or the whole hand to the channel."""
    table = scene.table
    moment = format_id(Verb.SHARE, table.table_id, table.hand_no, scene.place.arg())
    hand = format_id(Verb.SHARE, table.table_id, table.hand_no)
    return (Button(scene.say("Share moment"), moment), Button(scene.say("Share hand"), hand))


def shared_moment(
    replay: Replay, place: ReplayPlace, name: str, review: Review | None, context: RenderContext
) -> Message:
    """Build a moment for everyone in a channel; `name` is who shares it."""
    scene = ReplayScene.at(replay, place, context, review)
    head = scene.say(
        "**{name}** shares a moment of hand {hand} at Table {number}:",
        name=shown_name(name),
        hand=scene.table.hand_of_game,
        number=scene.table.number,
    )
    position = _position(scene)
    shown: Part = Text(lines(*position))
    if scene.pictures and can_be_drawn(scene.table):
        shown = moment_picture(scene, position)
    open_it = _open(scene, scene.place)
    parts = (Text(lines(head, _happened(scene))), *_verdict(scene), shown, Row((open_it,)))
    return Message(body=(Container(parts, Accent.NORMAL),), silent=True)


def shared_hand(replay: Replay, name: str, context: RenderContext) -> Message:
    """Build a whole hand for everyone in a channel, as an animation."""
    scene = ReplayScene.at(replay, ReplayPlace(len(replay.moments) - 1), context)
    head = scene.say(
        "**{name}** shares hand {hand} at Table {number}:",
        name=shown_name(name),
        hand=scene.table.hand_of_game,
        number=scene.table.number,
    )
    parts: list[Part] = [Text(lines(head, outcome_line(scene)))]
    if scene.pictures and can_be_drawn(scene.table):
        parts.append(hand_film(replay, scene))
    parts.append(Row((_open(scene, ReplayPlace()),)))
    return Message(body=(Container(tuple(parts), Accent.NORMAL),), silent=True)


def forgotten_hand(replay: Replay, context: RenderContext) -> Message:
    """Build what takes the place of a hand's board, once one of its players was forgotten.

    It has the picture that the board had, with the names that are left.
    """
    scene = ReplayScene.at(replay, ReplayPlace(len(replay.moments) - 1), context)
    head = scene.say(
        "**Table {number}** · Hand {hand}", number=scene.table.number, hand=scene.table.hand_of_game
    )
    why = small(scene.say("A player asked me to forget them."))
    open_it = Row((_open(scene, ReplayPlace()),))
    if scene.pictures and can_be_drawn(scene.table):
        text = Text(lines(head, outcome_line(scene), why))
        return Message(body=(Container((table_part(scene), text, open_it), Accent.NORMAL),))
    names = ", ".join(seat_name(scene, seat) for seat in range(len(scene.table.seats)))
    text = Text(lines(head, outcome_line(scene), names, why))
    return Message(body=(Container((text, open_it), Accent.NORMAL),))


def card_in_one_line(replay: Replay, context: RenderContext) -> Message:
    """Build what remains of a hand's card under the cards of later hands."""
    scene = ReplayScene.at(replay, ReplayPlace(len(replay.moments) - 1), context)
    line = f"**{hand_title(scene)}** · {outcome_line(scene)} {game_won_line(scene)}"
    return Message(body=(Text(small(line.rstrip())),), silent=True)


def unfinished_card_in_one_line(context: RenderContext) -> Message:
    """Build what remains of the board of a hand that was given up."""
    return Message(body=(Text(small(context.say("This hand wasn't finished."))),), silent=True)


def share_done(context: RenderContext) -> Message:
    """Confirm sharing."""
    return note(context.say("Shared. Everyone in this channel can see it now."))


def _open(scene: Scene, place: ReplayPlace) -> Button:
    """Build the button that opens a private replay of a shared one."""
    return Button(scene.say("Replay"), replay_id(scene.table, place))


def _record(scene: Scene) -> Button:
    """Build the button that gives the record of the game, or leads back from a daily hand."""
    if scene.table.day is not None:
        return day_button(scene.table.day, scene.say("Back to the result"), SHOW)
    custom_id = format_id(
        Verb.RECORD, scene.table.table_id, scene.table.hand_no, str(scene.table.game_no)
    )
    return Button(scene.say("Game record"), custom_id)


def _eyes(scene: ReplayScene) -> Select:
    """Build the choice between all hands open and what one seat saw."""
    table, place = scene.table, scene.place
    open_place = replace(place, seat=None)
    options = [
        SelectOption(scene.say("All hands open"), open_place.arg(), default=place.seat is None)
    ]
    for seat in range(len(table.seats)):
        label = scene.say("As {name} saw it", name=seat_option(scene, seat))
        seen = replace(place, seat=seat)
        options.append(SelectOption(label, seen.arg(), default=place.seat == seat))
    custom_id = format_id(Verb.REPLAY, table.table_id, table.hand_no)
    return Select(custom_id, scene.say("Whose view?"), tuple(options))
