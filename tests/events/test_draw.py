"""Pairing partners and seating pairs, by wish or by draw."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.model import Event, Partners
from bot.events.rounds import chosen_pairs, draw_entries
from bot.tables.lobby import computer_name

from .samples import event, with_wishes


def names(found: Event) -> list[tuple[str, str]]:
    return [(one.name, other.name) for one, other in chosen_pairs(found.entries)]


def test_mutual_wishes_make_a_pair() -> None:
    assert names(with_wishes(event(4), p1=3, p3=1)) == [("P1", "P3")]


def test_player_without_a_wish_is_paired_with_someone_who_wants_them() -> None:
    assert names(with_wishes(event(4), p2=4)) == [("P2", "P4")]


def test_wish_for_a_taken_partner_is_not_granted() -> None:
    assert names(with_wishes(event(4), p1=2, p2=3)) == [("P2", "P3")]


def test_mutual_wish_beats_an_earlier_one_sided_wish() -> None:
    assert names(with_wishes(event(4), p1=2, p2=4, p4=2)) == [("P2", "P4")]


def test_first_to_join_wins_a_contested_partner() -> None:
    assert names(with_wishes(event(4), p1=3, p2=3)) == [("P1", "P3")]


def test_wish_for_an_absent_person_stays_pending() -> None:
    assert names(with_wishes(event(4), p1=9)) == []


@pytest.mark.parametrize("partners", Partners)
@given(people=st.integers(1, 32), seed=st.integers(0, 2**32))
def test_computers_fill_up_to_whole_tables(partners: Partners, people: int, seed: int) -> None:
    found = event(people, partners)
    entries = draw_entries(found, Random(seed).randrange)
    assert [entry.number for entry in entries] == list(range(len(entries)))
    assert sorted(e.user_id for e in entries if e.user_id) == list(range(1, people + 1))
    assert len(entries) == max(8, -(-people // 4) * 4)
    assert len({entry.name for entry in entries}) == len(entries)


@given(seed=st.integers(0, 2**32))
def test_chosen_partners_stay_together_in_the_draw(seed: int) -> None:
    found = with_wishes(event(7), p1=5, p5=1, p6=2)
    users = [entry.user_id for entry in draw_entries(found, Random(seed).randrange)]
    pairs = {frozenset(pair) for pair in list(pairwise(users))[::2]}
    assert {frozenset((1, 5)), frozenset((2, 6))} <= pairs


def test_draw_depends_on_the_seed() -> None:
    orders = {tuple(e.name for e in draw_entries(event(8), Random(n).randrange)) for n in range(20)}
    assert len(orders) > 15


def test_host_can_ask_for_more_tables_than_people_need() -> None:
    assert len(draw_entries(event(3, tables=3), lambda _: 0)) == 12


def test_computer_names_are_unique() -> None:
    taken: list[str] = []
    for _ in range(20):
        taken.append(computer_name(taken))
    assert len(set(taken)) == 20
