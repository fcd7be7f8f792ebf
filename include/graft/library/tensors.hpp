#pragma once

#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/tensors/forms.hpp>
#include <graft/library/tensors/histograms.hpp>
#include <graft/library/tensors/questions.hpp>
#include <graft/library/tensors/random_numbers.hpp>
#include <graft/library/tensors/searches.hpp>
#include <graft/runtime/kernels.hpp>

namespace graft {

/// Ops on tensors that few programs call: other forms of known ones, histograms, random numbers of other
/// distributions, equality, segments, questions of dtypes.
struct tensors_ops : dialect<tensors_ops> {
    /// the ops
    using members = join_ops<aten::forms_ops, aten::histograms_ops, aten::questions_ops, aten::random_numbers_ops,
                             aten::searches_ops>;
};

} // namespace graft
