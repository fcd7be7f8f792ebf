#include <graft/library/nn.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/kernel.hpp>

namespace {

using namespace graft;

TEST_CASE("nn: every op has a kernel, and a meta function unless sizes depend on elements") {
    for (op_info const* const op : nn_ops::ops()) {
        CAPTURE(op->name);
        CHECK(bool{op->meta != nullptr || op->name == "aten::_ctc_loss.Tensor"});
        CHECK(bool{kernels_of<nn_ops>().find(*op) != nullptr});
    }
}

} // namespace
