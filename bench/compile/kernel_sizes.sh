#!/usr/bin/env bash
# Prints what the kernels of ops weigh: for each op the seconds that a program which names it alone compiles, its bytes
# of code, and how many of these are compiled for each element type; then the same of a program that names them all.
#   bench/compile/kernel_sizes.sh [OP...]      such as add.Tensor relu.default_ softmax.int_
# CXX is the compiler, CXXFLAGS its options (-O2), EIGEN where Eigen lies.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ops=("$@")
[[ $# -gt 0 ]] || ops=(add.Tensor mul.Tensor relu.default_ gelu.default_ softmax.int_ layer_norm.default_ mm.default_
                       sum.dim_IntList cat.default_ gather.default_)

# report NAME OP...
report() {
    local name=$1 list=""
    shift
    for op in "$@"; do list+="${list:+, }decltype(graft::aten::$op)"; done
    printf '#include <graft/runtime/kernels.hpp>\ngraft::kernel_table named() { return {graft::kernel_set<%s>}; }\n' \
        "$list" > "$work/named.cpp"
    local start=$EPOCHREALTIME
    "${CXX:-g++}" -std=c++20 ${CXXFLAGS:--O2} -I"$here/../../include" -isystem "${EIGEN:-/usr/include/eigen3}" \
        -c "$work/named.cpp" -o "$work/named.o"
    local seconds
    seconds=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
    nm -S -C "$work/named.o" | awk -v name="$name" -v seconds="$seconds" '
        function hex(text,    i, value) {
            for (i = 1; i <= length(text); ++i)
                value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
            return value
        }
        $3 ~ /^[tTwW]$/ {
            bytes = hex($2)
            all += bytes
            $1 = $2 = $3 = ""
            if (match($0, /[<, ](float|double|long|int|short|signed char|unsigned char|bool|graft::half|graft::bfloat16)[>,]/))
                of[substr($0, RSTART + 1, RLENGTH - 2)] += bytes
        }
        END {
            printf "%-24s %6s s %8d bytes:", name, seconds, all
            count = split("bool|unsigned char|signed char|short|int|long|graft::half|graft::bfloat16|float|double", type, "|")
            for (i = 1; i <= count; ++i)
                if (type[i] in of)
                    printf " %s %d", type[i], of[type[i]]
            printf "\n"
        }'
}

for op in "${ops[@]}"; do report "$op" "$op"; done
report "all ${#ops[@]}" "${ops[@]}"
