"""How a person acts: by mouse, by keyboard or by touch. Each does so only by its own means, as a person would."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from tests.page.person import Person

LEVELS = "GMT"
THROWN = "() => [...document.querySelectorAll('.space.thrown')].map((space) => space.dataset.space).sort()"
FIRST_THAT_FITS = """cards => {
  const first = (kind) => cards.findIndex((card) => card.classList.contains(kind));
  return ["up", "down", "after"].map(first).find((place) => place >= 0);
}"""
FOCUSED_SPACE = "() => document.activeElement?.dataset.space ?? null"


class Hands(ABC):
    """What all have in common: the things that can be done in a turn, one after the other."""

    def __init__(self, person: Person) -> None:
        self.person = person

    # --- what differs ---

    @abstractmethod
    def press(self, button: Locator) -> None:
        """Press a button or follow a link."""

    @abstractmethod
    def take_card(self, place: int) -> None:
        """Take a card of the hand; the first has place 1."""

    @abstractmethod
    def point_at(self, space: str) -> None:
        """Point at a space of the tower without doing anything there."""

    @abstractmethod
    def rotate(self) -> None:
        """Turn to the next way of laying the card on the space pointed at."""

    @abstractmethod
    def turn_over(self) -> None:
        """Turn the card that was taken face down."""

    @abstractmethod
    def do_it(self, space: str) -> None:
        """Do what is offered on the space pointed at."""

    @abstractmethod
    def pick_up_marker(self) -> None:
        """Begin to move."""

    @abstractmethod
    def climb(self) -> None: ...

    @abstractmethod
    def end_turn(self) -> None: ...

    # --- what follows from it ---

    def start_on(self, space: str) -> None:
        """Choose a corner."""
        self.point_at(space)
        self.do_it(space)

    def offered(self, kind: str) -> list[str]:
        """The spaces on which something is offered: `throw`, `move`, `climb` or `corner`."""
        spaces = self.person.page.locator(f".space.{kind}")
        spaces.first.wait_for(state="attached")
        names: list[str] = spaces.evaluate_all("spaces => spaces.map((space) => space.dataset.space)")
        return names

    def thrown_on(self) -> list[str]:
        """The spaces that the card would cover as it is aimed now."""
        found: list[str] = self.person.page.evaluate(THROWN)
        return found

    def throw(self, card: int, squares: Sequence[str], *, face_down: bool = False) -> None:
        """Throw exactly so: take the card, point at its first square, and rotate until it lies as wanted."""
        named = re.compile(rf"\bcard {card}\b")
        expect(self.person.hand.filter(has_text=named)).to_have_attribute("aria-disabled", "false")
        names = self.person.hand.all_inner_texts()
        self.take_card(next(place for place, name in enumerate(names, 1) if named.search(name)))
        if face_down:
            self.turn_over()
        level = self.offered("throw")[0][0]
        wanted = sorted(level + square for square in squares)
        first = level + squares[0]
        self.point_at(first)
        self.person.page.locator(".space.thrown").first.wait_for(state="attached")
        seen: list[list[str]] = []
        while (now := self.thrown_on()) != wanted:
            assert now not in seen, f"card {card} cannot be laid on {wanted}, only on {seen}"
            seen.append(now)
            self.rotate()
            self.person.page.wait_for_function(f"before => String(({THROWN})()) !== before", arg=",".join(now))
        self.do_it(first)

    def take_card_that_fits(self) -> None:
        """Take the first card that can be thrown from here, face up if there is one."""
        place = self.person.hand.evaluate_all(FIRST_THAT_FITS)
        self.take_card(place + 1)
        if "after" in str(self.person.hand.nth(place).get_attribute("class")):
            self.turn_over()  # it would fit face up only from elsewhere

    def throw_somewhere(self) -> None:
        """Throw the first card that fits on the last space that it is offered for."""
        self.take_card_that_fits()
        space = self.offered("throw")[-1]
        self.point_at(space)
        self.do_it(space)

    def move(self, space: str) -> None:
        self.pick_up_marker()
        self.point_at(space)
        self.do_it(space)

    def move_somewhere(self) -> None:
        self.pick_up_marker()
        space = self.offered("move")[0]
        self.point_at(space)
        self.do_it(space)

    def do(self, action: str) -> None:
        """Do an action given as its text, such as `T1@d3e3`, `Mb1`, `C` or `E`."""
        kind, rest = action[0], action[1:]
        if kind in "TD":
            card, _, squares = rest.partition("@")
            self.throw(int(card), re.findall("..", squares), face_down=kind == "D")
        elif kind == "M":
            self.pick_up_marker()
            space = next(space for space in self.offered("move") if space.endswith(rest))
            self.point_at(space)
            self.do_it(space)
        elif kind == "S":
            self.start_on(f"G{rest}")
        elif kind == "C":
            self.climb()
        else:
            self.end_turn()

    def do_something(self) -> bool:
        """Wait for the next thing to do, do it, and wait until the table has heard it. False if the game is over.

        In a turn: throw, else climb, else move, else end it.
        """
        person = self.person
        moment = person.await_moment()
        if moment == "over":
            return False
        actions = person.actions_told()
        if moment == "corner":
            self.start_on(self.offered("corner")[0])
        elif person.can("Throw"):
            self.throw_somewhere()
        elif person.can("Climb"):
            self.climb()
        elif person.can("Move"):
            self.move_somewhere()
        else:
            self.end_turn()
        person.await_more_than(actions)
        return True

    def play_turn(self) -> None:
        """Do what can be done, and end the turn; or choose a corner, before the game."""
        before = self.person.ended_turns.count()
        if self.person.await_moment() == "corner":
            self.do_something()
            return
        while self.person.ended_turns.count() == before and self.do_something():
            pass


class Mouse(Hands):
    """Only moves, clicks and the wheel of a mouse."""

    def press(self, button: Locator) -> None:
        button.click()

    def take_card(self, place: int) -> None:
        self.person.hand.nth(place - 1).click()

    def point_at(self, space: str) -> None:
        self.person.space(space).hover()

    def rotate(self) -> None:
        self.person.page.mouse.wheel(0, 100)

    def turn_over(self) -> None:
        self.person.button("Face down").click()

    def do_it(self, space: str) -> None:
        self.person.space(space).click()

    def pick_up_marker(self) -> None:
        self.person.action("Move").click()

    def climb(self) -> None:
        self.person.action("Climb").click()

    def end_turn(self) -> None:
        self.person.end_button.click()


class Touch(Mouse):
    """Only taps."""

    def press(self, button: Locator) -> None:
        button.tap()

    def take_card(self, place: int) -> None:
        self.person.hand.nth(place - 1).tap()

    def start_on(self, space: str) -> None:
        self.person.space(space).tap()

    def point_at(self, space: str) -> None:
        self.person.space(space).tap()

    def rotate(self) -> None:
        self.person.button("Turn").tap()

    def turn_over(self) -> None:
        self.person.button("Face down").tap()

    def do_it(self, space: str) -> None:
        assert space
        self.person.page.locator(".button.do").tap()

    def pick_up_marker(self) -> None:
        self.person.action("Move").tap()

    def climb(self) -> None:
        self.person.action("Climb").tap()

    def end_turn(self) -> None:
        self.person.end_button.tap()


class Keyboard(Hands):
    """Only keys."""

    def key(self, key: str) -> None:
        self.person.page.keyboard.press(key)

    def tab_to(self, target: Locator) -> None:
        """Press Tab until the target has the focus; it must be reached before the focus has been everywhere once."""
        target.wait_for()
        for _ in range(150):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.key("Tab")
        raise AssertionError(f"Tab does not lead to {target}")

    def press(self, button: Locator) -> None:
        self.tab_to(button)
        self.key("Enter")

    def focused_space(self) -> str | None:
        found: str | None = self.person.page.evaluate(FOCUSED_SPACE)
        return found

    def point_at(self, space: str) -> None:
        """Walk there: PageUp and PageDown change the level, arrows go along it."""
        if self.focused_space() is None:
            self.tab_to(self.person.page.locator('[data-space][tabindex="0"]'))
        now = self.focused_space()
        assert now is not None
        for keys, here, there in (
            (("PageUp", "PageDown"), LEVELS.index(now[0]), LEVELS.index(space[0])),
            (("ArrowRight", "ArrowLeft"), ord(now[1]), ord(space[1])),
            (("ArrowUp", "ArrowDown"), int(now[2]), int(space[2])),
        ):
            for _ in range(abs(there - here)):
                self.key(keys[0] if here < there else keys[1])
        assert self.focused_space() == space, f"from {now} the keys led to {self.focused_space()}, not to {space}"

    def take_card(self, place: int) -> None:
        self.key(str(place))

    def rotate(self) -> None:
        self.key("r")

    def turn_over(self) -> None:
        self.key("f")

    def do_it(self, space: str) -> None:
        assert self.focused_space() == space
        self.key("Enter")

    def pick_up_marker(self) -> None:
        self.key("m")

    def climb(self) -> None:
        self.key("c")

    def end_turn(self) -> None:
        self.key("e")
