"""A game of our own in the public server's language."""
