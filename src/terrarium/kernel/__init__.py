"""What every title shares: the contract, the record, replay, notation and the living rulebook."""
