"""Advice for people: hints, win chances, analysis of saved games."""
