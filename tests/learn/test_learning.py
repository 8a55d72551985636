"""Training: slopes, what is collected, and a short training from nothing that is gone on with."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from shengji.bots.learned import CheckpointError, LearnedBot
from shengji.bots.learned.fingerprint import fingerprint
from shengji.bots.learned.net import Net, judge, read_arrays
from shengji.bots.learned.served import FEATURES, SERVED
from shengji.learn.collecting import shard
from shengji.learn.fitting import gained, mischosen, misjudged, slopes_for
from shengji.learn.samples import Samples, concatenate_samples, read, write
from shengji.learn.scalars import Scalars, crc32c
from shengji.learn.training import COLLECTING, CURVES, PROGRESS, TURN, Training
from shengji.rules import Rules
from tests.commandkit import Command
from tests.learn.kit import wild_net


@pytest.fixture(scope="module")
def collected() -> Samples:
    return shard(Rules(), seed=5, number=0, hands=1)


def loss(net: Net, samples: Samples, *, choosing: bool) -> float:
    """The error whose slope counts, worked out anew."""
    promises = judge(net, samples.rows).promises.astype(np.float64)
    total, first = 0.0, 0
    for size in samples.sizes:
        mine, worth = promises[first : first + size], samples.worth[first : first + size]
        gains = worth - worth[0]
        if choosing:
            often = np.exp((mine - mine.max()) / 0.03)
            total -= float(often @ gains / often.sum())
        else:
            total += float((((mine - mine[0]) - gains) ** 2).sum() / 2)
        first += size
    return total / len(samples.sizes)


@pytest.mark.parametrize("choosing", [False, True])
def test_slopes_are_those_of_the_error(collected: Samples, choosing: bool) -> None:
    samples, chance = collected.of(np.arange(40)), np.random.default_rng(1)
    errors = mischosen if choosing else misjudged
    exact: list[Any] = [array.astype(np.float64) for array in wild_net()]
    net = Net(*exact)
    net.total[...] *= 0.2  # so that several plays are chosen now and then
    slopes = slopes_for(net, samples, errors)
    for array, slope in zip(net, slopes, strict=True):
        way = chance.standard_normal(array.shape)
        step = 1e-7 / np.abs(way).max()
        before = array.copy()
        array[...] = before + step * way
        above = loss(net, samples, choosing=choosing)
        array[...] = before - step * way
        below = loss(net, samples, choosing=choosing)
        array[...] = before
        found = (above - below) / (2 * step)
        assert float((slope * way).sum()) == pytest.approx(found, rel=0.02, abs=1e-4)


def same(one: Samples, other: Samples) -> bool:
    parts: list[tuple[Any, Any]] = [*zip(one, other, strict=True)]
    return all(np.array_equal(*both) for both in parts)


def test_a_shard_is_always_the_same(collected: Samples, tmp_path: Path) -> None:
    again = shard(Rules(), seed=5, number=0, hands=1)
    assert same(collected, again)
    other = shard(Rules(), seed=6, number=0, hands=1)
    assert len(other.worth) != len(collected.worth) or (other.worth != collected.worth).any()
    write(tmp_path / "one.npz", collected, fingerprint())
    kept = read(tmp_path / "one.npz", fingerprint())
    assert same(collected, kept)
    with pytest.raises(CheckpointError, match="collected with plays that were served"):
        read(tmp_path / "one.npz", "other")


def test_decisions_have_several_plays_and_begin_with_the_rules(collected: Samples) -> None:
    assert len(collected.rows) == len(collected.worth) == collected.sizes.sum() > 500
    assert collected.rows.shape[1] == FEATURES
    assert collected.sizes.min() >= 2 and collected.sizes.max() == SERVED
    assert (collected.gains[collected.firsts] == 0).all() and (collected.gains != 0).any()
    both = concatenate_samples([collected, collected])
    half = both.of(np.arange(len(collected.sizes), len(both.sizes)))
    assert np.array_equal(half.rows, collected.rows)


def test_only_what_promises_enough_is_chosen() -> None:
    rows = np.zeros((5, FEATURES), dtype=np.int8)
    worth = np.array([1.0, 3.0, 0.0, 5.0, 4.0], dtype=np.float32)
    samples = Samples(rows, np.array([3, 2]), worth)
    promises = np.array([0.0, 0.3, 0.2, 0.0, 0.1], dtype=np.float32)
    assert gained(samples, promises, 0.0).tolist() == [2.0, -1.0]
    assert gained(samples, promises, 0.2).tolist() == [2.0, 0.0]
    assert gained(samples, promises, 0.5).tolist() == [0.0, 0.0]


def test_a_training_is_gone_on_with(tmp_path: Path) -> None:
    told: list[str] = []
    first = Training(tmp_path, Rules(), 3, 1, told.append, hands=1)
    found = first.run(0.01)
    steps = int(read_arrays(first.net_path)["steps"])
    assert [each.name for each in found][-1] == "net" and found[-1].decisions > 50 and steps > 0
    assert len(list((tmp_path / "shards").iterdir())) >= TURN
    LearnedBot(Rules(), 0, path=first.net_path)
    fitted = msgspec.json.decode((tmp_path / PROGRESS).read_bytes())["fitted"]
    more = (fitted + 0.2) / (1 - COLLECTING) / 60  # so that some time is left, however long it took
    Training(tmp_path, Rules(), 3, 1, told.append, hands=1).run(more)
    assert int(read_arrays(first.net_path)["steps"]) > steps
    with pytest.raises(CheckpointError, match="with the seed 3 and 1 hands"):
        Training(tmp_path, Rules(), 4, 1, told.append, hands=1)
    assert list((tmp_path / CURVES).glob("events.out.tfevents.*"))


def test_curves_are_as_tensorboard_reads_them(tmp_path: Path) -> None:
    """Its frames: length, checksum, data, checksum."""
    scalars = Scalars(tmp_path)
    scalars.add(300, {"gain": 0.5})
    (path,) = tmp_path.iterdir()
    data, events = path.read_bytes(), []
    while data:
        (length,) = struct.unpack("<Q", data[:8])
        event = data[12 : 12 + length]
        for part, at in ((data[:8], 8), (event, 12 + length)):
            crc = crc32c(part)
            masked = ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
            assert struct.unpack("<I", data[at : at + 4]) == (masked,)
        events.append(event)
        data = data[16 + length :]
    assert b"brain.Event:2" in events[0]
    assert b"\x10\xac\x02" in events[1] and b"gain\x15" + struct.pack("<f", 0.5) in events[1]


def test_the_command_says_what_is_wrong(command: Command, tmp_path: Path) -> None:
    ran = command("train", tmp_path, "--minutes", 0)
    assert ran.status == 2 and "--minutes must be above 0" in ran.err
    (tmp_path / PROGRESS).write_bytes(b"no")
    ran = command("train", tmp_path, "--minutes", 1, "--jobs", 1)
    assert ran.status == 2 and "is no progress of a training" in ran.err
