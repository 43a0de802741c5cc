"""People who pass one device around: it sees what everybody sees, or what one of them sees, never two."""

from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from chocolatl.records.record import decode
from chocolatl.records.verify import verify
from chocolatl.rules import fold, question, redact
from chocolatl.rules.actions import PUBLIC_ACTIONS, Sacrifice
from chocolatl.rules.events import Answered, Asked, GameEnded
from chocolatl.server import protocol
from chocolatl.server.ops.app import Server
from chocolatl.server.store.rows import decode_events
from chocolatl.server.tables.permissions import ANSWERED_ALOUD
from tests.server.harness import Client, Visitor, served
from tests.server.test_play import rolling

SHORT = Path("src/chocolatl/rules/boards/default.toml").read_text().replace("rounds = 7", "rounds = 2")
decides = rolling(4)


async def passed(
    url: str, people: tuple[str, ...] = ("Ana", "Bo"), **wish: Any
) -> tuple[str, Visitor, Client]:
    """A running game: the device, and its page with everyone's eyes."""
    device = Visitor(url)
    made = await device.post("pass-around", {"people": people, "bot": "random", "board": SHORT} | wish)
    page = await device.sit(made["table"]["id"])
    while not page.events:
        await page.read()
    return made["table"]["id"], device, page


def open_question(page: Client) -> tuple[Asked | None, list[int]]:
    """What is asked, and who has not answered: as everyone sees it."""
    asked, seats = None, list[int]()
    for event in page.events:
        if isinstance(event, Asked):
            asked, seats = event, list(event.seats)
        elif isinstance(event, Answered) and event.seat in seats:
            seats.remove(event.seat)
    return (asked if seats else None), seats


async def asked_in_secret(page: Client) -> list[int]:
    """Whose turn it is to take the device; what is asked aloud is answered on the way."""
    while not isinstance(page.events[-1], GameEnded):
        asked, seats = open_question(page)
        table = next(m.table for m in reversed(page.messages) if isinstance(m, WITH_TABLE))
        people = [seat for seat in seats if table.seats[seat].kind == "person"]
        if people and asked is not None and asked.kind not in ANSWERED_ALOUD:
            return people
        ask = page.ask
        if people and ask is not None and ask.question is not None and ask.question.turn != page.answered:
            page.answered = ask.question.turn
            assert ask.seat in people
            await page.send(
                protocol.Answer(next(page.ids), ask.question.turn, decides(ask.question), ask.seat)
            )
        await page.read()
    return []


WITH_TABLE = protocol.Welcome | protocol.TableChanged


async def takes_the_device(device: Visitor, table: str, seat: int) -> Client:
    """A person looks at their own cards, answers, and the page with their eyes is closed."""
    page = await device.sit(table, seat=seat)
    while page.ask is None or page.ask.question is None:
        await page.read()
    turn = page.ask.question.turn
    assert page.ask.seat == seat
    assert isinstance(await page.answer(decides(page.ask.question)), protocol.Accepted)
    while not any(
        isinstance(event, Answered) and event.turn == turn and event.seat == seat for event in page.events
    ):
        await page.read()
    await page.close()
    return page


async def heard(everyone: Client, hand: Client) -> None:
    """Until the page with everyone's eyes has what the other one had."""
    while len(everyone.events) < len(hand.events):
        await everyone.read()


@pytest.mark.parametrize("people", [("Ana", "Bo"), ("Ana", "Bo", "Cleo", "Dirk", "Eva")])
async def test_a_whole_game_on_one_device_shows_each_page_one_pair_of_eyes(
    tmp_path: Path, people: tuple[str, ...]
):
    async with served(tmp_path) as (url, server):
        table, device, everyone = await passed(url, people)
        hands: list[tuple[int, Client]] = []
        while seats := await asked_in_secret(everyone):
            hands.append((seats[0], await takes_the_device(device, table, seats[0])))
            await heard(everyone, hands[-1][1])
        truth = await told(server, table)
        check(truth, None, everyone)
        for seat, page in hands:
            check(truth, seat, page)
        assert {seat for seat, _ in hands} == set(range(len(people)))
        made = decode((await device.http.get(f"/api/tables/{table}/record")).content)
        assert verify(made).ok
        kinds = truth[0].draw.kinds
        assert kinds.count("opened") == 1, "one device has one share in the dice"


async def told(server: Server, table: str) -> list[Any]:
    rows = await server.services.store.events(table)
    return [event for row in rows for event in decode_events(row.body)]


def check(truth: list[Any], eyes: int | None, page: Client) -> None:
    """Events are exactly the redaction for these eyes; questions are this seat's, or answered aloud."""
    rules = truth[0].rules
    assert page.events == [redact(event, eyes, rules) for event in truth[: len(page.events)]]
    states = [fold(truth[:n]) for n, event in enumerate(truth, 1) if isinstance(event, Asked)]
    for ask in (m for m in page.messages if isinstance(m, protocol.Ask)):
        if ask.question is None:
            continue
        turn = ask.question.turn
        state = next(state for state in states if state.turn == turn)
        assert ask.seat is not None
        assert ask.question == question(state, ask.seat)
        if eyes is None:
            assert state.asked is not None
            assert state.asked.kind in ANSWERED_ALOUD
            answers = [e for e in truth if isinstance(e, Answered) and e.turn == state.turn]
            assert all(isinstance(answer.action, PUBLIC_ACTIONS) for answer in answers)
        else:
            assert ask.seat == eyes


async def test_nobody_else_gets_a_seat_or_a_look(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, device, page = await passed(url)
        stranger = Visitor(url)
        assert await stranger.refused(f"tables/{table}/join", {"name": "Eva"}) == "wrong_phase"
        assert (await stranger.get(f"tables/{table}", 403))["code"] == "spectators_closed"
        assert await stranger.refused(f"tables/{table}/me", {"name": "Eva", "seat": 1}) == "wrong_phase"
        assert await stranger.refused(f"tables/{table}/seats/1", {"bot": "easy"}) == "not_seated"
        for seat in (None, 0, 1):
            with pytest.raises(ConnectionClosed):
                await (await stranger.sit(table, seat=seat)).play()
        for path in ("link", "leave", "takeback"):
            assert await device.refused(f"tables/{table}/{path}") == "one_device"
        assert await device.refused(f"tables/{table}/webhook", {"url": None}) == "one_device"
        assert await device.refused(f"tables/{table}/settings", {"host": 1}) == "one_device"
        assert await device.refused(f"tables/{table}/hint", {"turn": 1}) == "hints_off"
        assert page.ask is not None
        assert page.ask.question is None, "a sacrifice is nobody's but the person's who is asked"


async def test_before_it_begins_nobody_else_gets_a_seat_either(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        device, stranger = Visitor(url), Visitor(url)
        table = (await device.post("pass-around", {"people": ["Ana", "Ana", "Ana"]}))["table"]
        names = [seat["name"] for seat in table["seats"]]
        assert len(set(names)) == 3
        assert all(names)
        assert await stranger.refused(f"tables/{table['id']}/join", {"name": "Eva"}) == "seat_taken"
        assert await stranger.refused(f"tables/{table['id']}/me", {"name": "Eva", "seat": 1}) == "not_seated"
        assert await stranger.refused(f"tables/{table['id']}/start") == "not_seated"
        assert await device.refused(f"tables/{table['id']}/seats/1", {"bot": None}) == "one_device"
        assert await device.refused(f"tables/{table['id']}/leave") == "one_device"


async def test_who_watches_answers_for_nobody(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, device, _page = await passed(url)
        await device.post(f"tables/{table}/settings", {"spectators": True})
        watcher = await Visitor(url).sit(table, seat=None)
        await watcher.until_type(protocol.PresenceChanged)
        assert watcher.ask is None
        await watcher.send(protocol.Answer("x", 1, Sacrifice(5), seat=0))
        assert (await watcher.verdict("x")).code == "not_seated"
        with pytest.raises(ConnectionClosed):
            await (await Visitor(url).sit(table, seat=0)).play()


async def test_a_socket_looks_through_one_seat_and_answers_for_no_other(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, device, _page = await passed(url)
        with pytest.raises(ConnectionClosed):
            await (await device.sit(table, seat=2)).play()  # a bot's
        ana = await device.sit(table, seat=0)
        await ana.until_type(protocol.Ask)
        await ana.send(protocol.Answer("x", 1, Sacrifice(5), seat=1))
        assert (await ana.verdict("x")).code == "not_seated"
        await ana.send(protocol.Hello(-1, seat=1))
        assert (await ana.until_type(protocol.Refused)).code == "hello_first"


async def test_a_name_changes_and_a_bot_stands_in_while_the_game_is_on(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        table, device, _page = await passed(url)
        renamed = await device.post(f"tables/{table}/me", {"name": "Tom", "seat": 1})
        assert [seat["name"] for seat in renamed["table"]["seats"]][:2] == ["Ana", "Tom"]
        held = await device.post(f"tables/{table}/seats/1", {"bot": "medium"})
        assert held["table"]["seats"][1]["held"]
        back = await device.post(f"tables/{table}/seats/1", {"bot": None})
        assert not back["table"]["seats"][1]["held"]
        assert await device.refused(f"tables/{table}/seats/2", {"bot": None}) == "no_such_seat"


async def test_the_same_people_play_again_at_once(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        board = SHORT.replace("rounds = 2", "rounds = 1")
        table, device, page = await passed(url, board=board)
        assert (await device.get("mine"))["tables"][0]["waiting"]
        while seats := await asked_in_secret(page):
            await heard(page, await takes_the_device(device, table, seats[0]))
        again = (await device.post(f"tables/{table}/rematch?mixed=true"))["table"]
        assert again["one_device"]
        assert sorted(seat["name"] for seat in again["seats"] if seat["kind"] == "person") == ["Ana", "Bo"]
        next_page = await device.sit(again["id"])
        while not next_page.events:
            await next_page.read()
