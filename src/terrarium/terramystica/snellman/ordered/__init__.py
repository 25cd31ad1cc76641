"""A log as a game of our own: every question answered when it is asked."""
