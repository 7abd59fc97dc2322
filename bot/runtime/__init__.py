"""The runtime: settings, log, metrics, health, clock, randomness, threads, composition."""
