#include <graft/library/special.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/kernel.hpp>

namespace {

using namespace graft;

TEST_CASE("special: every op has a meta function and a kernel") {
    for (op_info const* const op : special_ops::ops()) {
        CAPTURE(op->name);
        CHECK(bool{op->meta != nullptr});
        CHECK(bool{kernels_of<special_ops>().find(*op) != nullptr});
    }
}

} // namespace
