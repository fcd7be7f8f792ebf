#pragma once

#include <graft/meta/vec.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace graft {

/// Rules that are made when the program runs, in order of preference; it owns their texts. `rewrite` and whatever
/// else takes a rule set takes it as well.
class rule_list {
public:
    rule_list() = default;
    /// What was moved from is empty.
    /// @{
    rule_list(rule_list&&) noexcept = default;
    rule_list& operator=(rule_list&&) noexcept = default;
    /// @}

    /// A rule of the list, whose texts live as long as it does.
    struct entry {
        std::string_view name; ///< the rule's
        /// Both sides in pre-order.
        /// @{
        vec<pattern_node> lhs, rhs;
        /// @}
        vec<constraint> conditions;      ///< all of which must hold
        vec<std::string_view> variables; ///< the names, by number
        rule_options options;            ///< what it says of itself
        /// Hashes of ops: a match has all of these; the right side's. `append` finds them.
        /// @{
        vec<std::uint64_t> needs, makes;
        /// @}
    };

    [[nodiscard]] std::size_t size() const { return entries_.size(); } ///< How many rules it has.
    [[nodiscard]] bool empty() const { return entries_.empty(); }      ///< True when it has none.

    /// Rule `i`; valid until the list changes.
    [[nodiscard]] rule_view operator[](std::size_t i) const {
        entry const& e = entries_[i];
        return {e.name, e.lhs, e.rhs, e.conditions, e.variables, e.options, e.needs, e.makes};
    }

    /// Adds a rule behind the others; its texts are `keep`'s.
    void append(entry e) {
        e.needs.resize(e.lhs.size());
        e.needs.resize(detail::write_ops(e.lhs, true, e.needs.data()));
        e.makes.resize(e.rhs.size());
        e.makes.resize(detail::write_ops(e.rhs, false, e.makes.data()));
        entries_.push_back(std::move(e));
    }

    /// The text, owned by the list.
    std::string_view keep(std::string_view text) {
        vec<char> const& kept = texts_.emplace_back(text.begin(), text.end());
        return {kept.data(), kept.size()};
    }

private:
    vec<entry> entries_;
    vec<vec<char>> texts_; // what has been kept does not move
};

} // namespace graft
