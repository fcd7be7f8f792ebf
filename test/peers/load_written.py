#!/usr/bin/env python3
"""Lets torch load and run every `.pt2` that graft-opt writes: as exported, in Edge and in the Backend dialect.

    load_written.py GRAFT_OPT FOLDERS... [--stages exported,edge,backend] [--jobs 1]

FOLDERS hold programs at any depth: model.pt2, inputs*.safetensors, outputs*.safetensors and, for the tolerance, facts.json
(else what the dtype allows). A program that torch itself cannot load or run as it was exported, for lack of a library, counts
as one apart. Ops that PyTorch does not have, such as graft's own, are registered first as the file calls them: torch then loads
the program, and does not run it. Prints a line for each program and stage that is not right; the exit code is 1 when there is
one. Needs torch and safetensors.
"""
import argparse
import collections
import contextlib
import importlib
import json
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import warnings
import zipfile

import torch
import torch.utils._pytree as pytree
from safetensors import safe_open
from safetensors.torch import load_file

for library in ("torch.ao.quantization.fx._decomposed", "torchvision", "torchao"):
    with contextlib.suppress(Exception):  # they register ops that programs may call
        importlib.import_module(library)

STAGES = {"exported": [], "edge": ["--to-edge"], "backend": ["--to-edge", "--to-backend"]}


def read_inputs(path):
    with safe_open(path, "pt") as file:
        metadata = file.metadata() or {}
        constants = json.loads(metadata.get("constants", "{}"))
        names = list(file.keys()) + list(constants)
        count = int(metadata.get("count", len(names)))
        return [file.get_tensor(f"input_{i}") if f"input_{i}" in file.keys() else constants.get(f"input_{i}")
                for i in range(count)]


def results_of(program, inputs):
    """The outputs and what was changed, named as in outputs.safetensors."""
    module = program.module()
    args, kwargs = pytree.tree_unflatten(inputs, program.call_spec.in_spec)
    with torch.no_grad():
        leaves = pytree.tree_leaves(module(*args, **kwargs))
    found = {f"output_{i}": leaf for i, leaf in enumerate(leaves)}
    found |= {f"mutated_buffer.{name}": value for name, value in module.named_buffers(remove_duplicate=False)}
    return found | {f"mutated_input_{i}": value for i, value in enumerate(pytree.tree_leaves((args, kwargs)))}


def difference(wanted, got, tolerance):
    """Why `got` is not `wanted`; None where it is."""
    if not isinstance(got, torch.Tensor):
        return "no tensor"
    if got.shape != wanted.shape or got.dtype != wanted.dtype:
        return f"{got.dtype} {list(got.shape)}, not {wanted.dtype} {list(wanted.shape)}"
    if wanted.is_floating_point() and wanted.element_size() == 1:  # with which torch does not compute
        wanted, got = wanted.float(), got.float()
    if not wanted.is_floating_point() and not wanted.is_complex():
        return None if torch.equal(got, wanted) else "other values"
    if tolerance is None:
        tolerance = {torch.float16: 4e-3, torch.bfloat16: 3e-2, torch.float64: 1e-7}.get(wanted.dtype, 1e-4)
    near = torch.isclose(got, wanted, rtol=tolerance, atol=tolerance, equal_nan=True)
    return None if bool(near.all()) else f"{int((~near).sum())} of {wanted.numel()} values differ"


KINDS = {"as_tensor": "Tensor", "as_tensors": "Tensor[]", "as_optional_tensors": "Tensor?[]", "as_int": "SymInt",
         "as_sym_int": "SymInt", "as_ints": "SymInt[]", "as_sym_ints": "SymInt[]", "as_float": "float", "as_floats": "float[]",
         "as_bool": "bool", "as_bools": "bool[]", "as_string": "str", "as_scalar_type": "ScalarType",
         "as_memory_format": "MemoryFormat", "as_layout": "Layout", "as_device": "Device"}


def calls_of(graph):
    """The calls of a graph and of those that control flow is given in it."""
    for node in graph["nodes"]:
        yield node
        for given in node["inputs"]:
            if "as_graph" in given["arg"]:
                yield from calls_of(given["arg"]["as_graph"]["graph"])


def import_result_types(path):
    """Imports the modules of the classes that the program takes or returns, where they are installed: torch asks for that."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if re.search(r"models/[^/]*\.json$", name):
                for module in set(re.findall(rb'\\"type\\": \\"([\w.]+)\.\w+\\"', archive.read(name))):
                    with contextlib.suppress(Exception):
                        importlib.import_module(module.decode())


registered = set()  # by this process


def is_known(target):
    space, op, overload = target
    try:
        getattr(getattr(getattr(torch.ops, space), op), overload)
        return target not in registered
    except AttributeError:
        return False


def register_unknown_ops(path):
    """Gives torch the ops that it does not have, by the names and kinds of arguments in the file; true if there are any."""
    unknown = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if not re.search(r"models/[^/]*\.json$", name):
                continue
            for node in calls_of(json.loads(archive.read(name))["graph_module"]["graph"]):
                words = node["target"].split(".")
                if words[:2] == ["torch", "ops"] and len(words) == 5 and words[2] != "higher_order" and not is_known(tuple(words[2:])):
                    unknown.setdefault(tuple(words[2:]), []).append(node)
    for (space, op, overload), nodes in unknown.items():
        if (space, op, overload) in registered:
            continue
        registered.add((space, op, overload))
        arguments, keywords = {}, set()
        for given in (g for node in nodes for g in node["inputs"]):
            arguments.setdefault(given["name"], set()).update(given["arg"])
            if given["kind"] == 2:
                keywords.add(given["name"])
        texts = {}
        for name, kinds in arguments.items():
            kind = next((KINDS[k] for k in sorted(kinds) if k != "as_none"), "Tensor")
            texts[name] = f"{kind}{'?' if 'as_none' in kinds else ''} {name}"
        taken = [text for name, text in texts.items() if name not in keywords]
        named = [text for name, text in texts.items() if name in keywords]
        results = ", ".join(KINDS[next(iter(r))] for r in nodes[0]["outputs"])
        torch.library.define(f"{space}::{op}" + ("" if overload == "default" else f".{overload}"),
                             f"({', '.join(taken + (['*'] + named if named else []))}) -> ({results})")
    return bool(unknown)


def check(graft_opt, folder, stages):
    """Pairs of stage and what is wrong; the stage is None where torch fails on its own file."""
    warnings.filterwarnings("ignore")
    facts = folder / "facts.json"
    tolerance = json.loads(facts.read_text()).get("tolerance") if facts.exists() else None
    cases = sorted(folder.glob("inputs*.safetensors"))

    def run(program_file):
        if register_unknown_ops(program_file):
            torch.export.load(program_file)
            return None
        for case in cases:
            wanted = load_file(case.with_name(case.name.replace("inputs", "outputs")))
            got = results_of(torch.export.load(program_file), read_inputs(case))
            for name, value in wanted.items():
                if why := difference(value, got.get(name), tolerance):
                    return f"{case.name}: {name}: {why}"
        return None

    import_result_types(folder / "model.pt2")
    try:
        if why := run(folder / "model.pt2"):
            return [(None, why)]
    except Exception as error:
        return [(None, f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error) else ''}")]
    found = []
    for stage in stages:
        with tempfile.TemporaryDirectory() as temporary:
            file = pathlib.Path(temporary) / "written.pt2"
            done = subprocess.run([graft_opt, folder / "model.pt2", *STAGES[stage], "-o", file], capture_output=True, text=True)
            if done.returncode != 0 or not file.exists():
                said = (done.stdout + done.stderr).strip().splitlines() or [""]
                found.append((stage, "not written: " + next((s for s in said if s.startswith("graft:")), said[-1])))
                continue
            try:
                if why := run(file):
                    found.append((stage, why))
            except Exception as error:
                found.append((stage, f"{type(error).__name__}: {str(error).strip()[:300]}".replace("\n", " ")))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graft_opt")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--stages", default="exported,edge,backend")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    programs = sorted(pathlib.Path(folder) for root in options.folders
                      for folder, _, files in os.walk(root, followlinks=True) if "model.pt2" in files)
    counts, stages = collections.Counter(), options.stages.split(",")
    with multiprocessing.Pool(options.jobs, maxtasksperchild=200) as pool:
        work = [(options.graft_opt, folder, stages) for folder in programs]
        for folder, found in zip(programs, pool.starmap(check, work, chunksize=1)):
            kind = "right" if not found else "not loaded as torch exported it" if found[0][0] is None else "wrong"
            counts[kind] += 1
            for stage, why in found:
                print(f"{folder.name}: {stage or 'torch'}: {why}", flush=True)
    print(f"{len(programs)} programs: " + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
