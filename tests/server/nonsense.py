"""Messages that no page would send: broken, illegal, out of order, stolen, said before."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from chocolatl.rules import Action
from chocolatl.server import protocol

ACTIONS: tuple[Callable[[Random], dict[str, Any]], ...] = (
    lambda r: {"do": "sacrifice", "card": r.choice((-1, 0, 3, 14, 99, 2**70, 1.5, "3", None))},
    lambda r: {"do": "lay", "cards": [[r.randint(-2, 20) for _ in range(r.randint(0, 3))] for _ in range(3)]},
    lambda r: {"do": r.choice(("roll", "pass", "fly", "", "ROLL"))},
    lambda r: {"do": "take", "prize": r.choice(("hut", "die", "both", 7))},
    lambda r: {"do": "place_first", "seat": r.choice((-1, 0, 3, 5, 2**40))},
    lambda r: {"do": "give_back", "card": r.randint(-3, 40)},
    lambda r: {"do": "lay", "cards": [[1] * 300] * 5},
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**63,
    2**70,
    1e308,
    "",
    "x",
    "\u202e",
    "é" * 50,
    [],
    {},
    [[]],
    {"type": "answer"},
)


class Nonsense:
    """Endless messages of one seed, each with an id where it can have one."""

    def __init__(self, seed: int, said: list[bytes], turn: int) -> None:
        self.random = Random(seed)
        self.said = said
        self.turn = turn
        self._count = 0

    def message(self) -> bytes | str:
        """The next."""
        make = self.random.choice(
            (
                self.broken,
                self.odd_json,
                self.wrong_field,
                self.illegal,
                self.illegal,
                self.out_of_order,
                self.again,
                self.binary,
                self.too_long,
            )
        )
        return make()

    def sensible(self) -> dict[str, Any]:
        """Right in its shape."""
        self._count += 1
        name = f"n{self._count}"
        return self.random.choice(
            (
                {"type": "answer", "id": name, "turn": self.turn, "action": {"do": "pass"}},
                {"type": "say", "id": name, "text": "<script>alert(1)</script>"},
                {"type": "mute", "id": name, "seat": self.random.randint(0, 9), "muted": True},
                {"type": "ping", "id": name},
                {"type": "hello", "last": self.random.randint(-1, 50)},
            )
        )

    def broken(self) -> str:
        """Letters lost, doubled, changed or cut off."""
        text = list(json.dumps(self.sensible()))
        for _ in range(self.random.randint(1, 4)):
            place = self.random.randrange(len(text))
            text[place : place + self.random.randint(0, 2)] = self.random.choice(
                ('"', "{", "}", "0", "\\", "", "\x00")
            )
            text = text or ["{"]
        return "".join(text[: self.random.choice((len(text), len(text) // 2))]) or "{"

    def odd_json(self) -> str:
        """JSON, but nothing we know."""
        value = self.random.choice(VALUES)
        for _ in range(self.random.randint(0, 40)):
            value = [value] if self.random.random() < 0.5 else {"id": value}
        return json.dumps(value)

    def wrong_field(self) -> str:
        """One field missing, surplus or of another kind."""
        message = self.sensible()
        name = self.random.choice(list(message))
        match self.random.randrange(3):
            case 0:
                del message[name]
            case 1:
                message["surplus"] = self.random.choice(VALUES)
            case _:
                message[name] = self.random.choice(VALUES)
        return json.dumps(message)

    def illegal(self) -> str:
        """An answer that the rules refuse, or that another seat could give."""
        self._count += 1
        action = self.random.choice(ACTIONS)(self.random)
        return json.dumps({"type": "answer", "id": f"n{self._count}", "turn": self.turn, "action": action})

    def out_of_order(self) -> str:
        """An answer to what was asked before, or will be asked."""
        self._count += 1
        turn = self.random.choice((0, self.turn - 1, self.turn + 1, 10**6))
        action = {"do": "sacrifice", "card": 3}
        return json.dumps({"type": "answer", "id": f"n{self._count}", "turn": max(turn, 0), "action": action})

    def again(self) -> bytes:
        """Word for word what somebody said before; or its id for something else."""
        if not self.said:
            return b"[]"
        old = self.random.choice(self.said)
        if self.random.random() < 0.5:
            return old.decode().encode()
        return json.dumps(json.loads(old) | {"action": {"do": "pass"}}).encode()

    def binary(self) -> bytes:
        """Bytes."""
        return self.random.randbytes(self.random.randint(1, 60))

    def too_long(self) -> str:
        """More than is read."""
        return json.dumps({"type": "say", "id": "long", "text": "x" * self.random.randint(8_000, 60_000)})


def answer(name: str, turn: int, action: Action) -> bytes:
    """A real one."""
    return msgspec.json.encode(protocol.Answer(name, turn, action))
