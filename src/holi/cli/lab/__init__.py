"""Commands that measure: speed, strength, training."""
