"""Screens for pictures: which there are, how one gets there, and sheets of many pictures."""
