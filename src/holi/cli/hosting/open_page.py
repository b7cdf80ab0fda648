"""`holi` without a command: start a server for this device or this room and open the page."""

from __future__ import annotations

import socket
import sys
import threading
from pathlib import Path

import typer

from holi.cli.hosting.serve import run_server
from holi.game.errors import ConfigError
from holi.server.settings import Settings

DEFAULT_PORT = 8000
HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - only with --lan, which is asked for
ELSEWHERE = ("192.0.2.1", 9)
"""An address reserved for documentation (RFC 5737): the route to it reveals our own address. Nothing is sent."""


def open_page(*, lan: bool, port: int, browser: bool) -> None:
    """Serve the game until Ctrl-C and open it. Games are kept for the next time."""
    host = EVERYWHERE if lan else HERE
    settings = Settings(host=host, port=free_port(host, port), database=f"sqlite:///{kept_in()}")
    run_server(settings, lambda address: _welcome(address, lan=lan, browser=browser))


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or 0 (any) if it is taken."""
    try:
        socket.create_server((host, wanted)).close()
    except OSError:
        return 0
    return wanted


def kept_in() -> Path:
    folder = Path(typer.get_app_dir("holi"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"cannot create the folder {str(folder)!r} for the games: {error.strerror}; "
            "choose another place with 'holi serve --database sqlite:///FILE'"
        ) from None
    return folder / "games.db"


def address_in_room(port: int) -> str | None:
    """The address of this machine in the local network; None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        return f"http://{probe.getsockname()[0]}:{port}/"


def _welcome(address: str, *, lan: bool, browser: bool) -> None:
    port = int(address.rpartition(":")[2])
    own = f"http://{HERE}:{port}/"
    typer.echo(f"Holi is at {own} (stop with Ctrl-C)")
    if lan:
        _invite(address_in_room(port))
    if browser:
        _show(own)


def _invite(address: str | None) -> None:
    if address is None:
        typer.echo("This device is not in a network, so no other can join.", err=True)
        return
    import segno

    typer.echo(f"Phones and other devices in this network: {address}")
    if (sys.stdout.encoding or "").lower().startswith("utf"):
        segno.make(address, error="l").terminal(out=sys.stdout, compact=True)
        sys.stdout.flush()


def _show(address: str) -> None:
    """Open the browser in a thread, since some browsers block the program that starts them."""
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
