"""Three real browsers behind one small interface, for what has to work in all of them."""

from __future__ import annotations

import base64
import os
import shutil
import time
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Browser as PlaywrightBrowser
from playwright.sync_api import Error as PlaywrightError

from tests.page.site.host import answers
from tests.server.processes import LOOPBACK, PATIENT, Process

SIZE = (1100, 760)
CALL = "([body, given]) => new Function(body).apply(null, given)"
FIND = """
const fits = [...document.querySelectorAll(arguments[0])].filter(
  (found) => !arguments[1] || found.textContent.trim() === arguments[1],
);
return fits.find((found) => found.checkVisibility({ visibilityProperty: true })) ?? null;
"""
WEBKIT_PROGRAMS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"


class Visitor(ABC):
    """Somebody with one of the browsers. Scripts are bodies of functions; promises that they return are awaited."""

    program = ""
    no_longer_there: type[Exception]
    """What the browser's driver raises if an element left the page or was covered before it was clicked."""

    @classmethod
    def is_there(cls) -> bool:
        return shutil.which(cls.program) is not None

    @abstractmethod
    def open(self, address: str) -> None: ...

    @abstractmethod
    def evaluate(self, body: str, *given: Any) -> Any: ...

    @abstractmethod
    def find(self, selector: str, text: str) -> Any | None:
        """The first visible element that a selector finds, with exactly this text if one is given."""

    def click(self, selector: str, text: str = "") -> None:
        """Click an element as soon as it is there; again if the page replaced it under the pointer."""
        late = time.monotonic() + PATIENT
        while True:
            found = self.find(selector, text)
            try:
                if found is not None:
                    found.click()
                    return
            except self.no_longer_there:
                pass
            assert time.monotonic() < late, f"nothing to click: {selector} {text}"
            time.sleep(0.05)

    @abstractmethod
    def reload(self) -> None: ...

    @abstractmethod
    def back(self) -> None: ...

    @abstractmethod
    def open_tab(self) -> Any:
        """Open a second tab and go to it; returns the one before, for `go_to_tab`."""

    @abstractmethod
    def go_to_tab(self, tab: Any) -> None:
        """Close this tab and go to another."""

    def go_offline(self) -> None:  # noqa: B027 - not every browser can
        """Switch off the browser's own network, where it has a switch; the test also stops the host."""

    @abstractmethod
    def picture(self, file: Path) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    def wait_for(self, body: str, *given: Any) -> Any:
        """Wait until a script returns something true; what it returned."""
        found = self.comes_true(body, *given, within=PATIENT)
        if not found:
            shown = self.evaluate("return location.href + '\\n' + document.body.innerText")
            raise AssertionError(f"never came true: {body}\n{shown}")
        return found

    def comes_true(self, body: str, *given: Any, within: float) -> Any:
        """What a script returns as soon as it is true, or after so many seconds."""
        late = time.monotonic() + within
        while not (found := self.evaluate(body, *given)) and time.monotonic() < late:
            time.sleep(0.05)
        return found

    def await_text(self, text: str) -> None:
        self.wait_for("return document.body.innerText.includes(arguments[0])", text)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Chromium(Visitor):
    program = "chromium"
    no_longer_there = PlaywrightError

    def __init__(self, browser: PlaywrightBrowser) -> None:
        self._context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, locale="en-GB")
        self._context.set_default_timeout(PATIENT * 1_000)
        self._page = self._context.new_page()

    def open(self, address: str) -> None:
        self._page.goto(address)

    def evaluate(self, body: str, *given: Any) -> Any:
        return self._page.evaluate(CALL, [body, given])

    def find(self, selector: str, text: str) -> Any | None:
        return self._page.evaluate_handle(CALL, [FIND, [selector, text]]).as_element()

    def reload(self) -> None:
        self._page.reload()

    def back(self) -> None:
        self._page.go_back()

    def open_tab(self) -> Any:
        before, self._page = self._page, self._context.new_page()
        return before

    def go_to_tab(self, tab: Any) -> None:
        self._page.close()
        self._page = tab

    def go_offline(self) -> None:
        self._context.set_offline(True)

    def fill_storage(self, address: str) -> None:
        """As on a device without room."""
        origin = "/".join(address.split("/")[:3])
        devtools = self._context.new_cdp_session(self._page)
        devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})

    def picture(self, file: Path) -> None:
        self._page.screenshot(path=file)

    def close(self) -> None:
        self._context.close()


class Firefox(Visitor):
    program = "firefox-esr"

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its packages use what Python 3.11 calls deprecated
            from marionette_driver.errors import MarionetteException
            from marionette_driver.marionette import Marionette

        self.no_longer_there = MarionetteException
        profile = folder / "firefox"
        profile.mkdir()
        (profile / "user.js").write_text(
            'user_pref("marionette.port", 0);\nuser_pref("intl.accept_languages", "en-GB");\n'
        )
        width, height = (str(pixels) for pixels in SIZE)
        self._process = Process(
            [
                *(self.program, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote"),
                *("--width", width, "--height", height, "--profile", str(profile)),
            ],
            {**os.environ, "HOME": str(folder)},
        )
        try:
            port = int(_await(lambda: _text(profile / "MarionetteActivePort"), "Firefox"))
            _await(lambda: answers(port), "Firefox")  # or its driver would leave sockets open
            self._firefox = Marionette(host=LOOPBACK, port=port, socket_timeout=PATIENT)
            self._firefox.start_session()
        except BaseException:
            self._process.close()
            raise

    def open(self, address: str) -> None:
        self._firefox.navigate(address)

    def evaluate(self, body: str, *given: Any) -> Any:
        return self._firefox.execute_script(body, list(given), sandbox=None, new_sandbox=False)

    def find(self, selector: str, text: str) -> Any | None:
        return self.evaluate(FIND, selector, text)

    def reload(self) -> None:
        # Not `refresh`: it goes around the service worker, as a reload with Shift does.
        self.evaluate("window.left = true; location.reload()")
        self.wait_for("return !window.left && document.readyState === 'complete'")

    def back(self) -> None:
        self._firefox.go_back()

    def open_tab(self) -> Any:
        before = self._firefox.current_window_handle
        self._firefox.switch_to_window(self._firefox.open(type="tab", focus=True)["handle"])
        return before

    def go_to_tab(self, tab: Any) -> None:
        self._firefox.close()
        self._firefox.switch_to_window(tab)

    def go_offline(self) -> None:
        with self._firefox.using_context("chrome"):
            self._firefox.execute_script("Services.io.offline = true")

    def forbid_storage(self) -> None:
        """As a person who blocks all cookies and site data."""
        self._firefox.set_pref("network.cookie.cookieBehavior", 2)

    def picture(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self._firefox.screenshot(full=False)))

    def close(self) -> None:
        self._firefox.delete_session()
        self._process.close()  # at once: its profile goes too


class WebKit(Visitor):
    program = "WebKitWebDriver"

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Selenium warns of its own use of itself
            from selenium.common.exceptions import WebDriverException
            from selenium.webdriver import WebKitGTK, WebKitGTKOptions
            from selenium.webdriver.webkitgtk.service import Service

            self.no_longer_there = WebDriverException
            found, told = folder / "display", os.open(folder / "display", os.O_WRONLY | os.O_CREAT)
            screen = f"{SIZE[0]}x{SIZE[1] + 80}x24"
            self._screen = Process(
                ["sh", "-c", f'exec Xvfb -displayfd 3 -nolisten tcp -screen 0 {screen} 3>"$0"', str(found)]
            )
            os.close(told)
            try:
                display = _await(lambda: _text(found), "Xvfb")
                own = {**os.environ, "DISPLAY": f":{display}", "LANG": "en_GB.UTF-8", "LANGUAGE": "en_GB"}
                own |= {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CACHE", "CONFIG", "DATA")}
                options = WebKitGTKOptions()
                options.binary_location = str(next(iter(sorted(Path("/").glob(WEBKIT_PROGRAMS[1:])))))
                options.add_argument("--automation")
                self._webkit = WebKitGTK(options=options, service=Service(shutil.which(self.program), env=own))
                self._webkit.set_window_size(SIZE[0], SIZE[1] + 40)
            except BaseException:
                self._screen.close()
                raise

    @classmethod
    def is_there(cls) -> bool:
        programs = any(Path("/").glob(WEBKIT_PROGRAMS[1:]))
        return super().is_there() and shutil.which("Xvfb") is not None and programs

    def open(self, address: str) -> None:
        self._webkit.get(address)

    def evaluate(self, body: str, *given: Any) -> Any:
        return self._webkit.execute_script(body, *given)

    def find(self, selector: str, text: str) -> Any | None:
        return self.evaluate(FIND, selector, text)

    def reload(self) -> None:
        self._webkit.refresh()

    def back(self) -> None:
        self._webkit.back()

    def open_tab(self) -> Any:
        before = self._webkit.current_window_handle
        self._webkit.switch_to.new_window("tab")
        return before

    def go_to_tab(self, tab: Any) -> None:
        self._webkit.close()
        self._webkit.switch_to.window(tab)

    def picture(self, file: Path) -> None:
        self._webkit.save_screenshot(str(file))

    def close(self) -> None:
        self._webkit.quit()
        self._screen.stop()
        self._screen.close()


def _text(file: Path) -> str:
    return file.read_text().strip() if file.exists() else ""


def _await(ready: Callable[[], str | bool], what: str) -> str | bool:
    late = time.monotonic() + PATIENT
    while not (found := ready()):
        assert time.monotonic() < late, f"{what} did not start"
        time.sleep(0.05)
    return found
