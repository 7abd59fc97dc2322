"""Compiled kernels; importing this package needs numba.

`search42` (with `tricks42`, `tt42`) solves 42; `search_general` (with `contract_table`) solves
every game and contract. `policy` (with `move_scores`) plays roll-outs. `deal_sampling` deals the
unseen tiles, `play_sampling` rolls out plays and `hand_sampling` whole hands in such deals.

Sets of tiles are integers with a bit for each place of `trick_order`'s line.
"""
