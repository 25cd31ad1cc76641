"""What a turn may do: why not, and its carrying out."""
