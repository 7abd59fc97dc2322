"""Deals: where the tiles of a table's hands come from."""
