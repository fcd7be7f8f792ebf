cmake_minimum_required(VERSION 3.25)
# An object that includes the single header defines nothing for others to see but its own function: all else is weak,
# so that any number of units of a program can include it.
execute_process(COMMAND ${NM} --defined-only --extern-only -C ${OBJECT} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+ [TDBRSC] [^\n]+" strong "${text}")
list(FILTER strong EXCLUDE REGEX " dtypes_of_b\\(\\)$")
if(strong)
    list(JOIN strong "\n  " text)
    message(FATAL_ERROR "defined by the header:\n  ${text}")
endif()
