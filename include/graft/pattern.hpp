#pragma once

#include <graft/config.hpp>
#include <graft/pattern/alternation.hpp>
#include <graft/pattern/compute.hpp>
#include <graft/pattern/constant.hpp>
#include <graft/pattern/constraint.hpp>
#include <graft/pattern/list.hpp>
#include <graft/pattern/match.hpp>
#include <graft/pattern/pattern.hpp>
#include <graft/pattern/python_equal.hpp>
#include <graft/pattern/trace.hpp>
#include <graft/pattern/use.hpp>
