"""Discord cogs, one a topic: decode, one call into a service, answer."""
