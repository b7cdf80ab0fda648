"""`holi site`: the game as files for any static host."""

from __future__ import annotations

import shutil
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from holi.game.errors import ConfigError, quoted
from holi.server.web.built import BUILT, CONTENT_SECURITY_POLICY, ENCODINGS, INDEX

MARK = '<meta name="holi-site" content="{server}" />'
"""Tells the page that no server is behind it, and where one is; also how we recognise a folder that we wrote."""

HEAD = '<meta charset="utf-8" />'


def site(
    folder: Annotated[Path, typer.Argument(help="Where to write it: a new folder, or one that 'holi site' wrote.")],
    server: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A Holi server, to which people can go to play with others online."),
    ] = None,
    page: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder of a built page.", show_default="the one in the package")
    ] = BUILT,
) -> None:
    """Write the game as files for any static host: bots, several players at one device, lessons, replay, offline play.

    The files can be served below any path. docs/site.md explains how to publish them.
    """
    if not (page / INDEX).is_file():
        raise ConfigError(f"the folder {quoted(page)} holds no built page; build it with 'make web'")
    index = site_index((page / INDEX).read_text("utf-8"), server_page(server))
    try:
        check_folder(folder)
        write_site(page, folder, index)
    except OSError as error:
        raise ConfigError(f"cannot write the folder {quoted(folder)}: {error.strerror or error}") from None
    typer.echo(f"The site is in {folder}. Publish its files on any static host, below any path (docs/site.md).")
    typer.echo(f"To try it here: python -m http.server --directory {folder}")


def server_page(address: str | None) -> str:
    """The address of the server's page; empty without a server."""
    if address is None:
        return ""
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ConfigError(f"the server {quoted(address)} is not an address such as 'https://holi.example.org'")
    return address.rstrip("/") + "/"


def site_index(page: str, server: str) -> str:
    """The page for a static host: with relative addresses, the mark, and the policy that a server sends as a header."""
    lines = (
        HEAD,
        f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_SECURITY_POLICY}" />',
        '<meta name="referrer" content="same-origin" />',
        MARK.format(server=escape(server)),
    )
    return page.replace('="/', '="./').replace(HEAD, "\n    ".join(lines), 1)


def check_folder(folder: Path) -> None:
    """Refuse a folder with files of somebody else's. Hidden ones, such as `.git`, do not count."""
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"{quoted(folder)} is a file; name a folder for the site")
    if not folder.exists() or all(path.name.startswith(".") for path in folder.iterdir()):
        return
    index = folder / INDEX
    if not index.is_file() or MARK.partition(" content")[0] not in index.read_text("utf-8", "replace"):
        raise ConfigError(f"the folder {quoted(folder)} is not empty and not a site of Holi; name a new folder")


def write_site(page: Path, folder: Path, index: str) -> None:
    """Copy the built page; files of an older build in the folder go, other files stay."""
    shutil.rmtree(folder / "assets", ignore_errors=True)
    shutil.copytree(
        page, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*(f"*{end}" for end in ENCODINGS.values()))
    )
    (folder / INDEX).write_text(index, "utf-8")
    (folder / ".nojekyll").touch()  # GitHub Pages then serves all files as they are
    # Browsers fetch the files again if the worker has changed, so it has to change with the index.
    with (folder / "sw.js").open("a") as worker:
        worker.write(f"\n// {sha256(index.encode()).hexdigest()[:16]}\n")
