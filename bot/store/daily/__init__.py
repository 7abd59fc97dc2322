"""The tables of the daily hand and their queries."""
