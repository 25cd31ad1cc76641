"""Chaos: everything that can be done at a table, in random interleavings, by several seats on two workers.

Everything runs in one thread. Reads and writes wait for as many turns of the event loop as the seed says, before and
after; news between the workers comes late or never; time passes when the seed says so. So the same seed gives the same
interleaving, and a fault that was found once is found again.

`Chaos` looks after every few steps whether each game replays to its stored position with the draws of its secret,
whether whatever was acknowledged is in the log once, whether every window was told every row once and in order, whether
nobody who gave up or was replaced moved; and at last whether every game can be played on.
"""
