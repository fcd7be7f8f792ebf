# Makes the reference: OUT/index.html, a page a folder, from the /// comments of what is public. Fails where a public
# name has none, and on whatever else Doxygen warns of.
#   cmake -D DOXYGEN=doxygen -D OUT=.build/reference -P test/reference/reference.cmake
cmake_minimum_required(VERSION 3.25)
cmake_path(SET ROOT NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../../.)
string(REGEX REPLACE "/$" "" ROOT ${ROOT})
cmake_path(ABSOLUTE_PATH OUT)
file(REMOVE_RECURSE ${OUT})
set(source ${OUT}/source)
include(${CMAKE_CURRENT_LIST_DIR}/ops.cmake)
include(${ROOT}/test/hygiene/layers.cmake)

#=== the headers, each in the group of its folder, on the lines where they stand ===#
# Ops are on a page of their own; what specialises composition_of or kernel_of for them has no name.
file(GLOB_RECURSE headers RELATIVE ${ROOT}/include/graft ${ROOT}/include/graft/*/*.hpp)
list(FILTER headers EXCLUDE REGEX "/detail/|^src/|^dialect/aten/|^transform/decompositions/|^runtime/kernels/")
foreach(header IN LISTS headers)
    string(REGEX REPLACE "/.*" "" folder ${header})
    file(READ ${ROOT}/include/graft/${header} text)
    # What is no public name is blanked, for Doxygen warns of it even where it is excluded.
    foreach(begin IN ITEMS "namespace detail" "namespace graft::detail")
        set(end "\n} // ${begin}")
        string(FIND "${text}" "\n${begin} {" from)
        while(from GREATER -1)
            string(SUBSTRING "${text}" ${from} -1 rest)
            string(SUBSTRING "${text}" 0 ${from} text)
            string(FIND "${rest}" "${end}" length)
            if(length EQUAL -1)
                message(FATAL_ERROR "${header}: `${begin}` ends with no line `} // ${begin}`")
            endif()
            string(SUBSTRING "${rest}" 0 ${length} hidden)
            string(REGEX REPLACE "[^\n]+" "" hidden "${hidden}\n")
            string(SUBSTRING "${rest}" ${length} -1 rest)
            string(LENGTH "${end}" length)
            string(SUBSTRING "${rest}" ${length} -1 rest)
            string(APPEND text "${hidden}${rest}")
            string(FIND "${text}" "\n${begin} {" from)
        endwhile()
    endforeach()
    if(header MATCHES "^dialect/")
        hide_ops(text)
    endif()
    # Specialisations of variables, and of what is in detail or in the standard library.
    shield(text)
    set(specialised "(struct (std|detail)::|inline constexpr [a-z_:]+ [a-z_:]+<|inline constexpr bool (std|detail)::)")
    set(head "(\n(template <|    requires)[^\n]*)*\n(template <> )?")
    string(REGEX MATCHALL "${head}${specialised}[^${semicolon}]*${semicolon}" found "${text}")
    foreach(one IN LISTS found)
        string(REGEX REPLACE "[^\n]+" "" lines "${one}")
        string(REPLACE "${one}" "${lines}" text "${text}")
    endforeach()
    unshield(text)
    # What is compared member by member needs no words.
    string(REGEX REPLACE "\n[^\n]*operator(==|<=>)\\([^\n]*= default;" "\n" text "${text}")
    # A group takes in what a namespace holds only from within it.
    set(begin "/** @addtogroup ${folder} */ /** @{ */")
    string(REGEX REPLACE "(\n(inline )?namespace [a-z_:]+ {)" "\\1 ${begin}" text "${text}")
    string(REGEX REPLACE "(\n} // namespace )" "\n/** @} */ } // namespace " text "${text}")
    file(WRITE ${source}/include/graft/${header} "${text}")
endforeach()
file(COPY ${ROOT}/include/graft/config.hpp ${ROOT}/include/graft/version.hpp DESTINATION ${source}/include/graft)

#=== a group for each folder, in the order of their layers, with README's words ===#
file(READ ${ROOT}/README.md readme)
set(groups "")
foreach(folder IN LISTS folders)
    string(REGEX MATCH "\n\\| `${folder}/` \\| ([^\n]+) \\|\n" row "${readme}")
    string(APPEND groups "/** @defgroup ${folder} ${folder}/\n    @brief ${CMAKE_MATCH_1} */\n")
endforeach()
file(WRITE ${source}/folders.dox "${groups}")

#=== pages ===#
file(GLOB pages ${CMAKE_CURRENT_LIST_DIR}/*.md)
file(COPY ${ROOT}/README.md ${pages} DESTINATION ${source})
write_ops_page(${ROOT} ${source}/ops.md)

#=== Doxygen ===#
file(STRINGS ${ROOT}/include/graft/version.hpp version REGEX "GRAFT_VERSION_(MAJOR|MINOR|PATCH) ")
string(REGEX MATCHALL "[0-9]+" version "${version}")
list(JOIN version "." version)
configure_file(${CMAKE_CURRENT_LIST_DIR}/Doxyfile.in ${OUT}/Doxyfile @ONLY)
execute_process(COMMAND ${DOXYGEN} ${OUT}/Doxyfile COMMAND_ERROR_IS_FATAL ANY)
file(READ ${OUT}/warnings.txt warnings)
string(REPLACE ${source}/ ${ROOT}/ warnings "${warnings}")
# Not yet documented.
string(REGEX REPLACE "[^\n]*/include/graft/kernel/[^\n]* is not documented[^\n]*\n" "" warnings "${warnings}")
if(NOT warnings STREQUAL "")
    message(FATAL_ERROR "reference:\n${warnings}")
endif()
