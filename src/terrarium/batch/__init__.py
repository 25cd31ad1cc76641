"""Positions as rows of small integers, many games a call: what the research environments are made of."""
