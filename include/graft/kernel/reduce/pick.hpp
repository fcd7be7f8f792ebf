#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/kernel/reduce/rows.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// One element of each row along these dimensions, without any of all elements: `pick(row)` says where it is in
/// the row, which has elements. Its value and place are written; either result may be null.
template <class Pick>
void pick_element(std::string_view op, tensor const& self, graft::view<std::int64_t const> dims, tensor* values,
                  tensor* indices, Pick const& pick) {
    scratch_vector<bool> const marked = detail::reduced_dims(op, self.dim(), dims);
    dispatch_ordered(self.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        if (rows.length() == 0 && rows.count() != 0)
            raise(errc::invalid_argument, op, ": an empty dimension has no such element");
        tensor found = tensor::empty({rows.count()}, dtype::i64);
        tensor picked = tensor::empty({rows.count()}, dtype_of<T>);
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            std::size_t const at = pick(rows[i]);
            found.data<std::int64_t>()[i] = static_cast<std::int64_t>(at);
            picked.data<T>()[i] = rows[i][at];
        }
        if (values != nullptr)
            copy(picked.view(values->sizes()), *values);
        if (indices != nullptr)
            copy(found.view(indices->sizes()), *indices);
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
