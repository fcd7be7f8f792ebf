cmake_minimum_required(VERSION 3.25)
# Ops are spelled where they are defined, in tables of rules, and in formats that have names of their own. Everything
# else asks an op for its facts (op_tags, op_info), or compares it with the object that it is: g.target(n) == aten::cat.
set(allowed
    "dialect/aten/.*"          # the ops
    "library/.*"               # more of them
    "dialect/edge_table\\.hpp" # ExecuTorch's dtype constraints
    "ir/topological_sort\\.hpp" # the names that FX's legalize_graph has
    "transform/rules/.*"       # tables of rules
    "io/pte/.*")               # the names of ExecuTorch's operators
list(JOIN allowed "|" allowed)

file(GLOB_RECURSE headers RELATIVE ${ROOT}/include/graft ${ROOT}/include/graft/*.hpp ${ROOT}/include/graft/*.ipp)
list(FILTER headers EXCLUDE REGEX "^(${allowed})$")
foreach(header IN LISTS headers)
    file(STRINGS ${ROOT}/include/graft/${header} lines REGEX "^[^/]*\"aten::" LIMIT_COUNT 1)  # not behind //
    if(lines)
        string(STRIP "${lines}" line)
        string(APPEND bad "  ${header}: ${line}\n")
    endif()
endforeach()
if(bad)
    message(FATAL_ERROR "ops known by their spelling, where they should be asked or named by their objects:\n${bad}")
endif()
