cmake_minimum_required(VERSION 3.25)
# Every source file is as clang-format 14 writes it by .clang-format. Not among the checks of test/CMakeLists.txt yet:
# most files differ, it makes a shift of `f<T> > 1 && a != b<U>`, sorts includes that have an order, and breaks lines of
# the outputs that examples end with.
#   cmake -P test/hygiene/format.cmake
if(NOT DEFINED ROOT)
    cmake_path(SET ROOT NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../..)
endif()
find_program(CLANG_FORMAT clang-format-14 REQUIRED)
foreach(folder IN ITEMS include test bench examples)
    file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/${folder}/*.hpp ${ROOT}/${folder}/*.ipp ${ROOT}/${folder}/*.cpp)
    foreach(file IN LISTS files)
        execute_process(COMMAND ${CLANG_FORMAT} --dry-run -Werror ${file} WORKING_DIRECTORY ${ROOT}
            RESULT_VARIABLE differs OUTPUT_QUIET ERROR_QUIET)
        if(differs)
            string(APPEND bad "  ${file}\n")
        endif()
    endforeach()
endforeach()
if(bad)
    message(FATAL_ERROR "clang-format-14 -i these:\n${bad}")
endif()
