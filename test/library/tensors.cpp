#include <graft/library/tensors.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/kernel.hpp>

namespace {

using namespace graft;

TEST_CASE("tensors: every op has a kernel, or a meta function that gives a number") {
    for (op_info const* const op : tensors_ops::ops()) {
        CAPTURE(op->name);
        CHECK(bool{kernels_of<tensors_ops>().find(*op) != nullptr || has(op->tags, op_tags::statement)});
    }
}

} // namespace
