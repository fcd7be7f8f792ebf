#pragma once

#include <graft/config.hpp>
#include <graft/memory/check_plan.hpp>
#include <graft/memory/greedy.hpp>
#include <graft/memory/interval_index.hpp>
#include <graft/memory/lifetime.hpp>
#include <graft/memory/liveness.hpp>
#include <graft/memory/naive.hpp>
#include <graft/memory/place_in_order.hpp>
#include <graft/memory/plan.hpp>
#include <graft/memory/report.hpp>
#include <graft/memory/storage_map.hpp>
#include <graft/memory/sweep.hpp>
#include <graft/memory/tensor_bytes.hpp>
#include <graft/memory/timeline.hpp>
