"""Records what PyTorch gives for signs, different elements and views of bytes: record_elements.py FOLDER

FOLDER receives `elements.jsonl` and `elements.bin`, which `graft_opcases FOLDER` and `graft_lowering FOLDER` replay.
"""
import pathlib
import sys

import torch

from record_calls import DTYPES, Recorder, elements


def table():
    for dtype in DTYPES:
        x = elements(dtype)
        yield "signbit.default", [x]
        yield "signbit.default", [-x if dtype not in (torch.bool,) else x]
        for name in ["_is_all_true", "_is_any_true"]:
            yield f"{name}.default", [x]
        for wanted in [torch.int16, torch.int32, torch.float32, torch.int64]:
            yield "view_copy.dtype", [x, wanted]
        if dtype.is_complex:
            continue
        torch.manual_seed(1)
        small = torch.randint(0, 3, (3, 2, 4)).to(dtype)
        for inverse, counts in [(False, False), (True, True)]:
            yield "_unique2.default", [small, True, inverse, counts]
            yield "unique_consecutive.default", [small, inverse, counts, None]
            for dim in [0, 1, -1]:
                coarse = torch.randint(0, 2, (3, 2, 4)).to(dtype)
                yield "unique_dim.default", [coarse, dim, True, inverse, counts]
                yield "unique_dim_consecutive.default", [coarse, dim, inverse, counts]
                yield "unique_consecutive.default", [coarse, inverse, counts, dim]
    for dtype in [torch.float32, torch.float64]:
        nans = torch.tensor([float("nan"), 1, -0.0, 0.0, float("nan"), 1, float("inf")], dtype=dtype)
        yield "_unique2.default", [nans, True, True, True]
        yield "unique_consecutive.default", [nans, True, True, None]
    yield "_unique2.default", [torch.zeros(0), True, True, True]
    yield "_unique2.default", [torch.tensor(5.0), True, True, True]
    yield "unique_consecutive.default", [torch.tensor(5.0), True, True, None]
    yield "unique_dim.default", [torch.zeros(0, 3), 0, True, True, True]
    yield "unique_dim.default", [torch.zeros(3, 0), 0, True, True, True]


def main():
    recorder = Recorder(pathlib.Path(sys.argv[1]), "elements")
    for name, args in table():
        recorder.call(name, args, {})


main()
