"""Several processes on one database, each serving some of the tables."""
