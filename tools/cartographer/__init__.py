"""Outlines for region maps: from borders and centres to lines that look drawn by hand. See `__main__`."""
