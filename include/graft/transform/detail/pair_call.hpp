#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/ir/value.hpp>
#include <graft/meta/vec.hpp>
#include <graft/transform/graph_composition.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace graft::detail {

/// A call with complex numbers that is to be written with pairs: real tensors whose last dimension is that of the two
/// parts. It composes other calls as `composing` does; what is a pair keeps the sizes of the numbers before the 2.
class pair_call : public composing<value> {
public:
    /// What the call needs to know of its graph.
    struct surroundings {
        std::function<bool(node_id)> is_pair; ///< whether a node is a pair
        /// A constant of the program; those of equal names are one.
        std::function<value(std::string const& name, std::function<tensor()> const& make)> constant;
        value_spec const* before = nullptr; ///< what the call returned with complex numbers
    };

    pair_call(call<value> const& c, composition_world<value>& world, surroundings const& around)
        : composing<value>(c, world), call_(c), world_(world), around_(around) {}

    [[nodiscard]] call<value> const& original() const { return call_; } ///< The call.

    /// True of a pair.
    [[nodiscard]] bool is_pair(value const& v) const { return around_.is_pair(v.id); }
    /// How many dimensions the numbers have.
    [[nodiscard]] std::int64_t numbers_rank(value const& v) const { return rank(v) - (is_pair(v) ? 1 : 0); }
    /// The dtype that the result had; of the first result if there are several.
    [[nodiscard]] graft::dtype result_dtype() const {
        value_spec const& before = *around_.before;
        return before.is_list() ? before.items[0].tensor.dtype : before.tensor.dtype;
    }
    /// The dtype of the parts of the result, or that of a real result.
    [[nodiscard]] graft::dtype part_dtype() const { return real_part(result_dtype()); }
    /// The sizes that the result had.
    [[nodiscard]] vec<sym_int> const& result_sizes() const { return around_.before->tensor.sizes; }

    /// A number of a dimension counted from the start, of numbers that have `rank` of them.
    [[nodiscard]] std::int64_t from_start(sym_int const& dim, std::int64_t rank) const {
        return wrapped("dim", number_of(dim), rank);
    }

    /// The value in another dtype.
    [[nodiscard]] value as(value const& v, graft::dtype wanted) const {
        if (dtype(v) == wanted)
            return v;
        vec<argument<value>> arguments(aten::_to_copy.default_.info().arguments.size(), skip);
        arguments[0] = v;
        arguments[1] = wanted;
        return world_.run(aten::_to_copy.default_.info(), arguments).front();
    }
    /// A pair, of real numbers with zeros as their imaginary parts, in a dtype of the parts.
    [[nodiscard]] value pair(value const& v, graft::dtype parts) const {
        value const numbers = as(v, parts);
        if (is_pair(v))
            return numbers;
        return (*this)(aten::constant_pad_nd, (*this)(aten::unsqueeze_copy, numbers, -1), vec<sym_int>{0, 1}, 0.0);
    }
    /// The pair of a number.
    [[nodiscard]] value pair(scalar number, graft::dtype parts) const {
        value const one = (*this)(aten::full, vec<sym_int>(1, 1), number.real_part(), parts);
        if (number.is_complex())
            return joined(one, (*this)(aten::full, vec<sym_int>(1, 1), number.imaginary_part(), parts));
        return (*this)(aten::constant_pad_nd, one, vec<sym_int>{0, 1}, 0.0);
    }
    /// One part of a pair, without the dimension of the parts.
    [[nodiscard]] value part(value const& pair, std::int64_t which) const {
        return (*this)(aten::select_copy.int_, pair, -1, which);
    }
    /// The numbers of a pair as real ones of a dtype: their real parts, or whether one of both parts is not 0.
    [[nodiscard]] value as_real(value const& pair, graft::dtype wanted) const {
        if (wanted != graft::dtype::boolean)
            return as(part(pair, 0), wanted);
        value const truths = as(pair, wanted);
        return (*this)(aten::logical_or, part(truths, 0), part(truths, 1));
    }
    /// One part of a pair, with a last dimension of 1; of real numbers those.
    [[nodiscard]] value column(value const& v, std::int64_t which) const {
        return is_pair(v) ? column_of(v, which) : (*this)(aten::unsqueeze_copy, v, -1);
    }
    /// `column` of a pair that is new.
    [[nodiscard]] value column_of(value const& pair, std::int64_t which) const {
        return (*this)(aten::slice_copy.Tensor, pair, -1, which, which + 1);
    }
    /// The pair of two columns.
    [[nodiscard]] value joined(value const& real, value const& imaginary) const {
        return (*this)(aten::cat, vec<value>{real, imaginary}, -1);
    }
    /// The pair of two tensors of parts.
    [[nodiscard]] value of_parts(value const& real, value const& imaginary) const {
        return joined((*this)(aten::unsqueeze_copy, real, -1), (*this)(aten::unsqueeze_copy, imaginary, -1));
    }
    /// The numbers of a pair times i.
    [[nodiscard]] value turned(value const& pair) const {
        value const real = (*this)(aten::neg, column_of(pair, 1));
        return joined(real, column_of(pair, 0));
    }
    /// The numbers of a pair with the other sign of their imaginary parts.
    [[nodiscard]] value conjugated(value const& pair) const {
        value const real = column_of(pair, 0);
        return joined(real, (*this)(aten::neg, column_of(pair, 1)));
    }

    /// The argument as a number where it is one, else nothing.
    [[nodiscard]] bool is_number(call_slot slot) const { return call_[slot].is_number(); }

    /// Calls the op of the call with other arguments.
    class changed_call {
    public:
        explicit changed_call(pair_call const& k) : k_(k) {
            for (std::size_t i = 0; i < k.call_.op().arguments.size(); ++i)
                arguments_.push_back(k.call_[i]);
        }
        /// The argument of a name, if the op has it, by another value.
        changed_call& set(std::string_view name, argument<value> given) {
            if (int const slot = k_.call_.op().find_argument(name); slot >= 0)
                arguments_[static_cast<std::size_t>(slot)] = std::move(given);
            return *this;
        }
        changed_call& set(std::string_view name, value const& v) { return set(name, argument<value>(keep(v))); }
        /// Every tensor of numbers as a pair of a dtype; what chooses or counts stays.
        changed_call& pairs(graft::dtype parts) {
            for (std::size_t i = 0; i < arguments_.size(); ++i) {
                std::string_view const name = k_.call_.op().arguments[i].name;
                if (name == "index" || name == "indices" || name == "condition" || name == "mask")
                    continue;
                if (arguments_[i].kind == argument_kind::tensor)
                    arguments_[i].tensor = &keep(k_.pair(*arguments_[i].tensor, parts));
                for (value const*& item : arguments_[i].tensors)
                    item = &keep(k_.pair(*item, parts));
            }
            return *this;
        }
        /// Every dimension counted from the start, of numbers of this rank.
        changed_call& dims(std::int64_t rank) {
            for (std::size_t i = 0; i < arguments_.size(); ++i) {
                if (!k_.call_.op().arguments[i].name.starts_with("dim"))
                    continue;
                if (arguments_[i].kind == argument_kind::integer)
                    arguments_[i].integer = k_.from_start(arguments_[i].integer, rank);
                for (sym_int& dim : arguments_[i].integers)
                    dim = k_.from_start(dim, rank);
            }
            return *this;
        }
        /// A dtype that is asked for as that of the parts, and no order of dimensions, which are one more now.
        changed_call& formats() {
            for (argument<value>& given : arguments_) {
                if (given.kind == argument_kind::dtype)
                    given.dtype = real_part(given.dtype);
                if (given.kind == argument_kind::memory_format)
                    given = argument<value>(std::nullopt);
            }
            return *this;
        }
        /// One more number at the end of a list.
        changed_call& append(std::string_view name, sym_int number) {
            if (int const slot = k_.call_.op().find_argument(name); slot >= 0)
                arguments_[static_cast<std::size_t>(slot)].integers.push_back(std::move(number));
            return *this;
        }
        /// All results.
        [[nodiscard]] vec<value> results() const { return k_.world_.run(k_.call_.op(), arguments_); }

    private:
        value const& keep(value const& v) { return kept_.emplace_back(v); }

        pair_call const& k_;
        std::deque<value> kept_;
        vec<argument<value>> arguments_;
    };
    /// The call, to be changed.
    [[nodiscard]] changed_call changed() const { return changed_call(*this); }

    /// A constant of the program, which is made where there is none of this name.
    [[nodiscard]] value constant(std::string const& name, std::function<tensor()> const& make) const {
        return around_.constant(name, make);
    }

private:
    call<value> const& call_;
    composition_world<value>& world_;
    surroundings const& around_;
};

/// How a call is written with pairs: what gives its results, pairs where it gave complex numbers.
using pair_form = vec<value> (*)(pair_call const&);

/// The form of the calls of an op.
struct pair_rule {
    op_info const* op; ///< the op
    pair_form write;   ///< its form
};

/// One result.
[[nodiscard]] inline vec<value> one(value v) { return vec<value>(1, v); }

} // namespace graft::detail
