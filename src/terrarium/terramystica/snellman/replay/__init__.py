"""A log played exactly as the public server plays it, with open offers, and its rows compared."""
