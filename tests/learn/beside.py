"""Trials with what the tests do not install: `make learning` brings it and runs this.

A dataset is read back by pandas, Polars and `datasets`; a short training with the baseline is gone
on with, its curves are read by TensorBoard, and its net takes a seat.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from shengji.arena.plan import Plan, around_the_table
from shengji.learn.dataset import DECISIONS, export, load
from shengji.learn.decisions import rows_of
from shengji.learn.training import CURVES, Training
from shengji.rules import Rules


def read_back(folder: Path) -> None:
    """All three libraries read what was written."""
    plan = Plan(rules=Rules(), bots=around_the_table(["medium", "basic"], 4), number=4)
    number = export(rows_of(plan), plan, folder)
    wanted = load(folder).to_pylist()
    pandas, polars, datasets = map(import_module, ("pandas", "polars", "datasets"))
    frame: Any = pandas.read_parquet(folder / DECISIONS)
    assert len(frame) == number and list(frame["seat"]) == [row["seat"] for row in wanted]
    assert [list(map(len, each["played"])) for _, each in frame.iterrows()] == [
        [len(play) for play in row["played"]] for row in wanted
    ]
    assert polars.read_parquet(folder / DECISIONS).to_dicts() == wanted
    data: Any = datasets.load_dataset(str(folder), split="train", cache_dir=str(folder / "cache"))
    assert data.to_list() == wanted
    print(f"pandas, Polars and datasets read {number} decisions")


def train(folder: Path) -> None:
    """A training has a baseline and curves, and is gone on with."""
    found = Training(folder, Rules(), 1, 1, print, hands=8).run(0.5)
    assert [each.name for each in found] == ["trees", "net"]
    Training(folder, Rules(), 1, 1, print, hands=8).run(0.7)
    accumulator: Any = import_module("tensorboard.backend.event_processing.event_accumulator")
    read = accumulator.EventAccumulator(str(folder / CURVES))
    read.Reload()
    assert "kept out/gain" in read.Tags()["scalars"] and read.Scalars("seen/error")[0].value > 0
    plan = Plan(
        rules=Rules(),
        bots=around_the_table([f"learned:{folder / 'net.npz'}", "medium"], 4),
        number=2,
    )
    assert sum(map(len, rows_of(plan))) > 100
    print("the baseline, the net, its curves and its play")


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        read_back(Path(name) / "data")
        train(Path(name) / "learned")
