"""Records what PyTorch gives for ops that create tensors: record_creation.py FOLDER

FOLDER receives `creation.jsonl` and `creation.bin`, which `graft_opcases FOLDER` and `graft_lowering FOLDER` replay.
"""
import pathlib
import sys

import torch

from record_calls import Recorder


def table():
    for name in ["tril_indices", "triu_indices"]:
        for rows, columns in [(3, 3), (2, 5), (4, 2), (0, 3), (3, 0)]:
            for offset in [0, 1, -1, 3, -3, 10, -10]:
                yield f"{name}.default", [rows, columns, offset], {"dtype": torch.int64 if offset else torch.int32}
        yield f"{name}.default", [-1, 3, 0], {}
    for dtype in [None, torch.float64, torch.float16, torch.int64]:
        for length in [0, 1, 2, 5, 8, -1]:
            yield "bartlett_window.default", [length], {"dtype": dtype}
            yield "kaiser_window.default", [length], {"dtype": dtype}
            for periodic in [False, True]:
                yield "bartlett_window.periodic", [length, periodic], {"dtype": dtype}
                yield "kaiser_window.periodic", [length, periodic], {"dtype": dtype}
                yield "kaiser_window.beta", [length, periodic, 8.5], {"dtype": dtype}
        for start, end, step in [(0, 4, 1), (0.5, 3, 0.75), (5, 0, -2), (1, 1, 1), (0, -1, 1)]:
            if dtype != torch.int64 or step == int(step):  # else PyTorch divides by 0
                yield "range.step", [start, end, step], {"dtype": dtype}
        yield "range.default", [1, 4], {"dtype": dtype}


def main():
    recorder = Recorder(pathlib.Path(sys.argv[1]), "creation")
    for name, args, kwargs in table():
        recorder.call(name, args, kwargs)


main()
