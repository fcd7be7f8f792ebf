#pragma once

#include <graft/config.hpp>
#include <graft/transform/decompositions.hpp>
#include <graft/transform/remove_unused_state.hpp>
#include <graft/transform/scalar_to_tensor.hpp>
#include <graft/transform/to_edge.hpp>
