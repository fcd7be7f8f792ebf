"""Records what PyTorch gives for complex numbers and Fourier transforms: record_fft.py FOLDER

FOLDER receives `fft.jsonl` and `fft.bin`, which `graft_opcases FOLDER` and `graft_lowering FOLDER` replay.
"""
import pathlib
import sys

import torch

from record_calls import Recorder

REAL = [torch.float32, torch.float64]
COMPLEX = [torch.complex64, torch.complex128]


def numbers(dtype, *shape):
    torch.manual_seed(sum(shape))
    if dtype.is_complex or dtype.is_floating_point:
        return torch.randn(shape, dtype=dtype)
    return torch.randint(-3, 4, shape).to(dtype)


def table():
    for name in ["fft", "ifft", "rfft", "ihfft", "irfft", "hfft"]:
        for dtype in REAL + COMPLEX + [torch.int64, torch.bool]:
            for n in [None, 3, 8]:
                yield f"fft_{name}.default", [numbers(dtype, 6)], {"n": n}
            for norm in ["ortho", "forward", "other"] if dtype in (torch.float32, torch.complex128) else []:
                yield f"fft_{name}.default", [numbers(dtype, 5, 2)], {"dim": 0, "norm": norm}
            yield f"fft_{name}.default", [numbers(dtype, 1)], {}
            yield f"fft_{name}.default", [numbers(dtype, 4)], {"n": 0}
        yield f"fft_{name}.default", [numbers(torch.float32)], {}
        yield f"fft_{name}.default", [numbers(torch.float32, 4)], {"dim": 1}
    for name in ["fft", "ifft", "rfft", "ihfft", "irfft", "hfft"]:
        for dtype in [torch.float32, torch.complex64, torch.complex128 if "r" not in name and "ih" not in name else torch.float64]:
            yield f"fft_{name}2.default", [numbers(dtype, 2, 3, 4)], {}
            yield f"fft_{name}2.default", [numbers(dtype, 3, 4)], {"s": [4, 6], "norm": "ortho"}
            yield f"fft_{name}2.default", [numbers(dtype, 3, 2, 4)], {"s": [-1, 5], "dim": [2, 0]}
            for s, dim in [(None, None), ([3, 4], None), (None, [0]), ([2, -1], [0, -1]), ([5], [1]), (None, [2, 0, 1])]:
                yield f"fft_{name}n.default", [numbers(dtype, 3, 2, 4)], {"s": s, "dim": dim, "norm": "forward" if s else None}
        yield f"fft_{name}n.default", [numbers(torch.float32, 3, 2)], {"dim": [0, 0]}
        yield f"fft_{name}n.default", [numbers(torch.float32, 3, 2)], {"s": [2], "dim": [0, 1]}
        yield f"fft_{name}n.default", [numbers(torch.float32, 3)], {"s": [2, 2]}
    for dtype in REAL + COMPLEX + [torch.int64]:
        for name in ["fftshift", "ifftshift"]:
            yield f"fft_{name}.default", [numbers(dtype, 5)], {}
            yield f"fft_{name}.default", [numbers(dtype, 4, 3)], {"dim": [-1]}
            yield f"fft_{name}.default", [numbers(dtype)], {}
    for name in ["fftfreq", "rfftfreq"]:
        for n in [1, 2, 5, 8]:
            for dtype in [None, torch.float64]:
                yield f"fft_{name}.default", [n, 0.5], {"dtype": dtype}
    for dtype in COMPLEX:
        for dims in [[0], [1, 0], [], [3]]:
            for normalization in [0, 1, 2]:
                yield "_fft_c2c.default", [numbers(dtype, 3, 4), dims, normalization, normalization != 1], {}
    for dtype in REAL + [torch.float16, torch.bfloat16, torch.int64]:
        yield "complex.default", [numbers(dtype, 2, 1), numbers(dtype, 3)], {}
        yield "view_as_complex.default", [numbers(dtype, 3, 2)], {}
        yield "view_as_complex_copy.default", [numbers(dtype, 3, 2)], {}
        yield "view_as_complex.default", [numbers(dtype, 2, 3)], {}
    for dtype in REAL + COMPLEX + [torch.float16, torch.bfloat16, torch.int64, torch.bool]:
        for name in ["view_as_real", "view_as_real_copy", "resolve_conj", "resolve_neg", "conj_physical",
                     "angle", "abs", "sgn"]:
            yield f"{name}.default", [numbers(dtype, 3, 2)], {}
    for values in [[0.0, -0.0, float("nan"), float("inf"), -float("inf"), -1.0]]:
        for dtype in REAL:
            yield "angle.default", [torch.tensor(values, dtype=dtype)], {}
            row = torch.tensor(values, dtype=dtype)
            yield "angle.default", [torch.complex(row.repeat_interleave(6), row.repeat(6))], {}


def main():
    recorder = Recorder(pathlib.Path(sys.argv[1]), "fft")
    for name, args, kwargs in table():
        op = getattr(getattr(torch.ops.aten, name.split(".")[0]), "default")
        plain = [a.name for a in op._schema.arguments if not a.kwarg_only][len(args):]
        defaults = {a.name: a.default_value for a in op._schema.arguments}
        recorder.call(name, args + [kwargs.get(a, defaults[a]) for a in plain], kwargs)


main()
