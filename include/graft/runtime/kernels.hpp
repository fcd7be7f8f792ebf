#pragma once

#include <graft/dialect/aten.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/runtime/kernels/activation.hpp>
#include <graft/runtime/kernels/adaptive_max_pool.hpp>
#include <graft/runtime/kernels/attention.hpp>
#include <graft/runtime/kernels/batch_norm.hpp>
#include <graft/runtime/kernels/complex.hpp>
#include <graft/runtime/kernels/composite.hpp>
#include <graft/runtime/kernels/convolution.hpp>
#include <graft/runtime/kernels/counting.hpp>
#include <graft/runtime/kernels/creation.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/fourier.hpp>
#include <graft/runtime/kernels/functions.hpp>
#include <graft/runtime/kernels/gradient.hpp>
#include <graft/runtime/kernels/index.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>
#include <graft/runtime/kernels/logical.hpp>
#include <graft/runtime/kernels/lookup.hpp>
#include <graft/runtime/kernels/normalization.hpp>
#include <graft/runtime/kernels/pooling.hpp>
#include <graft/runtime/kernels/quantize.hpp>
#include <graft/runtime/kernels/random.hpp>
#include <graft/runtime/kernels/reduction.hpp>
#include <graft/runtime/kernels/resample.hpp>
#include <graft/runtime/kernels/sampling.hpp>
#include <graft/runtime/kernels/scan.hpp>
#include <graft/runtime/kernels/selection.hpp>
#include <graft/runtime/kernels/shape.hpp>
#include <graft/runtime/kernels/special.hpp>
#include <graft/runtime/kernels/storage.hpp>
#include <graft/runtime/kernels/upsampling.hpp>
#include <graft/runtime/kernels/view.hpp>

namespace graft::inline GRAFT_INSTRUCTION_SET {

/// Every kernel of an ATen op that there is; a template, so that only who uses it pays for compiling them.
template <class Dialect = aten_dialect>
[[nodiscard]] constexpr kernel_table all_kernels() {
    return kernels_of<Dialect>();
}

} // namespace graft::inline GRAFT_INSTRUCTION_SET
