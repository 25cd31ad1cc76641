"""Bots against each other: matches, spread over processes or machines, ratings, reports, and the balance of a title."""
