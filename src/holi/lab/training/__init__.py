"""Training the value network by self-play (`holi train`): the only part that needs numpy itself."""
