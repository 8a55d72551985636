"""Vectorized sums over short rows of numbers, eight at a time.

The compiler does not vectorize these loops by itself: it must assume that the rows overlap, and
stores every sum after each step. Plain Python versions are beside the kernels.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from shengji.bots.policy.numbers import FLOATS, Floats

HIDDEN, WIDTH = 32, 40
"""The number of inputs of `sum_positive`, and the number of parallel sums of `add_rows`."""
LANES = 8
"""The vector size; HIDDEN and WIDTH are multiples of it."""

_tools: Any = cgutils
_FLOAT = ir.FloatType()
_VECTOR = ir.VectorType(_FLOAT, LANES)
_LOOSE = ("contract", "reassoc", "nsz")
"""The allowed freedom in floating-point sums: fused multiply-add, and any order."""


def add_rows(
    rows: Floats, weights: Floats, first: int, last: int, start: Floats, sums: Floats
) -> None:
    """Write the sum of `start` and of weighted rows to `sums`.

    `rows` has rows of WIDTH numbers one after another; the rows from `first` to below `last` count,
    with the weights of the same index. `start` and `sums` have at least WIDTH numbers.
    """
    table = rows[first * WIDTH : last * WIDTH].reshape(-1, WIDTH)
    sums[:WIDTH] = start[:WIDTH] + weights[first:last] @ table


def sum_positive(sums: Floats, offsets: Floats, weights: Floats) -> float:
    """The weighted sum of HIDDEN numbers plus their offsets, with negative ones counted as 0."""
    numbers = sums[:HIDDEN] + offsets[:HIDDEN]
    return float(np.maximum(numbers, np.float32(0.0)) @ weights[:HIDDEN])


def _data(context: Any, builder: Any, array: object) -> Any:
    return context.make_array(FLOATS.type)(context, builder, array).data


def _load(builder: Any, data: Any, index: Any) -> Any:
    """Load the LANES numbers from an index on."""
    return builder.load(_place(builder, data, index), align=4)


def _place(builder: Any, data: Any, index: Any) -> Any:
    if isinstance(index, int):
        index = ir.Constant(ir.IntType(64), index)
    return builder.bitcast(builder.gep(data, [index]), _VECTOR.as_pointer())


@intrinsic
def _add_rows(
    typing: object,
    rows: object,
    weights: object,
    first: object,
    last: object,
    start: object,
    sums: object,
) -> object:
    def generate(context: Any, builder: Any, signature: object, arguments: Any) -> Any:
        rows, weights, first, last, start, sums = arguments
        rows, weights = _data(context, builder, rows), _data(context, builder, weights)
        start, sums = _data(context, builder, start), _data(context, builder, sums)
        places = range(0, WIDTH, LANES)
        parts = [_tools.alloca_once_value(builder, _load(builder, start, at)) for at in places]
        with _tools.for_range_slice(builder, first, last, first.type(1)) as (number, _):
            weight = builder.load(builder.gep(weights, [number]))
            lane = builder.insert_element(_VECTOR(ir.Undefined), weight, ir.IntType(32)(0))
            mask = ir.VectorType(ir.IntType(32), LANES)(None)
            each = builder.shuffle_vector(lane, _VECTOR(ir.Undefined), mask)
            row = builder.gep(rows, [builder.mul(number, number.type(WIDTH))])
            for at, part in zip(places, parts, strict=True):
                product = builder.fmul(each, _load(builder, row, at), flags=_LOOSE)
                builder.store(builder.fadd(builder.load(part), product, flags=_LOOSE), part)
        for at, part in zip(places, parts, strict=True):
            builder.store(builder.load(part), _place(builder, sums, at), align=4)
        return context.get_dummy_value()

    return types.void(
        FLOATS.type, FLOATS.type, types.int64, types.int64, FLOATS.type, FLOATS.type
    ), generate


@overload(add_rows)
def _overload_add_rows(
    rows: Any, weights: Any, first: Any, last: Any, start: Any, sums: Any
) -> Any:
    def add(rows: Any, weights: Any, first: Any, last: Any, start: Any, sums: Any) -> None:
        _add_rows(rows, weights, first, last, start, sums)  # type: ignore[call-arg]

    return add


@intrinsic
def _sum_positive(typing: object, sums: object, offsets: object, weights: object) -> object:
    def generate(context: Any, builder: Any, signature: object, arguments: Any) -> Any:
        sums, offsets, weights = (_data(context, builder, each) for each in arguments)
        zero = _VECTOR([0.0] * LANES)
        total = zero
        for at in range(0, HIDDEN, LANES):
            number = builder.fadd(_load(builder, sums, at), _load(builder, offsets, at))
            positive = builder.select(builder.fcmp_ordered(">", number, zero), number, zero)
            product = builder.fmul(positive, _load(builder, weights, at), flags=_LOOSE)
            total = builder.fadd(total, product, flags=_LOOSE)
        takes = ir.FunctionType(_FLOAT, [_FLOAT, _VECTOR])
        name = f"llvm.vector.reduce.fadd.v{LANES}f32"
        add = _tools.get_or_insert_function(builder.module, takes, name)
        return builder.call(add, [_FLOAT(0.0), total], fastmath=_LOOSE)

    return types.float32(FLOATS.type, FLOATS.type, FLOATS.type), generate


@overload(sum_positive)
def _overload_sum_positive(sums: Any, offsets: Any, weights: Any) -> Any:
    def add(sums: Any, offsets: Any, weights: Any) -> Any:
        return _sum_positive(sums, offsets, weights)  # type: ignore[call-arg]

    return add
