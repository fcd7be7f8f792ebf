#pragma once

#include <graft/config.hpp>
#include <graft/debug/bisect.hpp>
#include <graft/debug/bisect_rewrites.hpp>
#include <graft/debug/bisect_values.hpp>
#include <graft/debug/coverage.hpp>
#include <graft/debug/explain.hpp>
#include <graft/debug/rewrite_log.hpp>
