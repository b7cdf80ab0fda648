"""The rules, written once, at two speeds; see README.md in this folder."""
