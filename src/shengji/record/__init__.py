"""Records: matches as files of events, one JSON object per line (docs/record-format.md).

The package holds the header and the reading, writing and validating of records. It has no rules:
records are checked by replaying them through `shengji.game`. Files are never trusted: whatever
their contents, reading ends with a match or with a `RecordError` that names the line.
"""

from shengji.record.changes import PlayerChanged
from shengji.record.excerpt import one_hand
from shengji.record.header import Header, header_of
from shengji.record.lines import RecordError
from shengji.record.reader import Record, Results, read_record, read_results
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
    "Results",
    "Viewing",
    "add_reviews",
    "header_of",
    "one_hand",
    "read_record",
    "read_results",
    "validate",
    "write_record",
]
