"""What the search knows of Terra Mystica."""
