"""How fast the rules run."""
