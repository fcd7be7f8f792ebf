cmake_minimum_required(VERSION 3.25)
# An object that includes the single header defines nothing for others to see but its own functions: all else is weak,
# so that any number of units of a program can include it. What is `extern template` there is not in it.
execute_process(COMMAND ${NM} --defined-only --extern-only -C ${OBJECT} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+ [TDBRSC] [^\n]+" strong "${text}")
list(FILTER strong EXCLUDE REGEX " (dtypes|rewrites)_of_b\\(\\)$")
if(strong)
    list(JOIN strong "\n  " text)
    message(FATAL_ERROR "defined by the header:\n  ${text}")
endif()
string(REGEX MATCH "[^\n]+ [A-Z] [^\n]*graft::detail::rewrite_driver<[^\n]+" driver "${text}")
if(driver)
    message(FATAL_ERROR "the driver is not left out:\n  ${driver}")
endif()
