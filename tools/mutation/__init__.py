"""The mutation check: breaks rule code in small ways, statement by statement, and asks the citing tests."""
