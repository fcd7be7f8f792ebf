# Writes the table of all mistakes in test/compile_fail: what the compiler says first, in how many lines, and whether the
# sentence names the thing and the cure. Takes a compilation for each, five minutes in all. What stands below the table
# in the file, of mistakes that show while a program runs, stays.
#   cmake -D "COMPILE=g++;-std=c++20;-Iinclude" -P test/reference/mistakes.cmake
cmake_minimum_required(VERSION 3.25)
cmake_path(SET ROOT NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../..)
if(NOT OUT)
    set(OUT ${CMAKE_CURRENT_LIST_DIR}/mistakes.md)
endif()
cmake_path(ABSOLUTE_PATH OUT)
set(rest "")
if(EXISTS ${OUT})
    file(READ ${OUT} rest)
    string(REGEX REPLACE "^.*\n(\n## )" "\\1" rest "${rest}")
endif()
file(WRITE ${OUT} "# Mistakes {#mistakes}\n\n| program | says | lines | thing | cure |\n|---|---|---|---|---|\n")
file(GLOB_RECURSE sources ${ROOT}/test/compile_fail/*.cpp)
set(bad "")
foreach(source IN LISTS sources)
    execute_process(COMMAND ${CMAKE_COMMAND} -D "COMPILE=${COMPILE}" -D FILE=${source} -D TABLE=${OUT}
        -P ${ROOT}/test/hygiene/compile_fail.cmake OUTPUT_QUIET ERROR_VARIABLE said RESULT_VARIABLE result
        WORKING_DIRECTORY ${ROOT})
    if(NOT result EQUAL 0)
        string(APPEND bad "${source}:\n${said}\n")
    endif()
endforeach()
file(APPEND ${OUT} "${rest}")
if(bad)
    message(FATAL_ERROR "${bad}")
endif()
