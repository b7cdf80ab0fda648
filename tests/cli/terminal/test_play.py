"""`holi play` as a real process that reads from a pipe."""

import re
from pathlib import Path

import pytest

from holi.game import Config, HoliError, Position, drawn_first, rivalry_cards
from holi.record import load_record, verify_record
from tests.cli.terminal.playing import SEED, Mirror, holi_here, holi_piped, played

NAMES = ["Anna", "Ravi", "Mei", "Zoe"]


def captions(text: str) -> list[list[int]]:
    """The cards of every hand that is shown."""
    return [
        [int(card) for card in re.findall(r"\b(\d+) [a-z-]+", line)] for line in re.findall(r"^Hand  .*$", text, re.M)
    ]


def test_alone_it_starts_a_game_for_two_against_a_greedy_bot_with_two_rivalry_cards():
    done = holi_piped("play", "--first", "me", typed="a1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert " b  Blue, you\n y  Yellow, the bot 'greedy'\n" in done.stdout
    screen = done.stdout.split("corner>")[0]
    titles = "|".join(card.title for card in rivalry_cards().values())
    assert len(re.findall(rf"^(?:{titles})(?: \(now b 0, y 0\))?: ", screen, re.M)) == 2
    assert "not the printed game’s" in done.stdout
    assert re.search(r" y  Yellow starts on \w\d on the ground\.", done.stdout)
    assert done.stdout.endswith("Blue> \nThe game is left unfinished.\n")


@pytest.mark.parametrize(
    ("players", "rivalry", "chance"),
    [
        (2, ("rangoli", "sharp-aim"), 1), (3, ("helping-hands", "cloudburst", "summit"), 2),
        (4, ("splash", "spotless"), 3), (2, (), 4),
    ],
)  # fmt: skip
class TestWholeGame:
    """People only, with random legal actions typed as notation, beside a mirror of the game."""

    @pytest.fixture
    def game(self, tmp_path, players, rivalry, chance) -> tuple[Mirror, str, Path]:
        mirror = Mirror(Config(players, rivalry), chance)
        file = tmp_path / "game.holi"
        output = played(
            "--hot-seat", "--players", str(players), "--rivalry", ",".join(rivalry),
            "--names", ",".join(NAMES[:players]), "--save", str(file), lines=mirror.lines,
        )  # fmt: skip
        return mirror, output, file

    def test_it_is_played_scored_and_saved_and_hides_the_hands_of_others(self, game, players):
        mirror, output, file = game
        self.check_scores(mirror, output, players)
        self.check_saved(mirror, file)
        self.check_hidden(mirror, output)
        assert "\x1b" not in output
        assert all(len(line) <= 80 for line in output.splitlines() if not line.startswith("The game is saved"))

    def check_scores(self, mirror: Mirror, output: str, players: int) -> None:
        final = output[output.index("The game is over") :]
        scores = mirror.game.position.scores()
        assert re.search(r"^ *total +" + " +".join(str(score.total) for score in scores) + "$", final, re.M)
        places = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}
        assert re.search(r"^ *rank +" + " +".join(places[score.rank] for score in scores) + "$", final, re.M)
        parts = {
            "Ground": [score.levels[0] for score in scores],
            "Middle": [score.levels[1] for score in scores],
            "Top": [score.levels[2] for score in scores],
            "On others": [score.on_others for score in scores],
            "Sweets": [score.sweets for score in scores],
            "During play": [score.hits for score in scores],
        }
        for label, values in parts.items():
            assert re.search(rf"^ *{label} +" + " +".join(map(str, values)) + "$", final, re.M), label
        winner = NAMES[[score.rank for score in scores].index(1)]
        assert f"{winner} wins with {max(score.total for score in scores)} points!" in final
        assert f"Seed: {SEED}" in final

    def check_saved(self, mirror: Mirror, file: Path) -> None:
        verified = verify_record(load_record(file))
        assert list(verified.record.actions) == mirror.game.actions
        assert verified.position == mirror.game.position
        assert list(verified.record.names) == NAMES[: mirror.game.config.players]

    def check_hidden(self, mirror: Mirror, output: str) -> None:
        """Between handing over to one person and to the next, only the first one's cards are named."""
        parts = re.split(r"^Pass the device to .*$", output, flags=re.M)[1:]
        assert len(parts) == len(mirror.positions)
        for part, position in zip(parts, mirror.positions, strict=True):
            seat = position.seat
            assert seat is not None
            shown = part.split("── The game is over")[0]
            self.check_hands(shown, position, seat)
            for line in shown.splitlines():
                row = re.match(r"[ >] ([byrg])  ", line)
                if row and row[1] != "byrg"[seat]:
                    assert not re.search(r"\d face down", line)
            retold = re.findall(r"(\w+) plays (card \d+|a card) face down", " ".join(shown.split()))
            assert all(card == "a card" or name == NAMES[seat] for name, card in retold)
            assert not re.search(r"draws cards? \d", shown), "drawn cards are seen in the next turn only"

    def check_hands(self, shown: str, position: Position, seat: int) -> None:
        hands = captions(shown)
        if position.phase == "setup":
            assert hands == []
            return
        own = set(position.players[seat].hand) | set(position.players[seat].deck)
        assert hands[0] == list(position.players[seat].hand)
        assert all(set(hand) <= own for hand in hands)


def test_a_game_against_bots_is_the_same_again_with_the_same_seed():
    lines = ["a1", "D12@c3", "", "e"]
    first, second = (played("--players", "4", "--bots", "random", "--rivalry", "3", lines=lines) for _ in range(2))
    assert first == second
    assert len(re.findall(r"^ [yrg]  \w+ (?:plays|moves)", first, re.M)) == 3
    assert "Blue draws cards " in first


def test_bots_cards_are_not_told():
    output = played("--bots", "random,random", lines=["a1", "D12@c3", "", "e"])
    for sentence in re.findall(r"(?:Yellow|Red) (?:draws|plays)[^.]*\.", " ".join(output.split())):
        assert re.fullmatch(r"\w+ (draws \d cards?|plays a card face down|plays card \d+)\.", sentence)


class TestSaving:
    def test_what_was_done_in_a_turn_that_was_not_ended_is_saved(self, tmp_path):
        file = tmp_path / "game.holi"
        output = played("--bots", "random", "--save", str(file), lines=["a1", "D12@c3", "y", "Mb4", "y", "u"])
        assert [str(action) for action in load_record(file).actions][-1:] == ["D12@c3"]
        assert f"The game is left unfinished. It is saved; continue with: holi play --resume {file}" in output
        assert [path.name for path in tmp_path.iterdir()] == ["game.holi"]

    def test_a_game_is_resumed_where_it_was_left(self, tmp_path):
        file = tmp_path / "game.holi"
        played("--bots", "random", "--save", str(file), lines=["a1", "D12@c3", "y"])
        done = holi_piped("play", "--resume", str(file), typed="u\nD12@d4\n\ne\n")
        assert (done.returncode, done.stderr) == (0, "")
        assert "Taken back: D12@c3." in done.stdout
        record = verify_record(load_record(file)).record
        assert [str(action) for action in record.turns[2].actions] == ["D12@d4", "E"]
        assert record.turns[3].seat == 1

    def test_an_existing_file_is_not_overwritten(self, tmp_path):
        file = tmp_path / "game.holi"
        file.write_text("precious", encoding="utf-8")
        done = holi_piped("play", "--save", str(file), typed="a1\n")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith("exists already; choose another file, or continue that game with --resume\n")
        assert file.read_text(encoding="utf-8") == "precious"

    def test_a_file_that_cannot_be_written_is_said_before_the_game(self, tmp_path):
        done = holi_piped("play", "--save", str(tmp_path / "none" / "game.holi"))
        assert (done.returncode, done.stdout) == (2, "")
        assert "cannot be saved" in done.stderr

    @pytest.mark.parametrize(
        ("text", "reason"), [(None, "cannot be read"), ("nonsense", "is not in order: line 1"), ("over", "is over")]
    )
    def test_what_cannot_be_resumed(self, tmp_path, text, reason):
        file = tmp_path / "game.holi"
        if text == "over":
            mirror = Mirror(Config(2), 4)
            played("--hot-seat", "--rivalry", "0", "--save", str(file), lines=mirror.lines)
        elif text is not None:
            file.write_text(text, encoding="utf-8")
        done = holi_piped("play", "--resume", str(file))
        assert (done.returncode, done.stdout) == (2, "")
        assert reason in done.stderr
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--players", "5"], "'players' is 5; a game has 2, 3 or 4 players (R1.2)"),
        (["--rivalry", "rangoli,nix"], "there is no rivalry card 'nix'"),
        (["--rivalry", "4"], "0 to 3 cards can be drawn"),
        (["--seed", "abc"], "'abc' is no seed"),
        (["--tie-break", "coin"], "'tie_break' is 'coin'"),
        (["--bots", "nix"], "there is no bot level 'nix'"),
        (["--players", "4", "--bots", "random,greedy"], "2 bot levels are named for 3 other seats"),
        (["--hot-seat", "--bots", "random"], "--hot-seat is for people only"),
        (["--names", "A,B,C", "--players", "2"], "3 names are given for 2 players"),
        (["--names", "Anna,Anna"], "two players are called 'Anna'"),
        (["--names", "x" * 25], "is longer than 24 characters"),
        (["--names", "a\x1b[2Jb"], "control character"),
        (["--deck", "/none/deck.toml"], "cannot be read"),
        (["--resume", "a", "--save", "b"], "leave out --save"),
    ],
)
def test_wrong_options_are_one_sentence(arguments, reason):
    with pytest.raises(HoliError) as error:
        holi_here("play", *arguments)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


def test_a_wrong_option_ends_with_status_2():
    done = holi_piped("play", "--players", "7")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "holi: 'players' is 7; a game has 2, 3 or 4 players (R1.2)\n"


def test_two_rules_cards_are_warned_of():
    output = played("--rivalry", "splash,last-dance", "--bots", "random", lines=[])
    assert "Warning: At most one rivalry card that changes the rules is recommended (R2.2)" in output


def test_a_deck_of_ones_own_is_played_with(tmp_path):
    file = tmp_path / "mine.toml"
    faces = "\n".join(f'{number} = "#../.*./..."' for number in range(1, 14))
    file.write_text(f'name = "mine"\n[cards]\n{faces}\n', encoding="utf-8")
    output = played("--deck", str(file), "--bots", "random", lines=["a1", "t", "y"])
    assert "12 card-12" in output
    assert "Color lands on b2 on the ground." in output


def test_the_corner_is_asked_for_until_it_is_free():
    lines = ["a1", "a1", "c3", "nix", "5", "3", ""]
    output = played("--hot-seat", "--names", "Anna,Ravi", lines=lines)
    assert "Choose a starting corner on G: 1 f1, 2 a6, or 3 f6." in output
    for typed in ("a1", "c3", "nix", "5"):
        assert f"'{typed}' is not a free corner; type 1 f1, 2 a6, or 3 f6." in output
    assert " y  Ravi starts on f6 on the ground.\n" in output


def test_people_and_bots_can_be_mixed():
    output = played("--bots", "person,random", "--names", "Anna,Ravi", lines=["a1", "f6"])
    assert " b  Anna, a person\n y  Ravi, a person\n r  Red, the bot 'random'\n" in output
    assert output.count("Pass the device to Ravi") == 1
    assert output.count("Pass the device to Anna") == 2
    assert "Red starts on" not in output.split("Pass the device to Anna")[1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_seed_draws_who_begins_and_the_others_follow_in_their_order(tmp_path, players):
    file, seed = tmp_path / "game.holi", SEED
    first = drawn_first(seed, players)
    bots = ["random", "novice", "random"][: players - 1]
    arguments = ["--seed", seed, "--bots", ",".join(bots), "--names", ",".join(NAMES[:players]), "--save", str(file)]
    done = holi_piped("play", *arguments, typed="")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"The draw lets {NAMES[first]} begin." in done.stdout
    record = verify_record(load_record(file)).record
    order = [*range(players), *range(players)][first : first + players]
    assert record.tags["FirstDraw"] == str(first)
    assert record.names == tuple(NAMES[place] for place in order)
    assert record.tags["PlayedBy"].split() == [["person", *bots][place] for place in order]


def test_nothing_is_drawn_if_one_wants_to_begin(tmp_path):
    file = tmp_path / "game.holi"
    output = played("--bots", "random", "--save", str(file), lines=[])
    assert "The draw" not in output and "FirstDraw" not in load_record(file).tags


def test_invalid_bytes_and_a_plain_output_do_no_harm():
    plain = {"PYTHONUTF8": None, "PYTHONIOENCODING": "ascii"}
    done = holi_piped("play", "--first", "me", "--bots", "random", typed="\udcff\n\x00\na1\nt\n", **plain)
    assert done.returncode == 0
    assert "is not a free corner" in done.stdout
    assert "-- Blue to play ---" in done.stdout


def test_without_any_input_it_leaves_at_once():
    done = holi_piped("play", typed="")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("The game is left unfinished.\n")
