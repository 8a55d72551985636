"""Answers questions line by line."""

from __future__ import annotations

import os
import traceback
from typing import IO

import msgspec

from shengji.judge.answers import Answer, ErrorAnswer, ErrorFound
from shengji.judge.inputs import JudgeError, read_question
from shengji.judge.rulings import answer

LONGEST_LINE = 1024 * 1024
"""Maximum length of a question, in bytes."""


def judge_line(line: bytes | str) -> bytes:
    """Answer the question in a line, as JSON without a line end.

    >>> judge_line('{"ask": "result", "points": 160}').decode()[:50]
    '{"winner":"opponents","levels":2,"next_dealer":1,"'
    >>> judge_line('{"ask": "result"}').decode()[:35]
    '{"error":{"code":"missing-field","m'
    """
    return msgspec.json.encode(_answered(line))


def _answered(line: bytes | str) -> Answer | ErrorAnswer:
    try:
        return answer(read_question(line))
    except JudgeError as error:
        position = msgspec.UNSET if error.position is None else error.position
        return ErrorAnswer(ErrorFound(error.code, error.message, error.field, position))
    except Exception as error:
        # An internal error must not stop the answers to later questions.
        if os.environ.get("SHENGJI_DEBUG"):
            traceback.print_exc()
        return ErrorAnswer(ErrorFound("fault", f"this is a fault of shengji: {error!r}", ""))


def judge_stream(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer each line of a stream with a line, at once; blank lines are skipped.

    Raises:
        OSError: the questions cannot be read or the answers cannot be written.
    """
    first = True
    while line := questions.readline(LONGEST_LINE + 1):
        if first:
            line, first = line.removeprefix(b"\xef\xbb\xbf"), False
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = questions.readline(LONGEST_LINE)
            message = f"the line is longer than {LONGEST_LINE} bytes"
            found = msgspec.json.encode(ErrorAnswer(ErrorFound("too-long", message, "")))
        elif not line.strip():
            continue
        else:
            found = judge_line(line)
        answers.write(found + b"\n")
        answers.flush()
