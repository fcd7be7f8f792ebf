#!/usr/bin/env python3
"""Exports programs of one op each, for every op and dtype of PyTorch's own table, and runs them through graft_zoo.

    pip install torch numpy expecttest safetensors
    op_table.py GRAFT_ZOO [--out FOLDER] [--most 2] [--only TEXT] [--part 0/1] [--jobs 2]

The table (`torch.testing._internal.common_methods_invocations.op_db`) has arguments for some 600 functions, sizes of 0 and
complex numbers among them; of each dtype MOST of them, drawn by the name, are exported. What gives other results when it is
run again, or one of many right ones, is left out. FOLDER/<op>__<dtype>__<n> holds model.pt2, inputs, outputs and facts.json
with the tolerance. The exit code is graft_zoo's.
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


def same(a, b):
    return torch.equal(torch.nan_to_num(a), torch.nan_to_num(b))


def write(call, tensors, dtype, folder):
    """None, or why there is no program."""
    signal.alarm(SECONDS)
    try:
        torch.manual_seed(1)
        outputs = call(*[t.clone() for t in tensors])
        if not outputs or any(o.numel() > 50000 or o.layout != torch.strided for o in outputs):
            return "gives no tensors, or large ones"
        program = torch.export.export(call, tuple(t.clone() for t in tensors), strict=False)
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


def programs_of(info, most, out, left):
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
            why = write(Call(info.op, leaves, spec), tensors, dtype, out / f"{name}__{str(dtype)[6:]}__{made}")
            made += why is None
            if why is not None:
                left[why] += 1
            if made == most:
                break
        count += made
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
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
                count += programs_of(info, arguments.most, out, left)
        print(f"{count} programs exported; left out: {dict(left)}")
        return subprocess.run([arguments.graft_zoo, "--jobs", str(arguments.jobs), str(out)]).returncode


if __name__ == "__main__":
    sys.exit(main())
