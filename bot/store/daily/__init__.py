"""The daily hand: its database tables and queries."""
