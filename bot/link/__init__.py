"""The connection to Discord: how a start waits for it, and what ends it."""
