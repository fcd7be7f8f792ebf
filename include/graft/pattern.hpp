#pragma once

#include <graft/config.hpp>
#include <graft/pattern/constant.hpp>
#include <graft/pattern/constraint.hpp>
#include <graft/pattern/match.hpp>
#include <graft/pattern/names.hpp>
#include <graft/pattern/pattern.hpp>
