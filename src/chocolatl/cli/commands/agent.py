"""`chocolatl agent`: a table for language models and other programs, over MCP."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from chocolatl.cli.exit_codes import OK, UsageError
from chocolatl.cli.parser import FILE, command, option, whole_number

if TYPE_CHECKING:
    from chocolatl.agents.agent_table import AgentTable

EXAMPLES = ("chocolatl agent --mcp --seats agent,greedy,greedy --seed 7 --port 0",)
ENDLESS = True
AGENT = "agent"


@command(EXAMPLES)
@option("--mcp", is_flag=True, help="serve the tools look, rules and answer (the Model Context Protocol)")
@option("--seats", metavar="WHO", default="agent,greedy,greedy", help="seat by seat: `agent`, or a bot")
@option("--seed", metavar="N", default=1, type=whole_number(0), help="same seed, same dice")
@option("--seconds", metavar="N", default=0, type=whole_number(0), help="for one answer; 0 for no limit")
@option("--port", metavar="N", type=whole_number(0, 65535), help="listen here instead of on stdin and stdout")
@option("--record", metavar="FILE", type=FILE, help="write the game to this new file at the end")
def run(mcp: bool, seats: str, seed: int, seconds: int, port: int | None, record: Path | None) -> int:
    """Until the agents leave or Ctrl-C. With --port each agent gets a key of its own, printed once."""
    if not mcp:
        raise UsageError("agent: expected --mcp, the one way to play so far")
    if record is not None and record.exists():
        raise UsageError(f"{record} exists: expected a new file")
    table = _table(seats, seed, seconds)
    from chocolatl.agents.mcp_server import mcp_server, new_keys

    keys = new_keys(table)
    server = mcp_server(table, keys)
    try:
        if port is None:
            server.run("stdio")
        else:
            for key, seat in keys.items():
                print(f"seat {seat}: key {key}", flush=True)
            server.run("streamable-http", host="127.0.0.1", port=port)
    except KeyboardInterrupt:
        pass
    finally:
        _finish(table, record)
    return OK


def _table(seats: str, seed: int, seconds: int) -> AgentTable:
    from chocolatl.agents.agent_table import AgentTable
    from chocolatl.bots import make_bot
    from chocolatl.rules import SealedChance, key_from_seed
    from chocolatl.rules.types import MAX_PLAYERS, MIN_PLAYERS

    names = seats.split(",")
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS or AGENT not in names:
        raise UsageError(
            f"--seats {seats!r}: expected {MIN_PLAYERS} to {MAX_PLAYERS} seats, one at least `agent`"
        )
    try:
        bots = [None if name == AGENT else make_bot(name, seed) for name in names]
    except ValueError as wrong:
        raise UsageError(str(wrong)) from None
    return AgentTable(bots, SealedChance(key_from_seed(seed)), seconds=float(seconds))


def _finish(table: AgentTable, record: Path | None) -> None:
    """What came of it, on stderr: stdout may belong to the protocol."""
    for seat, known in table.seats.items():
        told = f"{known.answers} answers, {known.refused} refused, {known.defaults} given by default"
        print(f"seat {seat}: {told}{_score(table, seat)}", file=sys.stderr)
    if record is not None:
        from chocolatl.records.record import encode

        record.write_bytes(encode(table.record()) + b"\n")


def _score(table: AgentTable, seat: int) -> str:
    if not table.over:
        return ""
    from chocolatl.agents.hindsight_regret import regrets

    found = regrets(table.record(), seat, table.chance)
    won = seat in table.state.result.winners if table.state.result else False
    return f"; {'won' if won else 'lost'}, regret against master {sum(found) / len(found):.3f} an answer"
