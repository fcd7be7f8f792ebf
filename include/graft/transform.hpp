#pragma once

#include <graft/config.hpp>
#include <graft/transform/constant_numbers.hpp>
#include <graft/transform/control_flow_val.hpp>
#include <graft/transform/decompositions.hpp>
#include <graft/transform/export_pass.hpp>
#include <graft/transform/rebuild_frame.hpp>
#include <graft/transform/remove_unused_state.hpp>
#include <graft/transform/scalar_to_tensor.hpp>
#include <graft/transform/shape_prop.hpp>
#include <graft/transform/to_edge.hpp>
