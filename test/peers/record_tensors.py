"""Records what PyTorch gives for forms of ops, histograms, segments and searches: record_tensors.py FOLDER

FOLDER receives `tensors.jsonl` and `tensors.bin`, which `graft_opcases FOLDER` and `graft_lowering FOLDER` replay.
"""
import pathlib
import sys

import torch

from record_calls import DTYPES, Recorder, elements


def forms(dtype):
    x = elements(dtype)
    if dtype in (torch.bool, torch.uint8, torch.int16, torch.int64):
        other = (elements(dtype, 5).abs() % 7 if dtype != torch.bool else elements(dtype, 5))
        for name in ("__iand__", "__ior__", "__ixor__", "__ilshift__", "__irshift__"):
            yield f"{name}.Tensor", [x, other], {}
            yield f"{name}.Scalar", [x, True if dtype == torch.bool else 3], {}
    for name in ("lift", "lift_fresh", "data", "_cast_Short", "equal", "is_same_size"):
        args = [x, x] if name in ("equal", "is_same_size") else [x]
        if name == "_cast_Short" and not dtype.is_complex and dtype != torch.bool:
            args = [x % 100]
        if dtype != torch.bool and not dtype.is_complex or name != "_cast_Short":
            yield f"{name}.default", args, {}
    if dtype in (torch.int8, torch.int32, torch.int64):
        for name in ("_cast_Byte", "_cast_Char"):
            yield f"{name}.default", [x], {}
    yield "_reshape_copy.default", [x.reshape(3, 4).t(), [2, -1]], {}
    yield "_reshape_alias_copy.default", [x, [3, 4], [4, 1]], {}
    yield "_dim_arange.default", [x.reshape(3, 4), -1], {}
    yield "equal.default", [x, elements(dtype, 1)], {}
    yield "equal.default", [x, x.reshape(3, 4)], {}
    for shape in ([3, 4], [7, 3], [2, 2, 2], [3], [2, 2, 3]):
        for wrap in (False, True) if dtype in (torch.int64, torch.float32) else ():
            yield "fill_diagonal_.default", [torch.zeros(shape, dtype=dtype), 1, wrap], {}
    for size in (0, 3, 20) if dtype in (torch.bool, torch.float32) else (5,):
        yield "nonzero_static.default", [x.reshape(3, 4)], {"size": size, "fill_value": -2}
    if dtype.is_complex:
        return
    yield "_unique.default", [x, True, True], {}
    yield "_unique.default", [x.reshape(3, 4), True, False], {}
    yield "_aminmax.default", [x], {}
    yield "_aminmax.dim", [x.reshape(3, 4), 1, True], {}
    if dtype in (torch.int32, torch.float32, torch.float64):
        a, b = (elements(dtype, t).nan_to_num(0.5, 4.0, -4.0) if dtype.is_floating_point else x for t in (0, 3))
        yield "_add_relu.Tensor", [a, b], {"alpha": 2}
        yield "_add_relu.Scalar", [a, 3], {}
        yield "_add_relu_.Tensor", [a, b], {}
    table = elements(dtype).reshape(3, 4)
    for accumulate in (False, True):
        given = [table, [torch.tensor([0, 2]), torch.tensor([1, 3])], elements(dtype)[:2], accumulate, False]
        yield "_index_put_impl.default", given, {}
        yield "_index_put_impl_.default", given, {}


def reals(dtype):
    r = lambda *s: torch.randn(*s, dtype=dtype)
    a, b = r(3, 4), r(5, 4)
    yield "_logcumsumexp.default", [a, 1], {}
    for p in (2, 0, 1, 0.5, float("inf")):
        yield "dist.default", [a, b[:3], p], {}
    yield "dist.default", [a, b[0]], {}
    yield "_euclidean_dist.default", [a, b], {}
    yield "_compute_linear_combination.default", [r(2, 3, 4), r(5, 2)], {}
    for gelu in (False, True):
        yield "_addmm_activation.default", [r(5), a, r(4, 5)], {"beta": 2, "alpha": 0.5, "use_gelu": gelu}
    yield "rrelu_.default", [a], {}
    for order in (1, 2):
        yield "gradient.array", [b], {"dim": [0, 1], "edge_order": order}
        yield "gradient.scalararray", [b], {"spacing": 0.5, "dim": [1], "edge_order": order}
        yield "gradient.tensorarrayint", [b], {"spacing": [torch.tensor([0, 1, 3, 4, 8], dtype=dtype)], "dim": 0,
                                               "edge_order": order}
    for reduce in ("sum", "mean", "max", "min", "prod", "amax", "median"):
        for initial in (None, 2.0):
            yield "segment_reduce.default", [r(6, 2), reduce], {"lengths": torch.tensor([2, 0, 4]), "initial": initial}
            yield "segment_reduce.default", [r(6), reduce], {"offsets": torch.tensor([0, 1, 4, 6]), "initial": initial}
        yield "segment_reduce.default", [r(2, 5), reduce], {"lengths": torch.tensor([[2, 3], [4, 1]]), "axis": 1}
    yield "segment_reduce.default", [r(6), "sum"], {"lengths": torch.tensor([2, 3])}
    x, weight = torch.tensor([0.5, 1.0, 2.0, 3.0, 2.5, -1.0, 1.5, 1.0], dtype=dtype), r(8).abs()
    for w in (None, weight):
        for density in (False, True):
            both = {"weight": w, "density": density}
            yield "histogram.bin_ct", [x, 4], both
            yield "histogram.bin_ct", [x.reshape(2, 4), 3], {"range": [0.0, 2.0], **both}
            yield "histogram.bins_tensor", [x, torch.tensor([-1.0, 0.5, 1.0, 2.75], dtype=dtype)], both
            points = x.reshape(4, 2)
            four = {"weight": None if w is None else w[:4], "density": density}
            yield "_histogramdd_from_bin_cts.default", [points, [3, 2]], four
            yield "_histogramdd_from_bin_cts.default", [points, [3, 2]], {"range": [0.0, 2.0, -1.0, 1.5], **four}
            yield "_histogramdd_from_bin_tensors.default", [
                points, [torch.tensor([0.0, 1.0, 3.0], dtype=dtype), torch.tensor([-1.0, 0.5, 3.0], dtype=dtype)]], four
    yield "histogram.bin_ct", [torch.ones(3, dtype=dtype), 4], {}
    yield "histogram.bin_ct", [torch.ones(0, dtype=dtype), 4], {}
    yield "histogram.bin_ct", [r(200), 17], {}
    yield "histogram.bin_ct", [torch.tensor([1.0, float("nan")], dtype=dtype), 4], {}
    yield "histogram.bins_tensor", [x, torch.tensor([1.0], dtype=dtype)], {}
    yield "_histogramdd_bin_edges.default", [x.reshape(4, 2), [3, 2]], {}
    yield "empty_permuted.default", [[2, 3, 4], [0, 2, 1]], {"dtype": dtype}
    yield "empty_permuted.default", [[2, 3], [0, 0]], {}
    yield "new_empty_strided.default", [a, [2, 3], [1, 2]], {}
    yield "new_empty_strided.default", [a, [2, 3], [3, 1]], {"dtype": torch.int32}


def main():
    torch.manual_seed(0)
    recorder = Recorder(pathlib.Path(sys.argv[1]), "tensors")
    for dtype in DTYPES:
        for name, args, kwargs in forms(dtype):
            recorder.call(name, args, kwargs)
    for dtype in [torch.float32, torch.float64]:
        for name, args, kwargs in reals(dtype):
            recorder.call(name, args, kwargs)


main()
