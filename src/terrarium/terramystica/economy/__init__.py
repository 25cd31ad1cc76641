"""Goods and power: prices, income, offers, cults."""
