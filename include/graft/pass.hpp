#pragma once

#include <graft/config.hpp>
#include <graft/pass/check_lint.hpp>
#include <graft/pass/constraint.hpp>
#include <graft/pass/counts.hpp>
#include <graft/pass/graph_diff.hpp>
#include <graft/pass/manager.hpp>
#include <graft/pass/observer.hpp>
#include <graft/pass/order.hpp>
#include <graft/pass/pass.hpp>
#include <graft/pass/pass_base.hpp>
#include <graft/pass/print_diff.hpp>
#include <graft/pass/registry.hpp>
#include <graft/pass/result.hpp>
#include <graft/pass/schedule.hpp>
#include <graft/pass/timing.hpp>
#include <graft/pass/transformer.hpp>
