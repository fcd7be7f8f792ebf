# Measures compilations in Y, the processor time (user and system) that g++ takes to parse the standard headers below.
# Other programs on the machine slow the two alike when they are compiled in turns and the least of each counts. What no
# load disturbs stands beside: the MB that g++ allocates when it collects no garbage, and the functions and bytes of code.
#
# A row is a compiler, what it compiles and how. What: headers of graft joined by +, such as ir.hpp+rewrite.hpp, or a file,
# from the root. How: -fsyntax-only, the front end alone, or -O0 to -O3, the whole; +separate behind it is under separate
# compilation. The rows in costs.txt are
#   compiler what how Y peak_MB allocated_MB functions bytes
# with - for what is not measured: peak_MB where there is no GNU time, allocated_MB by clang, code by the front end.
#
# Included with GXX, the g++ of Y, OPTIONS, such as -std=c++20;-Iinclude, and WORK, a folder for what is compiled.
set(ENV{CCACHE_DISABLE} 1)  # where it stands in the place of a compiler
set(ENV{LC_ALL} C)
cmake_path(SET root NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../..)
set(costs ${CMAKE_CURRENT_LIST_DIR}/costs.txt)
find_program(GNU_TIME time NO_CACHE)
set(peak "")
if(GNU_TIME)
    set(peak ${GNU_TIME} -f %M)
endif()

file(MAKE_DIRECTORY ${WORK})
set(yardstick ${WORK}/yardstick.cpp)
set(text "")
foreach(header IN ITEMS string vector map functional algorithm optional span variant unordered_map memory sstream iostream)
    string(APPEND text "#include <${header}>\n")
endforeach()
file(WRITE ${yardstick} "${text}")

# The source of what a row compiles.
function(source_of out what)
    set(source ${root}/${what})
    if(what MATCHES "\\.hpp")
        string(REPLACE "+" ">\n#include <graft/" includes "#include <graft/${what}>\n")
        set(source ${WORK}/headers.cpp)
        file(WRITE ${source} "${includes}")
    endif()
    set(${out} ${source} PARENT_SCOPE)
endfunction()

# The options after which `how` writes an object, if any.
function(options_of out how)
    string(REPLACE "+separate" ";-DGRAFT_SEPARATE_COMPILATION" how "${how}")
    set(options ${OPTIONS} ${how})
    if(NOT how MATCHES "^-fsyntax-only")
        list(APPEND options -c -o ${WORK}/object.o)
    endif()
    set(${out} ${options} PARENT_SCOPE)
endfunction()

# Runs the command after `name` and lowers <name>_ms and <name>_kb of the caller to its processor time and peak memory.
function(run name)
    execute_process(COMMAND bash -c "TIMEFORMAT='%3U %3S'; time \"$@\"" time ${peak} ${ARGN}
        ERROR_VARIABLE said RESULT_VARIABLE failed)
    if(failed OR NOT said MATCHES "(([0-9]+)\n)?([0-9]+)\\.([0-9]+) ([0-9]+)\\.([0-9]+)\n$")
        message(FATAL_ERROR "${ARGN}:\n${said}")
    endif()
    set(kb "${CMAKE_MATCH_2}")
    math(EXPR ms "${CMAKE_MATCH_3}${CMAKE_MATCH_4} + ${CMAKE_MATCH_5}${CMAKE_MATCH_6}")
    foreach(unit IN ITEMS ms kb)
        if(NOT DEFINED ${name}_${unit} OR ${unit} LESS ${name}_${unit})
            set(${name}_${unit} "${${unit}}" PARENT_SCOPE)
        endif()
    endforeach()
endfunction()

# Takes `turns` more turns of Y and a compilation of `what`. Sets or lowers y_ms, row_ms, row_kb of the caller, and sets
# milli_y, what the row takes in thousandths of Y.
macro(take_turns turns compiler what how)
    source_of(source ${what})
    options_of(options ${how})
    foreach(turn RANGE 1 ${turns})
        run(y ${GXX} -std=c++20 -fsyntax-only ${yardstick})
        run(row ${compiler} ${options} ${source})
    endforeach()
    math(EXPR milli_y "1000 * ${row_ms} / ${y_ms}")
endmacro()

# Sets allocated, in MB, functions and bytes of the caller: of the object that the last turn of the row wrote, and of one
# more compilation, in which g++ keeps and counts all that it allocates.
function(count_what_stays compiler what how)
    foreach(figure IN ITEMS allocated functions bytes)
        set(${figure} - PARENT_SCOPE)
    endforeach()
    source_of(source ${what})
    options_of(options ${how})
    if(NOT compiler MATCHES clang)
        execute_process(COMMAND ${compiler} ${options} -fmem-report --param ggc-min-heapsize=16000000 ${source}
            ERROR_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
        if(said MATCHES "\nTotal +[0-9]+M +([0-9]+)M ")
            set(allocated ${CMAKE_MATCH_1} PARENT_SCOPE)
        endif()
    endif()
    if(NOT how MATCHES "^-fsyntax-only")
        execute_process(COMMAND nm --defined-only ${WORK}/object.o OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
        string(REGEX MATCHALL " [tTwW] " found "${said}")
        list(LENGTH found count)
        set(functions ${count} PARENT_SCOPE)
        execute_process(COMMAND size ${WORK}/object.o OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
        string(REGEX MATCH "\n *([0-9]+)" said "${said}")
        set(bytes ${CMAKE_MATCH_1} PARENT_SCOPE)
    endif()
endfunction()

# "10.905" of 10905 thousandths.
function(in_y out milli_y)
    set(sign "")
    if(milli_y LESS 0)
        set(sign -)
        math(EXPR milli_y "-(${milli_y})")
    endif()
    math(EXPR whole "${milli_y} / 1000")
    math(EXPR rest "${milli_y} % 1000 + 1000")
    string(SUBSTRING ${rest} 1 3 rest)
    set(${out} ${sign}${whole}.${rest} PARENT_SCOPE)
endfunction()
