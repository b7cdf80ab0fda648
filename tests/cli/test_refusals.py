"""Options that cannot be: one sentence that quotes them, exit status 2, and nothing is begun."""

import sys

import pytest

from holi.cli.app import main


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["train", "no/such/folder/weights"],
            "the file 'no/such/folder/weights' cannot be written; name a file in a folder that exists",
        ),
        (["train", "weights", "--folder", "file/x"], "cannot use the folder 'file/x': Not a directory"),
        (
            ["load", "--url", "localhost"],
            "'localhost' is not the address of a server; it begins with http:// or https://",
        ),
        (["play", "--rivalry", "7"], "'rivalry' is 7; 0 to 3 cards can be drawn (R2.2)"),
        (["play", "--bots", "grandmaster"], "there is no bot level 'grandmaster'; the levels are"),
    ],
)
def test_a_refusal_is_one_sentence_on_standard_error(arguments, sentence, monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    monkeypatch.setattr(sys, "argv", ["holi", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith(f"holi: {sentence}")
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_a_server_without_the_page_it_should_serve_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["holi", "serve", "--page", "no/such/page"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "no/such/page" in capsys.readouterr().err
