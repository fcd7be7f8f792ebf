#!/usr/bin/env python3
"""Exports programs of one op each, for every op and dtype of PyTorch's own table, and runs them through graft_zoo.

    pip install torch numpy expecttest safetensors
    op_table.py GRAFT_ZOO [--kind plain] [--out FOLDER] [--most 2] [--only TEXT] [--part 0/1] [--jobs 2]

The table (`torch.testing._internal.common_methods_invocations.op_db`) has arguments for some 600 functions, sizes of 0 and
complex numbers among them; of each dtype MOST of them, drawn by the name, are exported. What gives other results when it is
run again, or one of many right ones, is left out. KIND says how the op is called: `in_place` on a copy of its operand,
`out` with a tensor that takes the result, `strided` on operands whose elements lie otherwise, `dynamic` with sizes that the
program does not know, on others than it was exported with, `special` on NaN, infinities, -0 and extremes.
FOLDER/<op>__<dtype>__<n> holds model.pt2, inputs, outputs and facts.json with the tolerance. The exit code is graft_zoo's.
"""
import argparse
import collections
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils._pytree import tree_flatten, tree_leaves, tree_unflatten

import exported
import recorded_programs
from exported import plain

DTYPES = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16,
          torch.float32, torch.float64, torch.complex64]
TOLERANCE = {torch.float16: 4e-3, torch.bfloat16: 3e-2}
# Eigenvectors and bases may be turned, orders of what is equal are anyone's, and elements of `empty` are none.
MANY_RIGHT = ("empty", "new_empty", "eig", "svd", "lowrank", "argsort", "linalg_lstsq", "geqrf", "linalg_qr")
SECONDS = 20


class Late(Exception):
    pass


class Call(torch.nn.Module):
    """A program that calls a function with the tensors it is given and everything else as it was."""

    def __init__(self, function, leaves, spec):
        super().__init__()
        self.function, self.spec = function, spec
        self.places = [i for i, leaf in enumerate(leaves) if isinstance(leaf, torch.Tensor)]
        self.leaves = [None if i in self.places else leaf for i, leaf in enumerate(leaves)]

    def forward(self, *tensors):
        leaves = list(self.leaves)
        for place, tensor in zip(self.places, tensors):
            leaves[place] = tensor
        args, kwargs = tree_unflatten(leaves, self.spec)
        return tuple(x for x in tree_leaves(self.function(*args, **kwargs)) if isinstance(x, torch.Tensor))


class StridedCall(Call):
    """A call with tensors whose elements lie otherwise: it is given what `spread` makes of them."""

    def forward(self, *tensors):
        return super().forward(*[t.mT if t.dim() > 1 else t[::2] if t.dim() else t for t in tensors])


def spread(tensor):
    return tensor.mT.contiguous() if tensor.dim() > 1 else tensor.repeat_interleave(2) if tensor.dim() else tensor


def in_place(info):
    def function(x, *args, **kwargs):
        copy = x.clone()
        info.inplace_variant(copy, *args, **kwargs)
        return copy
    return function


def into_out(info, sample):
    sizes = [(t.shape, t.dtype) for t in tree_leaves(info.op(sample.input, *sample.args, **sample.kwargs))]

    def function(*args, **kwargs):
        out = tuple(torch.zeros(shape, dtype=dtype) for shape, dtype in sizes)
        info.op(*args, **kwargs, out=out if len(out) > 1 else out[0])
        return out
    return function


def with_specials(tensor, seed):
    """The tensor with a fifth of its elements NaN, infinite, zero or extreme."""
    if tensor.dtype == torch.bool or tensor.dtype.is_complex:
        return tensor
    few, g = tensor.dtype.is_floating_point, random.Random(seed)
    limits = (torch.finfo if few else torch.iinfo)(tensor.dtype)
    values = [limits.min, limits.max, 0] + ([float("nan"), float("inf"), -float("inf"), -0.0, limits.tiny] if few else [])
    flat = tensor.clone().contiguous().view(-1)
    for i in range(len(flat)):
        if g.random() < .2:
            flat[i] = g.choice(values)
    return flat.view(tensor.shape)


def call_of(kind, info, sample, leaves, spec):
    """The program that calls an op in one of the ways; None where it is not called so."""
    if kind == "in_place":
        return Call(in_place(info), leaves, spec) if info.inplace_variant else None
    if kind == "out":
        return Call(into_out(info, sample), leaves, spec) if info.supports_out else None
    return (StridedCall if kind == "strided" else Call)(info.op, leaves, spec)


def same(a, b):
    return torch.equal(torch.nan_to_num(a), torch.nan_to_num(b))


def write(call, kind, tensors, dtype, folder):
    """None, or why there is no program."""
    signal.alarm(SECONDS)
    try:
        if kind == "strided":
            tensors = list(map(spread, tensors))
        if kind == "special":
            tensors = [with_specials(t, str(folder.name)) for t in tensors]
        torch.manual_seed(1)
        outputs = call(*[t.clone() for t in tensors])
        if not outputs or any(o.numel() > 50000 or o.layout != torch.strided for o in outputs):
            return "gives no tensors, or large ones"
        sizes = None
        if kind == "dynamic":
            sizes = (tuple({i: torch.export.Dim.AUTO(max=64) for i, n in enumerate(t.shape) if n > 1} for t in tensors),)
        program = torch.export.export(call, tuple(t.clone() for t in tensors), strict=False, dynamic_shapes=sizes)
        if kind == "dynamic":
            other = recorded_programs.resized(program, tuple(tensors), {})
            if other is None:
                return "is not dynamic"
            tensors = other[0]
            torch.manual_seed(1)
            outputs = call(*[t.clone() for t in tensors])
        torch.manual_seed(2)
        if not all(map(same, map(plain, outputs), map(plain, program.module()(*[t.clone() for t in tensors])))):
            return "gives other results each time, or exported"
        exported.save(folder, program, tensors, outputs, {"tolerance": TOLERANCE.get(dtype, 1e-4)})
        return None
    except (Exception, Late) as e:
        shutil.rmtree(folder, ignore_errors=True)
        return type(e).__name__
    finally:
        signal.alarm(0)


def programs_of(info, kind, most, out, left):
    name = "_".join(part for part in (info.name, info.variant_test_name) if part).replace(".", "_")
    count = 0
    for dtype in DTYPES:
        if dtype not in info.dtypes:
            continue
        try:
            samples = list(info.sample_inputs("cpu", dtype))
        except Exception as e:
            left[f"no arguments: {type(e).__name__}"] += 1
            continue
        random.Random(f"{name} {dtype}").shuffle(samples)
        made = 0
        for sample in samples[: 3 * most]:
            leaves, spec = tree_flatten(((sample.input, *sample.args), sample.kwargs))
            leaves = [leaf.detach().clone() if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves]
            tensors = [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]
            if not tensors or any(t.layout != torch.strided or t.numel() > 20000 for t in tensors):
                continue
            try:
                call = call_of(kind, info, sample, leaves, spec)
            except Exception as e:
                left[type(e).__name__] += 1
                continue
            if call is None:
                break
            why = write(call, kind, tensors, dtype, out / f"{name}__{str(dtype)[6:]}__{made}")
            made += why is None
            if why is not None:
                left[why] += 1
            if made == most:
                break
        count += made
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kind", default="plain", choices=["plain", "in_place", "out", "strided", "dynamic", "special"])
    parser.add_argument("--most", type=int, default=2, help="programs of each op and dtype")
    arguments = exported.parse(parser, "ops")

    def late(*_):
        raise Late

    signal.signal(signal.SIGALRM, late)
    with tempfile.TemporaryDirectory() as temporary:
        out = arguments.out or pathlib.Path(temporary)
        left, count = collections.Counter(), 0
        for info in exported.part_of(op_db, arguments):
            if arguments.only in info.name and not any(text in info.name for text in MANY_RIGHT):
                count += programs_of(info, arguments.kind, arguments.most, out, left)
        print(f"{count} programs exported; left out: {dict(left)}")
        return subprocess.run([arguments.graft_zoo, "--jobs", str(arguments.jobs), str(out)]).returncode


if __name__ == "__main__":
    sys.exit(main())
