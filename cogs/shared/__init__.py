"""What cogs share: the services, answering, the places of tables, and what may open there."""
