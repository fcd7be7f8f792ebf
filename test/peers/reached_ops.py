"""Lists every op that PyTorch's modules reach, and what graft knows of it:
reached_ops.py COVERAGE [--list FILE] [--most N]

Every layer of `torch.nn`, and every function of `torch.nn.functional`, `torch.special`, `torch.linalg` and `torch.fft`
that PyTorch's own tests have arguments for, is exported with up to N (6) of these, and so are the calls below that
they lack. An op is met in the exported program, in its decomposed form, or in both. COVERAGE is the table that
`graft_coverage` writes. Printed is one row an op that has no kernel, then the counts; FILE receives a row for each op.
"""
import argparse
import collections
import logging
import re
import signal
import sys
import warnings

import torch
import torch.nn.functional as F
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.common_modules import module_db

FAMILIES = ("nn.functional", "special", "linalg", "fft")
SECONDS = 30
REASONS = {  # of what has no kernel and needs none, or has none yet
    "aten::_assert_async.msg": "only checks, a program does without",
    "aten::_assert_tensor_metadata": "only checks, a program does without",
    "torch_nn::_linear_cross_entropy_batch_chunked_no_reduction": "an op that PyTorch 2.15 registers from Python",
}


class Late(Exception):
    pass


class Calls(torch.nn.Module):
    """A program that calls one function."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args, **kwargs):
        return self.function(*args, **kwargs)


class Reached:
    """By op, who calls it, in the exported form and the decomposed one."""

    def __init__(self):
        self.exported, self.decomposed = collections.defaultdict(set), collections.defaultdict(set)
        self.failed, self.programs = collections.Counter(), 0

    def _meet(self, name, program, into):
        for module in program.graph_module.modules():
            for node in getattr(getattr(module, "graph", None), "nodes", []):
                if isinstance(node.target, torch._ops.OpOverload):
                    into[node.target].add(name)

    def add(self, name, module, args, kwargs):
        signal.alarm(SECONDS)
        try:
            program = torch.export.export(module, tuple(args), dict(kwargs), strict=False)
            self._meet(name, program, self.exported)
            self._meet(name, program.run_decompositions(), self.decomposed)
            self.programs += 1
        except Exception:  # what PyTorch does not export reaches nothing
            self.failed[name] += 1
        finally:
            signal.alarm(0)


def tensors(value):
    """As arguments of a program: without gradients, which exported programs do not need."""
    if isinstance(value, torch.Tensor):
        return value.detach()
    if isinstance(value, (list, tuple)):
        return type(value)(map(tensors, value)) if type(value) in (list, tuple) else value
    return value


def add_functions(reached, most):
    for info in op_db:
        if not info.name.startswith(FAMILIES):
            continue
        dtype = next((d for d in (torch.float32, torch.complex64, torch.int64) if d in info.dtypes), None)
        samples = list(info.sample_inputs("cpu", dtype)) if dtype else []
        step = max(1, len(samples) // most)  # they differ most from those far away
        for sample in samples[::step][:most]:
            args = [tensors(a) for a in (sample.input, *sample.args)]
            reached.add(info.name, Calls(info.op), args, {k: tensors(v) for k, v in sample.kwargs.items()})


def add_layers(reached, most):
    for info in module_db:
        for training in (False, True):
            inputs = info.module_inputs_func(info, "cpu", torch.float32, False, training)
            for one in inputs[:: max(1, len(inputs) // most)][:most]:
                if one.forward_input is None:
                    continue
                given, forward = one.constructor_input, one.forward_input
                layer = info.module_cls(*given.args, **given.kwargs).train(training)
                if "Lazy" in info.name:
                    layer(*map(tensors, forward.args))
                reached.add(info.name, layer, map(tensors, forward.args),
                            {k: tensors(v) for k, v in forward.kwargs.items()})


def more_calls():
    """What PyTorch's tests have no arguments for."""
    x, y = torch.rand(2, 3, 8, 8), torch.rand(2, 3, 4, 8, 8)
    words, bags = torch.tensor([1, 2, 4, 5, 4, 3]), torch.tensor([0, 2, 4])
    table, weights = torch.rand(7, 3), torch.rand(6)
    logits = torch.randn(12, 2, 5).log_softmax(-1)
    targets, lengths = torch.randint(1, 5, (2, 4)), torch.tensor([4, 3])
    for mode in ("sum", "mean", "max"):
        yield F.embedding_bag, [words, table, bags], {"mode": mode}
        yield F.embedding_bag, [words.reshape(2, 3), table], {"mode": mode, "padding_idx": 3}
    yield F.embedding_bag, [words, table, bags], {"mode": "sum", "per_sample_weights": weights}
    yield F.embedding_bag, [words, table, torch.tensor([0, 2, 6])], {"include_last_offset": True}
    for reduction in ("none", "mean", "sum"):
        yield F.ctc_loss, [logits, targets, (12, 12), (4, 3)], {"reduction": reduction}
        yield F.ctc_loss, [logits, targets, torch.tensor([12, 10]), lengths], {"reduction": reduction}
    for mode in ("bilinear", "nearest", "bicubic"):
        for padding in ("zeros", "border", "reflection"):
            yield F.grid_sample, [x, torch.rand(2, 4, 4, 2)], {"mode": mode, "padding_mode": padding}
            if mode != "bicubic":
                yield F.grid_sample, [y, torch.rand(2, 2, 4, 4, 3)], {"mode": mode, "padding_mode": padding}
    yield F.affine_grid, [torch.rand(2, 2, 3), [2, 3, 4, 4]], {}
    yield F.affine_grid, [torch.rand(2, 3, 4), [2, 3, 4, 4, 4]], {"align_corners": True}
    yield F.fold, [torch.rand(2, 12, 49), [8, 8], 2], {}
    yield F.unfold, [x, 2], {"stride": 2}
    yield F.gumbel_softmax, [table], {"hard": True}
    yield F.lp_pool1d, [x[0], 2, 2], {}
    yield F.lp_pool2d, [x, 2, 2], {}
    yield F.lp_pool3d, [y, 2, 2], {}
    yield F.bilinear, [table, table, torch.rand(4, 3, 3), torch.rand(4)], {}
    yield F.dropout1d, [x[0]], {"training": False}
    yield F.scaled_dot_product_attention, [x, x, x], {"is_causal": True, "enable_gqa": True}
    yield F.channel_shuffle, [torch.rand(2, 4, 3, 3), 2], {}
    yield F.native_channel_shuffle, [torch.rand(2, 4, 3, 3), 2], {}
    yield F.conv_tbc, [torch.rand(5, 2, 3), torch.rand(2, 3, 4), torch.rand(4)], {}
    yield F.pdist, [table], {"p": 3.0}
    yield F.rrelu, [table], {}
    for name in ("logsigmoid", "hardsigmoid", "hardswish", "softsign", "tanhshrink", "selu_", "relu_", "elu_", "celu_",
                 "leaky_relu_", "hardtanh_", "rrelu_"):
        yield getattr(F, name), [table.clone()], {}
    yield F.threshold_, [table.clone(), 0.5, 0.0], {}
    for mode in ("nearest", "nearest-exact", "linear", "area"):
        yield F.interpolate, [x[0]], {"scale_factor": 2, "mode": mode}
    for mode in ("nearest", "nearest-exact", "bilinear", "bicubic", "area"):
        yield F.interpolate, [x], {"size": (5, 11), "mode": mode}
        yield F.interpolate, [x], {"scale_factor": 0.5, "mode": mode}
        if mode in ("bilinear", "bicubic"):
            yield F.interpolate, [x], {"size": (5, 3), "mode": mode, "antialias": True}
    for mode in ("nearest", "nearest-exact", "trilinear", "area"):
        yield F.interpolate, [y], {"scale_factor": 2, "mode": mode}
    for mode in ("constant", "reflect", "replicate", "circular"):
        for given, pads in ((x[0], [1, 2]), (x, [1, 2, 2, 1]), (y, [1, 2, 2, 1, 1, 0])):
            yield F.pad, [given, pads], {"mode": mode}
    for indices in (False, True):
        yield F.fractional_max_pool2d, [x, 2, 4], {"return_indices": indices}
        yield F.fractional_max_pool2d, [x, 2, 4], {"return_indices": indices, "_random_samples": torch.rand(2, 3, 2)}
        yield F.fractional_max_pool3d, [y, 2, 2], {"return_indices": indices, "_random_samples": torch.rand(2, 3, 3)}
        yield F.max_pool1d, [x[0], 2], {"return_indices": indices}
        yield F.max_pool2d, [x, 2], {"return_indices": indices}
        yield F.max_pool3d, [y, 2], {"return_indices": indices}
    for need, masked in ((False, False), (True, False), (False, True)):
        attention = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
        mask = torch.tensor([[False] * 6 + [True] * 2] * 3) if masked else None
        yield attention, [x[0], x[0], x[0]], {"need_weights": need, "key_padding_mask": mask}
        layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, norm_first=need).eval()
        yield layer, [x[0]], {"src_key_padding_mask": mask}
        yield torch.nn.TransformerEncoder(layer, 2).eval(), [x[0]], {"src_key_padding_mask": mask}
    yield torch.nn.AdaptiveLogSoftmaxWithLoss(3, 10, [2, 5]), [table, words.new_tensor([0, 1, 3, 6, 9, 4, 2])], {}
    for kind in ("RNN", "LSTM", "GRU"):
        yield getattr(torch.nn, kind)(3, 4, 2, bidirectional=True), [torch.rand(5, 2, 3)], {}
    yield torch.nn.EmbeddingBag(7, 3), [words, bags], {}
    yield torch.nn.SyncBatchNorm(3).eval(), [x], {}
    yield torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(3, 4)), [table], {}
    yield torch.nn.utils.parametrizations.spectral_norm(torch.nn.Linear(3, 4)).eval(), [table], {}
    yield torch.nn.utils.parametrizations.orthogonal(torch.nn.Linear(3, 4)), [table], {}
    for name, given in (("ELU", []), ("Identity", []), ("Flatten", []), ("Unflatten", [1, (1, 3)]), ("Dropout", []),
                        ("AlphaDropout", []), ("FeatureAlphaDropout", []), ("RReLU", []), ("Hardsigmoid", []),
                        ("CosineSimilarity", []), ("PairwiseDistance", [])):
        layer = getattr(torch.nn, name)(*given)
        args = [table, table + 1] if name in ("CosineSimilarity", "PairwiseDistance") else [table]
        yield layer.eval(), args, {}
        yield getattr(torch.nn, name)(*given).train(), args, {}
    for name, given in (("Dropout1d", x[0]), ("Dropout2d", x), ("Dropout3d", y), ("ChannelShuffle", x[:, :2]),
                        ("PixelShuffle", torch.rand(1, 4, 3, 3)), ("PixelUnshuffle", x), ("Upsample", x),
                        ("UpsamplingNearest2d", x), ("UpsamplingBilinear2d", x), ("MaxUnpool2d", None), ("Unfold", x)):
        if given is None:
            values, places = F.max_pool2d(x, 2, return_indices=True)
            yield torch.nn.MaxUnpool2d(2), [values, places], {}
            continue
        numbers = {"ChannelShuffle": [2], "PixelShuffle": [2], "PixelUnshuffle": [2], "Upsample": [None, 2.0],
                   "UpsamplingNearest2d": [None, 2], "UpsamplingBilinear2d": [None, 2], "Unfold": [2]}.get(name, [])
        yield getattr(torch.nn, name)(*numbers), [given], {}
    yield torch.nn.TripletMarginLoss(), [table, table + 1, table - 1], {}
    yield torch.nn.TripletMarginWithDistanceLoss(), [table, table + 1, table - 1], {}
    yield torch.nn.CosineEmbeddingLoss(), [table, table + 1, torch.ones(7)], {}


def name_of(function):
    if isinstance(function, torch.nn.Module):
        return "nn." + type(function).__name__
    return "nn.functional." + getattr(function, "__name__", str(function))


def knowledge(path):
    """By name, whether there is a kernel, as the table of `graft_coverage` says."""
    known = {}
    for line in open(path):
        if found := re.match(r"\| `([\w.:]+)\(.*` \|([^|]*)\|([^|]*)\|", line):
            known[found[1]] = bool(found[3].strip())
    return known


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("coverage")
    parser.add_argument("--list")
    parser.add_argument("--most", type=int, default=6)
    given = parser.parse_args()

    def late(*_):
        raise Late

    signal.signal(signal.SIGALRM, late)
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    torch.manual_seed(0)
    reached = Reached()
    add_layers(reached, given.most)
    for function, args, kwargs in more_calls():
        module = function if isinstance(function, torch.nn.Module) else Calls(function)
        reached.add(name_of(function), module, args, kwargs)
    add_functions(reached, given.most)

    known = knowledge(given.coverage)
    rows, counts = {}, collections.Counter()
    for op in sorted({*reached.exported, *reached.decomposed}, key=str):
        name = op.name()
        what = {None: "unknown", False: "no kernel", True: "kernel"}[known.get(name)]
        form = " and ".join(f for f in ("exported", "decomposed") if op in getattr(reached, f))
        callers = sorted(reached.exported[op] | reached.decomposed[op])
        rows[name] = (what, f"| `{name}` | {what} | {form} | {len(callers)}: {', '.join(callers[:3])} | {REASONS.get(name, '')} |")
        counts[what] += 1
    if given.list:
        with open(given.list, "w") as file:
            file.writelines(f"{row}\n" for _, row in rows.values())
    print("| op | known | form | reached by | reason |\n|---|---|---|---|---|")
    for what, row in rows.values():
        if what != "kernel":
            print(row)
    print(f"\n{reached.programs} programs reach {len(rows)} overloads: {dict(counts)}")
    for name, times in sorted(reached.failed.items()):
        print(f"not exported by PyTorch: {name}, {times}", file=sys.stderr)


if __name__ == "__main__":
    main()
