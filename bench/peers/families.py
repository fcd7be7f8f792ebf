#!/usr/bin/env python3
"""Prints one table of GB/s, for products GFLOP/s, of families of kernels on f32: graft's beside Eigen's and torch's on
the same sizes, one thread on one core, in turns, the fastest of all rounds. The last column is graft's speed over
torch's.

    bench/peers/families.py GRAFT_BENCH [--rounds N] [--seconds S] [--only NAME,...] [--elements N]

GRAFT_BENCH is graft_bench of the release preset, or bench/run/families.cpp alone, compiled with -O3 -march=native and
linked with benchmark_main. Without torch its columns are empty.
"""
import argparse
import json
import os
import subprocess
import time

try:
    import torch
    import torch.nn.functional as F
except ImportError:
    torch = None

ROW = 1000
SIZES = (1_000, 100_000, 10_000_000)
PRODUCTS = (64, 256, 1024)
OPERATIONS = ("conv2d", "matmul")  # counted in operations, not bytes


def waves(*sizes):
    count = torch.Size(sizes).numel()
    return torch.sin((torch.arange(count) % 9973).float()).reshape(sizes)


def squares(*sizes):
    return waves(*sizes).square() + 0.01


def places(end, *sizes):
    return (torch.arange(torch.Size(sizes).numel()) * 7919 % end).reshape(sizes)


def unary(function, numbers=waves):
    def make(n):
        x, out = numbers(n), torch.empty(n)
        return lambda: function(x, out=out)

    return make


def binary(function):
    def make(n):
        x, y, out = waves(n), waves(n), torch.empty(n)
        return lambda: function(x, y, out=out)

    return make


def on_rows(function):
    def make(n):
        x = waves(n // ROW, ROW)
        return lambda: function(x)

    return make


def layer_norm(n):
    x, weight = waves(n // ROW, ROW), waves(ROW)
    return lambda: F.layer_norm(x, (ROW,), weight, weight)


def gather(n):
    x, at, out = waves(n // ROW, ROW), places(ROW, n // ROW, ROW), torch.empty(n // ROW, ROW)
    return lambda: torch.gather(x, 1, at, out=out)


def scatter_add(n):
    x, at = waves(n // ROW, ROW), places(ROW, n // ROW, ROW)
    return lambda: torch.scatter_add(x, 1, at, x)


def index_select(n):
    x, at, out = waves(n // 100, 100), places(n // 100, n // 100), torch.empty(n // 100, 100)
    return lambda: torch.index_select(x, 0, at, out=out)


def transpose(n):
    height = 25 * round((n / 1e3) ** 0.5)
    x, out = waves(height, n // height), torch.empty(n // height, height)
    return lambda: out.copy_(x.t())


def cast(n):
    x, out = waves(n), torch.empty(n, dtype=torch.float16)
    return lambda: out.copy_(x)


def pool(function):
    def make(n):
        x = waves(1, max(n // 784, 1), 28, 28)
        return lambda: function(x, 2)

    return make


def conv2d(n):
    channels, side = (16, 8) if n <= 1_000 else (64, 40) if n <= 100_000 else (64, 56)
    x = waves(max(n // (channels * side * side), 1), channels, side, side)
    weight = waves(channels, channels, 3, 3)
    return lambda: F.conv2d(x, weight, padding=1)


def matmul(n):
    a, b, out = waves(n, n), waves(n, n), torch.empty(n, n)
    return lambda: torch.mm(a, b, out=out)


def torch_families():
    aten = torch.ops.aten
    return {
        "add": binary(torch.add),
        "mul": binary(torch.mul),
        "relu": unary(lambda x, out: torch.clamp_min(x, 0, out=out)),
        "gelu": unary(aten.gelu.out),
        "sigmoid": unary(torch.sigmoid),
        "tanh": unary(torch.tanh),
        "exp": unary(torch.exp),
        "log": unary(torch.log, squares),
        "sin": unary(torch.sin),
        "sqrt": unary(torch.sqrt, squares),
        "sum": on_rows(torch.sum),
        "mean": on_rows(torch.mean),
        "sum_rows": on_rows(lambda x: x.sum(1)),
        "amax": on_rows(torch.amax),
        "argmax": on_rows(lambda x: torch.argmax(x, 1)),
        "softmax": on_rows(lambda x: torch.softmax(x, -1)),
        "layer_norm": layer_norm,
        "cumsum": on_rows(lambda x: torch.cumsum(x, 1)),
        "sort": on_rows(lambda x: torch.sort(x, dim=1, stable=True)),
        "topk": on_rows(lambda x: torch.topk(x, 10, 1)),
        "gather": gather,
        "scatter_add": scatter_add,
        "index_select": index_select,
        "transpose": transpose,
        "cast_f16": cast,
        "max_pool2d": pool(F.max_pool2d),
        "avg_pool2d": pool(F.avg_pool2d),
        "conv2d": conv2d,
        "matmul": matmul,
    }


def fastest(run, seconds):
    """Seconds of the fastest of groups of calls that take 20 us."""

    def once(calls):
        start = time.perf_counter()
        for _ in range(calls):
            run()
        return (time.perf_counter() - start) / calls

    best = min(once(1), once(1))
    group = 1 + int(20e-6 / max(best, 1e-9))
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        best = min(best, once(group))
    return best


def bench(program, name, sizes, seconds):
    """(who, elements): seconds, and what one call does, of graft and Eigen."""
    elements = "|".join(map(str, sizes))
    command = [program, f"--benchmark_filter=^families/(eigen/)?{name}/({elements})$", "--benchmark_format=json",
               f"--benchmark_min_time={seconds}"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    results = {}
    for line in json.loads(text)["benchmarks"]:
        words = line["name"].split("/")
        key = ("Eigen" if words[1] == "eigen" else "graft", int(words[-1]))
        speed = line["FLOP/s" if name in OPERATIONS else "B/s"]
        results[key] = (line["fastest"], speed * line["fastest"])
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graft_bench")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--only", default="")
    parser.add_argument("--elements", type=int, help="of all but matmul, whose matrices have 64, 256 and 1024 rows")
    options = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    if torch is not None:
        torch.set_num_threads(1)
        families = torch_families()
        names = list(families)
    else:
        text = subprocess.run([options.graft_bench, "--benchmark_list_tests", "--benchmark_filter=^families/"],
                              capture_output=True, text=True, check=True).stdout
        names = list(dict.fromkeys(line.split("/")[-2] for line in text.split()))
    if options.only:
        names = [n for n in names if n in options.only.split(",")]

    taken, amounts = {}, {}

    def keep(who, name, n, seconds):
        key = (who, name, n)
        taken[key] = min(taken.get(key, float("inf")), seconds)

    for _ in range(options.rounds):
        for name in names:
            sizes = PRODUCTS if name == "matmul" else (options.elements,) if options.elements else SIZES
            for (who, n), (seconds, amount) in bench(options.graft_bench, name, sizes, options.seconds).items():
                keep(who, name, n, seconds)
                amounts[name, n] = amount
            if torch is not None:
                with torch.inference_mode():
                    for n in sizes:
                        keep("torch", name, n, fastest(families[name](n), options.seconds))

    print("| family | elements | graft | Eigen | torch | graft / torch |")
    print("|---|--:|--:|--:|--:|--:|")
    for (name, n), amount in amounts.items():
        peers = ("graft", "Eigen", "torch")
        speed = {who: amount / taken[who, name, n] / 1e9 for who in peers if (who, name, n) in taken}
        cells = [f"{speed[who]:.3g}" if who in speed else "" for who in peers]
        ratio = f"{speed['graft'] / speed['torch']:.2f}" if "torch" in speed else ""
        unit = "GFLOP/s" if name in OPERATIONS else "GB/s"
        elements = n if name == "matmul" else f"1e{len(str(n)) - 1}"
        print(f"| {name}, {unit} | {elements} | " + " | ".join(cells) + f" | {ratio} |")


if __name__ == "__main__":
    main()
