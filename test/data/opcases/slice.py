"""Cuts a slice of recorded op cases: slice.py FROM TO FAILING BYTES

FROM holds `<group>.jsonl` and `<group>.bin` files, TO receives files of the same form. FAILING is
what graft_opcases prints of FROM: the cases that it names are left out. Of each op those cases of
each dtype are taken, round by round, that are nearest to a thousand bytes, until there are BYTES.
"""
import collections
import json
import pathlib
import sys

source, target, failing, most = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
left_out = {line.split(": ")[0] for line in open(failing)}


def size_of(case):
    bytes_of = {"float64": 8, "int64": 8, "complex64": 8, "complex128": 16, "float32": 4, "int32": 4, "float16": 2, "bfloat16": 2, "int16": 2}
    return sum(t["nelem"] * bytes_of.get(t["dtype"], 1) for t in case["tensors"])


ranked = collections.defaultdict(list)
for path in sorted(source.glob("*.jsonl")):
    by_op = collections.defaultdict(list)
    for line in open(path):
        case = json.loads(line)
        if f"{path.stem} {case['id']}" not in left_out:
            by_op[case["op"]].append((abs(len(line) + size_of(case) - 1000), line))
    for cases in by_op.values():
        dtypes = collections.Counter()
        for _, line in sorted(cases):
            dtype = json.loads(line).get("dtype")
            ranked[(dtypes[dtype], len(dtypes))].append((path.stem, line))
            dtypes[dtype] += 1

chosen, total = collections.defaultdict(list), 0
for rank in sorted(ranked):
    for group, line in ranked[rank]:
        cost = len(line) + size_of(json.loads(line))
        if cost < 4000 and total + cost < most:
            chosen[group].append(line)
            total += cost

for group, lines in sorted(chosen.items()):
    data = (source / f"{group}.bin").read_bytes()
    cut = bytearray()
    with open(target / f"{group}.jsonl", "w") as out:
        for line in sorted(lines):
            case = json.loads(line)
            for t in case["tensors"]:
                nbytes = size_of({"tensors": [t]})
                cut += bytes(-len(cut) % 16)
                begin, t["pos"] = t["pos"], len(cut)
                cut += data[begin : begin + nbytes]
            out.write(json.dumps(case, separators=(",", ":")) + "\n")
    (target / f"{group}.bin").write_bytes(bytes(cut))
print(total, "bytes,", sum(map(len, chosen.values())), "cases")
