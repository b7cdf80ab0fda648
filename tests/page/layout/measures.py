"""What is measured about the layout of a screen, in the browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# What is seen of an element: nothing of what is hidden, clipped away, rolled out of sight or only for screen readers.
TOOLS = """
  const seen = (element) =>
    !element.closest(".unseen, [inert]") &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const forReaders = (element) => {
    for (let at = element; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== "none") return true;
    return false;
  };
  const within = (box, other) => ({
    left: Math.max(box.left, other.left), right: Math.min(box.right, other.right),
    top: Math.max(box.top, other.top), bottom: Math.min(box.bottom, other.bottom),
  });
  const there = (box) => box.right - box.left > 1.5 && box.bottom - box.top > 1.5;
  const rolls = (style) => /auto|scroll/.test(style.overflowX + style.overflowY);
  const cuts = (style) => /hidden|clip/.test(style.overflowX + style.overflowY);
  const shown = (element, box) => {
    for (let at = element.parentElement; at; at = at.parentElement)
      if (rolls(getComputedStyle(at)) && at !== document.documentElement && at !== document.body)
        box = within(box, at.getBoundingClientRect());
    return box;
  };
  const told = (element) => {
    const kind = element.tagName.toLowerCase() + [...element.classList].map((name) => "." + name).join("");
    return `${kind} "${(element.textContent || element.getAttribute("aria-label") || "").trim().slice(0, 40)}"`;
  };
  const sheet = [...document.querySelectorAll(".side.open, .coach.open")]
    .find((at) => getComputedStyle(at).position === "fixed");
  const open = document.querySelector("dialog[open]") ?? sheet ?? document.body;
  const sticks = (element) => {
    for (let at = element; at; at = at.parentElement) if (getComputedStyle(at).position === "sticky") return true;
    return false; // what sticks has other things rolled below it
  };
  const everything = [...open.querySelectorAll("*")].filter((element) => !element.closest(".stage"));
  const controls = everything.filter((element) => element.matches("button, a[href], input, select, summary, textarea"));
  const lettered = (element) => [...element.childNodes].filter(({ nodeType, data }) => nodeType === 3 && data.trim());
  const letters = (box) => {
    const rest = 0.22 * (box.bottom - box.top); // letters are lower than their lines
    return { left: box.left, right: box.right, top: box.top + rest, bottom: box.bottom - rest };
  };
  const lines = (element) => lettered(element).flatMap((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()];
  });
"""

FAULTS = """(playing) => {
  TOOLS
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} px wide`);
  if (playing && root.scrollHeight > innerHeight) faults.push(`the page is ${root.scrollHeight} px high`);

  // No control lies over another, nor over the tower.
  const stage = document.querySelector(".stage");
  const placed = controls.filter((control) => seen(control) && !forReaders(control))
    .map((control) => ({ control, box: shown(control, control.getBoundingClientRect()) }))
    .filter(({ box }) => there(box));
  placed.forEach(({ control, box }, place) => {
    for (const other of placed.slice(place + 1)) {
      const inside = control.contains(other.control) || other.control.contains(control);
      const apart = !inside && sticks(control) === sticks(other.control);
      if (apart && there(within(box, other.box))) faults.push(`${told(control)} lies over ${told(other.control)}`);
    }
    if (stage && open === document.body && there(within(box, stage.getBoundingClientRect())))
      faults.push(`${told(control)} lies over the tower`);
  });

  // No text is cut by what it is in, by its button or by the window, and none lies over another.
  const texts = [];
  for (const element of everything) {
    if (!lettered(element).length || !seen(element) || forReaders(element)) continue;
    if (element.closest("option, title, svg")) continue;
    const own = element.getBoundingClientRect();
    const name = element.matches(".name"); // it may have any length, and is shortened with dots
    const boxes = lines(element).map((box) => shown(element, name ? within(box, own) : box)).filter(there);
    for (const box of boxes) {
      if (box.left < -1 || box.right > innerWidth + 1) faults.push(`${told(element)} is cut by the window`);
      for (let at = element; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.display === "inline") continue;
        const own = at.getBoundingClientRect();
        const across = Math.max(own.left - box.left, box.right - own.right);
        const out = Math.max(across, own.top - box.top - 2, box.bottom - own.bottom - 2);
        const button = at.matches("button, a.button");
        if (out > 1 && (button || cuts(style)) && !at.matches(".name"))
          faults.push(`${told(element)} is cut by ${told(at)}, ${Math.round(out)} px`);
        if (rolls(style) || style.position === "fixed") break;
      }
    }
    texts.push({ element, boxes });
  }
  texts.forEach(({ element, boxes }, place) => {
    for (const other of texts.slice(place + 1)) {
      if (element.contains(other.element) || other.element.contains(element)) continue;
      if (sticks(element) !== sticks(other.element)) continue;
      const over = boxes.some((box) => other.boxes.some((its) => {
        const both = within(letters(box), letters(its));
        return both.right - both.left > 3 && both.bottom - both.top > 1.5;
      }));
      if (over) faults.push(`${told(element)} is written over ${told(other.element)}`);
    }
  });
  // The tower: all levels together against the shorter side of the window.
  const levels = [...open.querySelectorAll(".stage .level")].map((level) => level.getBoundingClientRect());
  if (levels.length) {
    const size = (from, to) => Math.max(...levels.map((box) => box[to])) - Math.min(...levels.map((box) => box[from]));
    const share = Math.max(size("left", "right"), size("top", "bottom")) / Math.min(innerWidth, innerHeight);
    if (share < 0.55) faults.push(`the tower has ${Math.round(100 * share)}% of the shorter side`);
  }
  if (!playing) return [...new Set(faults)];

  // What one plays with is in the window, whole, and the words about it need no rolling.
  const needed = ".dock button, .dock a, .players .player, .layout > header *";
  for (const thing of everything.filter((element) => element.matches(needed))) {
    const box = thing.getBoundingClientRect();
    const out = Math.max(-box.left, -box.top, box.right - innerWidth, box.bottom - innerHeight);
    if (seen(thing) && !forReaders(thing) && there(box) && out > 0.5)
      faults.push(`${told(thing)} is outside by ${Math.round(out)} px`);
  }
  for (const words of everything.filter((element) => element.matches(".advice, .coach .text"))) {
    const more = Math.max(words.scrollHeight - words.clientHeight, words.scrollWidth - words.clientWidth);
    if (seen(words) && more > 2) faults.push(`${told(words)} rolls by ${more} px`);
  }
  return [...new Set(faults)];
}""".replace("TOOLS", TOOLS)

PLACE = """() => {
  const box = (element) => {
    const { left, top, width, height } = element?.getBoundingClientRect() ?? {};
    return [left, top, width, height];
  };
  return [box(document.querySelector(".stage")), ...[...document.querySelectorAll(".stage .level")].map(box)];
}"""
"""Where the tower is: its room, and each of its levels."""

STILL = """async () => {
  await document.fonts.ready;
  const passing = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(passing.map(({ finished }) => finished));
  const stage = document.querySelector(".stage");
  if (stage) await new Promise((told) => new ResizeObserver(told).observe(stage));
  await new Promise(requestAnimationFrame);
}"""
"""The tower learns its room from an observer: once a younger one has been told of the room, the tower has been, too."""


def settle(page: Page) -> None:
    """Wait until the window has the size that was asked for, fonts are there, and the tower is drawn for its room."""
    page.wait_for_function("size => innerWidth === size.width && innerHeight === size.height", arg=page.viewport_size)
    page.evaluate(STILL)


def faults_of(page: Page, *, playing: bool) -> list[str]:
    """What is wrong with the screen as it is drawn now; `playing` if it is one with a tower, which never scrolls."""
    settle(page)
    found: list[str] = page.evaluate(FAULTS, playing)
    return found


def place_of_tower(page: Page) -> Any:
    settle(page)
    return page.evaluate(PLACE)
