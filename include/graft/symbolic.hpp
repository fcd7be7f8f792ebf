#pragma once

#include <graft/config.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/divide.hpp>
#include <graft/symbolic/expression.hpp>
#include <graft/symbolic/fold.hpp>
#include <graft/symbolic/function.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/parse.hpp>
#include <graft/symbolic/print.hpp>
#include <graft/symbolic/range.hpp>
#include <graft/symbolic/repr.hpp>
#include <graft/symbolic/spec_of.hpp>
#include <graft/symbolic/substitute.hpp>
#include <graft/symbolic/sym_int.hpp>
#include <graft/symbolic/value_spec.hpp>
