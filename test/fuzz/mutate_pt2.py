#!/usr/bin/env python3
"""Runs graft-opt on exported programs whose JSON has been changed: valid archives that say what no exporter says.

    mutate_pt2.py GRAFT_OPT PROGRAMS... [--seconds 60] [--seed 1] [--keep FOLDER] [--case N] [--limit 3000000]

PROGRAMS are folders: PROGRAM/model.pt2, and PROGRAM/inputs.safetensors for what is to be run, at any depth. A case is drawn
from the seed and its number alone, and `--case N` makes that one again. It changes one to six places of `models/MODEL.json`
or of the tables of weights, and gives the archive to graft-opt with one of the lists of options below: every pass, rule set,
planner, executor and writer is in one of them.

A case is a finding when graft-opt ends by a signal, by a sanitizer's report or not within `--patience` seconds: build it with
-fsanitize=address,undefined. Findings are kept in FOLDER as NAME.pt2 with NAME.txt, which holds the command and what it
printed. The exit code is 1 when there is one.
"""
import argparse
import collections
import copy
import json
import os
import pathlib
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

EDGE = ["--to-edge", "--verify"]
BACKEND = EDGE + ["--to-backend", "--verify"]
PASSES = ["functionalize", "inline_regions", "decompose", "eliminate_dead_code", "constant_prop", "to_out_variant",
          "reorder_for_memory", "quant_fusion", "backend_rules", "find_composites", "fuse_linear_epilogues",
          "elide_copies", "channels_last", "remove_unused_state", "fold_known_numbers", "remove_graph_asserts",
          "remove_mixed_types", "scalar_to_tensor", "replace_sym_size", "replace_sym_operations", "copies_to_views", "to_dim_order_ops",
          "to_memory_format_ops", "prune_empty_tensors", "insert_write_back", "reinplace", "number_debug_handles",
          "to_edge"]
RULES = ["permute-permute", "add-zero", "mul-one", "view-view", "relu-relu"]
# Each stands for several: {out} is a file of the kind that follows it, {run} is `--run` with the program's inputs.
MODES = [
    BACKEND + ["--plan", "{run}"],
    BACKEND + ["--plan", "{run}"],
    ["--verify", "{run}"],
    ["--verify", "{run}"],
    ["{run}"],
    ["--plan={out}.svg", "--plan-in-place", "{run}"],
    BACKEND + ["--plan-in-place", "--plan-for=outputs,buffers", "--threads", "2", "{run}"],
    EDGE + ["--passes={pass}", "--verify", "--plan", "{run}"],
    ["--passes={pass},{pass}", "--verify", "{run}"],
    ["--passes={pass}", "-o", "{out}.pt2", "{run}"],
    ["--rules=all", "--rule-stats", "--verify", "{run}"],
    EDGE + ["--rules=canonical", "--rules=fold", "--rules=quant", "--print-ir"],
    ["--print-ir", "--print-ir=lossless", "--dot", "{out}.dot", "-o", "{out}.txt"],
    ["-o", "{out}.pt2"],
    EDGE + ["-o", "{out}.pt2"],
    BACKEND + ["-o", "{out}.pt2"],
    EDGE + ["-o", "{out}.pte", "--debug-map", "{out}.map"],
    BACKEND + ["-o", "{out}.pte"],
    EDGE + ["--passes={pass},to_out_variant", "-o", "{out}.pte"],
    ["--to-edge", "--check", "{original}"],
    ["--explain", "{rule}", "--at", "{node}", "--rules=recompose", "--explain", "{rule}", "--at", "{node}"],
    ["--to-edge", "--to-backend", "--print-diff", "--print-ir-after-all", "--print-pass-order", "--time-passes"],
    ["--partition=aten.add,aten.mul.Tensor,aten.relu", "--source-partitions=Linear,relu", "--to-edge",
     "--partition=aten::addmm,aten::permute_copy"],
    BACKEND + ["--plan", "{run}", "--profile"],
]

IGNORED = {"stack_trace", "from_node", "nn_module_stack", "torch_fn", "guards_code", "module_call_graph"}
INTEGERS = [-1, 0, 1, 2, 3, 4, 5, 7, 8, 16, 31, 64, 127, 128, 255, 1000, 65537, 2**31 - 1, 2**31, 2**32, 2**40, 2**62,
            -2, -8, -2**31, -2**63, 2**63 - 1, 2**64]
REALS = [0.0, -0.0, 1.0, -1.0, 0.5, 1e308, -1e308, 1e-308, 1e19, -1e19, "NaN", "Infinity", "-Infinity"]
TAGS = ["as_int", "as_none", "as_tensor", "as_tensors", "as_ints", "as_float", "as_bool", "as_string", "as_sym_int",
        "as_sym_bool", "as_expr", "as_name", "as_optional_tensors", "as_scalar_type", "as_floats", "as_bools"]
S, U = "Symbol('s77', positive=True, integer=True)", "Symbol('u0', integer=True)"
EXPRESSIONS = [S, U, "Symbol('s0', integer=True)", "Integer(0)", "Integer(-1)", "Integer(9223372036854775807)",
               "Integer(9223372036854775808)", f"Add({S}, Integer(1))", f"Mul(Integer(2), {S})", f"Mul(Integer(-1), {S})",
               f"Pow({S}, Integer(2))", f"Pow({S}, Integer(64))", f"Pow({S}, {S})", f"Pow({S}, Integer(-1))",
               f"Mod({S}, Integer(2))", f"Mod({S}, Integer(0))", f"FloorDiv({S}, Integer(0))", f"FloorDiv({S}, Integer(2))",
               f"FloorDiv(Integer(-9223372036854775807), {U})", f"Max(Integer(1), {S})", f"Min({S}, {U})", "Max()",
               f"Mul(Integer(4611686018427387904), {S})", f"Eq({S}, Integer(1))", f"PythonMod({S}, {U})", "Float('1.5')",
               f"Where(Eq({S}, {U}), {S}, {U})", f"ModularIndexing({S}, Integer(0), Integer(2))", "Rational(1, 2)", "Rational(1, 0)",
               f"CleanDiv({S}, Integer(3))", f"ToFloat({S})", f"IntTrueDiv({S}, Integer(0))", f"FloatPow({S}, Float('1e308'))",
               f"CeilToInt(IntTrueDiv({S}, Integer(2)))", f"TruncToInt(Float('1e300'))", "true", "false", "", "(", f"Add({S}", "zoo",
               "nan", "oo", "Symbol('')", "Symbol('" + "s" * 300 + "')", "s0 + 1"]
DEEP = ["Max(Integer(1), " * n + S + ")" * n for n in (30, 70, 3000)] + \
       [f"FloorDiv({S}, " * n + "Integer(2)" + ")" * n for n in (30, 3000)] + \
       [f"Add(Mul({S}, {U}), " * 2000 + "Integer(1)" + ")" * 2000, "Integer(" + "9" * 5000 + ")", "(" * 5000,
        f"Pow(Add({S}, {U}, Symbol('s1'), Symbol('s2')), Integer(60))", "Pow(" * 2000 + S + ", Integer(2))" * 2000,
        "Mul(" + ", ".join(f"Add({S}, Integer({i}))" for i in range(60)) + ")", f"Pow({S}, Integer(4294967297))",
        "Add(" + ", ".join(f"Symbol('s{i}')" for i in range(3000)) + ")"]


def places(value, path=()):
    """Paths of all leaves, and of all lists and objects as (..., '#'), of what a reader looks at."""
    if isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            if key not in IGNORED:
                yield from places(item, path + (key,))
        yield path + ("#",)
    else:
        yield path


def at(value, path):
    for key in path:
        value = value[key]
    return value


class Program:
    """An archive with its JSON texts parsed."""

    def __init__(self, path):
        self.path = path
        inputs = path.parent / "inputs.safetensors"
        self.inputs = inputs if inputs.exists() else None
        self.documents, self.records = {}, {}
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if "sample_inputs" in name:
                    continue
                content = archive.read(name)
                if re.search(r"models/[^/]*\.json$|_config\.json$", name):
                    self.documents[name] = json.loads(content)
                else:
                    self.records[name] = content
        self.originals = {name: json.dumps(document) for name, document in self.documents.items()}
        self.places = {name: list(places(document)) for name, document in self.documents.items()}
        self.model = next(name for name in self.documents if "models/" in name)
        self.texts = sorted({t for p in self.places[self.model] if p[-1] != "#"
                             for t in [at(self.documents[self.model], p)] if isinstance(t, str) and len(t) < 60})


class Mutator:
    def __init__(self, rng, program, targets):
        self.rng, self.program, self.targets = rng, program, targets
        self.documents = {name: json.loads(text) for name, text in program.originals.items()}

    def run(self):
        for _ in range(self.rng.choice((1, 1, 1, 1, 2, 2, 3, 6))):
            name = self.program.model if self.rng.random() < 0.95 else self.rng.choice(sorted(self.documents))
            move = self.rng.choice((self.leaf, self.leaf, self.any_list, self.transplant, self.size, self.size, self.size,
                                    self.target, self.reference, self.reference))
            try:
                move(name)
            except (KeyError, IndexError, TypeError, ValueError):
                pass  # an earlier move took the place away
        return self.documents

    def pick(self, name, wanted):
        found = [p for p in self.program.places[name] if wanted(p)]
        return self.rng.choice(found)

    def leaf(self, name):
        """Another value of the same kind, or another kind."""
        path = self.pick(name, lambda p: p[-1] != "#")
        parent, key = at(self.documents[name], path[:-1]), path[-1]
        parent[key] = self.other(parent[key], key)
        if isinstance(parent, dict) and len(parent) == 1 and self.rng.random() < 0.3:
            parent[self.rng.choice(TAGS)] = parent.pop(key)

    def other(self, value, key):
        rng = self.rng
        if rng.random() < 0.03:
            return rng.choice([None, True, -1, 0.5, "x", "", [], {}, [[]], {"as_int": 3}, {"as_none": True}])
        if key == "expr_str":
            return rng.choice(DEEP) if rng.random() < 0.3 else rng.choice(EXPRESSIONS)
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return rng.choice(INTEGERS + [value + 1, value - 1, value * 2, -value])
        if isinstance(value, float):
            return rng.choice(REALS + [-value, value * 2])
        if isinstance(value, str):
            return rng.choice(self.program.texts)
        return rng.choice([0, 1, "x", [], {}, False, {"as_int": 1}])

    def any_list(self, name):
        """Items less, more, or in another order."""
        path = self.pick(name, lambda p: p[-1] == "#")[:-1]
        value, rng = at(self.documents[name], path), self.rng
        if isinstance(value, dict):
            key = rng.choice(sorted(value))
            if rng.random() < 0.5:
                del value[key]
            else:
                value[rng.choice(self.program.texts)] = copy.deepcopy(value[key])
            return
        move = rng.randrange(5)
        if move == 0:
            del value[rng.randrange(len(value))]
        elif move == 1:
            value.insert(rng.randrange(len(value) + 1), copy.deepcopy(rng.choice(value)))
        elif move == 2:
            rng.shuffle(value)
        elif move == 3:
            value.clear()
        else:
            value.extend(copy.deepcopy(rng.choice(value)) for _ in range(rng.choice((1, 2, 8, 70))))

    def transplant(self, name):
        """What stands elsewhere under the same key."""
        to = self.pick(name, lambda p: len(p) > 1 and p[-1] != "#" or len(p) > 2)
        to = to[:-1] if to[-1] == "#" else to
        key = to[-1]
        same = [p[:-1] if p[-1] == "#" else p for p in self.program.places[name]]
        same = [p for p in same if p and (p[-1] == key if isinstance(key, str) else isinstance(p[-1], int)) and
                len(p) - len(to) in range(-4, 5)]
        at(self.documents[name], to[:-1])[key] = copy.deepcopy(at(self.program.documents[name], self.rng.choice(same)))

    def size(self, name):
        """A tensor of other sizes, strides or dtype."""
        spots = [p[:-1] for p in self.program.places[name] if p[-1] == "dtype"]
        meta = at(self.documents[name], self.rng.choice(spots))
        rng = self.rng
        kind = rng.randrange(5)
        number = {"as_int": rng.choice(INTEGERS[:20] + [rng.randrange(1, 70)])} if rng.random() < 0.9 else \
            {"as_expr": {"expr_str": rng.choice(EXPRESSIONS), "hint": None}}
        if kind == 0:
            meta["dtype"] = rng.randrange(1, 14)
        elif kind == 1:
            meta["storage_offset"] = number
        elif kind == 2:
            meta["sizes"].append(number)
            meta["strides"].insert(0, copy.deepcopy(number))
        elif kind == 3 and meta["sizes"]:
            i = rng.randrange(len(meta["sizes"]))
            del meta["sizes"][i], meta["strides"][i]
        else:
            of = meta[rng.choice(("sizes", "sizes", "strides"))]
            of[rng.randrange(len(of))] = number

    def target(self, name):
        """Another op."""
        path = self.pick(name, lambda p: p[-1] == "target" and len(p) > 2)
        at(self.documents[name], path[:-1])["target"] = self.rng.choice(self.targets)

    def reference(self, name):
        """The name of another value: of one before, one behind, or one of another graph."""
        path = self.pick(name, lambda p: p[-1] == "name" and len(p) > 2 and str(p[-2]).startswith("as_"))
        names = [at(self.program.documents[name], p) for p in self.program.places[name] if p[-1] == "name"]
        at(self.documents[name], path[:-1])["name"] = self.rng.choice([n for n in names if isinstance(n, str)])


class Fuzzer:
    def __init__(self, options):
        self.options = options
        paths = sorted(pathlib.Path(folder, "model.pt2") for root in options.programs
                       for folder, _, files in os.walk(root, followlinks=True) if "model.pt2" in files)
        paths = [p for p in paths if p.stat().st_size < options.limit]
        self.programs = [Program(p) for p in paths]
        if not self.programs:
            sys.exit("mutate_pt2.py: there is no model.pt2 in these folders")
        self.targets = sorted({t for p in self.programs for t in p.texts if t.startswith(("torch.ops", "_operator"))})
        self.keep = pathlib.Path(options.keep)
        self.keep.mkdir(parents=True, exist_ok=True)
        self.counts, self.findings = collections.Counter(), 0

    def command(self, rng, program, case, out):
        mode = []
        if case.suffix == ".pte":
            return [self.options.graft_opt, str(case), "--print-ir", *self.running(program)]
        for word in rng.choice(MODES):
            if word == "{run}":
                mode += self.running(program)
            else:
                while "{pass}" in word:
                    word = word.replace("{pass}", rng.choice(PASSES), 1)
                word = word.replace("{rule}", rng.choice(RULES)).replace("{node}", rng.choice(program.texts))
                mode.append(word.replace("{out}", str(out)).replace("{original}", str(program.path)))
        return [self.options.graft_opt, str(case), *mode]

    @staticmethod
    def running(program):
        return ["--run", "--inputs", str(program.inputs)] if program.inputs else []

    def call(self, command):
        """The exit code, or what kind of finding it is, and what was printed."""
        environment = dict(os.environ)
        environment.setdefault("ASAN_OPTIONS", "allocator_may_return_null=1:max_allocation_size_mb=1024:detect_leaks=0:"
                                               "hard_rss_limit_mb=4000")
        environment.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
        patience = self.options.patience
        try:  # of the processor, so that a busy machine makes no finding
            done = subprocess.run(command, capture_output=True, timeout=20 * patience, env=environment, preexec_fn=lambda:
                                  resource.setrlimit(resource.RLIMIT_CPU, (int(patience), int(patience) + 1)))
        except subprocess.TimeoutExpired:
            return "timeout", ""
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "timeout", done.stdout.decode(errors="replace")[-4000:]
        text = done.stdout.decode(errors="replace")[-4000:] + done.stderr.decode(errors="replace")
        report = re.search(r"runtime error:|ERROR: AddressSanitizer|Sanitizer: hard rss|LeakSanitizer", text)
        if done.returncode < 0 or report or done.returncode > 2:
            return f"signal{-done.returncode}" if done.returncode < 0 else "report", text
        return done.returncode, text

    def one(self, number):
        rng = random.Random(f"{self.options.seed}/{number}")
        program = rng.choice(self.programs)
        documents = Mutator(rng, program, self.targets).run()
        with tempfile.TemporaryDirectory(dir=self.options.work) as folder:
            case, out = pathlib.Path(folder) / "case.pt2", pathlib.Path(folder) / "out"
            with zipfile.ZipFile(case, "w", zipfile.ZIP_STORED) as archive:
                for name, document in documents.items():
                    archive.writestr(name, json.dumps(document))
                for name, content in program.records.items():
                    archive.writestr(name, content)
            command = self.command(rng, program, case, out)
            result, text = self.call(command)
            self.counts[result] += 1
            for written in (pathlib.Path(f"{out}.pt2"), pathlib.Path(f"{out}.pte")):
                if result == 0 and written.exists():  # and what it wrote once more
                    command = self.command(rng, program, written, pathlib.Path(folder) / "again")
                    result, text = self.call(command)
                    self.counts[result] += 1
                    case = written
            if result in (0, 1, 2) and self.options.case is None:
                return
            if result not in (0, 1, 2):
                self.findings += 1
            name = f"{result}_{self.options.seed}_{number}"
            kept = self.keep / f"{name}{case.suffix}"
            kept.write_bytes(case.read_bytes())
            line = shlex.join(command).replace(str(case), str(kept))
            (self.keep / f"{name}.txt").write_text(f"{line}\n{program.path}\n{text}\n")
            said = [s for s in text.splitlines() if "runtime error" in s or "ERROR: " in s] or text.splitlines()[-1:] or [""]
            print(f"{name}: {program.path.parent.name} {' '.join(command[2:])}\n    {said[0][:200]}", flush=True)

    def run(self):
        if self.options.case is not None:
            self.one(self.options.case)
            return
        begin, number = time.monotonic(), 0
        while time.monotonic() - begin < self.options.seconds:
            self.one(number)
            number += 1
        print(f"{number} cases, {sum(self.counts.values())} runs in {time.monotonic() - begin:.0f} s: "
              + ", ".join(f"{count} {result}" for result, count in sorted(self.counts.items(), key=str))
              + f"; {self.findings} findings", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graft_opt")
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep", default="findings", help="the folder of what is found")
    parser.add_argument("--case", type=int, help="only this case, which is kept whatever comes of it")
    parser.add_argument("--limit", type=int, default=3_000_000, help="larger archives are left out, in bytes")
    parser.add_argument("--patience", type=float, default=30, help="the longest that a case may take, in seconds")
    parser.add_argument("--work", help="where archives are written, such as /dev/shm")
    fuzzer = Fuzzer(parser.parse_args())
    fuzzer.run()
    sys.exit(1 if fuzzer.findings else 0)
