"""The frames of a turn, phase by phase: what each asks, who answers, what follows."""
