# Makes a table of all mistakes in test/compile_fail: what the compiler says first, in how many lines, and whether the
# sentence names the thing and the cure. Takes a compilation or two for each.
#   cmake -D "COMPILE=g++;-std=c++20;-Iinclude" -D OUT=mistakes.md -P test/reference/mistakes.cmake
cmake_minimum_required(VERSION 3.25)
cmake_path(SET ROOT NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../..)
cmake_path(ABSOLUTE_PATH OUT)
file(WRITE ${OUT} "# Mistakes {#mistakes}\n\n| program | says | lines | thing | cure |\n|---|---|---|---|---|\n")
file(GLOB_RECURSE sources ${ROOT}/test/compile_fail/*.cpp)
set(bad "")
foreach(source IN LISTS sources)
    execute_process(COMMAND ${CMAKE_COMMAND} -D "COMPILE=${COMPILE}" -D SOURCE=${source} -D TABLE=${OUT}
        -P ${ROOT}/test/hygiene/compile_fail.cmake OUTPUT_QUIET ERROR_VARIABLE said RESULT_VARIABLE result
        WORKING_DIRECTORY ${ROOT})
    if(NOT result EQUAL 0)
        string(APPEND bad "${source}:\n${said}\n")
    endif()
endforeach()
if(bad)
    message(FATAL_ERROR "${bad}")
endif()
