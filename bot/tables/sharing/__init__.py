"""Several processes on one database, each keeping some of the tables."""
