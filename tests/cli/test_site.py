"""`holi site`: what it writes, and which folders it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from holi.cli.app import app
from holi.game.errors import ConfigError

INDEX = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <script type="module" src="/assets/index-1.js"></script>
  </head>
</html>
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page as the build makes it, in small."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    for name, text in {
        "index.html": INDEX,
        "index.html.gz": "",
        "sw.js": "addEventListener('fetch', () => {})",
        "manifest.webmanifest": "{}",
        "assets/index-1.js": "1",
        "assets/index-1.js.br": "",
    }.items():
        (folder / name).write_text(text)
    return folder


def site(folder: Path, page: Path, *options: str) -> Result:
    return CliRunner().invoke(app, ["site", str(folder), "--page", str(page), *options])


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_a_site_has_the_files_of_the_page_with_relative_addresses(tmp_path: Path, page: Path):
    folder = tmp_path / "new" / "site"
    done = site(folder, page)
    assert done.exit_code == 0
    assert f"The site is in {folder}. Publish its files on any static host" in done.output
    assert files(folder) == [".nojekyll", "assets/index-1.js", "index.html", "manifest.webmanifest", "sw.js"]
    index = (folder / "index.html").read_text()
    assert 'src="./assets/index-1.js"' in index and 'href="./manifest.webmanifest"' in index
    assert '="/' not in index
    assert '<meta name="holi-site" content="" />' in index


def test_the_content_policy_stands_before_anything_that_is_loaded(tmp_path: Path, page: Path):
    site(tmp_path / "site", page)
    index = (tmp_path / "site" / "index.html").read_text()
    policy = index.index('http-equiv="Content-Security-Policy" content="default-src \'none\';')
    assert policy < index.index("<link") and policy < index.index("<script")
    assert "frame-ancestors" not in index  # browsers ignore it in a page


def test_a_site_can_name_a_server(tmp_path: Path, page: Path):
    site(tmp_path / "site", page, "--server", "https://holi.example.org")
    index = (tmp_path / "site" / "index.html").read_text()
    assert '<meta name="holi-site" content="https://holi.example.org/" />' in index


@pytest.mark.parametrize(
    "server", ["holi.example.org", "ftp://holi.example.org", "https://", "https://[", "javascript:alert(1)"]
)
def test_only_web_addresses_are_servers(tmp_path: Path, page: Path, server: str):
    done = site(tmp_path / "site", page, "--server", server)
    assert isinstance(done.exception, ConfigError)
    assert f"the server '{server}' is not an address" in str(done.exception)
    assert not (tmp_path / "site").exists()


def test_a_site_is_written_again_without_files_of_the_old_build(tmp_path: Path, page: Path):
    folder = tmp_path / "site"
    site(folder, page)
    worker = (folder / "sw.js").read_text()
    (folder / "CNAME").write_text("holi.example.org")
    (folder / "assets" / "index-0.js").write_text("0")

    assert site(folder, page).exit_code == 0
    assert "assets/index-0.js" not in files(folder) and "CNAME" in files(folder)
    assert (folder / "sw.js").read_text() == worker

    site(folder, page, "--server", "https://holi.example.org")
    assert (folder / "sw.js").read_text() != worker, "browsers would keep the old page"


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path, page: Path):
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "index.html").write_text("<h1>My thesis</h1>")
    done = site(folder, page)
    assert isinstance(done.exception, ConfigError)
    assert str(done.exception) == f"the folder '{folder}' is not empty and not a site of Holi; name a new folder"
    assert files(folder) == ["index.html"]


def test_hidden_files_do_not_make_a_folder_somebody_elses(tmp_path: Path, page: Path):
    (tmp_path / "site" / ".git").mkdir(parents=True)
    assert site(tmp_path / "site", page).exit_code == 0


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, page: Path):
    done = site(page / "sw.js" / "site", page)
    assert isinstance(done.exception, ConfigError)
    assert "cannot write the folder" in str(done.exception)


def test_a_file_and_a_missing_page_are_named(tmp_path: Path, page: Path):
    assert "is a file; name a folder" in str(site(page / "sw.js", page).exception)
    assert "holds no built page" in str(site(tmp_path / "site", tmp_path).exception)
