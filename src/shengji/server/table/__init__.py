"""A table as a pure state machine: entries of its log in, state out.

What lives here: the entries, who may do what, what each decision leads to, what a table waits for,
and what each viewer may know of it. What may not: clocks, connections, storage, bots that think,
and chance: all that comes in from `live`.
"""

from shengji.server.table.asker import STAND_IN, Asker
from shengji.server.table.entries import Body, Entry, decode_body, encode_body
from shengji.server.table.masks import Viewer, masked
from shengji.server.table.rated import RatedRules, RatedTerms
from shengji.server.table.refusals import Refused
from shengji.server.table.table import Step, Table, TableKept, opening

__all__ = [
    "STAND_IN",
    "Asker",
    "Body",
    "Entry",
    "RatedRules",
    "RatedTerms",
    "Refused",
    "Step",
    "Table",
    "TableKept",
    "Viewer",
    "decode_body",
    "encode_body",
    "masked",
    "opening",
]
