cmake_minimum_required(VERSION 3.25)
# Of two units of a program that are compiled for different instructions, NARROW and WIDE, a linker keeps one of the
# functions and tables that have one name. So what both define and is the library's must not be different by kernels: in
# WIDE it names nothing in the namespace of its instruction set, SET, and uses no wider registers than in NARROW.

# The weak symbols of the library in an object.
function(find_weak out object)
    execute_process(COMMAND ${NM} --defined-only ${object} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL " [WVu] [^ \n]*5graft[^ \n]*" symbols "${text}")
    list(TRANSFORM symbols REPLACE "^ . " "")
    set(${out} ${symbols} PARENT_SCOPE)
endfunction()

# The functions in an object that use registers of 32 or 64 bytes. objdump is slow where each has a section of its own.
function(find_wide out object)
    set(merged ${BUILD}/common_symbols.o)
    file(WRITE ${merged}.ld "SECTIONS { .text : { *(.text .text.*) } }")
    execute_process(COMMAND ${LD} -r --force-group-allocation -T ${merged}.ld -o ${merged} ${object}
                    COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${OBJDUMP} -d --no-show-raw-insn ${merged}
                    COMMAND grep -E "^[0-9a-f]+ <|%[yz]mm" OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "<[^>\n]+>:\n[^<\n]*%[yz]mm" functions "${text}")
    list(TRANSFORM functions REPLACE "^<([^>]+)>.*" "\\1")
    set(${out} ${functions} PARENT_SCOPE)
endfunction()

# The functions and tables in an object that name something in the namespace SET. Each has a section of its own.
function(find_naming out object)
    string(LENGTH ${SET} length)
    execute_process(COMMAND ${OBJDUMP} -r ${object} COMMAND grep -E "^RELOCATION|[A-Za-z0-9_.]${length}${SET}"
                    OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "FOR \\[\\.[a-z.]+\\._Z[^]]+\\]:\n[0-9a-f]+ [^\n]*" sections "${text}")
    list(TRANSFORM sections REPLACE "^FOR \\[\\.[a-z.]+\\.(_Z[^]]+)\\].*" "\\1")
    set(${out} ${sections} PARENT_SCOPE)
endfunction()

# Fails if one of these is the library's and no other than in NARROW; or if there is none, as then nothing is tested.
function(require_own what)
    list(LENGTH ARGN count)
    set(bad ${ARGN})
    list(REMOVE_ITEM bad ${own})
    list(FILTER bad INCLUDE REGEX "5graft")
    if(bad)
        list(JOIN bad "\n  " text)
        message(FATAL_ERROR "two units have one name for what ${what}:\n  ${text}")
    elseif(count EQUAL 0)
        message(FATAL_ERROR "nothing in ${WIDE} ${what}")
    endif()
endfunction()

find_weak(in_narrow ${NARROW})
find_weak(own ${WIDE})
list(REMOVE_ITEM own ${in_narrow})

find_wide(wide ${WIDE})
find_wide(wide_in_narrow ${NARROW})
list(REMOVE_ITEM wide "" ${wide_in_narrow})
require_own("uses wider registers in one" ${wide})
find_naming(naming ${WIDE})
require_own("names kernels of the unit" ${naming})
