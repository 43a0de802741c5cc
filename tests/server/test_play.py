"""Whole games over real sockets: they end, they verify, and nobody is told what they may not know."""

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest
import structlog

from chocolatl.bots.fallback import default_answer
from chocolatl.records.record import decode
from chocolatl.records.verify import verify
from chocolatl.rules import Question, fold, question, redact
from chocolatl.rules.actions import Action, Lay, Roll
from chocolatl.rules.events import GameEnded
from chocolatl.rules.questions import LayCards, RollOrPass
from chocolatl.server import protocol
from chocolatl.server.ops.app import Server
from chocolatl.server.store.rows import decode_events
from tests.server.harness import Client, Decider, Visitor, served, started

encode = msgspec.json.encode


async def test_one_click_against_bots_to_the_end(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        ana = Visitor(url)
        wish = {"name": "Ana", "bot": "random", "learn": True}
        made = (await ana.post("play-now", wish))["table"]
        assert made["phase"] == "open"
        page = await ana.sit(made["id"])
        await page.play()
        assert isinstance(page.events[-1], GameEnded)
        after = (await ana.get(f"tables/{made['id']}"))["table"]
        assert (after["phase"], after["learn"], after["commitment"]) == ("finished", True, made["commitment"])


def rolling(seed: int) -> Decider:
    """Shuffled cards and, now and then, dice."""
    random = Random(seed)

    def decide(asked: Question) -> Action:
        if isinstance(asked, RollOrPass) and random.random() < 0.5:
            return Roll()
        if isinstance(asked, LayCards):
            cards = random.sample(asked.cards, len(asked.cards))
            count = asked.groups[0].count
            return Lay(tuple(tuple(cards[i * count : (i + 1) * count]) for i in range(len(asked.groups))))
        return default_answer(asked)

    return decide


@pytest.mark.parametrize(
    ("people", "wish"),
    [
        (3, {"edition": "english"}),
        (4, {"edition": "german", "spectators": True}),
        (5, {"edition": "dutch"}),
        (4, {"edition": "french", "rules": {"red_reveal": "all_at_once"}}),
    ],
)
async def test_nobody_is_told_what_they_may_not_know(tmp_path: Path, people: int, wish: dict[str, object]):
    with structlog.testing.capture_logs() as logs:
        async with served(tmp_path) as (url, server):
            table, visitors, pages = await started(url, people, **wish)
            watcher = Visitor(url)
            pages.append(await watcher.sit(table))
            pages.append(
                await visitors[0].sit(table, draws=False, screen="")
            )  # a screen in a player's browser
            await watcher.get("tables?list=live")
            for secret_for_now in ("record", "verify"):
                assert (await watcher.get(f"tables/{table}/{secret_for_now}", 409))["code"] == "wrong_phase"
            link = (await visitors[1].post(f"tables/{table}/link"))["token"]
            assert await visitors[0].refused(f"tables/{table}/claim", {"token": "x" * 43}) == "bad_token"
            await pages[0].send(protocol.Answer("wrong", 0, default_answer(asked_of(pages[0]))))
            results = await asyncio.gather(*(page.play(rolling(n)) for n, page in enumerate(pages)))
            await asyncio.gather(*(check_traffic(server, page) for page in pages))
            metrics = (await watcher.http.get("/metrics")).text
            nonces = [nonce for nonce in results[0].nonces if nonce]
            assert len(nonces) == people
            secrets = [results[0].key, link, *(v.cookie for v in visitors)]
            for page in pages:
                before_the_end = "".join(page.raw[: first_frame_with(page, results[0].key)])
                assert not [secret for secret in secrets if secret in before_the_end]
                before_the_start = "".join(page.raw[: first_frame_with(page, '"event":"started"')])
                assert not [nonce for nonce in nonces if nonce in before_the_start]
            assert not [nonce for nonce in nonces if nonce in metrics + repr(logs)]
            assert "game.started" in {entry["event"] for entry in logs}
            assert not [secret for secret in secrets if secret in metrics + repr(logs)]
            made = decode((await watcher.http.get(f"/api/tables/{table}/record")).content)
            assert verify(made).ok
            assert made.key == results[0].key
            assert await watcher.get(f"tables/{table}/verify") == {"fair": True, "problems": []}
            again = await watcher.sit(table)
            await again.until_type(protocol.Fairness)
            assert again.events == pages[-1].events


def asked_of(page: Client) -> Question:
    assert page.ask is not None
    assert page.ask.question is not None
    return page.ask.question


def first_frame_with(page: Client, text: str) -> int:
    return next(number for number, raw in enumerate(page.raw) if text in raw)


async def check_traffic(server: Server, page: Client) -> None:
    """Events are exactly the allowed redaction; questions are the seat's own; nothing else shows a card."""
    rows = await server.services.store.events(page.table)
    truth = [event for row in rows for event in decode_events(row.body)]
    rules = truth[0].rules  # type: ignore[union-attr]  # the game's first event
    welcome = next(m for m in page.messages if isinstance(m, protocol.Welcome))
    seat = welcome.seat
    assert page.events == [redact(event, seat, rules) for event in truth]
    states = [fold(truth[: row.number]) for row in rows[1:]] + [fold(truth)]
    allowed = {encode(question(state, seat)) for state in states if seat is not None}
    for message in page.messages:
        match message:
            case protocol.Ask():
                assert seat is not None
                assert encode(message.question) in allowed
            case protocol.Events():
                pass
            case protocol.Refused():
                assert message.id == "wrong"
            case _:
                assert b'"card' not in encode(message)
