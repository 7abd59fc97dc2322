"""Compiled kernels; importing this package needs numba. Only `bot.ai.solver.solver` imports it."""
