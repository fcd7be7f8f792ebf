#pragma once

#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/pattern/constraint.hpp>
#include <graft/rewrite/rule_set.hpp>
#include <graft/rulecheck/detail/case_attributes.hpp>
#include <graft/rulecheck/side_runner.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace graft::detail {

// What a case of a rule was, as far as a condition can ask about it, and whether the rule kept its promise.
struct case_facts {
    vec<std::optional<tensor_spec>> variables; // nothing for what is no tensor
    tensor_spec replaced;
    side_fault fault = side_fault::none;

    [[nodiscard]] bool fails_by_values() const { return fault == side_fault::values; }
};

// Looks for conditions under which a rule would not have failed in any of the cases that are known: by its values,
// or by anything else.
class repair_finder {
public:
    repair_finder(rule_view const& rule, view<case_facts const> cases, bool by_values) : rule_(rule) {
        for (case_facts const& c : cases)
            if (c.fault == side_fault::none || c.fails_by_values() == by_values)
                (c.fault == side_fault::none ? passing_ : failing_).push_back(&c);
            else if (!by_values)
                passing_.push_back(&c);
    }

    // Conditions that leave out every failure, those first that leave most of what holds.
    [[nodiscard]] vec<std::string> find() {
        try_pairs();
        if (crisp_)
            return texts();
        bool dtypes = false;
        for (int v = 0; v < static_cast<int>(rule_.variables.size()); ++v)
            dtypes = try_dtypes(v) || dtypes;
        if (!dtypes)
            try_dtypes(-1);
        for (int v = 0; v < static_cast<int>(rule_.variables.size()); ++v)
            try_ranks(v);
        std::stable_sort(found_.begin(), found_.end(),
                         [](repair const& a, repair const& b) { return a.kept > b.kept; });
        return texts();
    }

    // The dtypes of the left side's result for which the rule fails, and those for which it does not.
    [[nodiscard]] std::string failing_dtypes() const {
        auto const dtypes = [](auto const& cases) {
            std::int64_t bits = 0;
            for (case_facts const* const c : cases)
                bits |= dtype_bit(c->replaced.dtype);
            return bits;
        };
        std::int64_t const failing = dtypes(failing_), others = dtypes(passing_) & ~failing;
        return others == 0 ? "of every dtype" : "only of " + names(failing) + ", not of " + names(others);
    }

private:
    struct repair {
        std::string text;
        std::size_t kept;
    };
    using test = std::function<bool(case_facts const&)>;

    // Keeps the condition if it holds in no case that failed, and in so many others that a dozen of them would have
    // failed if they did so as often.
    bool offer(std::string text, test const& holds) {
        if (std::any_of(failing_.begin(), failing_.end(), [&](case_facts const* c) { return holds(*c); }))
            return false;
        auto const kept = static_cast<std::size_t>(
            std::count_if(passing_.begin(), passing_.end(), [&](case_facts const* c) { return holds(*c); }));
        std::size_t const left_out = passing_.size() - kept + failing_.size();
        bool const crisp = left_out == failing_.size();
        if (kept * failing_.size() < 12 * left_out || (failing_.size() < 3 && !crisp))
            return false;
        crisp_ = crisp_ || crisp;
        found_.push_back({std::move(text), kept});
        return true;
    }
    [[nodiscard]] vec<std::string> texts() const {
        constexpr std::size_t most = 3;
        vec<std::string> all;
        for (repair const& r : view{found_}.first(std::min(most, found_.size())))
            all.push_back("where(" + r.text + ")");
        return all;
    }

    [[nodiscard]] static tensor_spec const* spec(case_facts const& c, int variable) {
        if (variable < 0)
            return &c.replaced;
        auto const& known = c.variables[static_cast<std::size_t>(variable)];
        return known ? &*known : nullptr;
    }
    [[nodiscard]] std::string name(int variable) const {
        return variable < 0 ? "replaced" : std::string{rule_.variables[static_cast<std::size_t>(variable)]};
    }

    void try_pairs() {
        for (int a = 0; a < static_cast<int>(rule_.variables.size()); ++a)
            for (int b = -1; b < a; ++b) {
                int const other = b;
                auto const both = [&](bool shape, bool type) -> test {
                    return [=](case_facts const& c) {
                        tensor_spec const *const x = spec(c, a), *const y = spec(c, other);
                        return x != nullptr && y != nullptr && (!shape || x->sizes == y->sizes) &&
                               (!type || x->dtype == y->dtype);
                    };
                };
                std::string const of = "(" + name(a) + ", " + name(b) + ")";
                if (!offer("same_shape" + of, both(true, false)) && !offer("same_dtype" + of, both(false, true)))
                    offer("same_meta" + of, both(true, true));
            }
    }

    bool try_dtypes(int variable) {
        std::int64_t good = 0, bad = 0;
        for (case_facts const* const c : failing_)
            bad |= spec(*c, variable) == nullptr ? 0 : dtype_bit(spec(*c, variable)->dtype);
        for (case_facts const* const c : passing_)
            good |= spec(*c, variable) == nullptr ? 0 : dtype_bit(spec(*c, variable)->dtype);
        good &= ~bad;
        if (good == 0 || bad == 0)
            return false;
        return offer("has_dtype(" + name(variable) + ", " + names(good, " | ", true) + ")", [=](case_facts const& c) {
            tensor_spec const* const t = spec(c, variable);
            return t != nullptr && (dtype_bit(t->dtype) & good) != 0;
        });
    }

    void try_ranks(int variable) {
        auto const ranks = [&](auto const& admits) -> test {
            return [=](case_facts const& c) {
                tensor_spec const* const t = spec(c, variable);
                return t != nullptr && admits(t->dim());
            };
        };
        for (std::size_t r = 1; r < 5; ++r) {
            std::string const at = "rank(" + name(variable) + ") ", number = std::to_string(r);
            if ((offer(at + ">= " + number, ranks([r](std::size_t rank) { return rank >= r; }))) ||
                offer(at + "== " + number, ranks([r](std::size_t rank) { return rank == r; })))
                return;
        }
    }

    // The dtypes, those of a group by its name where it is complete; in the words of a condition or of a sentence.
    [[nodiscard]] static std::string names(std::int64_t dtypes, std::string_view between = ", ", bool code = false) {
        std::string out;
        auto const add = [&](std::string_view name) {
            out += std::string{out.empty() ? "" : between} + std::string{name};
        };
        for (auto const& [group, bits] :
             {std::pair{"floating_dtypes", floating_dtypes.bits}, std::pair{"integral_dtypes", integral_dtypes.bits}})
            if (std::int64_t const here = bits & case_bits(); (dtypes & here) == here) {
                add(group);
                dtypes &= ~bits;
            }
        auto const add_if_there = [&](dtype d) {
            if ((dtypes & dtype_bit(d)) != 0)
                add(!code                 ? std::string{fx_name(d)}
                    : d == dtype::boolean ? "one_dtype(dtype::boolean)"
                                          : "one_dtype(dtype::" + std::string{fx_name(d)} + ")");
        };
        for (dtype const d : case_dtypes)
            add_if_there(d);
        add_if_there(dtype::c64);
        return out;
    }
    [[nodiscard]] static constexpr std::int64_t case_bits() {
        std::int64_t bits = 0;
        for (dtype const d : case_dtypes)
            bits |= dtype_bit(d);
        return bits;
    }

    rule_view const& rule_;
    vec<case_facts const*> passing_, failing_;
    vec<repair> found_;
    bool crisp_ = false; // a condition holds in all cases but those that failed
};

} // namespace graft::detail
