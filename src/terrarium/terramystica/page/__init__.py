"""What a seat sees and may press."""
