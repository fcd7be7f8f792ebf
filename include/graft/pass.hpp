#pragma once

#include <graft/config.hpp>
#include <graft/pass/check_lint.hpp>
#include <graft/pass/constraint.hpp>
#include <graft/pass/manager.hpp>
#include <graft/pass/observer.hpp>
#include <graft/pass/order.hpp>
#include <graft/pass/pass.hpp>
#include <graft/pass/print_ir.hpp>
#include <graft/pass/registry.hpp>
#include <graft/pass/schedule.hpp>
#include <graft/pass/timing.hpp>
