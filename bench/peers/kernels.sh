#!/usr/bin/env bash
# Prints one table of GB/s, for matmul GFLOP/s, of families of kernels on one thread: graft beside Eigen and torch, in
# one run. A peer that is not installed is left out.
#   bench/peers/kernels.sh [graft_bench]
# PYTHON is a python that has torch; CXX the compiler. Without the program graft_bench, what it needs of bench/run is
# compiled here: Eigen and Google Benchmark have to be installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
cxx=${CXX:-g++}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

bench=${1:-}
if [[ -z $bench ]]; then
    bench=$work/bench
    "$cxx" -std=c++20 -O3 -march=native -DNDEBUG -I"$here/../../include" -isystem "${EIGEN:-/usr/include/eigen3}" \
        "$here/../run/kernels.cpp" -o "$bench" -lbenchmark -lbenchmark_main -lpthread
fi
families='add|mul|exp|tanh|erf|sigmoid|gelu|relu|softmax|layer_norm|sum|sum_rows|amax|sort|gather|max_pool2d|avg_pool2d|matmul'
{
    "$bench" --benchmark_filter="^(eigen/)?($families)/[0-9]+\$" --benchmark_format=csv 2>/dev/null |
        awk -F, '/^"/ && !/^"name"/ {
            gsub(/"/, "", $1); who = sub(/^eigen\//, "", $1) ? "eigen" : "graft"
            printf "%s,%s,%.2f\n", who, $1, ($1 ~ /^matmul/ ? $NF : $6) / 1e9 }'
    if "$python" -c 'import torch' 2>/dev/null; then
        "$python" "$here/kernels_torch.py"
    fi
} | awk -F, '
    { if (!($2 in seen)) { seen[$2] = 1; order[++count] = $2 } value[$1, $2] = $3 }
    END {
        printf "%-22s %9s %9s %9s\n", "GB/s (matmul GFLOP/s)", "graft", "eigen", "torch"
        for (i = 1; i <= count; ++i) {
            printf "%-22s", order[i]
            for (k = 1; k <= split("graft eigen torch", who, " "); ++k)
                printf " %9s", ((who[k], order[i]) in value) ? value[who[k], order[i]] : "-"
            printf "\n"
        }
    }'
