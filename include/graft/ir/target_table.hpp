#pragma once

#include <graft/config.hpp>
#include <graft/ir/string_table.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_info.hpp>

#include <cstdint>
#include <string_view>

namespace graft {

template <class D>
struct op;
template <class D>
struct packet;

/// The dialect that a call belongs to: one ATen op is a different target in each.
enum class dialect_tag : std::uint8_t { aten, edge, backend };

/// What a node refers to: an op (`aten::add.Tensor`), a Python function (`operator.getitem`,
/// `torch.ops.higher_order.cond`), or the name of a placeholder, attribute or module.
struct target_info {
    std::string_view name;                   ///< `aten::add.Tensor`
    op_info const* op = nullptr;             ///< null when no op of this name is known
    dialect_tag dialect = dialect_tag::aten; ///< of the call

    /// True for a call of an op with a schema, known or not.
    [[nodiscard]] constexpr bool is_op() const {
        for (std::size_t i = 0; i + 1 < name.size(); ++i)
            if (name[i] == ':' && name[i + 1] == ':')
                return true;
        return false;
    }
    /// True for a call that may give what it takes, a view of that, or one of several such values.
    [[nodiscard]] constexpr bool gives_alias() const {
        return name == "operator.getitem" || (op != nullptr && op->returns_alias());
    }
    /// True for a call of one of these: `g.target(n).is_any_of(aten::mm, aten::bmm)`.
    template <class... Ops>
    [[nodiscard]] constexpr bool is_any_of(Ops const&... ops) const;
};

/// True for a call of this op, in whatever dialect: `g.target(n) == aten::add.Tensor`. A packet, such as `aten::relu`,
/// stands for its default overload.
/// @{
[[nodiscard]] constexpr bool operator==(target_info const& target, op_info const& op) {
    return target.op == &op || target.name == op.name;
}
template <class D>
[[nodiscard]] constexpr bool operator==(target_info const& target, op<D> const&) {
    return target == D::info();
}
template <class D>
[[nodiscard]] constexpr bool operator==(target_info const& target, packet<D> const& overloads) {
    return target == static_cast<D const&>(overloads).default_;
}
/// @}

template <class... Ops>
constexpr bool target_info::is_any_of(Ops const&... ops) const {
    return ((*this == ops) || ...);
}

/// The distinct targets of one graph, numbered in order of first use.
class target_table {
public:
    /// The number of the target of this name and dialect; a later call may supply the op that an earlier one lacked.
    GRAFT_CONSTEXPR std::uint32_t intern(string_table& strings, std::string_view name, op_info const* op = nullptr,
                                         dialect_tag dialect = dialect_tag::aten);

    /// The target with this number; `strings` is the table that it was interned with.
    [[nodiscard]] constexpr target_info view(string_table const& strings, std::uint32_t id) const {
        return {strings[entries_[id].name], entries_[id].op, entries_[id].dialect};
    }

    [[nodiscard]] constexpr std::size_t size() const { return entries_.size(); } ///< How many there are.

private:
    static constexpr std::uint32_t none = 0xffffffff;
    struct entry {
        std::uint32_t name, next;
        op_info const* op;
        dialect_tag dialect;
    };
    vec<entry> entries_;
    vec<std::uint32_t> heads_; // by string id
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft {

GRAFT_CONSTEXPR std::uint32_t target_table::intern(string_table& strings, std::string_view name, op_info const* op,
                                                   dialect_tag dialect) {
    std::uint32_t const id = strings.intern(name);
    if (heads_.size() <= id)
        heads_.resize(id + 1, none);
    for (std::uint32_t at = heads_[id]; at != none; at = entries_[at].next)
        if (entries_[at].dialect == dialect) {
            if (op != nullptr)
                entries_[at].op = op;
            return at;
        }
    entries_.push_back({id, heads_[id], op, dialect});
    return heads_[id] = static_cast<std::uint32_t>(entries_.size() - 1);
}

} // namespace graft
#endif
