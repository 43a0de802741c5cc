"""A game as a file: written, read back, replayed and verified, for every format version ever written.

made = make_record(events, names, chance)      a record; `encode` makes it a line of JSON
made = decode(data)                            read back
verify(made)                                   every die, shuffle and event derived again
parse_board(text, source)                      a board file
"""

from chocolatl.records.board_file import BoardError, parse_board
from chocolatl.records.position_text import format_position
from chocolatl.records.record import Record, RecordError, decode, encode, make_record, replay
from chocolatl.records.verify import VerificationReport, verify

__all__ = [
    "BoardError",
    "Record",
    "RecordError",
    "VerificationReport",
    "decode",
    "encode",
    "format_position",
    "make_record",
    "parse_board",
    "replay",
    "verify",
]
