"""What bench/run/kernels.cpp measures, by torch on one thread: lines `torch,family/elements,GB/s or GFLOP/s`."""

import time

import torch
import torch.nn.functional as F

torch.set_num_threads(1)
ROW = 1000


def best(run, seconds=0.3):
    run()
    fastest, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        run()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest


def show(name, n, amount, run):
    print(f"torch,{name}/{n},{amount / best(run) / 1e9:.2f}", flush=True)


def waves(*sizes):
    count = torch.Size(sizes).numel()
    return torch.sin((torch.arange(count) % 9973).float()).reshape(sizes)


@torch.inference_mode()
def main():
    for n in (1_000, 100_000, 10_000_000):
        x, y, out = waves(n), waves(n), torch.empty(n)
        show("add", n, 12 * n, lambda: torch.add(x, y, out=out))
        show("mul", n, 12 * n, lambda: torch.mul(x, y, out=out))
        for name in ("exp", "tanh", "erf", "sigmoid"):
            show(name, n, 8 * n, lambda: getattr(torch, name)(x, out=out))
        show("gelu", n, 8 * n, lambda: torch.ops.aten.gelu.out(x, out=out))
        show("relu", n, 8 * n, lambda: torch.clamp_min(x, 0, out=out))
        rows, weight = x.reshape(-1, ROW), waves(ROW)
        show("softmax", n, 8 * n, lambda: torch.softmax(rows, -1))
        show("layer_norm", n, 8 * n, lambda: F.layer_norm(rows, (ROW,), weight, weight))
        show("sum", n, 4 * n, lambda: rows.sum())
        show("sum_rows", n, 4 * n, lambda: rows.sum(1))
        show("amax", n, 4 * n, lambda: rows.amax())
        show("sort", n, 16 * n, lambda: torch.sort(rows, 1, stable=True))
        places = (torch.arange(n) * 7919 % ROW).reshape(-1, ROW)
        show("gather", n, 16 * n, lambda: torch.gather(rows, 1, places))
        images = waves(max(n // 784, 1), 28, 28)
        show("max_pool2d", n, 5 * images.numel(), lambda: F.max_pool2d(images, 2))
        show("avg_pool2d", n, 5 * images.numel(), lambda: F.avg_pool2d(images, 2))
    for n in (64, 256, 1024):
        a, b = waves(n, n), waves(n, n)
        out = torch.empty(n, n)
        show("matmul", n, 2 * n**3, lambda: torch.mm(a, b, out=out))


main()
