#pragma once

#include <graft/meta/vec.hpp>
#include <graft/rewrite/detail/alternative_choices.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace graft::detail {

// A part of a left side with every argument of its calls, defaults included; variables are those of both rules.
struct pattern_term {
    enum class form : std::uint8_t { variable, call, list, item, literal };

    form kind = form::variable;
    op_info const* op = nullptr;
    bool swappable = false, splat = false;
    constant value;            // of a literal; of an item its index
    vec<std::size_t> children; // of a call by schema slot
};

// Where a part of a left side stands: which child of which child of the root.
using term_path = vec<std::size_t>;

// Terms of two rules, and what unification binds their variables to.
class term_arena {
public:
    // Adds a left side, with the alternatives that are chosen; nothing when a part of it has no term. `variables`,
    // by number, become the terms of its variables.
    std::optional<std::size_t> add(rule_view const& rule, alternative_choices const& choices,
                                   vec<std::size_t>& variables) {
        rule_ = &rule;
        choices_ = &choices;
        variables_ = &variables;
        variables.assign(rule.variables.size(), none);
        ok_ = true;
        std::size_t const root = add(choices.on_left(0));
        return ok_ ? std::optional(root) : std::nullopt;
    }

    [[nodiscard]] pattern_term const& operator[](std::size_t t) const { return terms_[t]; }

    // What a term stands for: itself, or what a variable is bound to.
    [[nodiscard]] std::size_t resolve(std::size_t t) const {
        while (bound_[t] != none)
            t = bound_[t];
        return t;
    }

    // Makes two terms one; of two swappable calls that meet, the bits of `orders` say which exchange their operands.
    [[nodiscard]] bool unify(std::size_t a, std::size_t b, std::uint32_t orders) {
        orders_ = orders;
        met_ = 0;
        return unify(a, b);
    }
    // How many swappable calls met.
    [[nodiscard]] std::size_t met() const { return met_; }

    void release() { bound_.assign(terms_.size(), none); }

    // The calls and items below a term, it included, each with its place.
    void places(std::size_t t, term_path& here, vec<std::pair<std::size_t, term_path>>& found) const {
        pattern_term const& term = terms_[t];
        if (term.kind == pattern_term::form::call || term.kind == pattern_term::form::item)
            found.push_back({t, here});
        for (std::size_t i = 0; i < term.children.size(); ++i) {
            here.push_back(i);
            places(term.children[i], here, found);
            here.pop_back();
        }
    }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);

private:
    std::size_t make(pattern_term term) {
        terms_.push_back(std::move(term));
        bound_.push_back(none);
        return terms_.size() - 1;
    }
    std::size_t make_literal(constant const& value, bool splat) {
        pattern_term t;
        t.kind = pattern_term::form::literal;
        t.value = value;
        t.splat = splat;
        return make(t);
    }

    std::size_t add(std::size_t at) {
        pattern_node const& n = rule_->lhs[at];
        switch (n.kind) {
        case pattern_kind::any:
        case pattern_kind::negation: return make({});
        case pattern_kind::variable:
        case pattern_kind::number: {
            std::size_t& known = (*variables_)[static_cast<std::size_t>(n.variable)];
            return known = known == none ? make({}) : known;
        }
        case pattern_kind::literal: return make_literal(n.value, false);
        case pattern_kind::splat: return make_literal(n.value, true);
        case pattern_kind::chain: return add(choices_->on_left(last_child(rule_->lhs, at)));
        case pattern_kind::call: return add_call(at);
        case pattern_kind::item:
        case pattern_kind::list: {
            pattern_term t;
            t.kind = n.kind == pattern_kind::item ? pattern_term::form::item : pattern_term::form::list;
            t.value = n.value;
            for_each_child(rule_->lhs, at,
                           [&](std::size_t child) { t.children.push_back(add(choices_->on_left(child))); });
            return make(std::move(t));
        }
        default: ok_ = false; return make({});
        }
    }

    std::size_t add_call(std::size_t at) {
        pattern_node const& n = rule_->lhs[at];
        pattern_term t;
        t.kind = pattern_term::form::call;
        t.op = n.op;
        t.swappable = n.swappable;
        for (std::size_t slot = 0; slot < n.op->arguments.size(); ++slot) {
            std::size_t const child = child_in_slot(rule_->lhs, at, slot);
            schema_argument const& argument = n.op->arguments[slot];
            if (child != rule_->lhs.size())
                t.children.push_back(add(choices_->on_left(child)));
            else
                t.children.push_back(n.any_attributes || !argument.has_default
                                         ? make({})
                                         : make_literal(default_constant(argument), false));
        }
        return make(std::move(t));
    }

    bool occurs(std::size_t variable, std::size_t t) const {
        t = resolve(t);
        if (t == variable)
            return true;
        for (std::size_t const child : terms_[t].children)
            if (occurs(variable, child))
                return true;
        return false;
    }

    bool unify(std::size_t a, std::size_t b) {
        a = resolve(a);
        b = resolve(b);
        if (a == b)
            return true;
        if (terms_[a].kind != pattern_term::form::variable && terms_[b].kind == pattern_term::form::variable)
            std::swap(a, b);
        if (terms_[a].kind == pattern_term::form::variable) {
            bool const free = !occurs(a, b);
            if (free)
                bound_[a] = b;
            return free;
        }
        pattern_term const& x = terms_[a];
        pattern_term const& y = terms_[b];
        if (x.kind != y.kind || x.children.size() != y.children.size())
            return false;
        if (x.kind == pattern_term::form::literal)
            return same_literals(x, y);
        if ((x.op == nullptr) != (y.op == nullptr) || (x.op != nullptr && x.op->hash != y.op->hash) ||
            !(x.value == y.value))
            return false;
        bool const exchange = (x.swappable || y.swappable) && (orders_ >> met_++ & 1) != 0;
        for (std::size_t i = 0; i < x.children.size(); ++i)
            if (!unify(terms_[a].children[i], terms_[b].children[exchange && i < 2 ? 1 - i : i]))
                return false;
        return true;
    }

    static bool same_literals(pattern_term const& x, pattern_term const& y) {
        auto const is_number = [](constant const& c) {
            return c.kind == arg_kind::boolean || c.kind == arg_kind::integer || c.kind == arg_kind::real;
        };
        auto const number = [](constant const& c) {
            return c.kind == arg_kind::real ? std::bit_cast<double>(c.bits) : static_cast<double>(c.bits);
        };
        if ((x.splat || y.splat) && is_number(x.value) && is_number(y.value))
            return number(x.value) == number(y.value);
        return x.value == y.value;
    }

    vec<pattern_term> terms_;
    vec<std::size_t> bound_;
    rule_view const* rule_ = nullptr;
    alternative_choices const* choices_ = nullptr;
    vec<std::size_t>* variables_ = nullptr;
    bool ok_ = true;
    std::uint32_t orders_ = 0;
    std::size_t met_ = 0;
};

} // namespace graft::detail
