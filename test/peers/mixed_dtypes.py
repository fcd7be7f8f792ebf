#!/usr/bin/env python3
"""Exports calls whose operands have different dtypes, or whose numbers are of another kind, and runs them through graft_zoo.

    pip install torch safetensors
    mixed_dtypes.py GRAFT_ZOO [--out FOLDER] [--only TEXT] [--part 0/1] [--jobs 2]

Each function is called with tensors and zero-dim tensors of every pair of dtypes, and with numbers of every kind, also those
that a dtype does not hold. What torch refuses is left out. A program holds up to MOST calls of one function with results of
one dtype, so that each dtype has a tolerance of its own; where one fails, its calls are exported one by one and run again.
FOLDER/<function>__<dtype>__<n> holds model.pt2, inputs, outputs, and facts.json with the tolerance and the calls. The exit
code is graft_zoo's.
"""
import argparse
import collections
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

import torch
import torch.nn.functional as F
from torch.utils._pytree import tree_leaves

import exported

MOST = 48
# One rounding of a 16-bit float is allowed, two are not.
TOLERANCE = {torch.float16: 1e-3, torch.bfloat16: 8e-3, torch.float32: 4e-6, torch.complex64: 4e-6,
             torch.float64: 1e-11, torch.complex128: 1e-11}
INTEGERS = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]
DTYPES = [torch.bool, *INTEGERS, *FLOATS, torch.complex64, torch.complex128]
NUMBERS = [2, -1, 0, 3, 300, -129, 70000, 2**31 + 5, 2**40 + 1, 0.5, -1.25, 2.7, -0.0, 1e-9, 70001.5, 1e10, 1e39, float("inf"),
           float("nan"), True, False, 1.5 + 2j]
FEW = [2, -1, 300, 0.5, -1.25, 70001.5, True, 1.5 + 2j]


def tensor_of(values, dtype):
    return torch.tensor(values, dtype=torch.float64 if dtype.is_floating_point else None).to(dtype)


def left(dtype):
    """Elements that few operations overflow with, and the ends of integers."""
    if dtype == torch.bool:
        return torch.tensor([True, False, True, True, False, True, False, False])
    if dtype.is_complex:
        return torch.tensor([-2.5 + 1j, 1j, 0.7 + 0j, 3.3 - 1j, -1 - 1j, 8.1 + 2j, 0.1 + 0.1j, 5 + 0j], dtype=dtype)
    if dtype.is_floating_point:
        return torch.tensor([-2.5, 0.0, 0.7, 3.3, -1.1, 100.7, 0.1, 5.0], dtype=torch.float64).to(dtype)
    ends = torch.iinfo(dtype)
    return torch.tensor([0, 1, 3, 7, max(-3, ends.min), 100, ends.max, ends.min], dtype=dtype)


def right(dtype):
    """Elements by which one may divide."""
    if dtype == torch.bool:
        return torch.tensor([True, True, False, True, True, False, True, False])
    if dtype.is_complex:
        return torch.tensor([1 - 1j, 2j, 0.3 + 0j, -1.3 - 1j, 2 - 1j, 0.1 + 2j, 1 + 0.1j, -2 + 0j], dtype=dtype)
    if dtype.is_floating_point:
        return torch.tensor([1.3, 2.0, -0.3, 0.7, 2.6, -3.1, 1.1, 0.9], dtype=torch.float64).to(dtype)
    ends = torch.iinfo(dtype)
    return torch.tensor([2, 3, 1, 5, max(-2, ends.min + 4), 7, ends.max, 2], dtype=dtype)


def zero_dims(dtype):
    """Tensors of one number, an ordinary one and one that smaller dtypes do not hold."""
    if dtype == torch.bool:
        return [torch.tensor(True)]
    if dtype.is_complex:
        return [torch.tensor(1.7 - 0.3j, dtype=dtype)]
    if dtype == torch.float64:
        return [torch.tensor(x, dtype=dtype) for x in (0.1, 1e39)]
    if dtype.is_floating_point:
        return [torch.tensor(x, dtype=dtype) for x in (0.1, 60000.0)]
    return [torch.tensor(x, dtype=dtype) for x in (3, {1: 120, 2: 300, 4: 70000, 8: 2**40 + 3}[dtype.itemsize])]


def pairs():
    for a, b in itertools.product(DTYPES, DTYPES):
        yield [left(a), right(b)]
        for zero in zero_dims(b):
            yield [left(a), zero]
        yield [zero_dims(a)[0], right(b)]
        yield [zero_dims(a)[-1], zero_dims(b)[0]]


def singles():
    for a in DTYPES:
        yield [left(a)]
        yield [zero_dims(a)[0]]


def triples():
    for i, (a, b) in enumerate(itertools.product(DTYPES, DTYPES)):
        for c in (a, b, DTYPES[i * 5 % len(DTYPES)]):
            yield [left(a), right(b), right(c).flip(0)]
        yield [left(a), right(b), zero_dims(b)[-1]]
        yield [left(a), zero_dims(b)[0], right(a)]


BINARY = [torch.add, torch.sub, torch.mul, torch.div, torch.true_divide, torch.floor_divide, torch.remainder, torch.fmod, torch.pow, torch.float_power, torch.atan2, torch.copysign,
          torch.eq, torch.ne, torch.lt, torch.le, torch.gt, torch.ge, torch.bitwise_and, torch.bitwise_or, torch.bitwise_xor, torch.bitwise_left_shift, torch.bitwise_right_shift, torch.logical_and,
          torch.logical_or, torch.logical_xor, torch.maximum, torch.minimum, torch.fmax, torch.fmin, torch.hypot, torch.heaviside, torch.xlogy, torch.special.xlog1py, torch.special.zeta,
          torch.gcd, torch.logaddexp, torch.logaddexp2, torch.nextafter, torch.ldexp, torch.rsub, torch.isin, torch.isclose,
          torch.special.gammaincc, torch.igamma, torch.complex, torch.polar, torch.dist, torch.outer, torch.kron, torch.inner]
# In-place forms, by the name of the method.
WRITING = ["add_", "sub_", "mul_", "div_", "floor_divide_", "remainder_", "fmod_", "pow_", "float_power_", "atan2_", "copysign_", "eq_", "ne_", "lt_", "ge_", "bitwise_and_", "bitwise_or_",
           "bitwise_xor_", "bitwise_left_shift_", "bitwise_right_shift_", "logical_and_", "logical_or_", "logical_xor_", "hypot_", "heaviside_", "xlogy_", "gcd_", "nextafter_", "ldexp_", "copy_", "fill_"]
CALLS = {}


def call(name, calls):
    """Registers calls of a function: (text, function of tensors, tensors)."""
    CALLS[name] = calls


def named(function):
    return function if isinstance(function, str) else function.__name__


def method(name, *more, **keywords):
    return lambda t, *rest, **given: getattr(t.clone(), name)(*rest, *more, **keywords, **given)


def with_numbers(function, numbers=NUMBERS, sides="right"):
    for tensors in singles():
        for n in numbers:
            if "right" in sides:
                yield f"(x, {n})", lambda t, n=n: function(t, n), tensors
            if "left" in sides:
                yield f"({n}, x)", lambda t, n=n: function(n, t), tensors


def of(function, tensors_of, text="", **keywords):
    for tensors in tensors_of:
        yield text, lambda *t: function(*t, **keywords), tensors


def both(function, **keywords):
    yield from of(function, pairs(), **keywords)
    yield from with_numbers(lambda a, b: function(a, b, **keywords), sides="left right")


for f in BINARY:
    call(f.__name__, lambda f=f: both(f))
for m in WRITING:
    call(m, lambda m=m: itertools.chain(of(method(m), pairs()), with_numbers(lambda t, n: method(m)(t, n))))
for f in ("chebyshev_polynomial_t", "hermite_polynomial_h", "legendre_polynomial_p", "laguerre_polynomial_l"):  # a large degree takes long
    call(f, lambda f=f: with_numbers(getattr(torch.special, f), [0, 1, 2, 3, 2.7, True]))
for mode in ("trunc", "floor"):
    # The lowest integer is not divided by -1: torch ends there.
    call(f"div_{mode}", lambda mode=mode: itertools.chain(of(torch.div, pairs(), rounding_mode=mode), with_numbers(lambda a, b: torch.div(a, b, rounding_mode=mode), [n for n in NUMBERS if n != -1])))
    call(f"div_{mode}_", lambda mode=mode: of(method("div_", rounding_mode=mode), pairs()))
for f in ("add", "sub", "rsub", "add_", "sub_"):
    def alphas(f=f):
        function = method(f) if f.endswith("_") else getattr(torch, f)
        for alpha in FEW:
            yield from of(lambda *t, alpha=alpha: function(*t, alpha=alpha), list(pairs())[:: 1 if alpha in (-1, -1.25, 300) else 3], f"alpha={alpha}")
            for n in (2, 0.5, True, 1j):
                yield from of(lambda t, n=n, alpha=alpha: function(t, n, alpha=alpha), singles(), f"(x, {n}) alpha={alpha}")
    call(f"{f}_alpha", alphas)
for f in ("addcmul", "addcdiv", "addcmul_", "addcdiv_"):
    def values(f=f):
        function = method(f) if f.endswith("_") else getattr(torch, f)
        for value in [1, -1, 2, 300, 0.5, -1.25, True]:
            yield from of(lambda *t, value=value: function(*t, value=value), list(triples())[:: 1 if value in (-1, 0.5) else 4], f"value={value}")
    call(f, values)
call("lerp", lambda: itertools.chain(of(torch.lerp, triples()), *(of(lambda a, b, w=w: torch.lerp(a, b, w), pairs(), f"weight={w}") for w in (2, 0.3, -1.25, True, 0.5j))))
call("lerp_", lambda: itertools.chain(of(method("lerp_"), triples()), *(of(lambda a, b, w=w: a.clone().lerp_(b, w), pairs(), f"weight={w}") for w in (2, 0.3))))


def wheres():
    for c in (torch.bool, torch.uint8):
        yield from of(lambda a, b, c=c: torch.where(right(c), a, b), pairs(), str(c))
    yield from with_numbers(lambda a, b: torch.where(right(torch.bool), a, b), sides="left right")
    for n, m in itertools.product(FEW, FEW):
        yield f"({n}, {m})", lambda c, n=n, m=m: torch.where(c, n, m), [right(torch.bool)]


call("where", wheres)


def clamps(function):
    yield from of(function, triples(), "tensors")
    yield from of(lambda a, b: function(a, b), pairs(), "min")
    yield from of(lambda a, b: function(a, max=b), pairs(), "max")
    for n in NUMBERS:
        yield from of(lambda a, n=n: function(a, n), singles(), f"min={n}")
        yield from of(lambda a, n=n: function(a, max=n), singles(), f"max={n}")
    for n, m in itertools.product(FEW, FEW):
        yield from of(lambda a, n=n, m=m: function(a, n, m), singles(), f"min={n}, max={m}")


call("clamp", lambda: clamps(torch.clamp))
call("clamp_", lambda: clamps(lambda t, *a, **k: t.clone().clamp_(*a, **k)))
for f in ("clamp_min", "clamp_max", "clamp_min_", "clamp_max_"):
    call(f, lambda f=f: itertools.chain(of(method(f), pairs()), with_numbers(lambda t, n: method(f)(t, n))))
for f in ("masked_fill", "masked_fill_"):
    call(f, lambda f=f: itertools.chain(of(lambda a, b: method(f)(a, right(torch.bool), b), pairs()), with_numbers(lambda t, n: method(f)(t, right(torch.bool), n))))


def indexed():
    at = torch.tensor([3, 0, 3, 1])
    yield from of(lambda a, b: a.masked_scatter(right(torch.bool), b), pairs(), "masked_scatter")
    for accumulate in (False, True):
        yield from of(lambda a, b, accumulate=accumulate: a.index_put((at,), b[:4] if b.dim() else b, accumulate=accumulate), pairs(), f"index_put {accumulate}")
    for alpha in (1, -1, 2, 0.5, -1.25, 300, True):
        yield from of(lambda a, b, alpha=alpha: a.index_add(0, at, b[:4], alpha=alpha), pairs(), f"index_add alpha={alpha}")
    yield from of(lambda a, b: a.index_copy(0, at[1:], b[:3]), pairs(), "index_copy")
    yield from of(lambda a, b: a.index_fill(0, at, b), pairs(), "index_fill")
    yield from with_numbers(lambda a, n: a.index_fill(0, at, n))
    yield from of(lambda a, b: a.scatter(0, at, b), pairs(), "scatter")
    yield from of(lambda a, b: a.scatter_add(0, at, b), pairs(), "scatter_add")
    for how in ("add", "multiply"):
        yield from of(lambda a, b, how=how: a.scatter(0, at, b, reduce=how), pairs(), f"scatter {how}")
        yield from with_numbers(lambda a, n, how=how: a.scatter(0, at, n, reduce=how))
    for how, whole in itertools.product(("sum", "prod", "mean", "amax", "amin"), (False, True)):
        yield from of(lambda a, b, how=how, whole=whole: a.scatter_reduce(0, at, b, how, include_self=whole), [[left(d), right(d)] for d in DTYPES], f"scatter_reduce {how}")
        yield from of(lambda a, b, how=how, whole=whole: a.index_reduce(0, at, b[:4], {"sum": "prod"}.get(how, how), include_self=whole), [[left(d), right(d)] for d in DTYPES], f"index_reduce {how}")
    yield from with_numbers(lambda a, n: a.scatter(0, at, n))
    yield from of(lambda a, b: a.put(at, b[:4]), pairs(), "put")
    yield from of(lambda a, b: torch.slice_scatter(a, b[:4], 0, 2, 6), pairs(), "slice_scatter")
    yield from of(lambda a, b: torch.select_scatter(a, b, 0, 2), pairs(), "select_scatter")
    yield from of(lambda a, b: torch.diagonal_scatter(a.reshape(2, 4), b[:2]), pairs(), "diagonal_scatter")

    def assign(a, b):
        a = a.clone()
        a[2:6] = b[:4] if b.dim() else b
        a[1] = b[1] if b.dim() else b
        return a
    yield from of(assign, pairs(), "setitem")
    yield from of(lambda a, b: torch.bucketize(a, b.sort()[0]), pairs(), "bucketize")
    yield from of(lambda a, b: torch.searchsorted(b.sort()[0], a), pairs(), "searchsorted")
    for n in FEW:
        yield from of(lambda a, n=n: torch.searchsorted(a.sort()[0], n), singles(), f"searchsorted {n}")
        yield from of(lambda a, n=n: torch.bucketize(n, a.sort()[0]), singles(), f"bucketize {n}")
    yield from of(lambda a, b: torch.take_along_dim(a, b.long() % 8 if b.dim() else at), pairs(), "take_along_dim")
    yield from of(lambda a, b: torch.bincount(a.abs(), weights=b), [[torch.tensor([0, 3, 1, 1], dtype=d), right(e)[:4]] for d in INTEGERS for e in DTYPES], "bincount")


call("indexed", indexed)


def joined():
    yield from of(lambda a, b: torch.cat([a, b]), pairs(), "cat")
    yield from of(lambda a, b, c: torch.cat([a, b, c]), triples(), "cat")
    for f in (torch.stack, torch.hstack, torch.vstack, torch.column_stack):
        yield from of(lambda a, b, f=f: f([a, b]), pairs(), f.__name__)
    yield from of(lambda a, b: torch.block_diag(a, b), pairs(), "block_diag")
    yield from of(lambda a, b: torch.meshgrid(a, b, indexing="ij"), pairs(), "meshgrid")


call("joined", joined)


def products():
    for d in DTYPES:
        m, n, v = left(d)[:6].reshape(2, 3), right(d)[:6].reshape(3, 2), right(d)[:3]
        bias = left(d)[:4].reshape(2, 2)
        yield "mm", torch.mm, [m, n]
        yield "matmul", torch.matmul, [m, v]
        yield "tensordot", lambda a, b: torch.tensordot(a, b, dims=1), [m, n]
        for beta, alpha in itertools.product([1, 0, 2, 0.5, -1.25, True, 300], [1, -1, 0, 0.5, -1.25, 2.7, True]):
            k = {"beta": beta, "alpha": alpha}
            text = f"beta={beta}, alpha={alpha}"
            for f, tensors in ((torch.addmm, [bias, m, n]), (torch.addmm, [bias[0], m, n]), (torch.addmm, [bias[0, 0], m, n]), (torch.addmv, [bias[0], m, v]), (torch.addr, [bias, m[:, 0], n[0]]), (torch.baddbmm, [bias[None], m[None], n[None]]),
                               (torch.addbmm, [bias, m[None].expand(2, 2, 3), n[None].expand(2, 3, 2)])):
                yield f"{f.__name__} {text}", lambda *t, f=f, k=k: f(*t, **k), tensors
    for a, b in itertools.product(DTYPES, DTYPES):
        yield "addr", torch.addr, [left(a)[:4].reshape(2, 2), right(b)[:2], right(b)[2:4]]
        yield "addr", torch.addr, [left(a)[:4].reshape(2, 2), right(b)[:2], right(a)[2:4]]
        yield "addmm", torch.addmm, [left(a)[:4].reshape(2, 2), right(b)[:4].reshape(2, 2), right(b)[:4].reshape(2, 2)]
        yield "addmv", torch.addmv, [left(a)[:2], right(b)[:4].reshape(2, 2), right(b)[:2]]
        yield "linear", F.linear, [left(b)[:4].reshape(2, 2), right(b)[:4].reshape(2, 2), right(a)[:2]]
        yield "mm", torch.mm, [left(a)[:4].reshape(2, 2), right(b)[:4].reshape(2, 2)]
        yield "prelu", F.prelu, [left(a), zero_dims(b)[0].reshape(1)]
        yield "cross", torch.cross, [left(a)[:3], right(b)[:3]]
        yield "dot", torch.dot, [left(a), right(b)]
        yield "vdot", torch.vdot, [left(a), right(b)]
        yield "einsum", lambda x, y: torch.einsum("i,i->i", x, y), [left(a), right(b)]
        yield "cdist", torch.cdist, [left(a)[:4].reshape(2, 2), right(b)[:4].reshape(2, 2)]


call("products", products)


def created():
    ends = [(0, 7, 2), (1.5, 7, 1), (0, 2.2, 0.3), (-3, 300, 37), (5, -5, -1.7), (True, 4, 1), (2**31, 2**31 + 6, 2), (0, 1, 0.1)]
    for d in [None, *DTYPES]:
        for start, end, step in ends:
            yield f"arange {start} {end} {step} {d}", lambda t, s=(start, end, step), d=d: torch.arange(*s, dtype=d), [left(torch.int8)]
            for steps in (1, 5, 8):
                yield f"linspace {start} {end} {steps} {d}", lambda t, s=(start, end, steps), d=d: torch.linspace(*s, dtype=d), [left(torch.int8)]
                yield f"logspace {steps} {d}", lambda t, s=(0, 3, steps), d=d: torch.logspace(*s, base=2, dtype=d), [left(torch.int8)]
        for n in NUMBERS:
            yield f"full {n} {d}", lambda t, n=n, d=d: torch.full((3,), n, dtype=d), [left(torch.int8)]
            yield f"scalar_tensor {n} {d}", lambda t, n=n, d=d: torch.scalar_tensor(n, dtype=d), [left(torch.int8)]
            for a in DTYPES:
                if d is None or d == torch.int16 or a in (torch.float32, torch.int8):
                    yield f"full_like {n} {d}", lambda t, n=n, d=d: torch.full_like(t, n, dtype=d), [left(a)]
                    yield f"new_full {n} {d}", lambda t, n=n, d=d: t.new_full((2,), n, dtype=d), [left(a)]
    for a, b in itertools.product(DTYPES, DTYPES):
        yield "to", lambda t, b=b: t.to(b), [left(a)]
        yield "type_as", lambda t, u: t.type_as(u), [left(a), right(b)]
        yield "linspace", lambda s, e: torch.linspace(s, e, 5), [zero_dims(a)[0], zero_dims(b)[-1]]
        yield "linspace", lambda s: torch.linspace(s, 9, 5), [zero_dims(a)[0]]
    for n in NUMBERS:
        yield from of(lambda t, n=n: F.pad(t, (1, 2), value=n), singles(), f"pad {n}")
        yield from of(lambda t, n=n: torch.fill(t, n), singles(), f"fill {n}")
    yield from of(torch.fill, pairs(), "fill")


call("created", created)


def reduced():
    for a in DTYPES:
        x = left(a).reshape(2, 4)
        for d in [None, *DTYPES]:
            for f in ("sum", "prod", "nansum", "mean"):
                yield f"{f} {d}", lambda t, f=f, d=d: getattr(t, f)(dtype=d), [x]
            for f in ("sum", "prod", "nansum", "mean", "cumsum", "cumprod", "softmax", "log_softmax"):
                yield f"{f} 1 {d}", lambda t, f=f, d=d: getattr(t, f)(1, dtype=d), [x]
            for f in ("cumsum_", "cumprod_"):
                yield f"{f} {d}", lambda t, f=f, d=d: getattr(t.clone(), f)(1, dtype=d), [x]
            for p in (2, 1, 0, 3, 0.5, -1.25, float("inf"), True):
                yield f"norm {p} {d}", lambda t, p=p, d=d: torch.norm(t, p, 1, dtype=d), [x]
                yield f"vector_norm {p} {d}", lambda t, p=p, d=d: torch.linalg.vector_norm(t, p, 1, dtype=d), [x]
            yield f"matrix_norm {d}", lambda t, d=d: torch.linalg.matrix_norm(t, dtype=d), [x]
        for correction in (0, 1, 0.5, 2):
            yield f"var {correction}", lambda t, c=correction: t.var(1, correction=c), [x]
            yield f"std_mean {correction}", lambda t, c=correction: torch.std_mean(t, 1, correction=c), [x]
        for q in (0.3, 0.5, 1.0):
            yield f"quantile {q}", lambda t, q=q: t.quantile(q, dim=1), [x]
        for p in (2, 3, 0.5):
            yield f"dist {p}", lambda t, p=p: torch.dist(t, t.flip(0), p), [x]
            yield f"renorm {p}", lambda t, p=p: t.renorm(p, 0, 2.3), [x]
            yield f"normalize {p}", lambda t, p=p: F.normalize(t, p), [x]
    for a, b in itertools.product(DTYPES, DTYPES):
        yield "softmax of another", lambda t, u: t.softmax(0) * u, [left(a), right(b)]
        yield "weighted", lambda t, u: (t * u).sum(), [left(a), right(b)]


call("reduced", reduced)


def activated():
    one = [torch.ops.aten.threshold.default, torch.ops.aten.hardtanh.default]
    for f in one:
        for n, m in itertools.product([2, -1, 0, 0.5, -1.25, 2.7, 300, True, 70001.5], repeat=2):
            yield from of(lambda t, f=f, n=n, m=m: f(t, n, m), singles(), f"{f} {n} {m}")
    for f in (torch.ops.aten.leaky_relu.default, torch.ops.aten.elu.default, torch.ops.aten.celu.default, torch.ops.aten.hardshrink.default, torch.ops.aten.softshrink.default,
              torch.ops.aten.softplus.default, torch.ops.aten.logit.default, torch.ops.aten.special_logit.default):
        for n in (1, 2, -1, 0, 0.5, 0.1, -1.25, 2.7, 300, True, 70001.5):
            yield from of(lambda t, f=f, n=n: f(t, n), singles(), f"{f} {n}")
    for n, m, o in itertools.product([1, 2, 0.5, 2.7], [1, 0.5, 2.7], [1, 2, 0.3]):
        yield from of(lambda t, n=n, m=m, o=o: torch.ops.aten.elu(t, n, m, o), singles(), f"elu {n} {m} {o}")
        yield from of(lambda t, n=n, m=m: torch.ops.aten.softplus(t, n, m), singles(), f"softplus {n} {m}")
    for n in (None, 0.1, 2.0, 300.0, 1e39):
        yield from of(lambda t, n=n: torch.nan_to_num(t / 0, n, n, n), singles(), f"nan_to_num {n}")
        yield from of(lambda t, n=n: torch.nan_to_num(t, n, n, n), singles(), f"nan_to_num {n}")
    for f in (torch.sigmoid, torch.sin, torch.exp, torch.sqrt, torch.erf, torch.lgamma, torch.square, torch.abs, torch.neg, torch.sign, torch.floor, torch.round, torch.log1p, torch.rsqrt, torch.reciprocal,
              torch.sinc, torch.special.entr, torch.special.i0e, torch.deg2rad, torch.angle, torch.sgn, torch.isnan, torch.signbit, torch.frac, torch.trunc, torch.positive, torch.logit, torch.special.expit,
              torch.special.ndtr, torch.special.log_ndtr, torch.special.erfcx, torch.special.bessel_j0, torch.digamma, torch.real, torch.conj, torch.logical_not, torch.bitwise_not, F.relu6, F.silu, F.gelu, F.mish, F.hardswish, F.selu, F.logsigmoid, F.softsign, F.relu):
        yield from of(f, singles(), f.__name__)
    for n in (0, 1, 2, -1):
        yield from of(lambda t, n=n: torch.round(t, decimals=n), singles(), f"round {n}")
        yield from of(lambda t, n=n: torch.polygamma(abs(n), t), singles(), f"polygamma {n}")
        yield from of(lambda t, n=n: torch.mvlgamma(t.abs() + 4, abs(n) + 1), singles(), f"mvlgamma {n}")
    for reduction in ("none", "mean", "sum"):
        for a, b in itertools.product(DTYPES, DTYPES):
            for f in (F.mse_loss, F.l1_loss, F.smooth_l1_loss, F.huber_loss, F.binary_cross_entropy_with_logits, F.kl_div, F.soft_margin_loss, F.poisson_nll_loss, F.hinge_embedding_loss):
                if reduction == "none" or (a, b) in ((torch.float32, torch.float64), (torch.float16, torch.float32)):
                    yield f"{f.__name__} {reduction}", lambda t, u, f=f, reduction=reduction: f(t, u, reduction=reduction), [left(a), right(b)]
    for a, b in itertools.product(DTYPES, DTYPES):
        yield "layer_norm", lambda t, w: F.layer_norm(t, (8,), w), [left(a), right(b)]
        yield "rms_norm", lambda t, w: F.rms_norm(t, (8,), w), [left(a), right(b)]
        yield "group_norm", lambda t, w: F.group_norm(t.reshape(1, 2, 4), 2, w[:2]), [left(a), right(b)]
        yield "batch_norm", lambda t, w: F.batch_norm(t.reshape(4, 2), w[:2], w[:2].abs()), [left(a), right(b)]
        yield "batch_norm", lambda t, w: F.batch_norm(t.reshape(4, 2), w[:2], w[:2].abs(), w[2:4], w[4:6]), [left(a), right(b)]
        yield "cumulative_trapezoid", lambda t, w: torch.cumulative_trapezoid(t, w), [left(a), right(b)]
        yield "trapezoid", lambda t, w: torch.trapezoid(t, w), [left(a), right(b)]
        yield "diff", lambda t, w: torch.diff(t, prepend=w), [left(a), right(b)]
        yield "cov", lambda t, w: torch.cov(t.reshape(2, 4), aweights=w[:4].abs()), [left(a), right(b)]
        yield "embedding_bag", lambda t, w: F.embedding_bag(torch.tensor([0, 1]), t.reshape(4, 2), torch.tensor([0]), per_sample_weights=w[:2], mode="sum"), [left(a), right(b)]
        yield "addcmul", lambda t, w: torch.addcmul(t, t, w), [left(a), right(b)]
        yield "allclose", lambda t, w: torch.isclose(t, w, rtol=0.5, atol=1), [left(a), right(b)]
        yield "equal", lambda t, w: torch.count_nonzero(t == w), [left(a), right(b)]
        yield "promote", lambda t, w: t.new_ones(2) * w.new_ones(2), [left(a), right(b)]


call("activated", activated)


def quantized():
    import torch.ao.quantization.fx._decomposed  # registers the ops

    ops = torch.ops.quantized_decomposed
    for d, low, high in ((torch.uint8, 0, 255), (torch.int8, -128, 127), (torch.int8, -127, 127), (torch.int16, -32768, 32767), (torch.int32, -2**31, 2**31 - 1)):
        for a in FLOATS:
            for scale, zero in ((0.1, 3), (0.25, 0), (2.7, 0)):
                yield f"quantize {d} {scale}", lambda t, d=d, r=(low, high), s=scale, z=zero: ops.quantize_per_tensor(t, s, z, *r, d), [left(a)]
                yield f"quantize tensor {d} {scale}", lambda t, s, z, d=d, r=(low, high): ops.quantize_per_tensor.tensor(t, s, z, *r, d), [left(a), torch.tensor(scale), torch.tensor(zero)]
            yield f"quantize channels {d}", lambda t, s, z, d=d, r=(low, high): ops.quantize_per_channel(t.reshape(2, 4), s, z, 0, *r, d), [left(a), torch.tensor([0.1, 0.7]), torch.tensor([3, 0])]
        for out in (None, torch.float16, torch.bfloat16, torch.float32):
            k = {} if out is None else {"out_dtype": out}
            for scale, zero in ((0.1, 3), (0.25, 0)):
                yield f"dequantize {d} {out}", lambda t, d=d, r=(low, high), s=scale, z=zero, k=k: ops.dequantize_per_tensor(t, s, z, *r, d, **k), [left(d)]
            yield f"dequantize channels {d} {out}", lambda t, s, z, d=d, r=(low, high), k=k: ops.dequantize_per_channel(t.reshape(2, 4), s, z, 0, *r, d, **k), [left(d), torch.tensor([0.1, 0.7]), torch.tensor([3, 0])]


call("quantized", quantized)


class Calls(torch.nn.Module):
    """A program of calls, each of the tensors at its places; complex numbers of 128 bits come and go in pairs."""

    def __init__(self, calls):
        super().__init__()
        self.calls = [(c[1], len(c[2])) for c in calls]
        self.wide = [t.dtype == torch.complex128 for c in calls for t in c[2]]

    def forward(self, *given):
        tensors = [torch.view_as_complex(t) if wide else t for t, wide in zip(given, self.wide)]
        results, at = [], 0
        for function, count in self.calls:
            results += results_of(function, tensors[at:at + count])
            at += count
        return tuple(torch.view_as_real(t) if t.dtype == torch.complex128 else t for t in results)


def results_of(function, tensors):
    return [t for t in tree_leaves(function(*tensors)) if isinstance(t, torch.Tensor)]


def kept(calls):
    """The calls that torch answers, each with the dtype of its result."""
    for c in calls:
        try:
            results = results_of(c[1], [t.clone() for t in c[2]])
        except Exception:
            continue
        if results and all(t.layout == torch.strided for t in results):
            yield c, results[0].dtype


def text_of(c):
    return f"{c[0]} " + " ".join(str(t.dtype)[6:] + ("" if t.dim() else "[]") for t in c[2])


def write(calls, dtype, folder):
    module = Calls(calls)
    given = [torch.view_as_real(t) if t.dtype == torch.complex128 else t for c in calls for t in c[2]]
    given = [t.clone() for t in given]
    program = torch.export.export(module, tuple(given), strict=False)
    outputs = module(*[t.clone() for t in given])
    facts = {"tolerance": TOLERANCE.get(dtype, 1e-6), "calls": [text_of(c) for c in calls]}
    exported.save(folder, program, given, outputs, facts)


def write_all(calls, dtype, folder, left_out):
    """Writes one program of the calls, or, where torch does not export them together, of each half."""
    try:
        write(calls, dtype, folder)
        return {folder.name: (calls, dtype)}
    except Exception as e:
        if len(calls) == 1:
            left_out[type(e).__name__] += 1
            return {}
        half = len(calls) // 2
        return (write_all(calls[:half], dtype, folder.with_name(folder.name + "a"), left_out) |
                write_all(calls[half:], dtype, folder.with_name(folder.name + "b"), left_out))


def programs_of(name, out, left_out):
    by_dtype = collections.defaultdict(list)
    for c, dtype in kept(CALLS[name]()):
        by_dtype[dtype].append(c)
    written = {}
    for dtype, calls in by_dtype.items():
        for n, at in enumerate(range(0, len(calls), MOST)):
            written |= write_all(calls[at:at + MOST], dtype, out / f"{name}__{str(dtype)[6:]}__{n}", left_out)
    return written


def run(zoo, jobs, folder):
    """What graft_zoo says, and the programs that fail."""
    done = subprocess.run([zoo, "--jobs", str(jobs), str(folder)], stdout=subprocess.PIPE, text=True)
    return done.stdout, sorted({line.split(":")[0] for line in done.stdout.splitlines() if ": " in line and "__" in line.split(":")[0]}), done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments = exported.parse(parser, "functions")
    with tempfile.TemporaryDirectory() as temporary:
        out = arguments.out or pathlib.Path(temporary)
        written, left_out = {}, collections.Counter()
        for name in exported.part_of([n for n in CALLS if arguments.only in n], arguments):
            written |= programs_of(name, out / "all", left_out)
        print(f"{sum(len(calls) for calls, _ in written.values())} calls in {len(written)} programs; left out: {dict(left_out)}", flush=True)
        said, failed, code = run(arguments.graft_zoo, arguments.jobs, out / "all")
        for name in failed:
            calls, dtype = written[name]
            for n, c in enumerate(calls):
                write_all([c], dtype, out / "failed" / f"{name}_{n}", left_out)
        if failed:
            print("\n".join(line for line in said.splitlines() if line.split(":")[0] not in failed))
            said, singly, _ = run(arguments.graft_zoo, arguments.jobs, out / "failed")
            told = set()
            for line in said.splitlines():
                name = line.split(":")[0]
                if name in singly and name not in told:
                    told.add(name)
                    line += "  <- " + json.loads((out / "failed" / name / "facts.json").read_text())["calls"][0]
                print(line)
        else:
            print(said)
        return code


if __name__ == "__main__":
    sys.exit(main())
