#pragma once

#include <graft/core/tensor.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/meta/hash.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/call.hpp>
#include <graft/schema/op_info.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string_view>
#include <type_traits>

namespace graft {

/// Runs an op on tensors: `results` have the dtype and sizes that the op's meta function gives, and are written;
/// the kernel of a view sets them instead.
using kernel_function = void (*)(call<tensor> const& c, graft::view<tensor> results);

/// The arguments of a call, by slot, whose tensors are the same in every run and never change.
class constant_arguments {
public:
    /// Adds the argument in this slot of the schema; those from 64 on are never constant.
    void add(std::size_t slot) { bits_ |= slot < 64 ? std::uint64_t{1} << slot : 0; }
    /// True when the argument in this slot is constant.
    [[nodiscard]] bool contains(std::size_t slot) const { return slot < 64 && (bits_ >> slot & 1) != 0; }

private:
    std::uint64_t bits_ = 0;
};

/// A kernel that is ready for one call: what depends on sizes and constant arguments alone, such as packed weights,
/// has been made. It runs the call that it was prepared for.
using prepared_kernel = std::function<void(call<tensor> const&, graft::view<tensor>)>;

/// Prepares the kernel for a call whose results have these sizes; an empty function where that has no use.
using prepare_function = prepared_kernel (*)(call<tensor> const& c, graft::view<tensor const> results,
                                             constant_arguments const& constant);

/// An op, by its name, and its kernel. What else is known of the op is not part of it, as that would bring a program
/// the meta functions of all ops that it names as well.
struct kernel_entry {
    std::uint64_t hash = 0;             ///< of the name
    std::string_view name{};            ///< `aten::add.Tensor`
    kernel_function run = nullptr;      ///< null: `prepare` gives it
    prepare_function prepare = nullptr; ///< null where nothing is made ready
};

/// The kernels of some ops, sorted by hash.
template <std::size_t N>
using kernel_list = std::array<kernel_entry, N>;

/// The kernels that a program may use: a view of a `kernel_set`, or those of a dialect.
class kernel_table {
public:
    constexpr kernel_table() = default;
    /// Of a list, which must outlive the table.
    template <std::size_t N>
    constexpr kernel_table(kernel_list<N> const& list) : entries_(list) {}
    /// Of `joined_kernels`, which must outlive the table.
    constexpr explicit kernel_table(graft::view<kernel_entry const> sorted) : entries_(sorted) {}

    /// The entry of the op, or of the entry's op, of this name, or null.
    template <class Op>
    [[nodiscard]] constexpr kernel_entry const* find_entry(Op const& op) const {
        auto at = std::lower_bound(entries_.begin(), entries_.end(), op.hash,
                                   [](kernel_entry const& e, std::uint64_t hash) { return e.hash < hash; });
        for (; at != entries_.end() && at->hash == op.hash; ++at)
            if (at->name == op.name)
                return &*at;
        return nullptr;
    }

    /// The kernel that runs every call of the op of this name, or null; O(log kernels).
    [[nodiscard]] constexpr kernel_function find(op_info const& op) const {
        kernel_entry const* const entry = find_entry(op);
        return entry == nullptr ? nullptr : entry->run;
    }

    [[nodiscard]] constexpr graft::view<kernel_entry const> entries() const { return entries_; } ///< Sorted by hash.

private:
    graft::view<kernel_entry const> entries_;
};

namespace detail {

constexpr void sort_entries(graft::view<kernel_entry> entries) {
    std::sort(entries.begin(), entries.end(), [](kernel_entry const& a, kernel_entry const& b) {
        return a.hash != b.hash ? a.hash < b.hash : a.name < b.name;
    });
}

} // namespace detail

/// The kernels of both tables, for a `kernel_table`; of an op that both have, those of `first`. O(n log n).
[[nodiscard]] inline vec<kernel_entry> joined_kernels(kernel_table const& first, kernel_table const& second) {
    vec<kernel_entry> all;
    for (kernel_entry const& entry : first.entries())
        all.push_back(entry);
    for (kernel_entry const& entry : second.entries())
        if (first.find_entry(entry) == nullptr)
            all.push_back(entry);
    detail::sort_entries(all);
    return all;
}

} // namespace graft

// A program finds the kernels of its own unit: what leads to them has another name for every set of instructions.

namespace graft::inline GRAFT_INSTRUCTION_SET {

/// The kernel of an op type: specialise it with `static void run(call<tensor> const&, graft::view<tensor>)` and, if it
/// pays, with a `prepare_function` of the name `prepare`. That of an op that is bound to a pattern may have the latter
/// alone: calls for which it gives nothing run by the pattern.
///
/// A `run` whose results are `auto` is compiled for programs that name the op, not for all that include its header.
template <class Op>
struct kernel_of;

/// An op type whose kernel runs every call.
template <class Op>
concept has_run = requires { kernel_function{&kernel_of<Op>::run}; };

/// An op type whose kernel is made ready for a call.
template <class Op>
concept has_prepare = requires { prepare_function{&kernel_of<Op>::prepare}; };

/// An op type that has a kernel.
template <class Op>
concept has_kernel = has_run<Op> || has_prepare<Op>;

} // namespace graft::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A table of kernels has an entry for every op that it names.
template <class Op>
struct no_kernel {
    static_assert(never_type<Op>, "graft: kernel_set names an op without a kernel: include the header of "
                                  "<graft/runtime/kernels/> that has it, or <graft/runtime/kernels.hpp>, which has "
                                  "all; for an op of your own specialise graft::kernel_of<Op>. [E-RUN-1]");
};

template <class Op>
constexpr kernel_entry entry_of() {
    constexpr std::string_view name = schema_name(Op::text.view());
    kernel_entry entry{fnv1a(name), name};
    if constexpr (has_run<Op>)
        entry.run = &kernel_of<Op>::run;
    if constexpr (has_prepare<Op>)
        entry.prepare = &kernel_of<Op>::prepare;
    return entry;
}

// The first of the ops that has no kernel, or void.
template <class... Ops>
struct first_without_kernel {
    using type = void;
};
template <class First, class... Rest>
struct first_without_kernel<First, Rest...>
    : std::conditional_t<has_kernel<First>, first_without_kernel<Rest...>, std::type_identity<First>> {};

template <class Ops>
struct kernels_of_list;
template <class... Ops>
struct kernels_of_list<op_list<Ops...>> {
    // All of them, each of which must have a kernel.
    static constexpr kernel_list<sizeof...(Ops)> all() {
        using missing = typename first_without_kernel<Ops...>::type;
        if constexpr (!std::is_void_v<missing>)
            static_cast<void>(requires { sizeof(no_kernel<missing>); });
        kernel_list<sizeof...(Ops)> list{entry_of<Ops>()...};
        sort_entries(list);
        return list;
    }

    // Those that have a kernel. Packs are expanded into arrays: clang 16 folds 256 operands at most.
    static constexpr auto existing() {
        constexpr std::size_t count = [] {
            bool const exists[] = {has_kernel<Ops>..., false};
            return static_cast<std::size_t>(std::count(std::begin(exists), std::end(exists), true));
        }();
        kernel_list<count> list{};
        std::size_t used = 0;
        auto const add = [&]<class Op>() {
            if constexpr (has_kernel<Op>)
                list[used++] = entry_of<Op>();
            return true;
        };
        bool const added[] = {add.template operator()<Ops>()..., true};
        static_cast<void>(added);
        sort_entries(list);
        return list;
    }
};

template <class Dialect>
inline constexpr auto dialect_kernels = kernels_of_list<ops_of<Dialect>>::existing();

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::inline GRAFT_INSTRUCTION_SET {

/// The kernels of exactly these ops; what is not named is not instantiated.
template <class... Ops>
inline constexpr kernel_list<sizeof...(Ops)> kernel_set = detail::kernels_of_list<op_list<Ops...>>::all();

/// The kernels of those ops of a dialect that have one.
template <class Dialect>
[[nodiscard]] constexpr kernel_table kernels_of() {
    return detail::dialect_kernels<Dialect>;
}

} // namespace graft::inline GRAFT_INSTRUCTION_SET
