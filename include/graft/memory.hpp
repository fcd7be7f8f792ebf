#pragma once

#include <graft/config.hpp>
#include <graft/memory/check_plan.hpp>
#include <graft/memory/exact.hpp>
#include <graft/memory/greedy.hpp>
#include <graft/memory/in_place.hpp>
#include <graft/memory/lifetime.hpp>
#include <graft/memory/local_search.hpp>
#include <graft/memory/place_in_order.hpp>
#include <graft/memory/plan.hpp>
#include <graft/memory/plan_svg.hpp>
#include <graft/memory/reorder_for_memory.hpp>
#include <graft/memory/report.hpp>
#include <graft/memory/storage_map.hpp>
#include <graft/memory/sweep.hpp>
