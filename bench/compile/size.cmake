cmake_minimum_required(VERSION 3.25)
# Prints the bytes of a stripped program that runs a .pte with the kernels that it names, examples/11_run_pte.cpp.
#   cmake -D "COMPILE=g++;-std=c++20;-Iinclude" -P bench/compile/size.cmake
cmake_path(SET source NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../../examples/11_run_pte.cpp)
set(program ${CMAKE_BINARY_DIR}/measured)
foreach(more IN ITEMS -fexceptions -fno-exceptions -flto)
    execute_process(COMMAND ${COMPILE} -Os -DNDEBUG -ffunction-sections -fdata-sections -Wl,--gc-sections -s ${more}
        ${source} -o ${program} COMMAND_ERROR_IS_FATAL ANY)
    file(SIZE ${program} bytes)
    execute_process(COMMAND ${CMAKE_COMMAND} -E echo "size.run_pte,${more},${bytes}")
endforeach()
