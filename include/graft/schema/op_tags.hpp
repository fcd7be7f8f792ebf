#pragma once

#include <graft/config.hpp>

#include <cstdint>

namespace graft {

/// Facts about an op that its schema does not say; a set of flags.
enum class op_tags : std::uint32_t {
    none = 0,
    /// In the Core ATen set.
    core = 1,
    /// The result shares the storage of an argument.
    view = 2,
    /// Writes to an argument and returns it.
    inplace = 4,
    /// Two equal calls may differ (PyTorch: nondeterministic_seeded).
    random = 8,
    /// Must be kept although its result is not used.
    side_effect = 16,
    /// Takes graphs as arguments (cond, while_loop, ...).
    higher_order = 32,
    /// Belongs to a backend: calls of it are in the Backend dialect whatever they replace.
    backend = 64,
    /// May return an argument, or a view of it, although its schema does not say so (`dropout` that drops nothing,
    /// `atleast_1d`, `einsum` of one tensor).
    unsaid_view = 128,
    /// Each element of the result depends on the elements of the operands at the same place alone (PyTorch: pointwise).
    pointwise = 256,
    /// Computes in the dtype that its tensors have together, whatever each of them has; a `condition` apart.
    promotes = 512,
    /// PyTorch has no op that writes what this one returns to tensors that it is given.
    no_out = 1024,
    /// Not in the Core ATen set, and the Edge dialect has it: a copying view, or an exception that ExecuTorch makes.
    edge = 2048,
    /// Each element of the result is one of the first argument's, in the same dtype: of a tensor that holds one number
    /// throughout it gives another one that does.
    keeps_numbers = 1 << 12,
    /// The result has the elements of the first argument at the same places, converted to its dtype (`_to_copy`).
    casts = 1 << 13,
    /// Every element of the result is the number that is the first argument of type Scalar (`full`).
    fills = 1 << 14,
    /// Every element of the result is 0.
    zeros = 1 << 15,
    /// Every element of the result is 1.
    ones = 1 << 16,
    /// Only checks something when the program runs, or shows it: a program does without.
    assertion = 1 << 17,
    /// Says what holds of its arguments, which what uses them checks for itself: running it does nothing.
    statement = 1 << 18,
    /// Of a view: the first argument itself (`detach`).
    same_tensor = 1 << 19,
    /// Of a view: only where dtype, device and strides permit one; else a copy (`reshape`, `contiguous`).
    may_copy = 1 << 20,
    /// Of a view: the elements of the first argument in the same order under other sizes (`view`).
    resizes = 1 << 21,
    /// Of a view: an element of the first argument may be at several places (`expand`).
    repeats = 1 << 22,
    /// Of a view: undone by calling it again with the same other arguments (`transpose`).
    undoes_itself = 1 << 23,
    /// Of a view: undone by calling it again with its second and third argument exchanged (`movedim`).
    moves_dims = 1 << 24,
    /// Adds, over the last dimension of the first of its two factors, products of their elements. The factors are the
    /// last of the tensors that it needs.
    product = 1 << 25,
    /// Its out-variant converts the result to the dtype of what it writes; others want that very dtype.
    out_converts = 1 << 26,
    /// The result is the first argument with what is the last of type Scalar or Tensor, one number, in some places.
    puts_number = 1 << 27,
    /// What the elements of the first argument are decides how long results are: no longer than it has elements or, with
    /// a `dim`, slices (`nonzero`, `unique_dim`).
    chooses = 1 << 28,
    /// Of a view, or a copy of one: may show elements of the storage that the first argument does not (`as_strided`).
    shows_storage = 1 << 29
};

/// The tags of both.
[[nodiscard]] constexpr op_tags operator|(op_tags a, op_tags b) {
    return static_cast<op_tags>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

/// The tags that both have.
[[nodiscard]] constexpr op_tags operator&(op_tags a, op_tags b) {
    return static_cast<op_tags>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}

/// The flags of `set` but these.
[[nodiscard]] constexpr op_tags without(op_tags set, op_tags flags) {
    return static_cast<op_tags>(static_cast<unsigned>(set) & ~static_cast<unsigned>(flags));
}

/// True when `set` has every flag of `flags`.
[[nodiscard]] constexpr bool has(op_tags set, op_tags flags) { return (set & flags) == flags; }

} // namespace graft
