"""The computer players of `texas42` at work for the running bot: threads, queues, time limits."""
