#!/usr/bin/env python3
"""Records the programs that tests of other projects export, and runs them through graft_zoo.

    pip install torch safetensors pytest, and what the tests need
    recorded_programs.py GRAFT_ZOO --out FOLDER [--only TEXT] [--part 0/1] [--seconds 300] FILE_OR_MODULE...

A folder stands for the tests in it. Each file runs under pytest in a process of its own, for so many seconds, with a
`torch.export.export` that also writes the program to FOLDER/<file>_<digests>: of programs whose texts differ in numbers
alone, three. What tests go on to do with a program is left out, as harnesses.py says, and that they fail is no matter;
PYTEST_ADDOPTS chooses among them. A dynamic program has a second case of other sizes. A program is left out when it is
large or slow, or gives other results each time, or others than its module; left_out.txt says which, and tests.log what
pytest told. The exit code is graft_zoo's.
"""
import argparse
import contextlib
import functools
import hashlib
import importlib.util
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import torch
from torch.utils._pytree import tree_leaves, tree_map

import exported
import harnesses
import network_programs

SECONDS_OF_ONE = 30
MOST_BYTES = 30_000_000  # of a program with its constants, and of its inputs
MOST_ALIKE = 3  # programs whose texts differ in numbers alone
CLOSE = 1e-3


def text_of(program):
    """What two programs that are alike have in common."""
    lines = program.graph_module.print_readable(print_output=False, include_stride=True).splitlines()
    lines = [line.split(" # ")[0].rstrip() for line in lines if not line.strip().startswith("#")]
    return "\n".join(line for line in lines if line)


def digest_of(text):
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def bytes_of(things):
    return sum(t.numel() * t.element_size() for t in tree_leaves(things) if isinstance(t, torch.Tensor))


def resized(program, args, kwargs):
    """Arguments of other sizes that the program takes, or None when it takes no others."""
    inputs = set(program.graph_signature.user_inputs)
    values = [n.meta.get("val") for n in program.graph.nodes if n.op == "placeholder" and n.name in inputs]
    leaves = tree_leaves((args, kwargs))
    if len(values) != len(leaves):
        return None
    now, sizes = {}, {}
    for value, leaf in zip(values, leaves):
        if isinstance(value, torch.Tensor):
            for size, given in zip(value.shape, leaf.shape):
                if isinstance(size, torch.SymInt) and size.node.expr.is_symbol:
                    now[size.node.expr] = given
    for symbol, given in now.items():
        bounds = program.range_constraints.get(symbol)
        low = max(2, int(bounds.lower)) if bounds and bounds.lower.is_Integer else 2
        high = int(bounds.upper) if bounds and bounds.upper.is_Integer else given + 2
        chosen = [n for n in (given + 1, given + 2, given - 1, low, high) if low <= n <= min(high, given + 64) and n != given]
        sizes[symbol] = chosen[0] if chosen else given
    if sizes == now:
        return None

    def size_of(size):
        return int(size.node.expr.subs(sizes)) if isinstance(size, torch.SymInt) else int(size)

    rows = iter(zip(values, leaves))

    def other(leaf):
        value = next(rows)[0]
        if not isinstance(value, torch.Tensor):
            return leaf
        for dim, size in enumerate(map(size_of, value.shape)):
            if size != leaf.shape[dim]:
                leaf = leaf.index_select(dim, torch.arange(size) % leaf.shape[dim])
        return leaf

    return tree_map(other, (args, kwargs))


def is_subclass(thing):
    return isinstance(thing, torch.Tensor) and type(thing) not in (torch.Tensor, torch.nn.Parameter)


class Recorder:
    """Writes the programs that one file exports."""

    def __init__(self, stem, out):
        self.stem, self.out, self.busy = stem, out, False

    def tell(self, why):
        with open(self.out / "left_out.txt", "a") as file:
            file.write(f"{self.stem}\t{os.environ.get('PYTEST_CURRENT_TEST', '')}\t{why}\n")

    def record(self, program, module, args, kwargs):
        if any(is_subclass(t) for t in [*program.state_dict.values(), *program.constants.values()]):
            program = program.run_decompositions({})  # such tensors have no file that others read
        text = text_of(program)
        kind, digest = digest_of(re.sub(r"\d+", "0", text)), digest_of(text)
        if len(list(self.out.glob(f"*_{kind}_*"))) >= MOST_ALIKE or any(self.out.glob(f"*_{kind}_{digest}")):
            return None
        if bytes_of([program.state_dict, program.constants]) > MOST_BYTES or bytes_of([args, kwargs]) > MOST_BYTES:
            return "large"
        given, _ = network_programs.run(module, args, kwargs)
        torch.manual_seed(6)
        with torch.no_grad():
            again = program.module()(*tree_map(harnesses.copied, args), **tree_map(harnesses.copied, kwargs))
        if network_programs.distance(network_programs.tensors_of(again), given) > CLOSE:
            return "gives other results each time, or exported"
        cases = [(args, kwargs)]
        with contextlib.suppress(Exception):
            if (more := resized(program, args, kwargs)) is not None:
                network_programs.run(module, *more)
                cases.append(more)
        unfinished = self.out / f".{os.getpid()}"
        shutil.rmtree(unfinished, ignore_errors=True)
        facts = {"test": os.environ.get("PYTEST_CURRENT_TEST", self.stem), "dynamic": bool(len(cases) > 1)}
        network_programs.save(unfinished, program, module, cases, facts, "quantize" in text)
        unfinished.rename(self.out / f"{self.stem}_{kind}_{digest}")
        return None

    def record_timed(self, program, module, args, kwargs):
        """Tells why a program is left out; whatever happens, the test goes on."""
        def late(*_):
            raise TimeoutError("takes too long")
        before = signal.signal(signal.SIGALRM, late)
        signal.alarm(SECONDS_OF_ONE)
        try:
            with torch.random.fork_rng(devices=[]):
                why = self.record(program, module, args, kwargs)
        except Exception as e:
            why = f"{type(e).__name__}: {' '.join(str(e).split())[:200]}"
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, before)
        if why:
            self.tell(why)

    def wrap(self, export):
        """An export that also records; one that an export calls does not."""
        @functools.wraps(export)
        def recording(mod, args=(), kwargs=None, *rest, **options):
            if self.busy:
                return export(mod, args, kwargs, *rest, **options)
            self.busy = True
            try:
                if isinstance(mod, torch.nn.Module) and bytes_of([mod.state_dict()]) > MOST_BYTES:
                    raise ValueError("large")
                args, kwargs = tuple(args), dict(kwargs or {})
                given = tree_map(harnesses.copied, (args, kwargs))
                program = export(mod, args, kwargs, *rest, **options)
                self.record_timed(program, mod, *given)
                return program
            except Exception as e:
                self.tell(f"not exported: {type(e).__name__}: {' '.join(str(e).split())[:100]}")
                raise
            finally:
                self.busy = False
        return recording

    def install(self):
        from torch.export import _trace
        for place, name in ((torch.export, "export"), (torch.export, "export_for_training"), (torch.export, "draft_export"),
                            (_trace, "_export"), (_trace, "_export_for_training")):
            if hasattr(place, name):
                setattr(place, name, self.wrap(getattr(place, name)))


def record_file(path, stem, out, _):
    os.dup2(os.open(out / "tests.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND), 1)
    Recorder(stem, out).install()
    harnesses.run(path)


def files_of(name):
    """The tests that a file, a folder or a module stands for."""
    path = pathlib.Path(name)
    if not path.exists():
        spec = importlib.util.find_spec(name)
        if spec is None:
            raise SystemExit(f"there is no file and no module {name}")
        path = pathlib.Path(spec.origin or next(iter(spec.submodule_search_locations)))
        path = path.parent if path.name == "__init__.py" and not harnesses.has_programs(path) else path
    if path.is_file():
        return [path.resolve()]
    found = {*path.rglob("test_*.py"), *path.rglob("*_test.py")}
    return sorted(p.resolve() for p in found if "third-party" not in p.parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=300, help="for the tests of one file")
    arguments = exported.parse(parser, "files", "FILE_OR_MODULE")
    if arguments.out is None:
        parser.error("--out is needed")
    out = arguments.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    files = [f for name in arguments.rest for f in files_of(name)]
    harnesses.prepare()
    for path in exported.part_of([f for f in files if arguments.only in str(f)], arguments):
        stem = "_".join(p for p in path.parts[-3:-1] if p not in ("test", "tests", "ops")) + "_" + path.stem.removeprefix("test_")
        began = time.monotonic()
        why = exported.limited(functools.partial(record_file, path, stem, out), out / ".nothing", arguments.seconds)
        made = len([p for p in out.iterdir() if p.name.startswith(stem + "_")])
        print(f"{stem}: {made} programs in {time.monotonic() - began:.0f} s{', ' + why if why else ''}", flush=True)
    for unfinished in out.glob(".*"):
        shutil.rmtree(unfinished, ignore_errors=True)
    programs = [p.parent for p in out.glob("*/model.pt2")]
    print(f"{len(programs)} programs", flush=True)
    return subprocess.run([arguments.graft_zoo, "--jobs", str(arguments.jobs), str(out)]).returncode if programs else 1


if __name__ == "__main__":
    sys.exit(main())
