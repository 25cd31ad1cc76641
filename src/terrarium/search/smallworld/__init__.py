"""What the search knows of the Small World family."""
