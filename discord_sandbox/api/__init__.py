"""What the bot connects to: the REST routes and the gateway."""
