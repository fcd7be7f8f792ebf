cmake_minimum_required(VERSION 3.25)
# Every op that is known is the member of its packet that its name says: `aten::split.sizes` in C++ is the op of that
# name. A default overload is the member `default_`; keywords of C++ have a `_` behind them; names between two
# underscores, which C++ keeps for compilers, begin with `dunder_`. The names are those of data/dialect/schemas.txt,
# which test/dialect/aten.cpp compares with the table of ops.
set(keywords bool complex float int)
file(READ ${ROOT}/test/data/dialect/schemas.txt schemas)
string(REGEX MATCHALL "[a-z_]+::[A-Za-z_0-9.]+\\(" names "${schemas}")
list(LENGTH names count)
if(count LESS 900)
    message(FATAL_ERROR "${count} ops are not all")
endif()

set(checks "")
foreach(name IN LISTS names)
    string(REGEX MATCH "^([a-z_]+)::([^.(]+)\\.?([^(]*)\\($" name "${name}")
    set(space "${CMAKE_MATCH_1}")
    set(packet "${CMAKE_MATCH_2}")
    set(overload "${CMAKE_MATCH_3}")
    string(REGEX REPLACE "^__(.+)__$" "dunder_\\1" packet ${packet})
    if(overload STREQUAL "")
        set(overload default_)
    elseif(overload IN_LIST keywords)
        string(APPEND overload _)
    endif()
    string(APPEND checks "static_assert(is<decltype(${space}::${packet}.${overload})>(\"${name}\"));\n")
endforeach()

set(program ${BUILD}/packets.cpp)
file(WRITE ${program} "#include <graft/dialect/known_ops.hpp>

#include <string_view>

using namespace graft;

template <class Op>
constexpr bool is(std::string_view name) {
    return Op::text.view().starts_with(name);
}

${checks}")
execute_process(COMMAND ${COMPILE} -fsyntax-only -fno-diagnostics-color ${program}
                RESULT_VARIABLE result ERROR_VARIABLE said)
if(NOT result EQUAL 0)
    string(REGEX MATCHALL "error: [^\n]*(member|static assert)[^\n]*" errors "${said}")
    list(REMOVE_DUPLICATES errors)
    if(NOT errors)
        set(errors "${said}")
    endif()
    list(JOIN errors "\n  " errors)
    message(FATAL_ERROR "${program} does not compile:\n  ${errors}")
endif()
