"""Records what PyTorch gives for special values: `special_values.py FOLDER`, which has `ops.txt`, names of
ops with kernels.

Each op that works element by element is called for each dtype with each special value of it, with each pair of them
where it has two operands, and with each number that a Scalar can be. What counts is PyTorch's scalar code: a call for
each element, of a tensor with one, by the code for any x86-64 machine (ATEN_CPU_CAPABILITY=default). `values.txt` gets
the operands, `cases.txt` the calls, `results.bin` what they gave, and `vector.txt` where PyTorch's vector code, on a
long tensor of those elements and on this machine, gives something else.
"""
import hashlib
import math
import os
import pathlib
import pickle
import re
import subprocess
import sys

import torch

torch.set_num_threads(1)
NAMES = {"b8": torch.bool, "u8": torch.uint8, "i8": torch.int8, "i16": torch.int16, "i32": torch.int32,
         "i64": torch.int64, "f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64,
         "c64": torch.complex64,
         "c128": torch.complex128}
SHORT = {dtype: name for name, dtype in NAMES.items()}
nan, inf = math.nan, math.inf

# Where an op has other arguments than tensors and numbers to try, these; 'x' and 'y' are operands, 'n' a number.
FORMS = {
    "_to_copy": [{"dtype": dtype} for dtype in NAMES.values() if not dtype.is_complex],
    "to.dtype": [{"dtype": torch.int32}],
    "add.Tensor": [{}, {"alpha": 3}], "sub.Tensor": [{}, {"alpha": 3}], "rsub.Tensor": [{}, {"alpha": 3}],
    "div.Tensor_mode": [{"rounding_mode": mode} for mode in ("trunc", "floor")],
    "div.Scalar_mode": [{"rounding_mode": mode} for mode in ("trunc", "floor")],
    "divide.Tensor_mode": [{"rounding_mode": "floor"}], "divide.Scalar_mode": [{"rounding_mode": "trunc"}],
    "gelu": [{"approximate": "none"}, {"approximate": "tanh"}],
    "round.decimals": [{"decimals": 2}, {"decimals": -1}],
    "polygamma": [{"n": 0}, {"n": 1}, {"n": 2}], "mvlgamma": [{"p": 2}],
    "logit": [{}, {"eps": 0.25}],
    "nan_to_num": [{}, {"nan": 0.5, "posinf": 2.0, "neginf": -2.0}],
    "clamp": [{"min": -1, "max": 2}, {"min": -0.5}, {"max": 0.5}, {"min": nan}, {"min": 2, "max": -1}],
    "clip": [{"min": -1, "max": 2}],
    "threshold": [{"threshold": 0.5, "value": -3}],
    "where.self": [], "lerp.Scalar": [{"weight": 0.25}, {"weight": 2.0}],
    "masked_fill.Scalar": [], "masked_fill.Tensor": [], "rrelu": [{}],
    "clamp.Tensor": [{"max": None}, {"min": None}], "clip.Tensor": [],
    "addcmul": [], "addcdiv": [], "lerp.Tensor": [],
}
# Ops without the tag pointwise that work element by element.
UNTAGGED = """__and__ __or__ _to_copy absolute arccos arccosh arcsin arcsinh arctan arctan2 arctanh divide fix
floor_divide greater greater_equal hardswish isclose isreal less less_equal log_sigmoid multiply negative not_equal
_prelu_kernel rsub subtract to.dtype true_divide""".split()
# Ops that end the process where they divide the least integer by -1.
ENDS = re.compile("div|fmod|remainder|gcd|lcm")


def values_of(dtype):
    """The operands of an op with one, those of an op with two, and those beside a number."""
    if dtype == torch.bool:
        return [False, True], [False, True], [False, True]
    if not dtype.is_floating_point and not dtype.is_complex:
        info = torch.iinfo(dtype)
        low, high, width = info.min, info.max, info.bits
        if low == 0:
            return [0, 1, 2, 3, 7, 100, high // 2, high // 2 + 1, high - 1, high], [0, 1, 3, width - 1, width, high], \
                [0, 1, 3, width, high]
        return [low, low + 1, -100, -2, -1, 0, 1, 2, 7, 100, high - 1, high], \
            [low, low + 1, -3, -1, 0, 1, 2, width - 1, width, high], [low, -3, -1, 0, 1, 2, high]
    if dtype.is_complex:
        few = [0.0, -0.0, 1.0, -2.5, inf, -inf, nan]
        ends = [complex(x, y) for x in (0.0, 1.0, -2.5) for y in (-0.0, 0.5)]
        return [complex(x, y) for x in few for y in few], \
            ends + [complex(inf, 0), complex(1, nan), complex(-inf, inf)], \
            [complex(-0.0, 0.0), complex(-2.5, 0.5), complex(inf, 0), complex(1, nan)]
    info = torch.finfo(dtype)
    least = 2.0 ** math.log2(info.smallest_normal) * info.eps
    two = [nan, inf, -inf, 0.0, -0.0, least, -least, info.max, -info.max, 1.0, -1.0, 0.5, 2.5, -3.0]
    more = [info.smallest_normal, -info.smallest_normal, info.smallest_normal - least, 0.25, -0.5, 1.5, -1.5, 2.0,
            -2.0, 3.0, 6.0, -6.0, 10.0, -10.0, 88.0, -88.0, 104.0, -104.0, 127.5, 128.0, -129.0, 255.5, 256.0, 300.0,
            32768.0, -32769.0, 65504.0, 1e5, 2.0**31, -2.0**31, 2.0**31 * 1.5, 2.0**32, 2.0**53, 2.0**63, -2.0**63,
            2.0**64, 710.0, -746.0, 1e20]
    unary = [v for v in two + more if not math.isfinite(v) or abs(v) <= info.max]
    beside = [nan, inf, -inf, 0.0, -0.0, least, info.max, -1.0, 0.5, 2.5]
    return list(dict.fromkeys(map(repr, unary))), two, beside


# What a Scalar is: integers and reals apart, as they give other dtypes.
INTEGERS = [0, 1, -1, 3, -3, 8, 31, 64, 300, 2**63 - 1, -2**63]
REALS = [nan, inf, -inf, 0.0, -0.0, 0.5, 1.0, -1.0, 2.0, 2.5, -3.0, 1e-45, 1e300]


def raw(t):
    return t.detach().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes()


def operand(values, dtype):
    if dtype.is_floating_point:
        return torch.tensor([float(v) for v in values], dtype=torch.float64).to(dtype)
    return torch.tensor(values, dtype=dtype)


def contained(function, *given):
    """What a function gives in a process of its own, nothing where it ends that process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "wb") as out:
            out.write(pickle.dumps(function(*given)))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as source:
        data = source.read()
    _, status = os.waitpid(child, 0)
    return pickle.loads(data) if status == 0 else None


def outcome(op, args, kwargs):
    """The dtypes of the results and their bytes, the text of an error."""
    try:
        out = op(*[a.clone() if isinstance(a, torch.Tensor) else a for a in args], **kwargs)
    except (RuntimeError, IndexError, ValueError, TypeError, NotImplementedError) as e:
        return str(e).split("\n")[0]
    return [(SHORT[t.dtype], raw(t)) for t in (out if isinstance(out, tuple) else [out])]


def one_by_one(op, made):
    return [outcome(op, args, kwargs) for args, kwargs in made]


def literal(v):
    if isinstance(v, str):
        return f"'{v}'"
    return repr(v)


class Recorder:
    def __init__(self, folder, scalar):
        """`scalar` are the results of PyTorch's scalar code; where there are none they are made."""
        self.folder, self.data, self.places = folder, bytearray(), {}
        self.scalar, self.made = scalar, []
        self.cases, self.vector = [], []

    def place(self, results):
        digest = hashlib.sha256(results).digest()
        if digest not in self.places:
            self.places[digest] = len(self.data)
            self.data += results
        return self.places[digest]

    def record(self, name, op, form, slots, dtype, numbers, kind):
        """Calls an op with every combination of its operands; `slots` are the names of them, 'n' for the number."""
        tensors = [s for s in slots if s in "xy"]
        pool = operand(values_of(dtype)[2 if "n" in slots else len(tensors) - 1], dtype)
        count = len(pool)
        made = []
        outer = range(len(numbers)) if "n" in slots else range(count)
        spots = [(i, j) for i in outer for j in range(count) if len(slots) > 1 or i == j]

        def build(i, j, x, y):
            args = {}
            for slot, argument in zip(slots, [a.name for a in op._schema.arguments if a.name not in form]):
                args[argument] = {"x": x, "y": y}[slot] if slot in "xy" else numbers[i]
            args.update(form)
            plain = [a.name for a in op._schema.arguments if not a.kwarg_only]
            given = []
            for p in plain:
                if p not in args:
                    break
                given.append(args.pop(p))
            return given, args

        for i, j in spots:
            first = pool[i:i + 1] if len(tensors) == 2 else pool[j:j + 1]
            made.append(build(i, j, first, pool[j:j + 1]))
        if self.scalar is None:
            gave = contained(one_by_one, op, made) if ENDS.search(name) else one_by_one(op, made)
            self.made.append(gave or [(contained(outcome, op, *m) or "ends") for m in made])
            return
        gave = self.scalar.pop(0)
        if all(isinstance(g, str) for g in gave):
            return
        kinds = {tuple(d for d, _ in g) for g in gave if not isinstance(g, str)}
        assert len(kinds) == 1, (name, dtype, kinds)
        returned = kinds.pop()
        flags = "".join("." if not isinstance(g, str) else "k" if g == "ends" else "e" for g in gave)
        for k, result in enumerate(returned):
            packed = b"".join(g[k][1] for g in gave if not isinstance(g, str))
            given = ", ".join([*slots, *(f"{a}={literal(v)}" for a, v in form.items())])
            if k == 0:
                self.cases.append([f"aten::{name}({given})", SHORT[dtype] + (kind and "," + kind), [], flags])
            self.cases[-1][2].append((result, self.place(packed)))
        self.compare_vector(name, op, build, pool, spots, tensors, numbers, gave, returned, kind, form, dtype, slots)

    def compare_vector(self, name, op, build, pool, spots, tensors, numbers, gave, returned, kind, form, dtype, slots):
        different = []
        groups = [[n for n in range(len(spots)) if not isinstance(gave[n], str)]]
        if kind and numbers:
            groups = [[n for n in groups[0] if spots[n][0] == k] for k in range(len(numbers))]
        for group in groups:
            if not group:
                continue
            times = -(-257 // len(group))
            index = lambda which: torch.tensor([spots[n][which] for n in group] * times)
            x = pool[index(0)] if len(tensors) == 2 else pool[index(1)]
            args, kwargs = build(spots[group[0]][0], 0, x, pool[index(1)])
            out = contained(outcome, op, args, kwargs) if ENDS.search(name) else outcome(op, args, kwargs)
            if out is None or isinstance(out, str):
                different.append(f"it raises {out}")
                continue
            for k, (d, data) in enumerate(out):
                wanted = b"".join(gave[n][k][1] for n in group) * times
                got, given = tensor_of(data, d), tensor_of(wanted, d)
                for at in (~close(got, given, d)).nonzero().flatten().tolist():
                    n = group[at % len(group)]
                    number = numbers[spots[n][0]] if kind and numbers else pool[spots[n][0]].item()
                    operands = f"{number} and {pool[spots[n][1]].item()}" if len(slots) > 1 else number
                    different.append(f"of {operands} it is {got[at].item()}, not {given[at].item()}")
        if different:
            with_form = "".join(f"with {a}={literal(v)} " for a, v in form.items())
            self.vector.append(f"aten::{name} {SHORT[dtype]} {with_form}{different[0]}")

    def write(self):
        values = []
        for short, dtype in NAMES.items():
            for kind, among in zip(("one", "two", "beside"), values_of(dtype)):
                values.append(f"{short} {kind} {raw(operand(among, dtype)).hex()}")
        for kind, among in (("integer", INTEGERS), ("real", REALS)):
            values.append(f"number {kind} " + " ".join(literal(v) for v in among))
        (self.folder / "values.txt").write_text("\n".join(values) + "\n")
        lines, last = [], ""
        for call, operands, results, flags in self.cases:
            if call != last:
                lines.append(call)
                last = call
            marks = "" if set(flags) == {"."} else " " + re.sub(r"(.)\1*", lambda m: f"{len(m[0])}{m[1]}", flags)
            lines.append(f" {operands} " + " ".join(f"{d}@{at}" for d, at in results) + marks)
        (self.folder / "cases.txt").write_text("\n".join(lines) + "\n")
        (self.folder / "results.bin").write_bytes(self.data)
        (self.folder / "vector.txt").write_text("".join(f"{line}\n" for line in self.vector))


def tensor_of(data, d):
    return torch.frombuffer(bytearray(data), dtype=torch.uint8).view(NAMES[d])


# How far apart results may be, relatively and absolutely.
UNITS = {"f16": (2**-9, 2**-23), "bf16": (2**-6, 2**-132), "f32": (1e-5, 1e-44), "f64": (1e-9, 2e-323)}


def close(a, b, d):
    """Where two tensors agree: bit by bit what is no finite number but 0, other reals nearly."""
    if d in ("c64", "c128"):
        part = {"c64": "f32", "c128": "f64"}[d]
        return close(torch.view_as_real(a), torch.view_as_real(b), part).all(-1)
    if d not in UNITS:
        return a == b if d not in ("u16", "u32", "u64") else a.view(torch.int8).view(a.numel(), -1).eq(
            b.view(torch.int8).view(a.numel(), -1)).all(-1)
    a, b = a.double(), b.double()
    same = (a == b) & (torch.signbit(a) == torch.signbit(b)) | a.isnan() & b.isnan()
    ordinary = a.isfinite() & b.isfinite() & (a != 0) & (b != 0)
    return same | ordinary & ((a - b).abs() <= UNITS[d][0] * b.abs() + UNITS[d][1])


def pointwise(folder):
    for line in (folder / "ops.txt").read_text().split("\n"):
        name = line.strip()
        if not name:
            continue
        packet, _, overload = name.partition(".")
        op = getattr(getattr(torch.ops.aten, packet), overload or "default")
        if torch.Tag.pointwise in op.tags or packet in UNTAGGED or name in UNTAGGED:
            if not any(a.alias_info and a.alias_info.is_write for a in op._schema.arguments):
                yield name, op


def main():
    folder, scalar = pathlib.Path(sys.argv[1]), None
    if len(sys.argv) == 2:
        given = subprocess.run([sys.executable, __file__, folder, "scalar"], check=True, stdout=subprocess.PIPE,
                               env={**os.environ, "ATEN_CPU_CAPABILITY": "default"})
        scalar = pickle.loads(given.stdout)
    recorder, left = Recorder(folder, scalar), []
    for name, op in pointwise(folder):
        for form in FORMS.get(name, [{}]):
            slots, wanted = [], "xy"
            for a in op._schema.arguments:
                if a.name in form:
                    continue
                kind = str(a.type)
                if kind in ("Tensor", "Optional[Tensor]"):
                    slots.append(wanted[:1])
                    wanted = wanted[1:]
                elif kind == "number" and not a.has_default_value():
                    slots.append("n")
                elif not a.has_default_value():
                    slots.append("?")
            if "?" in slots or "" in slots or slots.count("n") > 1:
                left.append((name, slots))
                continue
            for dtype in NAMES.values():
                if "n" in slots:
                    recorder.record(name, op, form, slots, dtype, INTEGERS, "integer")
                    recorder.record(name, op, form, slots, dtype, REALS, "real")
                else:
                    recorder.record(name, op, form, slots, dtype, [], "")
        if not FORMS.get(name, [{}]):
            left.append((name, []))
    if scalar is None:
        sys.stdout.buffer.write(pickle.dumps(recorder.made))
        return
    recorder.write()
    print(len(recorder.cases), "cases,", len(recorder.data), "bytes; left:", left)


if __name__ == "__main__":
    main()
