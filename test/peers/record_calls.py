"""Records what PyTorch gives for ops that take a number beside a tensor: record_calls.py FOLDER [SEED [CALLS]]

Each op of the table below is called with tensors of every dtype and with numbers of every kind: truth values,
integers that fit the dtype and that do not, reals, infinities and nan. Calls that PyTorch rejects are recorded as
such. FOLDER receives `scalars.jsonl` and `scalars.bin`, which `graft_opcases FOLDER` and `graft_lowering FOLDER`
replay. With SEED and CALLS, so many of the calls are drawn of each op.
"""
import itertools
import json
import math
import pathlib
import random
import sys

import torch

DTYPES = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16,
          torch.float32, torch.float64, torch.complex64]
NUMBERS = [True, False, -1, 0, 1, 2, 300, 2**40, -0.0, 0.5, 0.1, -1.5, 1e10, 1e300, math.inf, -math.inf, math.nan]
SMALL = [True, False, -1, 0, 1, 2, 3, 7, 0.5, -1.5, 2.0]
TOLERANCES = {torch.float16: (2e-3, 1e-4), torch.bfloat16: (1.6e-2, 1e-3), torch.float32: (1.3e-6, 1e-5),
              torch.float64: (1e-9, 1e-9), torch.complex64: (1e-5, 1e-5), torch.complex128: (1e-9, 1e-9)}
EXACT = {"fill", "full", "full_like", "new_full", "where", "masked_fill", "index_fill", "scatter", "clamp", "clamp_min",
         "clamp_max", "constant_pad_nd", "scalar_tensor", "nan_to_num", "threshold", "hardtanh", "hardshrink",
         "masked_scatter", "index_put", "copysign", "heaviside", "isin", "one_hot", "fill_diagonal", "add", "sub",
         "rsub", "mul", "div", "true_divide", "floor_divide", "multiply", "subtract", "divide", "remainder", "fmod",
         "maximum", "minimum", "fmax", "fmin"}


def elements(dtype, turn=0):
    """A dozen elements that matter in this dtype."""
    if dtype == torch.bool:
        values = [True, False, True, True, False, False, True, False, True, False, False, True]
    elif dtype.is_complex:
        values = [0, 1, -1, 0.5, 2j, 1 + 1j, -1.5 - 0.5j, 3, 2.5, -2, 1j, 100.25]
    elif dtype.is_floating_point:
        values = [0.0, -0.0, 0.5, -0.5, 1.0, -1.5, 2.5, 3.0, math.inf, -math.inf, math.nan, 100.25]
    else:
        i = torch.iinfo(dtype)
        values = [0, 1, 2, 3, 7, 100, i.max, i.min, i.max - 1, 5, 4, -1 if i.min < 0 else 200]
    return torch.tensor(values[turn:] + values[:turn], dtype=dtype)


def mild(dtype, shape, turn=1):
    """Small elements, so that sums of products stay within any dtype."""
    count = math.prod(shape)
    whole = (torch.arange(count) * 5 + turn) % 4 - (0 if dtype in (torch.bool, torch.uint8) else 1)
    return (whole / 2 if dtype.is_floating_point or dtype.is_complex else whole).to(dtype).reshape(shape)


class T:  # the tensor of the call's dtype, or one of another, turned so that pairs differ
    def __init__(self, turn=0, dtype=None, shape=None):
        self.turn, self.dtype, self.shape = turn, dtype, shape

    def make(self, dtype):
        dtype = self.dtype or dtype
        return elements(dtype, self.turn) if self.shape is None else mild(dtype, self.shape, self.turn)


class S:  # a number
    def __init__(self, among=NUMBERS):
        self.among = among


class D:  # the dtype of the call, as an argument
    pass


class AnyDtype:  # each dtype in turn, as an argument
    pass


A, B, M = T(), T(5), T(dtype=torch.bool)
X, Y, V = T(shape=[3, 4]), T(shape=[4, 2]), T(shape=[4])
INDEX = torch.tensor([0, 3, 5, 11])
COUNTS = [0, 1, 2, 3]
MODES = [None, "floor", "trunc"]


def table():
    """An op, its arguments and its keywords; a list inside of `[...]` of options stands for each of them."""
    numbers = S()
    for op in ["add", "sub", "rsub"]:
        yield f"{op}.Scalar", [A, numbers, S([1, 2, 0.5, True, -1])], {}
        yield f"{op}.Tensor", [A, B], {"alpha": S([1, 2, -1, 0, True, 0.5, -1.5, 300])}
    for op in ["mul", "div", "eq", "ne", "lt", "le", "gt", "ge", "remainder", "fmod", "bitwise_and", "bitwise_or",
               "bitwise_xor", "copysign", "true_divide", "floor_divide", "multiply", "subtract", "divide", "greater",
               "less", "not_equal", "greater_equal", "less_equal"]:
        yield f"{op}.Scalar" if op != "floor_divide" else "floor_divide.Scalar", [A, numbers], {}
    for op in ["div", "divide"]:
        for mode in MODES:
            yield f"{op}.Scalar_mode", [A, numbers], {"rounding_mode": mode}
            yield f"{op}.Tensor_mode", [A, B], {"rounding_mode": mode}
    for op in ["add_", "mul_", "sub_", "div_", "eq_", "lt_", "remainder_", "fmod_", "bitwise_and_", "floor_divide_"]:
        yield f"{op}.Scalar", [A, numbers], {}
    for op in ["bitwise_left_shift", "bitwise_right_shift"]:
        yield f"{op}.Tensor_Scalar", [A, S([0, 1, 2, 3, 7, 8, 31, 63, 64, -1, True, 1.0])], {}
        yield f"{op}.Scalar_Tensor", [S([0, 1, 2, 3, 300, -1, True, 2**40]), A], {}
        yield f"{op}.Tensor", [A, B], {}
    for op in ["__lshift__", "__rshift__", "__and__", "__or__", "__xor__"]:
        yield f"{op}.Scalar", [A, S([0, 1, 2, 3, 7, True])], {}
    for op in ["bitwise_and", "bitwise_or", "bitwise_xor", "remainder"]:
        yield f"{op}.Scalar_Tensor", [numbers, A], {}
    yield "pow.Tensor_Scalar", [A, numbers], {}
    yield "pow.Tensor_Scalar", [A, S([3, -2, 0.25, 1 / 3, -0.5, 2.0, 3.0, 63])], {}
    yield "pow.Scalar", [numbers, A], {}
    yield "float_power.Tensor_Scalar", [A, numbers], {}
    yield "float_power.Scalar", [numbers, A], {}
    yield "pow_.Scalar", [A, numbers], {}
    for op in ["xlogy"]:
        yield f"{op}.Scalar_Other", [A, numbers], {}
        yield f"{op}.Scalar_Self", [numbers, A], {}
    yield "fill.Scalar", [A, numbers], {}
    yield "fill_.Scalar", [A, numbers], {}
    yield "fill.Tensor", [A, T(dtype=torch.float32, shape=[])], {}
    yield "masked_fill.Scalar", [A, M, numbers], {}
    yield "masked_fill_.Scalar", [A, M, numbers], {}
    yield "masked_fill.Tensor", [A, M, [torch.tensor(v) for v in (0.5, 300, True, -1, -1.5)]], {}
    yield "index_fill.int_Scalar", [A, 0, INDEX, numbers], {}
    yield "index_fill_.int_Scalar", [A, 0, INDEX, numbers], {}
    yield "index_fill.int_Tensor", [A, 0, INDEX, [torch.tensor(v) for v in (0.5, 300, True, -1)]], {}
    yield "scatter.value", [A, 0, INDEX, numbers], {}
    yield "scatter_.value", [A, 0, INDEX, numbers], {}
    for reduce in ["add", "multiply"]:
        yield "scatter.value_reduce", [A, 0, INDEX, numbers], {"reduce": reduce}
    for op in ["where.ScalarSelf", "where.ScalarOther", "where.Scalar"]:
        for first, second in [(numbers, 0.5), (numbers, 1), (0, numbers), (1.5, numbers), (True, numbers)]:
            given = {"ScalarSelf": [M, first if isinstance(first, S) else second, A],
                     "ScalarOther": [M, A, first if isinstance(first, S) else second],
                     "Scalar": [M, first, second]}[op.split(".")[1]]
            yield op, given, {}
    yield "full.default", [[[3], [2, 2]], numbers], {"dtype": [None, D()]}
    yield "full_like.default", [A, numbers], {"dtype": [None, torch.bool, torch.int32, torch.float16]}
    yield "new_full.default", [A, [[3]], numbers], {"dtype": [None, torch.bool, torch.int32]}
    yield "scalar_tensor.default", [numbers], {"dtype": D()}
    yield "scalar_tensor.default", [numbers], {}
    for op in ["clamp", "clip"]:
        yield f"{op}.default", [A, numbers, None], {}
        yield f"{op}.default", [A, None, numbers], {}
        yield f"{op}.default", [A, S([True, -1, 0, 0.5, math.nan]), S([False, 2, 1.5, -2, 300, math.inf])], {}
    yield "clamp_.default", [A, S([True, -1, 0, 0.5]), S([2, 1.5, 300])], {}
    for op in ["clamp_min", "clamp_max"]:
        yield f"{op}.default", [A, numbers], {}
    yield "clamp.Tensor", [A, [torch.tensor(v) for v in (-1, 0.5, True, 300)], None], {}
    yield "clamp.Tensor", [A, B, T(7)], {}
    for op in ["addcmul", "addcdiv"]:
        yield f"{op}.default", [T(shape=[12]), T(2, shape=[12]), T(3, shape=[12])], {"value": S(SMALL)}
        yield f"{op}.default", [A, B, T(7)], {"value": S(SMALL)}
    for op, given in {"addmm": [T(shape=[3, 2]), X, Y], "addmv": [T(shape=[3]), X, V],
                      "baddbmm": [T(shape=[2, 3, 2]), T(shape=[2, 3, 4]), T(2, shape=[2, 4, 2])],
                      "addbmm": [T(shape=[3, 2]), T(shape=[2, 3, 4]), T(2, shape=[2, 4, 2])],
                      "addr": [T(shape=[3, 4]), T(shape=[3]), V]}.items():
        yield f"{op}.default", given, {"beta": S([0, 1, 2, 0.5, True, -1]), "alpha": S([1, 0, 2, -0.5, True])}
        yield f"{op}.default", [torch.full_like(given[0].make(torch.float32), math.nan), *given[1:]], {"beta": 0}
    for weight in [S(SMALL)]:
        yield "lerp.Scalar", [A, B, weight], {}
    yield "threshold.default", [A, S([0, 1, 0.5, -1, True, 300]), S([0, 20, 0.5, -1.5, False, 300, math.nan])], {}
    yield "hardtanh.default", [A, S([-1, 0, -0.5, 0.5]), S([1, 6, 0.5, 1.5, 300])], {}
    yield "leaky_relu.default", [A, S([0.01, 0, 1, 2, -0.5, True, math.inf])], {}
    yield "elu.default", [A, S([1, 0.5, -1]), S([1, 1.5]), S([1, 2, 0.5])], {}
    yield "celu.default", [A, S([1.0, 0.5, -1, 2, 0])], {}
    yield "softplus.default", [A, S([1, 0.5, 2, -1, 0]), S([20, 1, 0.5])], {}
    for op in ["hardshrink", "softshrink"]:
        yield f"{op}.default", [A, S([0.5, 0, 1, 2, True, 0.25])], {}
    for op in ["relu", "relu6", "hardswish", "hardsigmoid", "silu", "selu", "gelu", "mish"]:
        yield f"{op}.default", [A], {}
    yield "nan_to_num.default", [A, [None, 0.0, 0.5, -1.5, 300.0, math.nan], [None, 1.5, 1e10, 1e300],
                                 [None, -1.5, -1e10]], {}
    yield "constant_pad_nd.default", [A, [[1, 2]], numbers], {}
    yield "constant_pad_nd.default", [A, [[-1, -2]], numbers], {}
    for dtype in [None, D()]:
        yield "arange.default", [S([0, 3, 5, 2.5, 3.0, True])], {"dtype": dtype}
        yield "arange.start", [S([0, 1, -1, 0.5]), S([3, 5, 2.5, 4.0])], {"dtype": dtype}
        yield "arange.start_step", [S([0, 1, -1, 0.5]), S([3, 5, 4.5]), S([1, 2, 0.5, 0.3])], {"dtype": dtype}
        yield "linspace.default", [S([0, -1, 0.5, True, 300]), S([3, 10, 2.5, -4, 300]), [0, 1, 2, 3, 7, 20]], \
            {"dtype": dtype}
        yield "logspace.default", [S([0, 0.5, 1]), S([1, 2, 2.5]), [1, 2, 5], [10.0, 2.0]], {"dtype": dtype}
        yield "eye.default", [[2, 0]], {"dtype": dtype}
        yield "ones.default", [[[3]]], {"dtype": dtype}
    for op in ["cumsum.default", "cumprod.default"]:
        yield op, [T(shape=[6]), 0], {"dtype": [None, AnyDtype()]}
        yield op, [A, 0], {"dtype": [None, AnyDtype()]}
    for op in ["sum", "prod", "mean"]:
        yield f"{op}.default", [T(shape=[6])], {"dtype": [None, AnyDtype()]}
        yield f"{op}.default", [A], {"dtype": [None, AnyDtype()]}
        yield f"{op}.default", [T(shape=[0])], {"dtype": [None, AnyDtype()]}
    yield "sum.dim_IntList", [X, [[0], [1], [0, 1], []], [False, True]], {"dtype": [None, AnyDtype()]}
    yield "mean.dim", [X, [[0], [1]]], {"dtype": [None, AnyDtype()]}
    yield "nansum.default", [A], {"dtype": [None, AnyDtype()]}
    for op in ["var", "std"]:
        yield f"{op}.correction", [X, [None, [0], [1]]], {"correction": S([0, 1, 2, 3, 5, 0.5, None])}
        yield f"{op}.dim", [X, [None, [0]], [False, True]], {}
    for op in ["var_mean", "std_mean"]:
        yield f"{op}.correction", [X, [[1]]], {"correction": S([0, 1, 4, 7, 0.5, None])}
    for op in ["softmax.int", "log_softmax.int"]:
        yield op, [X, 1, [None, torch.float32, torch.float64, torch.float16]], {}
    for p in [0, 1, 2, 3, 0.5, math.inf, -math.inf, -1]:
        yield "norm.ScalarOpt_dim", [X, p, [[0], [1], [0, 1]]], {}
        yield "norm.Scalar", [X, p], {}
        yield "linalg_vector_norm.default", [X, p, [None, [1]]], {"dtype": [None, torch.float64]}
    yield "logit.default", [T(shape=[6]), [None, 0.0, 0.25, 1e-6, 0.5, 0.75]], {}
    yield "logit.default", [A, [None, 0.25]], {}
    yield "isin.Tensor_Scalar", [A, numbers], {"invert": [False, True]}
    yield "isin.Scalar_Tensor", [numbers, A], {}
    yield "isin.Tensor_Tensor", [A, B], {}
    for right in [False, True]:
        yield "bucketize.Scalar", [numbers, torch.tensor([-1.0, 0.0, 1.0, 2.0])], {"right": right, "out_int32": right}
        yield "bucketize.Tensor", [A, [torch.tensor([-1, 0, 1, 2]), torch.tensor([-1.5, 0.0, 2.5])]], {"right": right}
        yield "searchsorted.Scalar", [T(shape=[0]), S([0, 0.5])], {"right": right}
        yield "searchsorted.Scalar", [[torch.tensor([-1, 0, 1, 2]), torch.tensor([-1.5, 0.0, 2.5])], numbers], \
            {"right": right}
        yield "searchsorted.Tensor", [torch.tensor([-1.5, 0.0, 2.5]), T(shape=[5])], {"right": right}
    for op in ["heaviside", "hypot", "ldexp.Tensor", "xlogy.Tensor", "copysign.Tensor", "fmod.Tensor", "nextafter",
               "remainder.Tensor", "pow.Tensor_Tensor", "float_power.Tensor_Tensor", "atan2", "maximum", "minimum",
               "fmax", "fmin", "gcd", "lcm", "floor_divide", "logaddexp", "logaddexp2", "mul.Tensor", "div.Tensor",
               "eq.Tensor", "lt.Tensor", "logical_and", "logical_or", "logical_xor", "bitwise_and.Tensor", "true_divide.Tensor"]:
        name = op if "." in op else op + ".default"
        yield name, [A, B], {}
        for other in [torch.bool, torch.int32, torch.float32, torch.float16]:
            yield name, [A, T(5, other)], {}
        for number in [0, 2, 0.5, -1.5, True]:
            yield name, [A, torch.tensor(number)], {}
            yield name, [torch.tensor(number), A], {}
    for op in ["tril", "triu"]:
        yield f"{op}.default", [X, [0, 1, -1, 5, -5]], {}
    for op in ["tril_indices", "triu_indices"]:
        yield f"{op}.default", [3, 4, [0, 1, -2]], {"dtype": [torch.int64, torch.int32]}
    for op in ["round", "floor", "ceil", "trunc", "frac", "sign", "sgn", "neg", "abs", "reciprocal", "sqrt", "rsqrt",
               "exp", "expm1", "log", "log1p", "sigmoid", "tanh", "square", "isnan", "isinf", "isfinite", "signbit",
               "logical_not", "bitwise_not", "erf", "positive", "deg2rad", "sinc", "exp2", "log2", "log10", "lgamma",
               "digamma", "i0", "angle", "isposinf", "isneginf", "sin", "cos", "tan", "asin", "acos", "atan", "sinh",
               "cosh", "asinh", "acosh", "atanh", "erfc", "erfinv", "relu_", "neg_", "abs_", "round_"]:
        yield f"{op}.default", [A], {}
    yield "round.decimals", [[T(), T(shape=[6])], ], {"decimals": [0, 1, 2, -1, -3]}
    for op in ["any", "all", "amax", "amin", "argmax", "argmin", "max", "min", "count_nonzero", "median", "nanmedian",
               "logsumexp", "cummax", "cummin", "logcumsumexp", "aminmax"]:
        name = {"logsumexp": "logsumexp.default", "median": "median.default"}.get(op, f"{op}.default")
        yield name, [A] + {"logsumexp": [[[0]]], "cummax": [0], "cummin": [0], "logcumsumexp": [0]}.get(op, []), {}
    for op in ["topk.default"]:
        yield op, [A, 3, 0, [True, False], True], {}
    yield "sort.default", [A, 0, [False, True]], {}
    yield "to.dtype", [A, AnyDtype()], {}
    yield "_to_copy.default", [A], {"dtype": AnyDtype()}
    yield "dist.default", [A, B, S([0, 1, 2, 0.5, math.inf])], {}
    yield "renorm.default", [X, S([1, 2, 0.5]), 0, S([1, 0.5, 3])], {}
    yield "polygamma.default", [[0, 1, 2], T(shape=[6])], {}
    yield "cross_entropy_loss.default", [T(shape=[3, 4]), torch.tensor([0, 3, 1]), None, 1, -100, [0.0, 0.25]], {}
    for reduction in [0, 1, 2]:
        yield "huber_loss.default", [A, B, reduction, [1.0, 0.5]], {}
        yield "smooth_l1_loss.default", [A, B, reduction, [1.0, 0.5, 0.0]], {}
    yield "sub.Scalar", [torch.tensor([True]), numbers], {}
    yield "glu.default", [X, 1], {}
    yield "cumsum_.default", [A, 0], {"dtype": [None, D()]}
    yield "index_put.default", [A, [[INDEX]], T(5, shape=[4]), [False, True]], {}
    yield "index_add.default", [A, 0, INDEX, T(2, shape=[4])], {"alpha": S([1, 2, -1, 0.5, True])}
    for reduce in ["prod", "mean", "amax", "amin"]:
        yield "index_reduce.default", [A, 0, INDEX, T(2, shape=[4]), reduce], {"include_self": [True, False]}
        yield "scatter_reduce.two", [A, 0, torch.tensor([0, 0, 5, 11]), T(2, shape=[4]), reduce], \
            {"include_self": [True, False]}
    yield "scatter_reduce.two", [A, 0, torch.tensor([0, 0, 5, 11]), T(2, shape=[4]), "sum"], \
        {"include_self": [True, False]}
    yield "select_scatter.default", [X, T(2, shape=[4]), 0, 1], {}
    yield "diagonal_scatter.default", [X, T(2, shape=[3])], {}
    yield "repeat_interleave.self_int", [A, [2, 1, 0]], {}
    yield "histc.default", [T(shape=[12]), [4], S([0, -1]), S([0, 2])], {}
    yield "bincount.default", [T(dtype=torch.int64, shape=[0])], {}
    yield "diff.default", [A], {}
    yield "trace.default", [X], {}
    yield "outer.default", [A, V], {}
    yield "kron.default", [X, V], {}
    for op in ["zero", "zeros_like", "ones_like", "empty_like"]:
        yield f"{op}.default", [A], {}
    yield "zero_.default", [A], {}
    yield "fill_diagonal_.default", [X, numbers], {}
    yield "tensor_split.sections", [A, [1, 5, 13]], {}


def is_integral(dtype):
    return not dtype.is_floating_point and not dtype.is_complex and dtype != torch.bool


def without_least(given):
    """PyTorch ends the process where it divides the least integer by -1."""
    if not isinstance(given, torch.Tensor) or not is_integral(given.dtype):
        return given
    i = torch.iinfo(given.dtype)
    return given.clamp(min=i.min + 1) if i.min < 0 else given


def options_of(given, dtype):
    """What an argument of the table stands for."""
    if isinstance(given, T):
        return [given.make(dtype)]
    if isinstance(given, S):
        return given.among
    if isinstance(given, D):
        return [dtype]
    if isinstance(given, AnyDtype):
        return DTYPES
    if isinstance(given, list) and given:
        return [one for each in given for one in (options_of(each, dtype) if not isinstance(each, list) else [each])]
    return [given]


class Recorder:
    def __init__(self, folder, name="scalars"):
        folder.mkdir(parents=True, exist_ok=True)
        self.lines, self.data = open(folder / f"{name}.jsonl", "w"), open(folder / f"{name}.bin", "wb")
        self.at, self.counts, self.seen, self.places = 0, {}, set(), {}

    def tensor(self, t, tensors):
        t = t.detach().resolve_conj().resolve_neg()
        extent = 1 + sum((n - 1) * s for n, s in zip(t.shape, t.stride()))
        if t.numel() == 0 or extent > t.numel():
            t = t.contiguous()
        flat = t.as_strided([t.numel()], [1]) if t.numel() else t  # as it lies
        raw = flat.reshape(-1).view(torch.uint8).numpy().tobytes() if flat.numel() else b""
        if raw not in self.places:
            pad = -self.at % 16
            self.data.write(bytes(pad) + raw)
            self.places[raw] = self.at + pad
            self.at += pad + len(raw)
        tensors.append({"dtype": str(t.dtype)[6:], "shape": list(t.shape), "strides": list(t.stride()), "offset": 0,
                        "pos": self.places[raw], "nelem": flat.numel()})
        return {"tensor": len(tensors) - 1}

    def value(self, v, tensors, real=False):
        if isinstance(v, torch.Tensor):
            return self.tensor(v, tensors)
        if isinstance(v, (list, tuple)):
            return [self.value(x, tensors, real) for x in v]
        if isinstance(v, torch.dtype):
            return {"dtype": str(v)[6:]}
        if isinstance(v, torch.layout):
            return {"layout": str(v)[6:]}
        if isinstance(v, torch.device):
            return {"device": str(v)}
        if isinstance(v, torch.memory_format):
            return {"memory_format": str(v)[6:]}
        if isinstance(v, str):
            return {"str": v}
        if isinstance(v, float) or (real and isinstance(v, int) and not isinstance(v, bool)):
            return {"float": float(v) if math.isfinite(v) else str(float(v))}
        return v

    def call(self, name, args, kwargs):
        space, _, name = name.rpartition("::")
        packet, overload = name.split(".")
        if any(word in packet for word in ("div", "mod", "remainder", "gcd", "lcm")):
            args = [without_least(a) for a in args]
        packet = getattr(getattr(torch.ops, space or "aten"), packet, None)
        op = getattr(packet, overload, None)
        if op is None:
            return
        schema, tensors = op._schema, []
        plain = [a for a in schema.arguments if not a.kwarg_only]
        full = list(args) + [a.default_value for a in plain[len(args):]]
        named = {a.name: kwargs.get(a.name, a.default_value) for a in schema.arguments if a.kwarg_only}
        real = lambda a: str(a.type) in ("float", "Optional[float]")
        line = {"id": "", "op": f"{space or 'aten'}::{name}", "schema": str(schema), "dtype": "", "check": "value"}
        line["args"] = [self.value(v, tensors, real(a)) for v, a in zip(full, plain)]
        line["kwargs"] = {a.name: self.value(named[a.name], tensors, real(a)) for a in schema.arguments if a.kwarg_only}
        given = [v.clone() if isinstance(v, torch.Tensor) else v for v in full]
        try:
            out = op(*given, **named)
        except (RuntimeError, IndexError, ValueError, TypeError, NotImplementedError, AssertionError) as e:
            line["check"] = "error"
            line["kind"], line["meta_raises"] = "bad_arg", None
            line["error"] = {"type": type(e).__name__, "message": str(e).split("\n")[0][:120]}
        else:
            results = [out] if isinstance(out, torch.Tensor) else list(out) if isinstance(out, (list, tuple)) else [out]
            exact = name.split(".")[0].rstrip("_") in EXACT
            def tolerance(t):
                if (exact and not t.is_complex()) if isinstance(t, torch.Tensor) and t.dtype in TOLERANCES else True:
                    return {"exact": True}
                return dict(zip(("rtol", "atol"), TOLERANCES[t.dtype]))
            if name.startswith(("empty", "new_empty")):
                line["check"] = "meta"
            line["out"] = [self.value(r, tensors) for r in results]
            line["tol"] = [tolerance(r) for r in results]
            changed = [(a.name, v) for a, v in zip(plain, given) if a.alias_info is not None and a.alias_info.is_write]
            if changed:
                line["mutated"] = [{"arg": n, **self.tensor(v, tensors), "tol": tolerance(v)} for n, v in changed]
        line["dtype"] = tensors[0]["dtype"] if tensors else "none"
        line["tensors"] = tensors
        key = json.dumps([line["op"], line["args"], line["kwargs"], tensors])
        if key in self.seen:
            return
        self.seen.add(key)
        label = f"{name}/{line['dtype']}"
        self.counts[label] = self.counts.get(label, 0) + 1
        line["id"] = f"{label}/{self.counts[label] - 1}"
        self.lines.write(json.dumps(line, separators=(",", ":"), allow_nan=False) + "\n")


def main():
    recorder = Recorder(pathlib.Path(sys.argv[1]))
    draw = random.Random(int(sys.argv[2])) if len(sys.argv) > 2 else None
    most = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    calls = {}
    for name, args, kwargs in table():
        for dtype in DTYPES:
            choices = [options_of(a, dtype) for a in args] + [options_of(v, dtype) for v in kwargs.values()]
            for chosen in itertools.product(*choices):
                calls.setdefault(name, []).append((chosen[: len(args)], dict(zip(kwargs, chosen[len(args):]))))
    for name, of_op in calls.items():
        for args, kwargs in draw.sample(of_op, min(most, len(of_op))) if draw else of_op:
            recorder.call(name, args, kwargs)
    print(len(recorder.seen), "calls of", len(calls), "ops")


if __name__ == "__main__":
    torch.manual_seed(0)
    main()
