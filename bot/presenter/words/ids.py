"""The ids of buttons and selects: `42:<verb>:<table>:<seq>[:<arg>]`.

They are a public contract: old messages and other programs rely on them. `-` means no table, and
0 no seq. A select's id ends after seq; the value of the chosen option is its argument.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

PREFIX = "42:"
NO_TABLE = "-"
DAY = "daily"
"""The prefix of a day's id, which its hand's component ids have instead of a table's."""
_FORM = re.compile(
    r"42:(?P<verb>[a-z-]+):(?P<table>-|[a-z0-9]+):(?P<seq>[0-9]{1,9})(?::(?P<arg>.+))?"
)
_COPY = re.compile(r"(?P<play>[0-9]{2}(?:@[0-9])?)\.(?P<copy>[2-9])")


class Verb(StrEnum):
    """What a button asks for. The first five are game actions and guarded by `seq`."""

    CALL = "call"
    CONTRACT = "contract"
    EXCHANGE = "exchange"
    PLAY = "play"  # asks first if the player chose that
    PLAY_IT = "play-it"  # the answer to that question, or to whether to renege
    # steps of the panel toward an action; they change nothing
    BIDS = "bids"  # arg: a number; asks for the trump of the bid
    SWAP = "swap"  # arg: part of an exchange, `55,50/21`; asks for the rest
    MISPLAY = "misplay"  # arg: a tile that the rules forbid; asks whether to renege
    # the table
    SIT = "sit"  # arg: the seat, or none for any; `/anyway`: beside people they have blocked
    JOIN = "join"  # arg: a code as typed; `/anyway`: beside people they have blocked
    NEW_CODE = "new-code"
    LEAVE = "leave"  # arg `yes`: confirmed; `for/` or `yes/` and another id: asks for that then
    REMOVE = "remove"  # arg: the seat
    START = "start"  # computers take the open seats
    MENU = "menu"  # what the host can change: "Table…"
    GAME = "game"  # arg: the game to change to
    LEVEL = "level"  # arg: the level of the computer players
    PLAYERS = "players"  # after a game: who plays the next one
    TRADE_SEATS = "trade-seats"  # arg: two seats, `0-2`
    DRAW_PARTNERS = "draw-partners"  # arg: `on` or `off`
    CHANGE_PARTNERS = "change-partners"  # arg: `on` or `off`
    PACE = "pace"  # arg: the pace to change to
    SCORE_WORD = "score-word"  # arg: the word that the marks spell
    HINTS = "hints"  # arg: `on` or `off`
    MAKE_PRIVATE = "make-private"  # a lobby, which moves to a private thread
    KEEP_HANDS = "keep-hands"  # arg: `on` or `off`
    HOUSE = "house"  # arg: the option or list that is shown; none for the page of toggles
    TOGGLE = "toggle"  # arg: a rule and its new value, `nello=on`, `target=5`, `match=3`
    SET_RULE = "set-rule"  # arg: an option's new value, `renege=forfeit`
    SET_PRESET = "set-preset"  # arg: the preset's name
    SET_MATCH = "set-match"  # arg: how many games a match is
    SAVE_PRESET = "save-preset"  # opens a form for the name
    PRESET_NAME = "preset-name"  # that form's answer
    ASK_NUMBER = "ask-number"  # arg: the option; opens a form
    NUMBER = "number"  # arg: the option; a form's answer, see `TextForm`
    READY = "ready"
    REMATCH = "rematch"
    AGAIN = "again"  # instead of seq: the number of a finished game, whose people play again
    CLOSE = "close"
    TAKEOVER = "takeover"
    BACK = "back"
    ASK_DOUBLES = "ask-doubles"
    SHOW_KITTY = "show-kitty"
    SHAKER = "shaker"  # arg: the seat that is to shake the next game
    SKIP = "skip"  # computers play without pauses until the user's turn
    # screens
    HAND = "hand"
    LAST = "last"  # arg: `more` where Back leads there
    MORE = "more"  # arg: the number of a finished hand, none for the current state; `/` and a page
    PICTURES = "pictures"  # arg: `on` or `off`
    HINT = "hint"
    KNOW = "know"  # "Skip the lesson", "I know it": no guide through the first hand of this game
    HARDER = "harder"  # arg: the level of the opponents from now on
    CLAIM = "claim"  # guarded by `seq` like an act; arg `accept`, `play-on`, `anyway`
    RULES = "rules"  # arg: the page
    TABLE = "table"
    RECORD = "record"
    REVIEW = "review"  # arg: the number of the hand
    ALL_PLAYS = "all-plays"  # instead of seq: the number of a hand; arg: the page, 0: its review
    REPLAY = "replay"  # instead of seq: the number of a hand; arg: see `replay_place`
    OPEN_REPLAY = "open-replay"  # like REPLAY, in a new message: on older pages of the coach
    SHARE = "share"  # like REPLAY; without an arg, the whole hand
    REPLAY_HAND = "replay-hand"  # arg: the number of the hand
    HISTORY = "history"  # instead of seq: the page; arg: a game, or none for all
    HISTORY_GAME = "history-game"  # arg: the game to list, or `all`
    GAME_HANDS = "game-hands"  # instead of seq: the page; arg: `<table>/<game number>`
    COACH = "coach"  # instead of seq: the number of a game
    HABITS = "habits"  # arguments of COACH where Back leads there; no seq: back to the table
    PROOF = "proof"  # arg: a finished hand, or none; `/`, and where Back leads: `more`, `rules`
    PROOF_OF_DRAW = "draw-proof"  # arg: the number of the game
    SHAKE = "shake"  # opens the form for words that go into the next shake
    SHAKE_WORDS = "shake-words"  # arg: the number of the hand; a form's answer
    LEADERS = "leaders"  # arg: `<order>/<page>/<span>/<game>/<here or all>`; page `me` is one's own
    LEADERS_SPAN = "leaders-span"  # selects with the same arguments
    LEADERS_GAME = "leaders-game"
    PROFILE = "profile"  # arg `leave-boards`, `join-boards`, a page, or `<page>/<user>`
    HELP = "help"  # arg: the topic, and the page: `bidding/2`
    SETTINGS = "settings"  # arg: `<setting>/on`, `<setting>/off`, a page
    SERVER = "server"  # a server's settings; arg: `<setting>/<value>`, or a page
    SERVER_CHANNELS = "server-channels"  # Discord's own selects
    SERVER_ROLE = "server-role"
    SERVER_EVENT_ROLE = "server-event-role"
    SERVER_DAILY = "server-daily"
    SERVER_WELCOME = "server-welcome"
    SERVER_PLAYERS = "server-players"
    SERVER_PRESETS = "server-presets"  # arg: a preset's id, `/` and a step; none for the list
    RENAME_PRESET = "rename-preset"  # arg: a preset's id; a form's answer
    SERVER_AGAIN = "server-again"  # posts again what Discord refused
    INVITE = "invite"  # whom to bring to the table
    INVITE_PEOPLE = "invite-people"  # Discord's own select
    INVITED_BY_DM = "invited-by-dm"  # from now on
    CALL_PLAYERS = "call-players"  # mentions the server's role for players
    ALERT = "alert"  # arg: `night` or `always`, `stop`, or a channel that stops; none for the page
    SERVER_OPEN = "server-open"  # opens a table where the server's tables open
    DIAGNOSE = "diagnose"  # tries what the bot needs in this channel
    BLOCKS = "blocks"  # whom the user blocks; arg: the page
    UNBLOCK = "unblock"  # arg: a user's id
    PRIVACY = "privacy"  # arg `export`, `delete`, `yes`: deletion confirmed; or a page
    # events, whose id replaces the table's
    EVENT = "event"  # arg: the page of its status
    EVENT_JOIN = "event-join"
    EVENT_LEAVE = "event-leave"
    EVENT_MANAGE = "event-manage"  # what only its host can press
    EVENT_START = "event-start"  # arg: a lower number of tables
    EVENT_NEXT = "event-next"
    EVENT_CLOSE = "event-close"  # arg `yes`: confirmed
    # plans, whose id replaces the table's; instead of seq: the number of the date
    PLAN_IN = "plan-in"
    PLAN_OUT = "plan-out"
    PLAN_END = "plan-end"
    # "What would you bid?"
    BID_THIS = "bid-this"  # arg: the question so far, see `presenter.asked.draft`
    ASK_TABLE = "ask-table"  # arg: that question
    ASK_HAND = "ask-hand"  # a moment of a finished hand: the hand's number, arg: the step
    ASK_TABLE_HAND = "ask-table-hand"  # the same question, put to a vote
    VOTE = "vote"  # the vote's id instead of the table's; arg: a bid or a play
    CLOSE_VOTE = "close-vote"
    # the daily hand; a day's id replaces the table's
    DAILY = "daily"  # arg: see `DailyPage`; none for the hand as it stands
    LIVE = "live"  # what `doctor --live` presses; another running process of the bot answers, too
    # without a table
    NOW = "now"  # "Play now": a table against computer players
    OPEN = "open"  # "Open a table": a lobby with the server's usual game and rules


_VERBS = frozenset(Verb)
ACTS = frozenset({Verb.CALL, Verb.CONTRACT, Verb.EXCHANGE, Verb.PLAY, Verb.PLAY_IT})


@dataclass(frozen=True, slots=True)
class ComponentId:
    """What a button, select or form asks for. Its text is made where it is sent.

    `table_id`: None without a table. `copy` tells equal tiles of one hand apart and is not part of
    `arg`.
    """

    verb: Verb
    table_id: str | None = None
    seq: int = 0
    arg: str = ""
    copy: int = 1


def format_id(component_id: ComponentId) -> str:
    """Format the id of a component as Discord gets it."""
    text = f"{PREFIX}{component_id.verb}:{component_id.table_id or NO_TABLE}:{component_id.seq}"
    if component_id.arg:
        text += f":{component_id.arg}"
    if component_id.copy > 1:
        text += f".{component_id.copy}"
    return text


def is_day(table_id: str | None) -> bool:
    """Return True if the table's place in an id names a day."""
    return table_id is not None and table_id.startswith(DAY)


def parse_id(text: str) -> ComponentId | None:
    """Parse an id; None if it is not one of ours."""
    form = _FORM.fullmatch(text)
    if form is None or form["verb"] not in _VERBS:
        return None
    verb = Verb(form["verb"])
    arg = form["arg"] or ""
    copy = 1
    if verb in {Verb.PLAY, Verb.MISPLAY} and (double := _COPY.fullmatch(arg)):
        arg = double["play"]
        copy = int(double["copy"])
    table_id = None if form["table"] == NO_TABLE else form["table"]
    return ComponentId(verb, table_id, int(form["seq"]), arg, copy)
