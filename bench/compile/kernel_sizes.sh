#!/usr/bin/env bash
# Prints the bytes of code in the object of a program that names the kernels of ops, `kernel_set<ops...>`: of each op
# alone, then of all together, which share much. Each function counts for the first element type in its name, and as
# shared if it has none, which is what every dtype and most ops have in common.
#   bench/compile/kernel_sizes.sh [OP...]      such as add.Tensor relu.default_ softmax.int_
# COMPILE is the compiler and its options, "g++ -std=c++20 -Iinclude", FLAGS others (-O2).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compile=${COMPILE:-g++ -std=c++20 -I$here/../../include}
ops=("$@")
[[ $# -gt 0 ]] || ops=(add.Tensor mul.Tensor relu.default_ gelu.default_ softmax.int_ layer_norm.default_ mm.default_
                       sum.dim_IntList cat.default_ gather.default_)

# report NAME OP...
report() {
    local name=$1 list=""
    shift
    for op in "$@"; do list+="${list:+, }decltype(graft::aten::$op)"; done
    printf '#include <graft/runtime/kernels.hpp>\nusing namespace graft;\n%s\n' \
        "kernel_table named() { return kernel_table(kernel_set<$list>); }" > "$work/named.cpp"
    $compile ${FLAGS:--O2} -c "$work/named.cpp" -o "$work/named.o"
    nm -S -C --defined-only "$work/named.o" | awk -v name="$name" '
        BEGIN {
            reals = "bool|unsigned char|signed char|short|int|long|graft::half|graft::bfloat16|float|double"
            count = split(reals "|complex", type, "|")
            split("bool|u8|i8|i16|i32|i64|f16|bf16|f32|f64|complex", dtype, "|")
        }
        function hex(text,    i, value) {
            for (i = 1; i <= length(text); ++i)
                value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
            return value
        }
        $3 ~ /^[tTwW]$/ {
            bytes = hex($2)
            all += bytes
            $1 = $2 = $3 = ""
            first = 0
            if ($0 ~ /complex/)
                first = count
            else if ($0 !~ /^ *([a-z ]* )?std::/ && match($0, "[<, ](" reals ")[>,]"))
                for (i = 1; i <= count; ++i)
                    if (substr($0, RSTART + 1, RLENGTH - 2) == type[i])
                        first = i
            of[first] += bytes
        }
        END {
            printf "size.kernels,%s,%d bytes, shared %d", name, all, of[0]
            for (i = 1; i <= count; ++i)
                if (of[i] > 0)
                    printf ", %s %d", dtype[i], of[i]
            printf "\n"
        }'
}

for op in "${ops[@]}"; do report "$op" "$op"; done
[[ ${#ops[@]} -eq 1 ]] || report "all ${#ops[@]}" "${ops[@]}"
