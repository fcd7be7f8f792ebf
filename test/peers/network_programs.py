#!/usr/bin/env python3
"""Exports networks of public libraries and of torch.nn, small and with random weights, and runs them through graft_zoo.

    pip install torch torchvision torchaudio torchao executorch timm diffusers safetensors kornia monai torchmetrics torch_geometric \
        vit_pytorch x_transformers segmentation_models_pytorch pytorchcv
    network_programs.py GRAFT_ZOO [--out FOLDER] [--only TEXT] [--part 0/1] [--jobs 2]

networks/ says what networks there are: one that its library, torch or torch.export does not build is left out, and so is one
that takes longer than a minute. FOLDER/<name> holds model.pt2, inputs and outputs of one or two cases, and facts.json
with the tolerance: 8 times what the same network in float64 gives otherwise, and of a quantised one twice what a step does
in one number of each quantised tensor. The exit code is graft_zoo's.
"""
import argparse
import collections
import copy
import functools
import importlib
import json
import pathlib
import subprocess
import sys
import tempfile

import torch
from safetensors.torch import save_file
from torch.export import Dim
from torch.utils._pytree import tree_leaves, tree_map

import exported
from networks import PROGRAMS, doubled, varied

FAMILIES = ("nn", "ta", "tv", "timm", "diff", "q", "kornia", "tm", "pyg", "monai", "vit", "xt", "smp", "cv")
MOST_NUMBERS = 30_000_000  # in parameters: graft_zoo takes each program through a hundred stages
LEAST = {torch.float16: 4e-3, torch.bfloat16: 3e-2}


def tensors_of(result):
    """Those of a result, by their places."""
    return {i: t for i, t in enumerate(tree_leaves(result)) if isinstance(t, torch.Tensor)}


def same(a, b):
    if a.is_floating_point() and a.itemsize == 1:  # torch compares no floats of 8 bits
        a, b = a.float(), b.float()
    return torch.equal(a.nan_to_num(), b.nan_to_num())


def run(module, inputs, keywords):
    """Results by their places, and the buffers and inputs that the call changed by the names that files have for them."""
    module, inputs = copy.deepcopy(module), tree_map(lambda t: t.clone() if isinstance(t, torch.Tensor) else t, inputs)
    buffers = {f"mutated_buffer.{n}": b for n, b in module.named_buffers(remove_duplicate=False)}
    leaves = {f"mutated_input_{i}": t for i, t in enumerate(tree_leaves((inputs, keywords))) if isinstance(t, torch.Tensor)}
    before = {n: t.clone() for n, t in (buffers | leaves).items()}
    torch.manual_seed(5)
    with torch.no_grad():
        given = tensors_of(module(*inputs, **keywords))
    changed = {n: t for n, t in (buffers | leaves).items() if t.dtype != torch.bool and not same(t, before[n])}
    return given, changed


def distance(one, other):
    """The least tolerance, relative and absolute, with which results agree."""
    most = 0.0
    for a, b in zip(one.values(), other.values()):
        if a.is_floating_point() or a.is_complex():
            a, b = (t.to(torch.complex128 if t.is_complex() else torch.float64) for t in (a, b))
            d = ((a - b).abs() / (1 + b.abs())).nan_to_num(0, 0, 0)
            most = max(most, float(d.max()) if d.numel() else 0.0)
    return most


class OneStepOff(torch.fx.Interpreter):
    """Runs a program in which one number of each tensor that is quantised lies a step away: sums that are taken in another
    order round to the other of two steps."""

    def run_node(self, node):
        given = super().run_node(node)
        name = str(node.target)
        if "dequantize" not in name and any(q in name for q in (".quantize_per_", ".quantize_affine")):
            at = int(torch.randint(given.numel(), ()))
            flat = given.flatten().clone()
            flat[at] += 1 if flat[at] < 0 else -1
            return flat.view(given.shape)
        return given


def step_noise(program, inputs, keywords, given):
    most = 0.0
    for _ in range(8):
        with torch.no_grad():
            other = OneStepOff(program.module()).run(*tree_leaves((inputs, keywords)))
        most = max(most, distance(tensors_of(other), given))
    return most


def save(folder, program, module, cases, facts, quantized=False):
    """Writes a program to a new folder, with a case for each arguments and keywords in `cases`: what the module gives for them."""
    folder.mkdir(parents=True)
    torch.export.save(program, str(folder / "model.pt2"))
    noise, least = 0.0, 1e-4
    for k, (inputs, keywords) in enumerate(cases):
        case = f".case{k}" if k else ""
        given, changed = run(module, inputs, keywords)
        leaves = tree_leaves((inputs, keywords))
        constants = {f"input_{i}": v for i, v in enumerate(leaves) if not isinstance(v, torch.Tensor)}
        text = {"constants": json.dumps(constants), "count": str(len(leaves))}
        save_file({f"input_{i}": exported.plain(t) for i, t in enumerate(leaves) if isinstance(t, torch.Tensor)}, str(folder / f"inputs{case}.safetensors"), text)
        named = {f"output_{i}": t for i, t in given.items()} | changed
        save_file({n: exported.plain(t) for n, t in named.items()}, str(folder / f"outputs{case}.safetensors"))
        least = max([least, *(LEAST.get(t.dtype, 0) for t in [*given.values(), *module.parameters()])])
        try:
            noise = max(noise, distance(given, run(doubled(module), tree_map(doubled, inputs), tree_map(doubled, keywords))[0]))
        except Exception:
            pass  # what is quantised, or names a dtype, has no other precision
        if quantized:
            noise = max(noise, step_noise(program, inputs, keywords, given) / 4)
    facts = facts | {"rounding_noise": noise, "tolerance": max(least, 8 * noise)}
    (folder / "facts.json").write_text(json.dumps(facts, indent=1))


def takes(program, inputs):
    """Whether the program is also one for inputs of other sizes: torch.export may have fixed them."""
    try:
        with torch.no_grad():
            program.module()(*copy.deepcopy(inputs))
        return True
    except Exception:
        return False


def write(name, folder):
    torch.manual_seed(0)
    built = PROGRAMS[name]()
    module = built.module.train(built.train) if not isinstance(built.module, torch.fx.GraphModule) else built.module
    if not built.exact:
        varied(module)
    if sum(p.numel() for p in module.parameters()) > MOST_NUMBERS:
        raise ValueError("large")
    def shapes(t):
        return {0: Dim("batch", min=1, max=64)}
    dynamic = None
    if built.dynamic == "auto":
        dynamic = (tuple({d: Dim.AUTO(max=2 * i.shape[d] + 2) for d in range(i.dim())} for i in built.inputs),)
    elif built.dynamic:
        dynamic = tuple(shapes(i) if n in built.dynamic else None for n, i in enumerate(built.inputs))
    with torch.no_grad():
        program = torch.export.export(copy.deepcopy(module), built.inputs, built.keywords, dynamic_shapes=dynamic, strict=False)
    if built.dynamic == "auto":
        built.more = [inputs for inputs in built.more if takes(program, inputs)]
    facts = {"family": name.split("_")[0], "dynamic": bool(dynamic)}
    save(folder, program, module, [(inputs, built.keywords) for inputs in [built.inputs, *built.more]], facts, name.startswith("q_"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tell", action="store_true", help="say why a network is left out")
    arguments = exported.parse(parser, "networks")
    for family in FAMILIES:
        if arguments.only.split("_")[0] not in FAMILIES or arguments.only.startswith(family + "_"):
            try:
                importlib.import_module(f"networks.{family}_networks")
            except ImportError as e:
                print(f"{family}: {e}")
    with tempfile.TemporaryDirectory() as temporary:
        out = arguments.out or pathlib.Path(temporary)
        made, left_out = collections.Counter(), collections.Counter()
        for name in exported.part_of([n for n in PROGRAMS if arguments.only in n], arguments):
            why = exported.limited(functools.partial(write, name), out / name) if not (out / name).exists() else None
            (left_out if why else made)[name.split("_")[0]] += 1
            if why and arguments.tell:
                print(f"{name}: {why}", flush=True)
        print(f"programs: {dict(made)}; left out: {dict(left_out)}", flush=True)
        return subprocess.run([arguments.graft_zoo, "--jobs", str(arguments.jobs), str(out)]).returncode if made else 1


if __name__ == "__main__":
    sys.exit(main())
