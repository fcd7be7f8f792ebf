#pragma once

#include <graft/schema/op_info.hpp>
#include <graft/schema/parse.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace graft::detail {

/// A parsed schema with room for its arguments; ops of similar size share the type.
template <std::size_t Slots, std::size_t Characters>
struct schema_storage {
    std::array<schema_argument, Slots> slots{};
    std::array<char, Characters> characters{};
    parsed_schema parsed;

    explicit constexpr schema_storage(std::string_view text) : parsed(parse_schema(text, slots, characters)) {}
};

/// The schema of an op type; a template of its own, so that declaring an op parses nothing.
template <class Op>
struct static_schema {
    static constexpr schema_bound bound = bound_schema(Op::text.view());
    static constexpr schema_storage<bound.slots, bound.characters> data{Op::text.view()};

    static constexpr bool well_formed = data.parsed.mistake == schema_mistake::none;

    static constexpr op_info make_info() {
        op_info made = make_op_info(Op::text.view(), data.parsed, data.slots);
        if constexpr (requires { Op::is_commutative; })
            made.commutative = Op::is_commutative;
        if constexpr (requires { Op::tags; })
            made.tags = Op::tags;
        made.weight = weight<Op>;
        if constexpr (requires { Op::meta; }) {
            made.meta = Op::meta;
            made.tags = made.tags | meta_tags<Op::meta>;
        }
        if constexpr (requires { Op::composition; })
            made.composition = Op::composition;
        if constexpr (requires { typename Op::functional; })
            made.functional = &Op::functional::info();
        if constexpr (requires { typename Op::copied_view; })
            made.copied_view = &Op::copied_view::info();
        if constexpr (requires { typename Op::scatter; })
            made.scatter = &Op::scatter::info();
        if constexpr (requires { typename Op::of_tensors; })
            made.of_tensors = &Op::of_tensors::info();
        if constexpr (requires { typename Op::original; }) {
            made.original = &Op::original::info();
            made.reads = made.original->reads;
            made.marks = made.original->marks;
        }
        if constexpr (requires { Op::reads; })
            made.reads = Op::reads;
        if constexpr (requires { Op::marks; })
            made.marks = Op::marks;
        if constexpr (requires { Op::out; })
            made.out = &Op::out;
        return made;
    }

    static constexpr op_info info = make_info();
};

} // namespace graft::detail
