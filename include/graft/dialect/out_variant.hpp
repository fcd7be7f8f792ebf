#pragma once

#include <graft/config.hpp>
#include <graft/dialect/out_variant_name.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/call.hpp>
#include <graft/schema/print.hpp>
#include <graft/schema/runtime_op.hpp>

#include <string>
#include <string_view>

namespace graft {

/// True if PyTorch has an op that writes what this one returns to tensors that it is given: of those that return new
/// tensors, all that do not say `op_tags::no_out`.
[[nodiscard]] GRAFT_INLINE bool has_out_variant(op_info const& op);

/// The schema of the out-variant of an op that has one, as PyTorch prints it.
[[nodiscard]] GRAFT_INLINE std::string out_variant_schema(op_info const& op);

/// The op that writes what `functional`, which lives as long as any program, returns to tensors that it is given, such
/// as `aten::add.out`; null if there is none.
[[nodiscard]] GRAFT_INLINE op_info const* out_variant_of(op_info const& functional);

/// The op that an op of `out_variant_of` was made of; null of any other op.
[[nodiscard]] GRAFT_INLINE op_info const* functional_of(op_info const& out);

/// The out-variant of this name of one of these ops, or null.
[[nodiscard]] GRAFT_INLINE op_info const* find_out_variant(std::string_view name, view<op_info const* const> known);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/value_spec.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <functional>
#    include <map>
#    include <mutex>
#    include <utility>

namespace graft {
namespace detail {

/// What an out-variant writes its result `i` to.
[[nodiscard]] inline std::string written_argument(op_info const& op, std::size_t i) {
    if (op.out != nullptr && !op.out->written[0].empty())
        return std::string(op.out->written.at(i));
    if (!op.returns[i].name.empty())
        return std::string(op.returns[i].name);
    return op.returns.size() == 1 ? "out" : "out" + std::to_string(i);
}

/// An out-variant returns what it is given to write to.
inline value_spec meta_out_variant(call<tensor_spec> const& c) {
    vec<value_spec> written;
    for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
        if (c.op().arguments[i].writes && c[i].tensor != nullptr)
            written.emplace_back(*c[i].tensor);
    return written.size() == 1 ? written.front() : value_spec::of_list(std::move(written));
}

} // namespace detail

GRAFT_INLINE bool has_out_variant(op_info const& op) {
    return !has(op.tags, op_tags::no_out) && !op.mutates() && !op.names_alias() && !op.returns.empty() &&
           !op.variadic_returns && std::all_of(op.returns.begin(), op.returns.end(), [](schema_argument const& r) {
               return r.type == type_kind::tensor && !r.optional;
           });
}

GRAFT_INLINE std::string out_variant_schema(op_info const& op) {
    constexpr std::string_view sets = "abcdefghijklmnopqrstuvwxyz";
    vec<std::string> names;
    for (std::size_t i = 0; i < op.returns.size(); ++i)
        names.push_back(detail::written_argument(op, i));
    vec<schema_argument> arguments, returns;
    for (schema_argument const& argument : op.arguments)
        if (is_out_variant_argument(op, argument))
            arguments.push_back(argument);
    for (std::size_t i = 0; i < op.returns.size(); ++i) {
        schema_argument written = op.returns[i];
        written.writes = true;
        written.alias = sets.substr(i, 1);
        if (!written.list)
            returns.push_back(written);
        written.name = names[i];
        written.kwarg_only = true;
        arguments.push_back(written);
    }
    std::string const name = out_variant_name(op);
    op_info out;
    out.name = name;
    out.arguments = arguments;
    out.returns = returns;
    return text(out);
}

namespace detail {

// The out-variants that were asked for, each with what it is made of, for as long as the program runs.
class out_variant_table {
public:
    struct row {
        runtime_op out;
        op_info const* functional;
    };

    static out_variant_table& all() {
        static out_variant_table table;
        return table;
    }

    row const& of(op_info const& functional) {
        std::string schema = out_variant_schema(functional);
        std::lock_guard const lock(mutex_);
        auto found = rows_.find(schema);
        if (found == rows_.end()) {
            runtime_op out(schema, functional.tags, &meta_out_variant);
            found = rows_.emplace(std::move(schema), row{std::move(out), &functional}).first;
        }
        return found->second;
    }

    row const* find(op_info const& out) {
        std::lock_guard const lock(mutex_);
        auto const found = rows_.find(out.text);
        return found == rows_.end() ? nullptr : &found->second;
    }

private:
    std::mutex mutex_;
    std::map<std::string, row, std::less<>> rows_; // by schema
};

} // namespace detail

GRAFT_INLINE op_info const* out_variant_of(op_info const& functional) {
    return has_out_variant(functional) ? &detail::out_variant_table::all().of(functional).out.info() : nullptr;
}

GRAFT_INLINE op_info const* functional_of(op_info const& out) {
    if (!out.mutates())
        return nullptr;
    auto const* const row = detail::out_variant_table::all().find(out);
    return row == nullptr ? nullptr : row->functional;
}

GRAFT_INLINE op_info const* find_out_variant(std::string_view name, view<op_info const* const> known) {
    std::string_view const packet = name.substr(0, name.find('.'));
    for (op_info const* const op : known)
        if (op->name.substr(0, op->name.find('.')) == packet && has_out_variant(*op) && out_variant_name(*op) == name)
            return out_variant_of(*op);
    return nullptr;
}

} // namespace graft
#endif
