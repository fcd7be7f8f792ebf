#pragma once

#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/dialect/out_variant.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/library/batch_marks.hpp>
#include <graft/library/c10d.hpp>
#include <graft/library/creation.hpp>
#include <graft/library/elements.hpp>
#include <graft/library/every_op.hpp>
#include <graft/library/fft.hpp>
#include <graft/library/grouped_mm.hpp>
#include <graft/library/linalg.hpp>
#include <graft/library/linalg/error_checks.hpp>
#include <graft/library/nn.hpp>
#include <graft/library/signal_windows.hpp>
#include <graft/library/special.hpp>
#include <graft/library/tensors.hpp>
#include <graft/library/torchao.hpp>
#include <graft/library/torchaudio.hpp>
#include <graft/library/torchvision.hpp>
#include <graft/library/torchvision/bound_boxes.hpp>
#include <graft/lower/cpu_ops.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/transform/decompose.hpp>

#include <string>
#include <type_traits>

namespace graft {

/// The ops of all headers in `library/`.
struct library_ops : dialect<library_ops> {
    /// the ops, by subject
    using members = join_ops<c10d_ops::members, creation_ops::members, elements_ops::members, fft_ops::members,
                             grouped_mm_ops::members, linalg_ops::members, nn_ops::members, signal_window_ops::members,
                             special_ops::members, tensors_ops::members, torchao_ops::members, torchaudio_ops::members,
                             torchvision_ops::members>;
};

struct every_op : dialect<every_op> {
    /// the ops
    using members = join_ops<cpu_ops::members, library_ops::members>;
};

template <>
GRAFT_INLINE op_info const* find_cpu_op<every_op>(std::string_view name) {
    if (op_info const* const known = library_ops::find(name))
        return known;
    op_info const* const known = find_cpu_op(name);
    return known != nullptr ? known : find_out_variant(name, library_ops::ops());
}

template <>
GRAFT_INLINE view<op_info const* const> every_known_op<every_op>() {
    static vec<op_info const*> const all = [] {
        vec<op_info const*> joined;
        for (view<op_info const* const> const ops : {every_known_op(), library_ops::ops()})
            joined.insert(joined.end(), ops.begin(), ops.end());
        return joined;
    }();
    return all;
}

namespace detail {

// The ops among these that are no other names of ops whose kernels are compiled in any case.
template <class List>
struct without_other_names;
template <class... Ops>
struct without_other_names<op_list<Ops...>> {
    template <class Op>
    static consteval bool is_other_name() {
        if constexpr (requires { typename Op::original; })
            return cpu_ops::contains<typename Op::original>;
        else
            return false;
    }
    using members = join_ops<std::conditional_t<is_other_name<Ops>(), op_list<>, op_list<Ops>>...>;
};

} // namespace detail

template <>
GRAFT_INLINE kernel_library cpu_library<every_op>() {
    static kernel_library const cpu = cpu_library();
    static vec<kernel_entry> const kernels = [] {
        using compiled_here = detail::without_other_names<ops_of<library_ops>>;
        vec<kernel_entry> all = joined_kernels(kernels_of<compiled_here>(), cpu.kernels);
        for (op_info const* const op : library_ops::ops())
            if (kernel_entry const* const same =
                    op->original == nullptr ? nullptr : cpu.kernels.find_entry(*op->original))
                all.push_back({op->hash, op->name, same->run, same->prepare});
        detail::sort_entries(all);
        return all;
    }();
    return {kernel_table(kernels), cpu.bound, cpu.prepare_regions};
}

GRAFT_INLINE void canonicalize(exported_program& program) {
    static_cast<void>(remove_batch_marks(program));
    static_cast<void>(bound_boxes(program));
    static_cast<void>(merge_error_checks(program));
}

template <>
GRAFT_INLINE exported_program read_pt2<every_op>(std::string const& path) {
    exported_program program = read_pt2(path, pt2_options{.find_op = find_cpu_op<every_op>, .model = {}});
    canonicalize(program);
    return program;
}

template <>
GRAFT_INLINE view<decomposition const> decomposition_table<every_op>() {
    return decomposition_table<library_ops>();
}

} // namespace graft
