#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstdint>

namespace graft {

/// Interned value specs: equal specs have equal ids, and id 0 stands for "not known".
class value_table {
public:
    /// The id of `value`, added when new; expected O(size of the spec).
    GRAFT_CONSTEXPR std::uint32_t intern(value_spec value);

    /// The spec with this id, which is not 0.
    [[nodiscard]] constexpr value_spec const& operator[](std::uint32_t id) const { return values_[id - 1]; }

    /// How many specs there are.
    [[nodiscard]] constexpr std::size_t size() const { return values_.size(); }

private:
    static constexpr std::uint64_t mix(std::uint64_t h, std::uint64_t value) {
        h = (h ^ value) * 0x9e3779b97f4a7c15u;
        return h ^ (h >> 29);
    }

    static GRAFT_CONSTEXPR std::uint64_t hash(sym_int const& value);

    static GRAFT_CONSTEXPR std::uint64_t hash(value_spec const& value);

    [[nodiscard]] GRAFT_CONSTEXPR std::size_t probe(value_spec const& value) const;

    GRAFT_CONSTEXPR_INLINE void grow() {
        slots_.assign(slots_.empty() ? 16 : slots_.size() * 2, 0);
        for (std::uint32_t id = 1; id <= values_.size(); ++id)
            slots_[probe((*this)[id])] = id;
    }

    vec<value_spec> values_; // of id 1 and so on
    vec<std::uint32_t> slots_;
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/hash.hpp>

#    include <utility>

namespace graft {

GRAFT_CONSTEXPR std::uint32_t value_table::intern(value_spec value) {
    if (values_.size() * 2 >= slots_.size())
        grow();
    std::size_t const slot = probe(value);
    if (slots_[slot] == 0) {
        values_.push_back(std::move(value));
        slots_[slot] = static_cast<std::uint32_t>(values_.size());
    }
    return slots_[slot];
}

GRAFT_CONSTEXPR std::uint64_t value_table::hash(sym_int const& value) {
    auto h = static_cast<std::uint64_t>(value.constant());
    for (sym_term const& term : value.terms()) {
        h = mix(h, static_cast<std::uint64_t>(term.coefficient));
        for (sym_factor const& factor : term.factors) {
            h = mix(h, fnv1a(factor.atom.name.name()) ^ factor.exponent);
            for (sym_int const& operand : factor.atom.operands)
                h = mix(h, hash(operand));
        }
    }
    return h;
}

GRAFT_CONSTEXPR std::uint64_t value_table::hash(value_spec const& value) {
    std::uint64_t h = mix(static_cast<std::uint64_t>(value.k), static_cast<std::uint64_t>(value.tensor.dtype));
    for (sym_int const& size : value.tensor.sizes)
        h = mix(h, hash(size));
    for (sym_int const& stride : value.tensor.strides)
        h = mix(h, hash(stride));
    h = mix(h, hash(value.tensor.storage_offset));
    h = mix(h, hash(value.integer));
    for (value_spec const& item : value.items)
        h = mix(h, hash(item));
    return h;
}

GRAFT_CONSTEXPR std::size_t value_table::probe(value_spec const& value) const {
    std::size_t const mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(hash(value)) & mask;
    while (slots_[slot] != 0 && !((*this)[slots_[slot]] == value))
        slot = (slot + 1) & mask;
    return slot;
}

} // namespace graft
#endif
