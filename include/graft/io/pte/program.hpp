#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/error.hpp>
#include <graft/core/storage.hpp>
#include <graft/meta/vec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace graft {

/// Where a tensor lies in the memory that its method plans.
struct pte_allocation {
    std::uint32_t memory_id = 0; ///< counted from 1
    std::uint64_t offset = 0;    ///< in bytes, from the beginning of the buffer

    bool operator==(pte_allocation const&) const = default;
};

/// Whether the sizes of a tensor are its own, their upper bounds, or known only when it is computed.
enum class pte_dynamism : std::uint8_t { fixed, bounded, unbounded };

/// A tensor of a method.
struct pte_tensor {
    graft::dtype dtype = graft::dtype::f32;      ///< of its elements
    vec<std::int32_t> sizes;                     ///< an extent for each dimension
    vec<std::uint8_t> dim_order;                 ///< the outermost dimension first
    std::int32_t storage_offset = 0;             ///< in elements
    bool requires_grad = false;                  ///< what torch.export recorded
    std::uint32_t data_buffer = 0;               ///< its elements among the program's buffers, 0 for none
    std::optional<pte_allocation> allocation;    ///< where it lies, if the method plans that
    std::int8_t layout = 0;                      ///< as the file numbers it: 0 is strided
    pte_dynamism dynamism = pte_dynamism::fixed; ///< what is known of its sizes
    std::uint64_t mutable_segment = 0;           ///< of the first values of a tensor with both a place and data
    std::string fully_qualified_name;            ///< of a parameter or buffer
    bool external = false;                       ///< the elements are in another file, under that name
    std::uint8_t device_type = 0;                ///< as the file numbers it: 0 is a CPU
    std::int8_t device_index = 0;                ///< which of them

    bool operator==(pte_tensor const&) const = default;

    /// True of elements that lie in the file and that nothing may change.
    [[nodiscard]] bool is_constant() const { return data_buffer != 0 && !allocation && !external; }
    /// True of elements that runs change, and that begin as the file says.
    [[nodiscard]] bool has_first_values() const { return data_buffer != 0 && allocation && !external; }
};

/// The values of a method that several others make up; items are indices of values, -1 is None.
struct pte_integers {
    vec<std::int64_t> items; ///< indices of values
    bool operator==(pte_integers const&) const = default;
};
/// A list of floats.
struct pte_reals {
    vec<double> items; ///< the numbers
    bool operator==(pte_reals const&) const = default;
};
/// A list of bools.
struct pte_booleans {
    vec<bool> items; ///< the truths
    bool operator==(pte_booleans const&) const = default;
};
/// A list of tensors.
struct pte_tensors {
    vec<std::int32_t> items; ///< indices of values
    bool optional = false;   ///< an item may be None
    bool operator==(pte_tensors const&) const = default;
};

/// A value of a method as it is before a run; monostate is None.
using pte_value = std::variant<std::monostate, std::int64_t, bool, double, pte_tensor, std::string, pte_integers,
                               pte_reals, pte_booleans, pte_tensors>;

/// What an instruction does.
enum class pte_action : std::uint8_t {
    kernel,     ///< calls operator `first` on the arguments; the last of them are what it writes and returns
    delegate,   ///< hands the arguments to delegate `first`; the last are what it writes and returns
    move,       ///< gives value `second` what value `first` is
    jump_false, ///< goes on at instruction `second` if value `first` is false
    free        ///< forgets the memory of value `first`
};

/// One step of a method.
struct pte_instruction {
    pte_action action = pte_action::kernel; ///< what it does
    /// What `pte_action` says of them.
    /// @{
    std::int32_t first = 0, second = 0;
    /// @}
    vec<std::int32_t> arguments{}; ///< of a call: indices of values

    bool operator==(pte_instruction const&) const = default;
};

/// A line of Python that an instruction comes from.
struct pte_frame {
    /// The file, the function, and the line's text.
    /// @{
    std::string file, name, context;
    /// @}
    std::int32_t line = 0; ///< its number

    bool operator==(pte_frame const&) const = default;
};

/// A list of instructions, and where each comes from if that is recorded.
struct pte_chain {
    /// Indices of values.
    /// @{
    vec<std::int32_t> inputs, outputs;
    /// @}
    vec<pte_instruction> instructions; ///< in the order in which they run, unless one jumps
    vec<vec<pte_frame>> stack_traces;  ///< by instruction; empty where none is recorded

    bool operator==(pte_chain const&) const = default;
};

/// An operator that a method calls, as ATen names it.
struct pte_operator {
    /// Of `aten::add.out` all before the dot, and `out`.
    /// @{
    std::string name, overload;
    /// @}

    bool operator==(pte_operator const&) const = default;
    /// `aten::add.out`
    [[nodiscard]] std::string full_name() const { return overload.empty() ? name : name + "." + overload; }
};

/// A part of a method that another runtime runs.
struct pte_delegate {
    std::string id;                                         ///< the name of the backend
    storage data;                                           ///< what the backend made of the part
    vec<std::pair<std::string, std::string>> compile_specs; ///< key and value, for the backend
};

/// A method: its values, and what is done with them.
struct pte_plan {
    std::string name; ///< `forward`, as a rule
    /// The pytrees of arguments and results, as JSON.
    /// @{
    std::string in_spec, out_spec;
    /// @}
    vec<pte_value> values; ///< instructions name them by index
    /// Indices of values.
    /// @{
    vec<std::int32_t> inputs, outputs;
    /// @}
    vec<pte_chain> chains;          ///< the first is what runs
    vec<pte_operator> operators;    ///< instructions name them by index
    vec<pte_delegate> delegates;    ///< instructions name them by index
    vec<std::int64_t> buffer_sizes; ///< by memory id; that of 0 means nothing
};

/// Bytes under a name, for delegates to ask for.
struct pte_named_data {
    std::string key; ///< its name
    storage data;    ///< its bytes
};

/// A program of ExecuTorch: methods, and the bytes of their tensors, which are used where they lie.
struct pte_program {
    std::uint32_t version = 0;         ///< of the file's format
    vec<pte_plan> plans;               ///< one for each method
    vec<storage> buffers;              ///< of constants; the first stands for none
    vec<vec<storage>> mutable_buffers; ///< first values of what runs change, by segment
    vec<pte_named_data> named_data;    ///< for delegates

    /// The method of this name, or null.
    [[nodiscard]] pte_plan const* find(std::string_view name) const {
        for (pte_plan const& plan : plans)
            if (plan.name == name)
                return &plan;
        return nullptr;
    }
};

namespace detail {

/// The dtypes in the order of ExecuTorch's numbers; undefined for those that graft has no elements of.
inline constexpr std::array pte_dtypes{
    dtype::u8,        dtype::i8,        dtype::i16,       dtype::i32,       dtype::i64,       dtype::f16,
    dtype::f32,       dtype::f64,       dtype::c32,       dtype::c64,       dtype::c128,      dtype::boolean,
    dtype::undefined, dtype::undefined, dtype::undefined, dtype::bf16,      dtype::undefined, dtype::undefined,
    dtype::undefined, dtype::undefined, dtype::undefined, dtype::undefined, dtype::undefined, dtype::f8e5m2,
    dtype::f8e4m3fn,  dtype::undefined, dtype::undefined, dtype::u16,       dtype::u32,       dtype::u64};

} // namespace detail

/// The dtype behind a number of ExecuTorch's ScalarType; `undefined` for one without a counterpart.
[[nodiscard]] constexpr dtype dtype_of_pte(std::int64_t number) {
    return number >= 0 && number < static_cast<std::int64_t>(detail::pte_dtypes.size())
               ? detail::pte_dtypes[static_cast<std::size_t>(number)]
               : dtype::undefined;
}

/// ExecuTorch's number of a dtype.
[[nodiscard]] constexpr std::int8_t pte_number(dtype d) {
    for (std::size_t i = 0; i < detail::pte_dtypes.size(); ++i)
        if (d != dtype::undefined && detail::pte_dtypes[i] == d)
            return static_cast<std::int8_t>(i);
    raise(errc::unsupported, torch_name(d), ": ExecuTorch has no such dtype");
}

} // namespace graft
