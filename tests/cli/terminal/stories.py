"""The games of the transcripts in words: what all may know of each action, and below each turn what it has come to.

`python -m tests.cli.terminal.stories` writes them to data/stories, a folder for each language. The page's tests tell
the same games in the same words (web/tests/story.test.ts).
"""

import json
from pathlib import Path

from holi.cli.terminal.narrate import narrate, upshot
from holi.cli.terminal.texts import LANGUAGES, in_a_row, speak
from holi.game import Game, parse_action, parse_config
from tests.game.play.transcripts import FOLDER as TRANSCRIPTS

FOLDER = Path(__file__).with_name("data") / "stories"
NAMES = ["Anna", "Ravi", "Mei", "Leo"]
TOLD = ("four-players", "last-dance", "swap-places", "three-players")
"""All kinds of sentences are in these."""


def story(name: str, language: str) -> list[str]:
    speak(language)
    config, seed, *lines = (TRANSCRIPTS / f"{name}.txt").read_text("utf-8").splitlines()
    seed = seed.removeprefix("seed ")
    game = Game(parse_config(json.loads(config.removeprefix("config ")), seed), seed)
    before = game.position.scores()
    told = []
    for text in (line for line in lines if line and not line.startswith((" ", "score"))):
        action = parse_action(text)
        told.append(in_a_row(narrate(game.apply(action), NAMES)))
        if action.ends_turn:
            after = game.position.scores()
            told += [f"    {sentence}" for sentence in upshot(before, after, NAMES)]
            before = after
    return told


if __name__ == "__main__":
    for language in LANGUAGES:
        (FOLDER / language).mkdir(exist_ok=True)
        for name in TOLD:
            (FOLDER / language / f"{name}.txt").write_text("\n".join(story(name, language)) + "\n", "utf-8")
