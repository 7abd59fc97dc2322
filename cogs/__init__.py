"""Discord cogs, one per topic: decode the request, call one service, answer."""
