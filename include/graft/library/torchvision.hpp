#pragma once

#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/torchvision/bound_boxes.hpp>
#include <graft/library/torchvision/boxes.hpp>
#include <graft/library/torchvision/deform_conv2d.hpp>
#include <graft/library/torchvision/regions.hpp>

namespace graft {

/// The ops of torchvision, which have kernels and are made of no others: a lowered program calls them, and a `.pte`
/// file the out-variants, `torchvision::roi_align.out`, which whoever runs it has to bring.
struct torchvision_ops : dialect<torchvision_ops> {
    /// the ops
    using members = join_ops<torchvision::region_ops, torchvision::box_ops, torchvision::deform_conv2d_ops>;
};

} // namespace graft
