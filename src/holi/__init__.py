"""Holi: Festival of Colors, the digital edition."""

__version__ = "0.1.0"
