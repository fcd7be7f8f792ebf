#pragma once

#include <graft/dialect/op_list.hpp>
#include <graft/meta/fixed_string.hpp>
#include <graft/meta/hash.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/sort.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/op.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace graft {

/// A name finds one op of a dialect, so that no two may have it.
template <class Dialect, fixed_string NAME>
struct op_named_twice {
    static_assert(never<NAME>, "graft: op named twice: two ops of the dialect have this NAME; leave one out");
};

namespace detail {

/// The name of an op by its schema, which is not parsed.
[[nodiscard]] constexpr std::string_view schema_name(std::string_view schema) {
    std::size_t end = 0;
    while (end < schema.size() && schema[end] != '(')
        ++end;
    return schema.substr(0, end);
}

/// The hash of an op's name, and where the op stands in its list.
struct dialect_entry {
    std::uint64_t hash = 0;
    std::size_t position = 0;
};

template <class Op>
struct dialect_member {};

template <class List>
struct dialect_table;

/// What a dialect is looked up in; nothing here parses a schema but `infos`.
template <class... Ops>
struct dialect_table<op_list<Ops...>> {
    struct members : dialect_member<Ops>... {};

    static constexpr std::size_t size = sizeof...(Ops);
    static constexpr std::array<std::string_view, size> names{schema_name(Ops::text.view())...};

    /// Sorted by hash.
    static constexpr std::array<dialect_entry, size> index = [] {
        std::array<dialect_entry, size> entries{};
        for (std::size_t i = 0; i < size; ++i)
            entries[i] = {fnv1a(names[i]), i};
        graft::sort(entries, [](dialect_entry const& a, dialect_entry const& b) {
            return a.hash != b.hash ? a.hash < b.hash : a.position < b.position;
        });
        return entries;
    }();

    /// A name that two ops have, empty when there is none.
    static constexpr std::string_view repeated = [] {
        for (std::size_t i = 1; i < size; ++i)
            if (names[index[i - 1].position] == names[index[i].position])
                return names[index[i].position];
        return std::string_view{};
    }();

    // A template, so that only those who look up by name pay for the schemas.
    template <class = void>
    static constexpr std::array<op_info const*, size> infos{&Ops::info()...};
};

template <class D, class Table>
consteval void diagnose_dialect() {
    if constexpr (!Table::repeated.empty())
        static_cast<void>(
            requires { sizeof(op_named_twice<D, fixed_slice<Table::repeated.size()>(Table::repeated)>); });
}

} // namespace detail

/// The base of a dialect `D`, whose ops are listed in its `using members = op_list<...>`, or `overloads_of<...>`.
///
/// Asking for an op type costs no schema; the first look-up by name parses those of all
/// members.
template <class D>
class dialect {
public:
    /// True when the op type is a member.
    template <class Op>
    static constexpr bool contains =
        std::is_base_of_v<detail::dialect_member<Op>, typename detail::dialect_table<ops_of<D>>::members>;

    /// The descriptors, in the order in which the ops are listed.
    [[nodiscard]] static constexpr graft::view<op_info const* const> ops() {
        using table = detail::dialect_table<ops_of<D>>;
        detail::diagnose_dialect<D, table>();
        return table::template infos<>;
    }

    /// The op of this name, such as `aten::add.Tensor` or `aten::relu`, or null; an
    /// `op_lookup`.
    [[nodiscard]] static constexpr op_info const* find(std::string_view name) {
        graft::view<detail::dialect_entry const> const index = detail::dialect_table<ops_of<D>>::index;
        std::uint64_t const hash = fnv1a(name);
        std::size_t begin = 0, end = index.size();
        while (begin < end) {
            std::size_t const middle = begin + (end - begin) / 2;
            if (index[middle].hash < hash)
                begin = middle + 1;
            else
                end = middle;
        }
        for (; begin < index.size() && index[begin].hash == hash; ++begin)
            if (op_info const* const op = ops()[index[begin].position]; op->name == name)
                return op;
        return nullptr;
    }
};

} // namespace graft
