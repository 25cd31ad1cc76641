"""Stands in for mypyc's small runtime where its compiled package cannot be had: in a browser."""
