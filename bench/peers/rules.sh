#!/usr/bin/env bash
# Prints one table of ns per node: graft's rewrite, its rule interpreted and compiled, beside MLIR's greedy driver and PDL
# and torch.fx's replace_pattern, on the same blocks of add, mul, sub, add. A peer that is not installed is left out.
#   bench/peers/rules.sh [graft_bench]
# PYTHON is a python that has torch; LLVM the prefix of an LLVM with MLIR (/usr/lib/llvm-16, Debian's libmlir-16-dev and
# llvm-16-dev); CXX the compiler.
# Without the program graft_bench, what it needs of bench/run is compiled here: Google Benchmark has to be installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
llvm=${LLVM:-/usr/lib/llvm-16}
cxx=${CXX:-g++}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

bench=${1:-}
if [[ -z $bench ]]; then
    bench=$work/bench
    "$cxx" -std=c++20 -O3 -march=native -DNDEBUG -I"$here/../../include" "$here/../run/rewrite.cpp" -o "$bench" \
        -lbenchmark -lbenchmark_main -lpthread
fi
{
    "$bench" --benchmark_filter='^rewrite/(compiled|interpreted)/1/' --benchmark_format=csv 2>/dev/null |
        awk -F, '/^"rewrite/ { gsub(/"/, "", $1); split($1, part, "/"); printf "graft %s,%s,%.1f\n", part[2], part[4], $(NF) * 1e9 }'
    if [[ -f $llvm/include/mlir/IR/Builders.h && -f $llvm/include/llvm/ADT/None.h ]]; then
        "$cxx" -std=c++17 -O2 -fno-rtti -isystem "$llvm/include" "$here/rules_mlir.cpp" -o "$work/mlir" \
            -L"$llvm/lib" -Wl,-rpath,"$llvm/lib" -lMLIR "$(ls "$llvm"/lib/libLLVM-*.so | head -1)"
        "$work/mlir"
    fi
    if "$python" -c 'import torch' 2>/dev/null; then
        "$python" "$here/rules_fx.py" 1000 10000
    fi
} | awk -F, '
    { if (!($1 in seen)) { seen[$1] = 1; order[++count] = $1 } value[$1, $2] = $3 }
    END {
        printf "%-24s %10s %10s %10s %10s\n", "ns per node", "1e3", "1e4", "1e5", "1e6"
        for (i = 1; i <= count; ++i) {
            printf "%-24s", order[i]
            for (nodes = 1000; nodes <= 1000000; nodes *= 10)
                printf " %10s", ((order[i], nodes) in value) ? value[order[i], nodes] : "-"
            printf "\n"
        }
    }'
