#pragma once

#include <graft/ir/target_table.hpp>
#include <graft/schema/op.hpp>
#include <graft/schema/packet.hpp>

#include <optional>
#include <string_view>

namespace graft {

/// What a call refers to, as passes compare and replace it: an op such as `aten::relu`, or a function by its name.
class call_target {
public:
    /// Empty: the dialect of the call that the new one replaces.
    std::optional<dialect_tag> dialect;

    /// What a node refers to.
    constexpr call_target(target_info const& target) : dialect(target.dialect), name_(target.name), op_(target.op) {}
    /// An op; one of a backend brings its dialect.
    constexpr call_target(op_info const& op) : name_(op.name), op_(&op) {
        if (has(op.tags, op_tags::backend))
            dialect = dialect_tag::backend;
    }
    /// An op.
    template <class D>
    constexpr call_target(op<D> const&) : call_target(D::info()) {}
    /// The default overload.
    template <class D>
    constexpr call_target(packet<D> const& overloads) : call_target(static_cast<D const&>(overloads).default_) {}
    /// A Python function, such as `operator.getitem`, which is in no dialect, or an op by its name.
    constexpr call_target(std::string_view name) : name_(name) {
        if (!target_info{name}.is_op())
            dialect = dialect_tag::aten;
    }
    /// A function or op by its name, which is not copied.
    constexpr call_target(char const* name) : call_target(std::string_view{name}) {}

    /// `aten::add.Tensor`, or the name of the function.
    [[nodiscard]] constexpr std::string_view name() const { return name_; }
    /// Null for a function, and for an op that nothing is known of.
    [[nodiscard]] constexpr op_info const* op() const { return op_; }

    /// True when both are the same op or function, in whatever dialect.
    friend constexpr bool operator==(call_target const& a, call_target const& b) {
        return (a.op_ == b.op_ && a.op_ != nullptr) || a.name_ == b.name_;
    }

private:
    std::string_view name_;
    op_info const* op_ = nullptr;
};

} // namespace graft
