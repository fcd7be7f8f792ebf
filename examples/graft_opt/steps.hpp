#pragma once

#include <graft/debug/bisect_rewrites.hpp>
#include <graft/pass/pass.hpp>

#include <optional>

/// A step from one program to another: a pass and, where it only rewrites, its rewrites one at a time.
struct checked_step {
    graft::any_pass pass;
    std::optional<graft::limited_rewrite> rewrites;
};
