"""Plans of tables: their tables and queries."""
