"""Calls of torch's operators on tensors that lie in memory in all kinds of ways, and what torch.export records of the
results: `record_vals.py [SEED] [CALLS_PER_OPERATOR] > ../data/meta/layouts.json`.

The calls are those of ../data/meta/accepted.json, whose tensors are given other strides and offsets: permuted,
channels-last, cut with steps, expanded, with any strides of dimensions of size 1. Format as there."""
import json, logging, pathlib, random, re, sys, warnings

import torch
import torch.ao.quantization.fx._decomposed

logging.disable(logging.CRITICAL)
warnings.filterwarnings("ignore")
SHORT = {torch.float32: "f32", torch.float64: "f64", torch.float16: "f16", torch.bfloat16: "bf16", torch.int64: "i64",
         torch.int32: "i32", torch.int16: "i16", torch.int8: "i8", torch.uint8: "u8", torch.bool: "b8",
         torch.complex64: "c64", torch.complex128: "c128"}
DTYPES = {short: dtype for dtype, short in SHORT.items()}
rng = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
per_operator = int(sys.argv[2]) if len(sys.argv) > 2 else 2


def dense(sizes, order):
    """Strides, the dimensions given from the innermost to the outermost."""
    strides, stride = [0] * len(sizes), 1
    for d in order:
        strides[d] = stride
        stride *= max(sizes[d], 1)
    return strides


def contiguous(sizes):
    return dense(sizes, range(len(sizes) - 1, -1, -1))


def text(tensor):
    out = f"{SHORT[tensor.dtype]}[{','.join(map(str, tensor.shape))}]"
    if list(tensor.stride()) != contiguous(tensor.shape):
        out += f" strides [{','.join(map(str, tensor.stride()))}]"
    return out + (f" offset {tensor.storage_offset()}" if tensor.storage_offset() else "")


def parse(spec):
    kind, sizes, strides, offset = re.match(r"(\w+)\[([\d,]*)\](?: strides \[([\d,]*)\])?(?: offset (\d+))?", spec).groups()
    sizes = [int(size) for size in sizes.split(",") if size]
    strides = contiguous(sizes) if strides is None else [int(stride) for stride in strides.split(",") if stride]
    return DTYPES[kind], sizes, strides, int(offset or 0)


def layout(sizes):
    """Strides and an offset, drawn at random."""
    rank, kind = len(sizes), rng.randrange(6)
    order = rng.sample(range(rank), rank)
    strides, offset = contiguous(sizes), 0
    if kind == 1:
        strides = dense(sizes, order)
    elif kind == 2 and rank in (4, 5):
        strides = dense(sizes, [1, *range(rank - 1, 1, -1), 0])
    elif kind == 3:
        steps = [rng.choice([1, 2, 3]) for _ in sizes]
        whole = dense([size * step + rng.randrange(2) for size, step in zip(sizes, steps)], order)
        strides, offset = [stride * step for stride, step in zip(whole, steps)], rng.randrange(4)
    elif kind == 4:
        once = [rng.choice([1, size]) for size in sizes]
        strides = [0 if a != b else stride for a, b, stride in zip(once, sizes, dense(once, order))]
    elif kind == 5:
        strides = [rng.choice([0, 1, 2, 7, stride]) if size == 1 else stride
                   for size, stride in zip(sizes, dense(sizes, order))]
    return strides, offset


def replaced(value, tensors):
    """The argument as torch takes it, a tensor as its place in `tensors`, and as it is written."""
    if isinstance(value, list):
        pairs = [replaced(item, tensors) for item in value]
        return [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if isinstance(value, str):
        dtype, sizes, _, _ = parse(value)
        strides, offset = layout(sizes)
        count = 0 if 0 in sizes else 1 + sum((size - 1) * stride for size, stride in zip(sizes, strides))
        tensors.append((torch.zeros(offset + count, dtype=dtype), sizes, strides, offset))
        return ("tensor", len(tensors) - 1), text(tensors[-1][0].as_strided(sizes, strides, offset))
    if isinstance(value, dict):
        kind, of = next(iter(value.items()))
        made = {"float": float, "str": str, "device": torch.device}.get(kind, lambda name: getattr(torch, name))
        return made(of), value
    return value, value


def filled(value, tensors):
    if isinstance(value, tuple):
        return tensors[value[1]]
    return [filled(item, tensors) for item in value] if isinstance(value, list) else value


def flat(result):
    return [item for part in result for item in flat(part)] if isinstance(result, (list, tuple)) else [result]


def record(operator, call):
    tensors = []
    positional = [replaced(value, tensors) for value in call[0]]
    keywords = {name: replaced(value, tensors) for name, value in call[1].items()}

    class Program(torch.nn.Module):
        def forward(self, *storages):
            views = [storage.as_strided(*place) for storage, (_, *place) in zip(storages, tensors)]
            return flat(operator(*[filled(pair[0], views) for pair in positional],
                                 **{name: filled(pair[0], views) for name, pair in keywords.items()}))

    program = torch.export.export(Program(), tuple(tensor[0] for tensor in tensors), strict=False)
    outputs = list(program.graph.nodes)[-1].args[0]
    if len(program.graph_signature.user_outputs) != len(outputs):
        raise ValueError("the call writes to an argument")
    results = [text(output.meta["val"]) for output in outputs]
    return [[pair[1] for pair in positional], {name: pair[1] for name, pair in keywords.items()}, results]


def operator_named(name):
    namespace, name = name.split("::")
    name, _, overload = name.partition(".")
    return getattr(getattr(getattr(torch.ops, namespace), name), overload or "default")


calls = json.loads((pathlib.Path(__file__).parent / "../data/meta/accepted.json").read_text())
rows = []
for name, accepted in calls.items():
    found = []
    for call in rng.sample(accepted, len(accepted)):
        if len(found) == per_operator or not all(isinstance(result, str) for result in call[2]):
            break
        try:
            row = record(operator_named(name), call)
        except Exception:  # not every layout suits every operator
            continue
        if any(" strides " in json.dumps(part) for part in row) and row not in found:
            found.append(row)
    if found:
        rows.append(f'"{name}": [\n' + ",\n".join(json.dumps(row, separators=(",", ":")) for row in found) + "]")
print("{\n" + ",\n".join(rows) + "}")
