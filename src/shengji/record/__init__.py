"""Records: a match as a file of events, one JSON object a line (docs/record-format.md).

What lives here: the header, writing, reading and validating records. What may not: rules; a record
is checked by doing again what it says, through `shengji.game`. A file is never trusted: whatever
stands in it, reading ends with a match or with a `RecordError` that names the line.
"""

from shengji.record.changes import PlayerChanged
from shengji.record.excerpt import one_hand
from shengji.record.header import Header, header_of
from shengji.record.lines import RecordError
from shengji.record.reader import Record, read_record
from shengji.record.reviews import HandReviewed
from shengji.record.validation import RecordProblem, Report, validate
from shengji.record.viewing import Moment, Viewing
from shengji.record.writer import RecordWriter, add_reviews, write_record

__all__ = [
    "HandReviewed",
    "Header",
    "Moment",
    "PlayerChanged",
    "Record",
    "RecordError",
    "RecordProblem",
    "RecordWriter",
    "Report",
    "Viewing",
    "add_reviews",
    "header_of",
    "one_hand",
    "read_record",
    "validate",
    "write_record",
]
