"""Records what PyTorch gives for `torch.special`: record_special.py FOLDER

FOLDER receives `special.jsonl` and `special.bin`, which `graft_opcases FOLDER` and `graft_lowering FOLDER` replay.
"""
import math
import pathlib
import sys

import torch

import record_calls
from record_calls import Recorder

record_calls.TOLERANCES[torch.float64] = (1e-6, 1e-6)  # PyTorch's Bessel functions have some eight digits

UNARY = """airy_ai bessel_j0 bessel_j1 bessel_y0 bessel_y1 digamma entr erf erfc erfcx erfinv exp2 expit expm1 gammaln i0 i0e i1
i1e log1p log_ndtr logit modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 modified_bessel_k1 ndtr ndtri psi
scaled_modified_bessel_k0 scaled_modified_bessel_k1 sinc spherical_bessel_j0""".split()
POLYNOMIALS = """chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w hermite_polynomial_h
hermite_polynomial_he laguerre_polynomial_l legendre_polynomial_p shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u
shifted_chebyshev_polynomial_v shifted_chebyshev_polynomial_w""".split()
VALUES = [0.0, -0.0, 0.25, -0.25, 0.5, -0.75, 0.9, 1.0, -1.0, 1.5, -2.5, 3.0, 7.5, -6.0, 12.0, 40.0]
ODD = [math.inf, -math.inf, math.nan]


def table():
    for dtype in [torch.float32, torch.float64, torch.int64]:
        x = torch.tensor([v for v in VALUES if dtype != torch.int64 or v == int(v)]).to(dtype)
        for name in UNARY:
            yield f"special_{name}", [x]
            if dtype == torch.float32:
                yield f"special_{name}", [torch.tensor(ODD)]
        n = torch.tensor([0, 1, 2, 3, 5, 7, 9, -1]).to(dtype)
        points = torch.tensor([0.0, 0.25, -0.5, 0.75, 1.0, -1.0, 1.5, -2.0]).to(dtype)
        for name in POLYNOMIALS:
            yield f"special_{name}", [points[:, None], n]
            yield f"special_{name}.n_scalar", [points, 4]
            yield f"special_{name}.n_scalar", [points, 12]
            yield f"special_{name}.x_scalar", [0.5, n]
        positive = torch.tensor([1.0, 1.5, 2.0, 3.0, 7.0, 0.5]).to(dtype)
        q = torch.tensor([1.0, 2.0, 0.5, -0.5, -2.0, 10.0, 0.0]).to(dtype)
        for name in ["zeta", "xlog1py", "xlogy"]:
            yield f"special_{name}", [positive[:, None], q]
            yield f"special_{name}.other_scalar", [positive, 2.5]
            yield f"special_{name}.self_scalar", [0, q]
            yield f"special_{name}.self_scalar", [3, q]
        for name in ["gammainc", "gammaincc"]:
            yield f"special_{name}", [positive, positive.flip(0)]
        yield "special_polygamma", [1, positive]
        yield "special_multigammaln", [positive + 2, 3]
        yield "special_logsumexp", [points.reshape(2, 4), [1]]
        for name in ["softmax", "log_softmax"]:
            yield f"special_{name}", [points.reshape(2, 4), 1, None if dtype != torch.int64 else torch.float32]
        yield "special_round", [points]


def main():
    recorder = Recorder(pathlib.Path(sys.argv[1]), "special")
    for name, args in table():
        packet, _, overload = name.partition(".")
        schema = getattr(getattr(torch.ops.aten, packet), overload or "default")._schema
        named = [a.name for a in schema.arguments if a.kwarg_only]
        kwargs = dict(zip(named, args[2:])) if packet == "special_log_softmax" else {}
        recorder.call(name if overload else name + ".default", args[:2] if kwargs else args, kwargs)


main()
