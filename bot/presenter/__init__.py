"""Every sentence and every screen: views in, plain message specs out.

`spec` says what a message is made of, `ids` what its buttons are called. A screen is a function
of a view and a `RenderContext`, its language and tile emojis.
"""

from .answers import (
    confirm_close,
    confirm_leave,
    last_trick,
    proof_file,
    record_file,
    table_list,
    table_status,
)
from .autocomplete import (
    Choice,
    call_choices,
    contract_choices,
    game_choices,
    give_choices,
    hand_choices,
    play_choices,
    preset_choices,
    take_choices,
)
from .board import board, closed, paused, table_screen
from .claims import ACCEPT, ANYWAY, PLAY_ON, claim_offer, is_asked
from .events import confirm_event_close, event_said, event_screen, event_status, event_thread_title
from .hand_result import game_end, result
from .help import AI, COMMANDS, GAMES, HELP_TOPICS, help_screen
from .history import GAMES_ON_PAGE, game_hands, history_screen
from .house_rules_screen import DONE, house_rules_screen, number_form
from .ids import ACTS, ComponentId, Verb, format_id, parse_id
from .language import COMMAND_NAME, read_languages, words_for
from .leaderboard import leaderboard, order_title, parse_leaders
from .lobby import lobby, pace_changed
from .more import PICTURES_OFF, PICTURES_ON, more_of_hand, more_screen
from .names import plain_name, shown_name
from .notices import (
    back_again,
    board_deleted,
    cannot_dm,
    hands_dealt,
    nudge,
    out_of_reach,
    pictures_missing,
    table_opened,
    takeover_offer,
    thread_title,
    welcome,
)
from .panel import hand_panel
from .profile import JOIN_BOARDS, LEAVE_BOARDS, only_own_profile, profile
from .refusals import explain, our_error, sentence
from .render_context import Counted, RenderContext
from .replay import replay_screen, share_done, shared_hand, shared_moment
from .replay_place import ReplayPlace, parse_replay_place
from .review import review_screen
from .rules import rules_screen
from .shaking import shake_added, shake_form
from .spec import (
    Accent,
    Button,
    ButtonStyle,
    Container,
    File,
    Form,
    Link,
    Message,
    Option,
    Part,
    Picture,
    Row,
    Section,
    Select,
    Separator,
    Text,
)
from .typed import read_call, read_contract, read_exchange, read_play
from .typed_rules import read_rules, rule_choices
from .words import Words

__all__ = [
    "ACCEPT",
    "ACTS",
    "AI",
    "ANYWAY",
    "COMMANDS",
    "COMMAND_NAME",
    "DONE",
    "GAMES",
    "GAMES_ON_PAGE",
    "HELP_TOPICS",
    "JOIN_BOARDS",
    "LEAVE_BOARDS",
    "PICTURES_OFF",
    "PICTURES_ON",
    "PLAY_ON",
    "Accent",
    "Button",
    "ButtonStyle",
    "Choice",
    "ComponentId",
    "Container",
    "Counted",
    "File",
    "Form",
    "Link",
    "Message",
    "Option",
    "Part",
    "Picture",
    "RenderContext",
    "ReplayPlace",
    "Row",
    "Section",
    "Select",
    "Separator",
    "Text",
    "Verb",
    "Words",
    "back_again",
    "board",
    "board_deleted",
    "call_choices",
    "cannot_dm",
    "claim_offer",
    "closed",
    "confirm_close",
    "confirm_event_close",
    "confirm_leave",
    "contract_choices",
    "event_said",
    "event_screen",
    "event_status",
    "event_thread_title",
    "explain",
    "format_id",
    "game_choices",
    "game_end",
    "game_hands",
    "give_choices",
    "hand_choices",
    "hand_panel",
    "hands_dealt",
    "help_screen",
    "history_screen",
    "house_rules_screen",
    "is_asked",
    "last_trick",
    "leaderboard",
    "lobby",
    "more_of_hand",
    "more_screen",
    "nudge",
    "number_form",
    "only_own_profile",
    "order_title",
    "our_error",
    "out_of_reach",
    "pace_changed",
    "parse_id",
    "parse_leaders",
    "parse_replay_place",
    "paused",
    "pictures_missing",
    "plain_name",
    "play_choices",
    "preset_choices",
    "profile",
    "proof_file",
    "read_call",
    "read_contract",
    "read_exchange",
    "read_languages",
    "read_play",
    "read_rules",
    "record_file",
    "replay_screen",
    "result",
    "review_screen",
    "rule_choices",
    "rules_screen",
    "sentence",
    "shake_added",
    "shake_form",
    "share_done",
    "shared_hand",
    "shared_moment",
    "shown_name",
    "table_list",
    "table_opened",
    "table_screen",
    "table_status",
    "take_choices",
    "takeover_offer",
    "thread_title",
    "welcome",
    "words_for",
]
