"""Searching and evaluating turns, in the kernel's subset of Python."""
