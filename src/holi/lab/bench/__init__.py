"""How fast the rules and environments run, alone and beside their peers."""
