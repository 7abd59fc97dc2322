"""The connection to Discord: waiting for it at start-up, and what ends it."""
