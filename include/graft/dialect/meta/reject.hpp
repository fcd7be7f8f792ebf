#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/call.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/print.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace graft::detail {

/// The sizes as Python prints them: "[2, s0, 4]".
[[nodiscard]] GRAFT_INLINE std::string shape_text(vec<sym_int> const& sizes);

/// Ends a meta function: PyTorch does not accept this call.
template <class... Parts>
[[noreturn]] void reject(call<tensor_spec> const& c, Parts const&... why) {
    raise(errc::invalid_argument, c.op().name, ": ", why...);
}

/// Rejects the call because of the sizes of two of its tensors.
[[noreturn]] GRAFT_INLINE void reject_sizes(call<tensor_spec> const& c, char const* a, char const* b);

/// True when the two differ for every value of the symbols.
[[nodiscard]] constexpr bool certainly_differ(sym_int const& a, sym_int const& b) { return known_eq(a, b) == false; }

/// True when these are not as many, or some of them differ for every value of the symbols.
[[nodiscard]] constexpr bool certainly_differ(vec<sym_int> const& a, vec<sym_int> const& b) {
    return !std::equal(a.begin(), a.end(), b.begin(), b.end(),
                       [](sym_int const& x, sym_int const& y) { return !certainly_differ(x, y); });
}

/// True of a size that is computed of symbols and 1 for some values of them, as far as can be told. A product of
/// symbols counts as larger: torch.export takes each for at least 2.
[[nodiscard]] GRAFT_CONSTEXPR bool may_be_one(sym_int const& size);

/// Requires that the argument has this many dimensions.
constexpr void require_rank(call<tensor_spec> const& c, char const* argument, std::size_t rank) {
    if (c.tensor(argument).dim() != rank)
        reject(c, "'", argument, "' must have ", rank, " dimensions, not ", c.tensor(argument).dim());
}

/// Requires that one argument has the dtype of another.
GRAFT_CONSTEXPR void require_one_dtype(call<tensor_spec> const& c, std::string_view argument, std::string_view of);

/// The dimension that `dim` means, counted from the end if it is negative.
[[nodiscard]] GRAFT_CONSTEXPR std::size_t checked_dim(call<tensor_spec> const& c, char const* argument,
                                                      sym_int const& dim, std::size_t rank);

/// The dimension that an argument names.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::size_t dim_argument(call<tensor_spec> const& c, char const* argument,
                                                              std::size_t rank) {
    return checked_dim(c, argument, c.integer(argument), rank);
}

/// For each dimension whether the list names it; a dimension named twice is an error.
[[nodiscard]] GRAFT_CONSTEXPR vec<std::uint8_t> named_dims(call<tensor_spec> const& c, char const* argument,
                                                           vec<sym_int> const& dims, std::size_t rank);

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/dtype.hpp>

namespace graft::detail {

GRAFT_CONSTEXPR bool may_be_one(sym_int const& size) {
    if (known_eq(size, 1))
        return false;
    if (size.constant() != 0 || size.terms().size() != 1)
        return true;
    for (sym_factor const& factor : size.terms()[0].factors)
        if (factor.atom.function != sym_function::symbol)
            return true;
    return false;
}

GRAFT_INLINE std::string shape_text(vec<sym_int> const& sizes) {
    std::string text = "[";
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        text += i == 0 ? "" : ", ";
        append_to(text, sizes[i]);
    }
    return text + "]";
}

GRAFT_INLINE void reject_sizes(call<tensor_spec> const& c, char const* a, char const* b) {
    reject(c, "the sizes of '", a, "' ", shape_text(c.tensor(a).sizes), " and '", b, "' ",
           shape_text(c.tensor(b).sizes), " do not fit");
}

GRAFT_CONSTEXPR void require_one_dtype(call<tensor_spec> const& c, std::string_view argument, std::string_view of) {
    dtype const given = c.tensor(argument).dtype, wanted = c.tensor(of).dtype;
    if (given != wanted)
        reject(c, "'", argument, "' is ", torch_name(given), ", but '", of, "' ", torch_name(wanted));
}

GRAFT_CONSTEXPR std::size_t checked_dim(call<tensor_spec> const& c, char const* argument, sym_int const& dim,
                                        std::size_t rank) {
    std::int64_t const range = rank == 0 ? 1 : static_cast<std::int64_t>(rank);
    std::int64_t const value = dim.value();
    if (value < -range || value >= range)
        reject(c, "'", argument, "' is ", value, ", which is not in [", -range, ", ", range - 1, "]");
    return static_cast<std::size_t>(value < 0 ? value + range : value);
}

GRAFT_CONSTEXPR vec<std::uint8_t> named_dims(call<tensor_spec> const& c, char const* argument, vec<sym_int> const& dims,
                                             std::size_t rank) {
    vec<std::uint8_t> named(rank == 0 ? 1 : rank, 0);
    for (sym_int const& dim : dims) {
        std::uint8_t& mark = named[checked_dim(c, argument, dim, rank)];
        if (mark != 0)
            reject(c, "'", argument, "' names dimension ", dim.value(), " twice");
        mark = 1;
    }
    named.resize(rank);
    return named;
}

} // namespace graft::detail
#endif
