#!/usr/bin/env python3
"""Takes programs through ExecuTorch and through graft, and prints how far each of them comes.

    pip install executorch
    zoo.py GRAFT_OPT FOLDERS... [--jobs N]

FOLDERS hold programs at any depth: model.pt2, inputs*.safetensors, outputs*.safetensors and, for the tolerance, facts.json.
`lowered`: a program file is written, by `to_edge(...).to_executorch()` and by `graft-opt --to-backend -o`. `loaded`: ExecuTorch's
runtime with its portable and quantised kernels has every kernel that the file calls and runs all cases. `right`: what they return
agrees with torch. `graft's kernels` is what graft-opt itself returns for its program in the Backend dialect. A line for each program
that does not come to the end somewhere, then a table. Each program is lowered in a process of its own, of at most five minutes.
"""
import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile

import run_pte

LOWER = """
import importlib, sys, warnings
warnings.filterwarnings("ignore")
import torch
for library in ("torch.ao.quantization.fx._decomposed", "torchvision", "torchao"):
    try:
        importlib.import_module(library)
    except Exception:
        pass
from executorch.exir import EdgeCompileConfig, to_edge
program = torch.export.load(sys.argv[1])
lowered = to_edge(program, compile_config=EdgeCompileConfig(_check_ir_validity=False)).to_executorch()
open(sys.argv[2], "wb").write(lowered.buffer)
"""


worker = run_pte.Worker()  # of this process


def last_line(text):
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1][-200:] if lines else "no word"


def run_command(command):
    """What a command says where it fails; None where it does not."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return "takes too long"
    return None if done.returncode == 0 else last_line(done.stdout + done.stderr)


def check(graft_opt, folder):
    """By whom and stage: None where it is right, else why not."""
    facts = folder / "facts.json"
    tolerance = str((json.loads(facts.read_text()) if facts.exists() else {}).get("tolerance") or 1e-4)
    cases = [(given, given.with_name(given.name.replace("inputs", "outputs"))) for given in sorted(folder.glob("inputs*.safetensors"))]
    found = {}
    with tempfile.TemporaryDirectory() as temporary:
        for who in ("ExecuTorch", "graft"):
            file = pathlib.Path(temporary) / f"{who}.pte"
            lower = ([sys.executable, "-c", LOWER, folder / "model.pt2", file] if who == "ExecuTorch" else
                     [graft_opt, folder / "model.pt2", "--to-backend", "-o", file])
            found[who, "lowered"] = run_command(lower)
            if found[who, "lowered"] is not None:
                found[who, "loaded"] = found[who, "right"] = "not lowered"
                continue
            wrong = [why for ok, why in (worker.run(file, *case, tolerance) for case in cases) if not ok]
            ran = not wrong or " is off by " in wrong[0] or " has the sizes " in wrong[0]
            found[who, "loaded"] = None if ran else wrong[0]
            found[who, "right"] = wrong[0] if wrong else None
        for given, expected in cases:
            why = run_command([graft_opt, folder / "model.pt2", "--to-backend", "--run", "--inputs", given, "--expect", expected,
                               "--tolerance", tolerance])
            found["graft's kernels", "right"] = found.get(("graft's kernels", "right")) or why
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graft_opt")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    programs = sorted(pathlib.Path(folder) for root in options.folders
                      for folder, _, files in os.walk(root, followlinks=True) if "model.pt2" in files)
    right = collections.Counter()
    with multiprocessing.Pool(options.jobs) as pool:
        work = [(os.path.abspath(options.graft_opt), folder) for folder in programs]
        for folder, found in zip(programs, pool.starmap(check, work, chunksize=1)):
            for (who, stage), why in found.items():
                right[who, stage] += why is None
                if why is not None and why != "not lowered":
                    print(f"{folder.name}: {who}: {stage}: {why}", flush=True)
    stages = ("lowered", "loaded", "right")
    print(f"\n| {len(programs)} programs | " + " | ".join(stages) + " |\n|---|--:|--:|--:|")
    for who in ("ExecuTorch", "graft", "graft's kernels"):
        print(f"| {who} | " + " | ".join(str(right[who, s]) if (who, s) in right else "" for s in stages) + " |")


if __name__ == "__main__":
    main()
