"""Several processes on one database: who keeps which tables."""
