"""Records what PyTorch gives for `torch.linalg`: record_linalg.py FOLDER [all]

FOLDER receives `linalg.jsonl` and `linalg.bin`, which `graft_opcases FOLDER` and `graft_lowering FOLDER` replay.
Vectors that are unique but for signs, those of eigenvalues and singular values, are not recorded: `test/library/linalg`
puts matrices together of them. Each call is recorded in one dtype, in turn, and with `all` in every one.
"""
import math
import pathlib
import sys

import torch

import record_calls
from record_calls import Recorder

record_calls.TOLERANCES[torch.float32] = (2e-4, 2e-4)
record_calls.TOLERANCES[torch.complex64] = (2e-4, 2e-4)
FIELDS = [torch.float32, torch.float64, torch.complex64, torch.complex128]


def numbers(seed, *shape, dtype):
    return torch.randn(shape, dtype=dtype, generator=torch.Generator().manual_seed(seed))


def factors(dtype):
    a = numbers(1, 2, 3, 3, dtype=dtype) + 3 * torch.eye(3, dtype=dtype)
    one, singular, none = a[0].clone(), torch.ones(2, 2, dtype=dtype), torch.zeros(0, 3, 3, dtype=dtype)
    positive = a @ a.mH
    tall, wide = numbers(2, 2, 4, 3, dtype=dtype), numbers(3, 2, 3, 4, dtype=dtype)
    for x in [a, one, none, torch.zeros(0, 0, dtype=dtype)]:
        yield "linalg_inv_ex", [x], {}
    for x in [a, singular, none, torch.zeros(0, 0, dtype=dtype)]:
        for name in ["linalg_inv", "_linalg_det", "linalg_det", "_linalg_slogdet", "linalg_slogdet"]:
            yield name, [x], {}
    yield "linalg_inv", [tall], {}
    yield "linalg_inv_ex", [singular], {"check_errors": True}
    yield "linalg_det", [a.mT], {}
    for upper in [False, True]:
        yield "linalg_cholesky_ex", [positive], {"upper": upper}
        yield "linalg_cholesky", [positive], {"upper": upper}
        factor = torch.linalg.cholesky(positive, upper=upper)
        yield "cholesky_inverse", [factor, upper], {}
    yield "linalg_cholesky", [-positive], {}
    for x in [a, tall, wide]:
        yield "linalg_lu_factor_ex", [x], {}
        yield "linalg_lu_factor", [x], {}
        yield "linalg_lu", [x], {}
        for data, pivots in [(True, True), (True, False), (False, True)]:
            yield "lu_unpack", [*torch.linalg.lu_factor(x), data, pivots], {}
        for mode in ["reduced", "complete", "r"]:
            yield "linalg_qr", [x, mode], {}
        yield "geqrf", [x], {}
    yield "_lu_with_info", [tall], {}
    yield "linalg_qr", [a, "other"], {}
    yield "linalg_lu_factor", [singular], {}
    for x in [tall]:
        vectors, tau = torch.geqrf(x)
        yield "linalg_householder_product", [vectors, tau], {}
        yield "orgqr", [vectors, tau], {}
        for left in [True, False]:
            for turned in [False, True]:
                other = numbers(4, 2, x.shape[-2], 2, dtype=dtype)
                yield "ormqr", [vectors, tau, other if left else other.mT.contiguous(), left, turned], {}


def equations(dtype):
    a = numbers(1, 2, 3, 3, dtype=dtype) + 3 * torch.eye(3, dtype=dtype)
    b, v = numbers(5, 2, 3, 2, dtype=dtype), numbers(6, 2, 3, dtype=dtype)
    one, many, turned = a[0].clone(), numbers(7, 4, 1, 3, 2, dtype=dtype), b.mT.contiguous()
    singular = torch.ones(2, 2, dtype=dtype)
    for left in [False, True]:
        side = b if left else turned
        yield "_linalg_solve_ex", [a, side], {"left": left}
        yield "linalg_solve", [a, side], {"left": left}
        yield "linalg_solve", [one, side], {"left": left}
        for adjoint in [False, True]:
            yield "linalg_lu_solve", [*torch.linalg.lu_factor(a), side], {"left": left, "adjoint": adjoint}
        for upper in [False, True]:
            for ones in [False, True] if left else [False]:
                yield "linalg_solve_triangular", [a, side], {"upper": upper, "left": left, "unitriangular": ones}
    yield "linalg_solve", [a, many], {}
    yield "linalg_solve_triangular", [a, many], {"upper": True}
    for upper in [False, True]:
        factor = torch.linalg.cholesky(a @ a.mH, upper=upper)
        yield "cholesky_solve", [b, factor, upper], {}
        yield "cholesky_solve", [many, factor, upper], {}
        yield "_cholesky_solve_helper", [b, factor, upper], {}
        for transposed in [False, True]:
            yield "triangular_solve", [b, a, upper, transposed], {}
    yield "triangular_solve", [b, a, True, False, True], {}
    yield "linalg_solve", [a, v], {}
    yield "linalg_solve", [one, v[0]], {}
    yield "linalg_solve", [singular, singular], {}
    yield "linalg_solve", [a, b[:, :2]], {}
    yield "linalg_solve_ex", [a, b], {}
    sides = numbers(7, 2, 6, 2, dtype=dtype)
    for size in [3, 6]:
        for hermitian in [False, True]:
            x = numbers(13, 2, size, size, dtype=dtype)
            x[0].diagonal().mul_(0.1)
            yield "linalg_ldl_factor_ex", [x], {"hermitian": hermitian}
            parts = torch.linalg.ldl_factor(x, hermitian=hermitian)
            # Batches that broadcast crash PyTorch.
            yield "linalg_ldl_solve", [*parts, sides[:, :size].clone()], {"hermitian": hermitian}
    yield "linalg_ldl_factor", [x], {}
    for x in [singular, torch.zeros(0, 3, 3, dtype=dtype), torch.zeros(2, 0, 0, dtype=dtype)]:
        yield "linalg_ldl_factor_ex", [x], {}
    yield "linalg_ldl_factor", [torch.zeros(2, 2, dtype=dtype)], {}
    tall, wide = numbers(2, 2, 4, 3, dtype=dtype), numbers(3, 2, 3, 4, dtype=dtype)
    for driver in [None, "gels", "gelsy", "gelsd", "gelss"]:
        yield "linalg_lstsq", [tall, numbers(8, 2, 4, 2, dtype=dtype)], {"driver": driver}
        yield "linalg_lstsq", [wide, b], {"driver": driver}
        if driver in [None, "gelsd"]:
            yield "linalg_lstsq", [tall, numbers(8, 2, 4, dtype=dtype)], {"driver": driver}
    yield "linalg_lstsq", [tall[0], numbers(8, 3, 4, 2, dtype=dtype)], {}
    yield "linalg_tensorsolve", [numbers(9, 2, 3, 6, dtype=dtype), v], {}
    yield "linalg_tensorsolve", [numbers(9, 6, 2, 3, dtype=dtype), v, [0]], {}
    yield "linalg_tensorinv", [numbers(10, 2, 3, 6, dtype=dtype)], {}
    yield "linalg_tensorinv", [numbers(10, 4, 2, 2, dtype=dtype)], {"ind": 1}


def spectra(dtype):
    a = numbers(1, 2, 3, 3, dtype=dtype) + 3 * torch.eye(3, dtype=dtype)
    positive, one = a @ a.mH, a[0].clone()
    tall, wide = numbers(2, 2, 4, 3, dtype=dtype), numbers(3, 2, 3, 4, dtype=dtype)
    low = tall[..., :1] @ wide[..., :1, :]
    yield "linalg_eigvalsh", [positive], {}
    yield "linalg_eigvalsh", [a, "U"], {}
    yield "linalg_eigvalsh", [a, "other"], {}
    yield "linalg_matrix_sqrth", [positive], {}
    yield "linalg_polar", [tall], {}
    yield "linalg_polar", [wide], {}
    yield "linalg_svdvals", [wide], {}
    for x in [tall]:
        yield "linalg_svdvals", [x], {}
        for order in [1, 2, -1, -2, math.inf, -math.inf, 3]:
            yield "linalg_matrix_norm", [x, order], {}
        for order in ["fro", "nuc", "other"]:
            yield "linalg_matrix_norm.str_ord", [x, order], {}
    yield "linalg_matrix_norm", [tall, 1, [0, -1], True], {}
    yield "linalg_matrix_norm", [tall, -2, [2, 0], True], {}
    yield "linalg_matrix_norm.str_ord", [tall, "nuc", [0, 1], True], {}
    if not dtype.is_complex:
        yield "linalg_matrix_norm", [tall, 1, [-2, -1], False], {"dtype": torch.float64}
    for x in [tall, wide, low, tall[:, :0]]:
        yield "linalg_matrix_rank.atol_rtol_float", [x], {}
        yield "linalg_matrix_rank.atol_rtol_float", [x], {"atol": 1.0}
        yield "linalg_pinv.atol_rtol_float", [x], {}
        yield "linalg_pinv.atol_rtol_float", [x], {"atol": 0.5, "rtol": 0.1}
    real = positive.real.dtype
    tol = 0.1
    yield "linalg_matrix_rank", [a, tol], {}
    yield "linalg_pinv", [tall, tol / 4], {}
    yield "linalg_matrix_rank.tol_tensor", [a, torch.tensor(tol, dtype=real)], {}
    yield "linalg_pinv.rcond_tensor", [tall, torch.tensor([tol / 4, 0.01], dtype=real)], {}
    yield "linalg_matrix_rank.atol_rtol_tensor", [a], {"atol": torch.tensor(tol, dtype=real)}
    yield "linalg_pinv.atol_rtol_tensor", [a], {"rtol": torch.tensor(tol / 4, dtype=real)}
    yield "linalg_matrix_rank.atol_rtol_float", [positive], {"hermitian": True}
    yield "linalg_pinv.atol_rtol_float", [positive], {"hermitian": True}
    yield "linalg_pinv", [-positive, 0.1, True], {}
    for p in [None, 2, -2, 1, -1, math.inf, 3]:
        yield "linalg_cond", [a, p], {}
    for p in ["fro", "nuc"]:
        yield "linalg_cond.p_str", [a, p], {}
    yield "linalg_cond", [torch.zeros(2, 2, dtype=dtype), 1], {}
    yield "linalg_norm", [a], {}
    yield "linalg_norm", [one, 2], {}
    yield "linalg_norm", [one, 3], {}
    yield "linalg_norm", [tall[0, 0], 3, [0]], {}
    yield "linalg_norm", [a, 1, [0, 1], True], {}
    yield "linalg_norm", [a, None, None, True], {}
    yield "linalg_norm", [a, None, [1, 2]], {}
    yield "linalg_norm", [a, 2], {}
    yield "linalg_norm.ord_str", [one, "nuc"], {}
    yield "linalg_norm.ord_str", [a, "fro", [0, 2]], {}
    yield "nuclear_norm", [one], {}
    yield "nuclear_norm", [one, True], {}
    yield "nuclear_norm.dim", [tall, [0, 2]], {}


def products(dtype):
    a = numbers(1, 2, 3, 3, dtype=dtype) + 3 * torch.eye(3, dtype=dtype)
    b, v, one = numbers(5, 2, 3, 2, dtype=dtype), numbers(6, 2, 3, dtype=dtype), a[0].clone()
    yield "linalg_matrix_exp", [a], {}
    yield "linalg_matrix_exp", [a * 2], {}
    yield "linalg_matrix_exp", [a[:0]], {}
    yield "matrix_exp_backward", [a, a.mT.contiguous()], {}
    for n in [0, 1, 2, 5, -1, -3]:
        yield "linalg_matrix_power", [a, n], {}
    yield "linalg_vecdot", [v, v.flip(0)], {}
    yield "linalg_vecdot", [v, v.flip(0)[:1]], {"dim": 0}
    yield "linalg_cross", [v, v.flip(0)], {}
    yield "linalg_cross", [b, b.flip(0)[:1]], {"dim": 1}
    yield "linalg_cross", [b, b], {}
    yield "linalg_vander", [v], {"N": 4}
    yield "linalg_vander", [v], {}
    yield "linalg_vander", [v], {"N": 1}
    chain = [one, b[0].clone(), numbers(11, 2, 5, dtype=dtype), numbers(12, 5, 2, dtype=dtype)]
    yield "linalg_multi_dot", [chain], {}
    yield "linalg_multi_dot", [[v[0].clone(), *chain]], {}
    yield "linalg_multi_dot", [[one, v[0].clone()]], {}
    yield "linalg_multi_dot", [[v[0].clone(), one, v[1].clone()]], {}
    yield "linalg_multi_dot", [[one, chain[2]]], {}
    yield "linalg_multi_dot", [[one]], {}
    yield "linalg_diagonal", [a], {"offset": 1}
    yield "linalg_matmul", [a, b], {}
    for p in [2, 1, 0, 3.5, math.inf]:
        yield "dist", [v, v.flip(0)], {"p": p}
    yield "dist", [v, v[:, :1].clone()], {}


def integers():
    left, right = torch.arange(-20, 20, dtype=torch.int8), torch.arange(-12, 12, dtype=torch.int8)
    bytes_ = [left.reshape(5, 8), right.reshape(8, 3)]
    yield "_int_mm", bytes_, {}
    yield "_int_mm", [bytes_[0].view(torch.uint8), bytes_[1]], {}
    yield "_int_mm", [bytes_[0].int(), bytes_[1].int()], {}
    yield "linalg_inv", [torch.ones(2, 2, dtype=torch.int64)], {}
    yield "linalg_vander", [torch.tensor([2, 3])], {"N": 4}


class LinalgRecorder(Recorder):
    """Notes where a result has gaps between its elements, so that its strides are not those that are recorded."""

    def tensor(self, t, tensors):
        extent = 1 + sum((n - 1) * s for n, s in zip(t.shape, t.stride()))
        self.gaps = self.gaps or (t.numel() != 0 and extent > t.numel())
        return super().tensor(t, tensors)

    def call(self, name, args, kwargs):
        self.gaps = False
        super().call(name if "." in name else name + ".default", args, kwargs)

    def __init__(self, *given):
        super().__init__(*given)
        lines, self.lines = self.lines, self
        self.write = lambda text: lines.write(text[:-2] + ',"meta":"strides"}\n' if self.gaps else text)


def main():
    recorder = LinalgRecorder(pathlib.Path(sys.argv[1]), "linalg")
    every = "all" in sys.argv[2:]
    for turn, dtype in enumerate(FIELDS):
        rows = [row for table in [factors, equations, spectra, products] for row in table(dtype)]
        for row in rows if every else rows[turn::len(FIELDS)]:
            recorder.call(*row)
    for row in integers():
        recorder.call(*row)


main()
