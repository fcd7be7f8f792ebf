#pragma once

#include <graft/core/error.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/infer.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <utility>

namespace graft::detail {

/// What the op returns by its meta function. Where that needs what is recorded of the call, as the sizes of parts that
/// symbols alone do not tell, its composition is asked, which may use that.
[[nodiscard]] constexpr value_spec infer_recorded(call<tensor_spec> const& c, value_spec const& recorded);

/// Calling an op with specs, for a call of which a value is recorded.
class recorded_specs final : public composition_world<tensor_spec> {
public:
    /// The value has to live as long.
    explicit constexpr recorded_specs(value_spec const& recorded) : recorded_(&recorded) {}

    /// What is recorded of the call that is composed.
    [[nodiscard]] constexpr value_spec recorded() const { return *recorded_; }
    /// Says what the next op returns where nothing infers that.
    constexpr void expect(value_spec value) { expected_ = std::move(value); }
    /// What the op's meta function says of its results, or is expected.
    [[nodiscard]] constexpr vec<tensor_spec> run(op_info const& op, view<argument<tensor_spec> const> arguments) {
        value_spec const expected = std::exchange(expected_, {});
        return tensors_of(infer_recorded(positional_call(op, arguments), expected));
    }

private:
    value_spec const* recorded_;
    value_spec expected_;
};

constexpr value_spec infer_recorded(call<tensor_spec> const& c, value_spec const& recorded) {
    value_spec result;
    attempt([&] { result = infer(c); },
            [&](error const& e) {
                if (e.code() != errc::unsupported || recorded.is_none())
                    raise(e);
                op_info const* op = &c.op();
                while (op != nullptr && op->composition == nullptr)
                    op = op->original;
                if (op == nullptr)
                    raise(e);
                recorded_specs world(recorded);
                result = composed_value(world, op->composition, c);
            });
    return result;
}

} // namespace graft::detail
