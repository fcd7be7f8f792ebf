#pragma once

#include <graft/config.hpp>
#include <graft/lower/backend_rules.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/lower/cpu_ops.hpp>
#include <graft/lower/edge_program_manager.hpp>
#include <graft/lower/executorch.hpp>
#include <graft/lower/lowering_passes.hpp>
#include <graft/lower/model.hpp>
#include <graft/lower/read_pt2.hpp>
