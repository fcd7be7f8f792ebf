#include <graft/library/torchvision.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/out_variant.hpp>
#include <graft/runtime/kernel.hpp>

namespace {

using namespace graft;

TEST_CASE("torchvision: every op is found by its name and has a kernel") {
    for (char const* const name : {"torchvision::roi_align", "torchvision::roi_pool", "torchvision::ps_roi_align",
                                   "torchvision::ps_roi_pool", "torchvision::nms", "torchvision::deform_conv2d"}) {
        CAPTURE(name);
        REQUIRE(torchvision_ops::find(name) != nullptr);
        bool const runs = kernel_table(kernels_of<torchvision_ops>()).find(*torchvision_ops::find(name)) != nullptr;
        CHECK(runs);
    }
    CHECK(torchvision_ops::ops().size() == 6);
}

TEST_CASE("torchvision: a .pte file calls the out-variants") {
    CHECK(find_out_variant("torchvision::roi_align.out", torchvision_ops::ops()) != nullptr);
}

} // namespace
