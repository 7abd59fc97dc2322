"""How the store connects to its database: a file of SQLite, or PostgreSQL."""
