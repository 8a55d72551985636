"""Curves for TensorBoard, written without it.

An event file is a sequence of records: the length and the data, each with a checksum (CRC-32C,
rotated and shifted as in TensorFlow). The data is an `Event` protocol buffer, of which only the
fields of a named number are used.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Mapping
from pathlib import Path

_POLYNOMIAL = 0x82F63B78


def _entry(byte: int) -> int:
    for _ in range(8):
        byte = byte >> 1 ^ (_POLYNOMIAL if byte & 1 else 0)
    return byte


_TABLE = [_entry(byte) for byte in range(256)]


def crc32c(data: bytes) -> int:
    """The CRC-32C (Castagnoli) of some bytes.

    >>> hex(crc32c(b"123456789"))
    '0xe3069283'
    """
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ _TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def _masked(data: bytes) -> bytes:
    crc = crc32c(data)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def _whole(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def _nested(field: int, data: bytes) -> bytes:
    return _whole(field << 3 | 2) + _whole(len(data)) + data


def _event(moment: float, rest: bytes) -> bytes:
    data = b"\x09" + struct.pack("<d", moment) + rest
    length = struct.pack("<Q", len(data))
    return length + _masked(length) + data + _masked(data)


class Scalars:
    """Writes numbers to an event file that TensorBoard shows as curves.

    Args:
        folder: the folder; each `Scalars` writes its own file.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        now = time.time_ns()
        self._path = folder / f"events.out.tfevents.{now // 10**9}.{now % 10**9}"
        self._path.write_bytes(_event(now / 1e9, _nested(3, b"brain.Event:2")))

    def add(self, step: int, values: Mapping[str, float]) -> None:
        """Add a point to each of some curves."""
        told = b"".join(
            _nested(1, _nested(1, name.encode()) + b"\x15" + struct.pack("<f", value))
            for name, value in values.items()
        )
        with self._path.open("ab") as file:
            file.write(_event(time.time(), b"\x10" + _whole(step) + _nested(5, told)))
