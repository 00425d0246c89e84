"""A real headless browser for the tests of the page, or the reason why there is none."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
POLL_S = 0.05
PATIENCE_S = 20  # a loaded machine is slow; nothing here measures time
FLAGS = (
    "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--window-size=1280,900",
)  # fmt: skip


def find_browser() -> tuple[str, str] | None:
    """Return the paths of Chromium and of its driver, None where one is missing."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    return (browser, driver) if browser and driver else None


@dataclass(frozen=True)
class Screen:
    """The window in which a page is looked at."""

    driver: Chrome

    def open(self, page: Path, *, scheme: str = "light", phone: bool = False) -> None:
        """Open a page in a window of its own size, in which the system prefers a colour scheme."""
        size = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
        self._command("Emulation.setDeviceMetricsOverride" if phone else "Emulation.clearDeviceMetricsOverride", size)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self._command("Emulation.setEmulatedMedia", {"features": features})
        self.driver.get(page.as_uri())
        self.wait_for("return !!document.querySelector('h1')")

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script in the page and return its value."""
        return self.driver.execute_script(script, *arguments)

    def wait_for(self, script: str) -> None:
        """Wait until a script returns something true."""
        WebDriverWait(self.driver, PATIENCE_S, POLL_S).until(lambda _: self.run(script), f"never true: {script}")

    def find(self, selector: str) -> WebElement:
        """Return the first element that a selector means."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def press(self, *keys: str) -> None:
        """Press keys on whatever has the focus."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def titles(self) -> list[str]:
        """Return the titles of the sources shown."""
        return self.run("return [...document.querySelectorAll('.sources .title')].map(one => one.textContent)")  # type: ignore[no-any-return]

    def wait_for_titles(self, *expected: str) -> None:
        """Wait until exactly these sources are shown, in this order."""
        WebDriverWait(self.driver, PATIENCE_S, POLL_S).until(
            lambda _: self.titles() == list(expected), f"{self.titles()} instead of {expected}"
        )

    def complaints(self) -> list[str]:
        """Return what the browser has written to its console since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]  # type: ignore[no-untyped-call]

    def _command(self, name: str, values: Mapping[str, object]) -> None:
        self.driver.execute_cdp_cmd(name, dict(values))  # type: ignore[no-untyped-call]


@contextmanager
def open_screen(paths: tuple[str, str], profile: Path) -> Iterator[Screen]:
    """Start the browser with an empty profile; end it with the block."""
    options = ChromeOptions()
    options.binary_location = paths[0]
    sandbox = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    for flag in (*FLAGS, *sandbox, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=Service(paths[1]))
    try:
        yield Screen(driver)
    finally:
        driver.quit()
