"""What everybody may know of a table is a list: nothing gets on it by being a field of the row."""

from dataclasses import fields

from bot.tables.model import PublicSeat, PublicTable, Seat, Table
from bot.tables.views import SeatLine, TableView

PUBLIC = {
    *("table_id", "place", "event_id", "status", "seq", "game_no", "hand_no", "deals", "wins"),
    *("winner", "turn_since", "score_word", "hints", "plan"),
    *("private", "keeps_hands", "home_guild_id"),
}
PUBLIC_OF_SEATS = {
    *("occupant", "user_id", "name", "level", "away", "ready", "reserved_by", "reserved_name"),
    *("played", "played_by", "played_name"),
}
COMPUTED = {
    *("rules", "seats", "total", "view", "commitment", "nudge", "offer", "next_at", "claimed"),
    *("claim", "alone", "pace", "laid_down", "rated", "shake_words", "next_shaker", "draw"),
    *("held_until", "asked", "asking", "nudge_at"),
    *("draws_partners", "changes_partners", "next_sides", "next_game", "first_game"),
}
COMPUTED_OF_SEATS = {"seat", "side", "host"}


def names(kind: type) -> set[str]:
    return {each.name for each in fields(kind) if each.init}


def test_a_field_of_a_table_is_public_only_if_it_is_listed() -> None:
    assert names(PublicTable) == PUBLIC
    assert names(TableView) == PUBLIC | COMPUTED
    assert names(Table) > PUBLIC


def test_a_field_of_a_seat_is_public_only_if_it_is_listed() -> None:
    assert names(PublicSeat) == PUBLIC_OF_SEATS
    assert names(SeatLine) == PUBLIC_OF_SEATS | COMPUTED_OF_SEATS
    assert names(Seat) - PUBLIC_OF_SEATS == {"absences", "dealt_to", "plays_forced", "asks_first"}
