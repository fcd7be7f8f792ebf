# Makes the target graft::compiled: what <graft/src.hpp> includes, compiled once, a unit each, with the flags of the
# project that includes this file. Who links it compiles with GRAFT_SEPARATE_COMPILATION.
# Kernels, and the search for a plan of memory, gain from what -O3 does beyond -O2, rewriting and partitioning from that
# beyond -O1, lowering and files from neither. Every unit that compiles kernels is one of the first: of two that make the same
# function a linker takes either.
set(graft_level_of_core -O2)
set(graft_level_of_lower -O1)
set(graft_level_of_io -O1)
set(graft_units "")
# Those that take longest first, so that none is left to one processor.
foreach(name IN ITEMS kernels core library lower linalg io memory)
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/graft_compiled/${name}.cpp)
    file(CONFIGURE OUTPUT ${unit} CONTENT "#include <graft/src/${name}.ipp>\n")
    list(APPEND graft_units ${unit})
    if(DEFINED graft_level_of_${name})
        set_source_files_properties(${unit} PROPERTIES COMPILE_OPTIONS
            "$<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU,Clang,AppleClang>>:${graft_level_of_${name}}>")
    endif()
endforeach()
add_library(graft_compiled STATIC EXCLUDE_FROM_ALL ${graft_units})
add_library(graft::compiled ALIAS graft_compiled)
target_link_libraries(graft_compiled PUBLIC graft::graft)
# Eigenvalues need Eigen, and say so where it is not. Its functions go by another name here, as the program may use Eigen,
# too, with other flags.
find_package(Eigen3 3.4 QUIET NO_MODULE)
if(TARGET Eigen3::Eigen)
    target_link_libraries(graft_compiled PRIVATE $<BUILD_INTERFACE:Eigen3::Eigen>)
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/graft_compiled/linalg.cpp)
    set_property(SOURCE ${unit} PROPERTY COMPILE_DEFINITIONS Eigen=graft_eigen)
    # GCC 12 warns of its own functions for AVX-512, falsely.
    set_property(SOURCE ${unit} APPEND PROPERTY COMPILE_OPTIONS
        $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()
target_compile_definitions(graft_compiled PUBLIC GRAFT_SEPARATE_COMPILATION)
# g++ would look for garbage again and again between the constants of rule tables, to no avail: a third of its time. It
# begins to look when it holds an eighth of the machine's memory.
cmake_host_system_information(RESULT graft_memory QUERY TOTAL_PHYSICAL_MEMORY) # MiB
math(EXPR graft_heap "${graft_memory} * 1024 / 8") # KiB
set(graft_seldom_collect "")
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    set(graft_seldom_collect --param=ggc-min-heapsize=${graft_heap})
endif()
target_compile_options(graft_compiled PRIVATE ${graft_seldom_collect})
