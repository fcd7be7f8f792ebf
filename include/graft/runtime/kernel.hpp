#pragma once

#include <graft/core/tensor.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/never.hpp>
#include <graft/schema/call.hpp>
#include <graft/schema/op_info.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <span>
#include <string_view>

namespace graft {

/// Runs an op on tensors: `results` have the dtype and sizes that the op's meta function gives, and are written;
/// the kernel of a view sets them instead.
using kernel_function = void (*)(call<tensor> const& c, std::span<tensor> results);

/// The arguments of a call, by slot, whose tensors are the same in every run and never change.
class constant_arguments {
public:
    void add(std::size_t slot) { bits_ |= slot < 64 ? std::uint64_t{1} << slot : 0; }
    [[nodiscard]] bool contains(std::size_t slot) const { return slot < 64 && (bits_ >> slot & 1) != 0; }

private:
    std::uint64_t bits_ = 0;
};

/// A kernel that is ready for one call: what depends on sizes and constant arguments alone, such as packed weights,
/// has been made. It runs the call that it was prepared for.
using prepared_kernel = std::function<void(call<tensor> const&, std::span<tensor>)>;

/// Prepares the kernel for a call whose results have these sizes; an empty function where that has no use.
using prepare_function = prepared_kernel (*)(call<tensor> const& c, std::span<tensor const> results,
                                             constant_arguments const& constant);

/// The kernel of an op type: specialise it with `static void run(call<tensor> const&, std::span<tensor>)` and, if it
/// pays, with a `prepare_function` of the name `prepare`. That of an op that is bound to a pattern may have the latter
/// alone: calls for which it gives nothing run by the pattern.
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

/// An op, by its name, and its kernel.
struct kernel_entry {
    std::uint64_t hash = 0;
    op_info const* op = nullptr;
    kernel_function run = nullptr;  // null: `prepare` gives it
    prepare_function prepare = nullptr;
};

/// The kernels that a program may use, sorted by hash: a view of a `kernel_set`.
class kernel_table {
public:
    constexpr kernel_table() = default;
    constexpr kernel_table(std::span<kernel_entry const> entries) : entries_(entries) {}

    /// The kernel that runs every call of the op of this name, or null; O(log kernels).
    [[nodiscard]] constexpr kernel_function find(op_info const& op) const {
        kernel_entry const* const entry = find_entry(op);
        return entry == nullptr ? nullptr : entry->run;
    }

    /// The entry of the op of this name, or null.
    [[nodiscard]] constexpr kernel_entry const* find_entry(op_info const& op) const {
        auto at = std::lower_bound(
            entries_.begin(), entries_.end(), op.hash,
            [](kernel_entry const& e, std::uint64_t hash) { return e.hash < hash; });
        for (; at != entries_.end() && at->hash == op.hash; ++at)
            if (at->op->name == op.name)
                return &*at;
        return nullptr;
    }

    [[nodiscard]] constexpr std::span<kernel_entry const> entries() const { return entries_; }

private:
    std::span<kernel_entry const> entries_;
};

namespace detail {

template <class Op>
struct no_kernel {
    static_assert(never_type<Op>, "graft: kernel_set names an op without a kernel: specialise "
                                  "graft::kernel_of<Op>. [E-RUN-1]");
};

template <class Op>
constexpr kernel_entry entry_of() {
    if constexpr (has_run<Op> && has_prepare<Op>)
        return {Op::info().hash, &Op::info(), &kernel_of<Op>::run, &kernel_of<Op>::prepare};
    else if constexpr (has_run<Op>)
        return {Op::info().hash, &Op::info(), &kernel_of<Op>::run};
    else if constexpr (has_prepare<Op>)
        return {Op::info().hash, &Op::info(), nullptr, &kernel_of<Op>::prepare};
    else
        return static_cast<void>(requires { sizeof(no_kernel<Op>); }), kernel_entry{};
}

constexpr void sort_entries(std::span<kernel_entry> entries) {
    std::sort(entries.begin(), entries.end(), [](kernel_entry const& a, kernel_entry const& b) {
        return a.hash != b.hash ? a.hash < b.hash : a.op->name < b.op->name;
    });
}

template <class... Ops>
constexpr std::array<kernel_entry, sizeof...(Ops)> sorted_entries() {
    std::array<kernel_entry, sizeof...(Ops)> entries{entry_of<Ops>()...};
    sort_entries(entries);
    return entries;
}

// Those of the ops that have a kernel. Packs are expanded into arrays: clang 16 folds 256 operands at most.
template <class... Ops>
constexpr auto existing_entries() {
    constexpr std::size_t count = [] {
        bool const exists[] = {has_kernel<Ops>..., false};
        return static_cast<std::size_t>(std::count(std::begin(exists), std::end(exists), true));
    }();
    std::array<kernel_entry, count> entries{};
    std::size_t used = 0;
    auto const add = [&]<class Op>() {
        if constexpr (has_kernel<Op>)
            entries[used++] = entry_of<Op>();
        return true;
    };
    bool const added[] = {add.template operator()<Ops>()..., true};
    static_cast<void>(added);
    sort_entries(entries);
    return entries;
}

} // namespace detail

/// The kernels of exactly these ops; what is not named is not instantiated.
template <class... Ops>
inline constexpr std::array<kernel_entry, sizeof...(Ops)> kernel_set =
    detail::sorted_entries<Ops...>();

namespace detail {

template <class Ops>
struct kernels_of_list;
template <class... Ops>
struct kernels_of_list<op_list<Ops...>> {
    static constexpr auto entries = existing_entries<Ops...>();
};

} // namespace detail

/// The kernels of those ops of a dialect that have one.
template <class Dialect>
[[nodiscard]] constexpr kernel_table kernels_of() {
    return kernel_table{detail::kernels_of_list<typename Dialect::members>::entries};
}

} // namespace graft
