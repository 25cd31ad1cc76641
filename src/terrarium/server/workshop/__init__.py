"""The workshop as a page tells it: the bench of units, the editor of maps, and works that are kept."""
