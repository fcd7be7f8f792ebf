#!/usr/bin/env python3
"""Shows that graft_random finds bugs: `test/fuzz/planted.py .build/dev [--seeds N] [--jobs N]`.

`test/fuzz/planted.py --check` only looks whether each bug has its one place in the headers.

Plants the bugs below one at a time, in a copy of the headers; compiles the one unit of the library that has the changed
body, links it before the library of the build, and lets graft_random draw programs of the seeds 0, 1, ... until one of
them fails. Prints a table: the bug, the seed and stage that found it, and how long the draw took. The last row is the
program without any bug, on all these seeds. Exit code: 0 when each bug was found and nothing else was.
"""

import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Name, unit of include/graft/src, file, what it says, and what it says with the bug.
BUGS = [
    ("a narrow from the end begins one element early", "lower", "transform/decompositions/views.hpp",
     "known_lt(start, 0) == true ? k.size(self, dim) + start : start;",
     "known_lt(start, 0) == true ? k.size(self, dim) + start - 1 : start;"),
    ("what is written to a buffer is dropped", "lower", "transform/functionalize.ipp",
     "n && work.current(*n) != *n) {",
     "n && work.current(*n) != *n && input.kind != input_kind::buffer) {"),
    ("memory is free before the last use of a value", "memory", "memory/lifetime.hpp",
     "found_.values.push_back({n, result, range.first, range.last, *bytes});",
     "found_.values.push_back({n, result, range.first, std::max(range.first, range.last - 1), *bytes});"),
    ("a result lies over an operand that is read later", "memory", "memory/in_place.hpp",
     "return values_[operand].last == position && ", "return "),
    ("a rule makes a view of every permutation", "lower", "transform/rules/permute.hpp",
     "        if (d < next)\n            return false;\n", ""),
    ("comparisons compute in the dtype of their first operand", "lower", "transform/remove_mixed_types.hpp",
     "result == dtype::boolean ? result_type(operands) : result",
     "result == dtype::boolean ? operands.front().dtype : result"),
    ("common subexpressions need not have the same keyword arguments", "core",
     "ir/eliminate_common_subexpressions.hpp",
     "for (std::size_t i = 0; i < g_.operand_count(n); ++i)",
     "for (std::size_t i = 0; i < g_.arg_count(n); ++i)"),
    ("a write to an item of a split goes to the first item", "lower", "transform/scatter_view.hpp",
     "arg begin = begin_of_item(views, index, *dim);", "arg begin = begin_of_item(views, index * 0, *dim);"),
    ("a write to a permutation is permuted the wrong way", "lower", "transform/scatter_view.hpp",
     "inverse.at(static_cast<std::size_t>(from < 0 ? from + rank : from)) = i;",
     "inverse.at(static_cast<std::size_t>(i)) = from < 0 ? from + rank : from;"),
    ("a tensor is written in place that is read later", "lower", "transform/reinplace.hpp",
     "return position_[user] <= position_[n] && !shares(user)", "return !shares(user)"),
    ("rsub ignores alpha", "kernels", "runtime/kernels/elementwise.hpp",
     'sub(operand_of(c, "other"), operand_of(c, "self"), c.number("alpha"), results[0]);',
     'sub(operand_of(c, "other"), operand_of(c, "self"), scalar(1), results[0]);'),
    ("a .pte lists tensors in the reverse order", "io", "io/pte/detail/emit_argument.hpp",
     "        return out_->add(std::move(list));\n    }\n\n    [[nodiscard]] std::int32_t integers(",
     "        std::ranges::reverse(list.items);\n        return out_->add(std::move(list));\n    }\n\n"
     "    [[nodiscard]] std::int32_t integers("),
    ("the strides of a permutation are those of its operand", "core", "dialect/meta/view.hpp",
     "    return detail::permuted(self, order);\n}\n\nGRAFT_CONSTEXPR value_spec meta_transpose",
     "    tensor_spec shown = detail::permuted(self, order);\n    shown.strides = self.strides;\n"
     "    return shown;\n}\n\nGRAFT_CONSTEXPR value_spec meta_transpose"),
    ("constants are folded that the program writes to", "core", "runtime/constant_prop.hpp",
     "is_impure(g, n) ||\n            writes_.is_written(n))", "is_impure(g, n))"),
]


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, nargs="?", help="a build folder, of which graft_random is built")
    parser.add_argument("--check", action="store_true", help="only look whether each bug has its one place")
    parser.add_argument("--seeds", type=int, default=3000, help="after so many, a bug is not found")
    parser.add_argument("--jobs", type=int, default=2, help="so many programs at once")
    parser.add_argument("--compiler", default="g++", help="with what is to stand before it, such as ccache")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="parts of the names of bugs: only those")
    given = parser.parse_args()
    if given.build is None and not given.check:
        parser.error("a build folder is missing")
    return given


def with_bug(bug):
    """The text of the header with the bug."""
    _, _, file, right, wrong = bug
    text = (ROOT / "include/graft" / file).read_text()
    if text.count(right) != 1:
        sys.exit(f"{file} holds {text.count(right)} times, not once: {right}")
    return text.replace(right, wrong)


def plant(bug, folder):
    """A copy of the headers with the bug."""
    include = folder / "include"
    shutil.copytree(ROOT / "include", include)
    (include / "graft" / bug[2]).write_text(with_bug(bug))
    return include


def compile_unit(compiler, unit, include, folder):
    source, made = folder / "unit.cpp", folder / "unit.o"
    source.write_text(f"#include <graft/src/{unit}.ipp>\n")
    subprocess.run([*compiler, "-std=c++20", "-O0", "-DGRAFT_SEPARATE_COMPILATION",
                    f"-I{include}", "-c", source, "-o", made], check=True)
    return made


def link(compiler, build, units, program):
    own = [build / "test/CMakeFiles/graft_random.dir/runners/graft_random.cpp.o",
           *sorted((build / "examples/CMakeFiles/graft_opt_parts.dir").rglob("*.o"))]
    # The compiler stands last of its words; a lock or a cache is for compiling.
    subprocess.run([compiler[-1], *units, *own, build / "libgraft_compiled.a", "-o", program], check=True)


def first_failure(program, seeds, jobs, folder):
    """The seed and the stage of the first program that fails, or None."""
    environment = dict(os.environ, TMPDIR=str(folder))
    with subprocess.Popen([program, "--jobs", str(jobs), "0", str(seeds)], stdout=subprocess.PIPE, text=True,
                          env=environment, start_new_session=True) as process:
        try:
            for line in process.stdout:
                if found := re.match(r"seed (\d+): ([^:]+):", line):
                    return int(found[1]), found[2]
            if process.wait() != 0:
                sys.exit("graft_random fails")
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    return None


def main():
    given = options()
    compiler = given.compiler.split()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing is left running
    chosen = [bug for bug in BUGS if not given.only or any(name in bug[0] for name in given.only)]
    for bug in chosen:
        with_bug(bug)
    if given.check:
        print(f"each of {len(chosen)} bugs has its place")
        return
    row = "{:<66} {:>6} {:>8}  {}"
    print(row.format("bug", "seed", "seconds", "stage"), flush=True)
    good, last = True, 0
    for bug in [*chosen, None]:
        with tempfile.TemporaryDirectory(prefix="graft_planted.") as name:
            folder = pathlib.Path(name)
            units = [compile_unit(compiler, bug[1], plant(bug, folder), folder)] if bug else []
            link(compiler, given.build, units, folder / "random")
            begin = time.monotonic()
            found = first_failure(folder / "random", given.seeds if bug else last + 1, given.jobs, folder)
            seconds = time.monotonic() - begin
        good = good and (found is not None) == (bug is not None)
        last = max(last, found[0] if found and bug else 0)
        seed, stage = found or ("none", f"of {given.seeds if bug else last + 1}")
        print(row.format(bug[0] if bug else "(no bug)", seed, f"{seconds:.1f}", stage), flush=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
