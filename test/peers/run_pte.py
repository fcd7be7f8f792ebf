#!/usr/bin/env python3
"""Runs program files in ExecuTorch's own runtime and compares what they return.

    pip install executorch
    run_pte.py PROGRAM.pte INPUTS.safetensors OUTPUTS.safetensors   one case; exit code 1 when it is wrong
    run_pte.py MODELS PROGRAMS                                      every PROGRAMS/<model>.<variant>.pte on the
                                                                    cases of MODELS/<model>; a table
"""
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import threading

TYPES = {"F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "I64": "int64", "I32": "int32",
         "I16": "int16", "I8": "int8", "U8": "uint8", "BOOL": "bool"}


def read_safetensors(path):
    import torch

    data = pathlib.Path(path).read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8:8 + length])
    tensors = {}
    for name, about in header.items():
        if name == "__metadata__":
            continue
        begin, end = about["data_offsets"]
        kind = getattr(torch, TYPES[about["dtype"]])
        raw = bytearray(data[8 + length + begin:8 + length + end])
        flat = torch.frombuffer(raw, dtype=kind) if raw else torch.empty(0, dtype=kind)
        tensors[name] = flat.reshape(about["shape"])
    return tensors, json.loads(header.get("__metadata__", {}).get("constants", "{}"))


def run_case(program, inputs, expected, tolerance=1e-4):
    """The largest error of the method `forward`; raises for what does not load, and for an error above the tolerance."""
    import torch
    from executorch.runtime import Runtime
    try:
        import executorch.kernels.quantized  # noqa: F401  (registers its operators)
    except (ImportError, OSError):
        pass

    tensors, constants = read_safetensors(inputs)
    count = len([n for n in {*tensors, *constants} if n.startswith("input_")])
    arguments = [tensors.get(f"input_{i}", constants.get(f"input_{i}")) for i in range(count)]
    method = Runtime.get().load_program(program).load_method("forward")
    outputs = list(method.execute(arguments))
    wanted, _ = read_safetensors(expected)
    users = sorted((n for n in wanted if n.startswith("output_")), key=lambda n: int(n.split("_")[1]))
    last = max((int(n.split("_")[1]) for n in users), default=-1) + 1
    worst = 0.0
    for name in users:
        got = outputs[len(outputs) - last + int(name.split("_")[1])]
        got = got if isinstance(got, torch.Tensor) else torch.tensor(got)
        want = wanted[name]
        if tuple(got.shape) != tuple(want.shape):
            raise RuntimeError(f"{name} has the sizes {tuple(got.shape)}, not {tuple(want.shape)}")
        got, want = got.double(), want.double()
        far = (got - want).abs()
        far[torch.isclose(got, want, rtol=float(tolerance), atol=float(tolerance), equal_nan=True)] = 0
        near = (got - want).abs()
        worst = max([worst] + near[~near.isnan()].flatten().tolist())
        if far.nan_to_num(nan=1.0).max().item() > 0 if far.numel() else False:
            raise RuntimeError(f"{name} is off by {far.nan_to_num(nan=1.0).max().item():.3g}")
    return worst


class Worker:
    """Runs cases in a process of its own, since the runtime ends the process on some errors; starts it anew then."""

    def __init__(self):
        self.process = None

    def run(self, *arguments):
        if self.process is None:
            self.log = tempfile.TemporaryFile("w+")
            self.process = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=self.log, text=True)
        begin = self.log.seek(0, 2)
        print(*arguments, sep="\t", file=self.process.stdin, flush=True)
        ended = threading.Timer(300, self.process.kill)
        ended.start()
        line = ""
        for line in self.process.stdout:
            if line.startswith("case: "):
                break
        ended.cancel()
        if line.startswith("case: max"):
            return True, line[len("case: "):].strip()
        if not line.startswith("case: "):
            self.process.wait()
            self.process = None
        self.log.seek(begin)
        errors = self.log.read()
        missing = sorted(set(re.findall(r"[Mm]issing operator: \[\d+\] (\S+)", errors)))
        if missing:
            return False, "missing operators: " + ", ".join(missing)
        if line.startswith("case: "):
            return False, line[len("case: "):].strip()[-160:]
        found = [e for e in errors.strip().splitlines() if "Error" in e or "check failed" in e]
        return False, (found or ["the process has ended"])[-1][-160:]


def serve():
    """Answers each line of paths with a line."""
    for line in sys.stdin:
        try:
            worst = run_case(*line.rstrip("\n").split("\t"))
            print(f"case: max abs error {worst:.3g}", flush=True)
        except Exception as e:
            print("case: " + str(e).strip().replace("\n", " "), flush=True)


def run_all(models, programs):
    good, worker = 0, Worker()
    files = sorted(pathlib.Path(programs).glob("*.pte"))
    for program in files:
        name, variant = program.stem.split(".", 1) if "." in program.stem else (program.stem, "model")
        folder = pathlib.Path(models) / name
        results = []
        for inputs in sorted(folder.glob("inputs*.safetensors")):
            outputs = inputs.with_name(inputs.name.replace("inputs", "outputs"))
            results.append(worker.run(program, inputs, outputs))
        right = sum(ok for ok, _ in results)
        wrong = [why for ok, why in results if not ok]
        good += right > 0 and not wrong
        theirs = folder / "program.pte"
        sizes = f"{program.stat().st_size} bytes"
        if theirs.exists():
            sizes += f", ExecuTorch's {theirs.stat().st_size}"
        print(f"{name} {variant}: {right} of {len(results)} cases right, {sizes}" + (f"; {wrong[0]}" if wrong else ""),
              flush=True)
    print(f"{good} of {len(files)} programs right in every case")
    return 0 if good == len(files) else 1


if __name__ == "__main__":
    if len(sys.argv) == 1:
        serve()
        sys.exit(0)
    if len(sys.argv) == 3:
        sys.exit(run_all(sys.argv[1], sys.argv[2]))
    print(f"max abs error {run_case(*sys.argv[1:4]):.3g}")
