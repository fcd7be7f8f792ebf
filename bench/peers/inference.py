#!/usr/bin/env python3
"""Prints milliseconds per run of graft, ONNX Runtime, ExecuTorch (XNNPACK and portable kernels) and torch eager on the
same exported programs: one thread on one core, in turns, the fastest of all rounds.

    bench/peers/inference.py GRAFT_OPT [--models FOLDER] [--rounds N] [--only NAME,...]

GRAFT_OPT is a graft-opt of the release preset. FOLDER holds <name>/model.pt2 of programs that are not exported here
(mobilenet_v2, resnet18, digits_cnn_int8); without one, torchvision's are exported if it is installed. What is not
installed is left out.
"""
import argparse
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import time
import warnings

warnings.filterwarnings("ignore")
import torch
from torch import nn


class Encoder(nn.Module):
    """A layer of a transformer encoder, normalised first."""

    def __init__(self, size, heads, inner):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(size), nn.LayerNorm(size)
        self.qkv, self.out = nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.up, self.down = nn.Linear(size, inner), nn.Linear(inner, size)

    def forward(self, x):
        batch, tokens, size = x.shape
        q, k, v = (
            t.view(batch, tokens, self.heads, -1).transpose(1, 2) for t in self.qkv(self.norm1(x)).chunk(3, -1)
        )
        mixed = nn.functional.scaled_dot_product_attention(q, k, v)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, tokens, size))
        return x + self.down(nn.functional.gelu(self.up(self.norm2(x))))


def own_programs():
    torch.manual_seed(0)
    mlp = nn.Sequential(nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10))
    yield "mlp_784", mlp, (torch.rand(1, 784),)
    yield "transformer_256", nn.Sequential(*(Encoder(256, 8, 1024) for _ in range(2))), (torch.rand(1, 128, 256),)


def programs(folder, work):
    """Name, file of the program, example inputs."""
    for name, module, args in own_programs():
        path = os.path.join(work, name + ".pt2")
        torch.export.save(torch.export.export(module.eval(), args), path)
        yield name, path, args
    for name, size in (("mobilenet_v2", 224), ("resnet18", 224), ("digits_cnn_int8", 8)):
        path = os.path.join(folder or "", name, "model.pt2")
        channels = 3 if size == 224 else 1
        args = (torch.rand(1, channels, size, size),)
        if not os.path.exists(path):
            try:
                import torchvision

                module = getattr(torchvision.models, name)().eval()
            except (ImportError, AttributeError):
                print(f"{name}: no program", file=sys.stderr)
                continue
            path = os.path.join(work, name + ".pt2")
            torch.export.save(torch.export.export(module, args), path)
        yield name, path, args


def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, t in tensors.items():
        raw = t.contiguous().numpy().tobytes()
        header[name] = {"dtype": "F32", "shape": list(t.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + data)


def fastest(run, seconds=0.3, least=3):
    """Milliseconds of the fastest call."""
    run()
    best, begin, calls = float("inf"), time.perf_counter(), 0
    while calls < least or time.perf_counter() - begin < seconds:
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
        calls += 1
    return best * 1e3


def graft(tool, path, args, work):
    inputs = os.path.join(work, "inputs.safetensors")
    write_safetensors(inputs, {f"input_{i}": t for i, t in enumerate(args)})

    def run():
        command = [tool, path, "--to-edge", "--to-backend", "--run", "--profile", "--inputs", inputs]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return float(re.search(r"speed: .* fastest ([0-9.]+) ms", text)[1])

    return run


def onnx_runtime(program, args, work):
    import onnxruntime

    path = os.path.join(work, "program.onnx")
    torch.onnx.export(program, args, path, external_data=False, verbose=False)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    feed = {i.name: t.numpy() for i, t in zip(session.get_inputs(), args)}
    return lambda: fastest(lambda: session.run(None, feed))


def executorch(program, args, work, partitioners, **timing):
    from executorch.exir import to_edge_transform_and_lower
    from executorch.runtime import Runtime

    lowered = to_edge_transform_and_lower(program, partitioner=partitioners).to_executorch()
    buffer = lowered.buffer  # which the program refers to, as the method does to the program
    loaded = Runtime.get().load_program(buffer)
    method = loaded.load_method("forward")
    return lambda: fastest(lambda: (buffer, loaded, method.execute(args)), **timing)


def xnnpack(program, args, work):
    from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner

    return executorch(program, args, work, [XnnpackPartitioner()])


def portable(program, args, work):
    return executorch(program, args, work, [], seconds=0, least=1)


def eager(program, args, work):
    module = program.module()

    def run():
        with torch.no_grad():
            return module(*args)

    return lambda: fastest(run)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("graft_opt")
    parser.add_argument("--models")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    try:
        import executorch.exir.passes._quant_patterns_and_replacements  # noqa: F401, registers ops of quantized programs
    except ImportError:
        pass
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    torch.set_num_threads(1)
    peers = {"onnxruntime": onnx_runtime, "xnnpack": xnnpack, "portable": portable, "torch": eager}
    print(f"{'ms per run':18}" + "".join(f"{name:>13}" for name in ["graft", *peers]) + "   graft / best peer")
    with tempfile.TemporaryDirectory() as work:
        for name, path, args in programs(given.models, work):
            if given.only and name not in given.only.split(","):
                continue
            runs = {"graft": graft(given.graft_opt, path, args, work)}
            for peer, make in peers.items():
                try:
                    runs[peer] = make(torch.export.load(path), args, work)
                except Exception as e:
                    print(f"{name}: {peer}: {type(e).__name__}: {str(e).splitlines()[:1]}", file=sys.stderr)
            best = {}
            for round in range(given.rounds):
                for peer, run in runs.items():
                    if peer == "portable" and round > 0:
                        continue
                    best[peer] = min(best.get(peer, float("inf")), run())
            rivals = [v for peer, v in best.items() if peer != "graft"]
            print(
                f"{name:18}"
                + "".join(f"{best[p]:13.4f}" if p in best else f"{'-':>13}" for p in ["graft", *peers])
                + (f"{best['graft'] / min(rivals):12.2f}" if rivals else ""),
                flush=True,
            )


if __name__ == "__main__":
    main()
