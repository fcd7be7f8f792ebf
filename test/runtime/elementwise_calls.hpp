#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/schema/call.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <cstdint>
#include <list>
#include <random>
#include <string_view>
#include <vector>

namespace graft_test {

/// A call of an op with random tensors of one dtype and size, and numbers, wherever its schema takes them; a condition
/// has truth values, and a `value` no dimensions.
class elementwise_call {
public:
    elementwise_call(graft::op_info const& op, graft::dtype d, std::vector<std::int64_t> const& sizes) : made_(op) {
        for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
            graft::schema_argument const& a = op.arguments[slot];
            switch (a.type) {
            case graft::type_kind::tensor:
                tensors_.push_back(elements(is_condition(a.name) ? graft::dtype::boolean : d,
                                            a.name == "value" ? std::vector<std::int64_t>{} : sizes));
                slots_.push_back(slot);
                made_.set(slot, tensors_.back());
                break;
            case graft::type_kind::scalar:
                made_.set(slot, graft::is_integral(d, true) ? graft::scalar(2) : graft::scalar(0.5));
                break;
            case graft::type_kind::real: made_.set(slot, 0.25); break;
            case graft::type_kind::integer: made_.set(slot, bound(a.name)); break;
            case graft::type_kind::string: made_.set(slot, word(a.name)); break;
            default: break;
            }
        }
    }

    [[nodiscard]] graft::call<graft::tensor>& made() { return made_; }
    /// The slots that have a tensor.
    [[nodiscard]] std::vector<std::size_t> const& slots() const { return slots_; }

private:
    static bool is_condition(std::string_view name) { return name == "condition" || name == "mask"; }

    static std::string_view word(std::string_view name) { return name == "rounding_mode" ? "floor" : "tanh"; }

    // What rounds to bytes has bounds; of other integers 1 is as good as any.
    static std::int64_t bound(std::string_view name) {
        return name.ends_with("_min") ? -128 : name.ends_with("_max") ? 127 : 1;
    }

    graft::tensor elements(graft::dtype d, std::vector<std::int64_t> const& sizes) {
        graft::tensor values = graft::tensor::empty(sizes, graft::dtype::f64), result = graft::tensor::empty(sizes, d);
        bool const whole = graft::is_integral(d, false), truth = d == graft::dtype::boolean;
        for (std::int64_t i = 0; i < values.numel(); ++i)
            values.data<double>()[i] = truth   ? static_cast<double>(random_() % 2)
                                       : whole ? static_cast<double>(1 + random_() % 5)
                                               : static_cast<double>(random_() % 1900) / 1000 - 0.9;
        graft::kernel::copy(values, result);
        return result;
    }

    std::mt19937 random_{7};
    std::list<graft::tensor> tensors_; // the call points to them
    std::vector<std::size_t> slots_;
    graft::call<graft::tensor> made_;
};

} // namespace graft_test
