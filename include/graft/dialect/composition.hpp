#pragma once

#include <graft/core/error.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/infer.hpp>
#include <graft/symbolic/sym_int.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

// Ops that are made of others. `compose` of such an op says how, once for every kind of value: on what is known
// of tensors it is the meta function, on tensors the kernel, on the nodes of a graph the decomposition.

namespace graft {

/// What calling an op with values of type `V` is; specialised where such values are at home.
///
/// `op_of<Op>()` is what it needs of an op, and `run(that, arguments)` gives all results; an argument that is missing
/// has its default. `spec(value)` is what is known of a value. A world of tensors that are there has `values(value)`,
/// the elements of one of integers; one without elements may have `recorded()`, what is known of the call that is
/// composed, and `expect(value)`, what the next op returns if its result depends on elements or symbolic sizes.
template <class V>
class composition_world;

/// A value of which only the world knows what it is; compositions are compiled for such values, once for all worlds.
struct any_value {
    std::size_t index = 0; ///< which one of the world's it is
};

/// Calling an op with values of any kind is what the world of their kind makes of it.
template <>
class composition_world<any_value> {
public:
    /// The op that a call of `Op` makes.
    template <class Op>
    [[nodiscard]] static constexpr op_info const& op_of() {
        return Op::info();
    }
    /// As in the world of their kind; without elements, or without a recorded call, an error of the code `unsupported`.
    /// @{
    [[nodiscard]] constexpr virtual vec<any_value> run(op_info const& op,
                                                       view<argument<any_value> const> arguments) = 0;
    [[nodiscard]] constexpr virtual tensor_spec spec(any_value value) const = 0;
    [[nodiscard]] constexpr virtual vec<std::int64_t> values(any_value value) const = 0;
    [[nodiscard]] constexpr virtual value_spec recorded() const = 0;
    constexpr virtual void expect(value_spec value) = 0;
    /// @}
    /// True if a call of a graph is composed.
    [[nodiscard]] constexpr virtual bool is_recorded() const = 0;

protected:
    constexpr ~composition_world() = default;
};

namespace detail {

/// The call of an op with these arguments, of which the missing ones have their defaults.
template <class V>
[[nodiscard]] constexpr call<V> positional_call(op_info const& op, view<argument<V> const> arguments) {
    call<V> made(op);
    std::size_t slot = 0;
    for (argument<V> const& given : arguments) {
        if (given.kind != argument_kind::missing)
            made.set(slot, given);
        ++slot;
    }
    return made;
}

} // namespace detail

/// Calling an op with specs infers its result; nothing is computed.
template <>
class composition_world<tensor_spec> {
public:
    /// The op that a call of `Op` makes.
    template <class Op>
    [[nodiscard]] static constexpr op_info const& op_of() {
        return Op::info();
    }
    /// What the op's meta function says of its results.
    [[nodiscard]] constexpr vec<tensor_spec> run(op_info const& op, view<argument<tensor_spec> const> arguments) const {
        return tensors_of(infer(detail::positional_call(op, arguments)));
    }
    /// What is known of a value: itself.
    [[nodiscard]] static constexpr tensor_spec spec(tensor_spec const& value) { return value; }

protected:
    /// The tensors of a value, one or several.
    [[nodiscard]] static constexpr vec<tensor_spec> tensors_of(value_spec value) {
        vec<tensor_spec> results;
        if (value.is_tensor())
            results.push_back(std::move(value.tensor));
        for (value_spec& item : value.items)
            results.push_back(std::move(item.tensor));
        return results;
    }
};

namespace detail {

template <class Op>
struct default_overload {
    using type = Op;
};
template <class Op>
    requires requires(Op const& op) { op.default_; }
struct default_overload<Op> {
    using type = std::remove_cvref_t<decltype(Op::default_)>;
};
/// The op itself, or the default overload of a packet.
template <class Op>
using default_of = typename default_overload<Op>::type;

} // namespace detail

/// What `compose` of an op is given: the call that is to be composed, and other ops to do it with.
template <class V>
class composing {
public:
    /// Composes `c`; other ops are called in `world`.
    constexpr composing(call<V> const& c, composition_world<V>& world) : call_(&c), world_(&world) {}

    /// The call.
    [[nodiscard]] constexpr call<V> const* operator->() const { return call_; }
    /// An argument of the call, of any kind.
    [[nodiscard]] constexpr argument<V> const& operator[](call_slot slot) const { return (*call_)[slot]; }

    /// What an op returns: the first result.
    template <class Op, class... Arguments>
    [[nodiscard]] constexpr V operator()(Op const&, Arguments const&... arguments) const {
        return first(composition_world<V>::template op_of<detail::default_of<Op>>(), arguments...);
    }

    /// What an op returns whose sizes depend on elements. Where none are there, `known(val)` is what is known of it, by
    /// what is recorded of the call.
    template <class Known, class Op, class... Arguments>
    [[nodiscard]] constexpr V by_elements(Known const& known, Op const& op, Arguments const&... arguments) const {
        expect(known);
        return (*this)(op, arguments...);
    }

    /// True of a call that stands in a graph.
    [[nodiscard]] constexpr bool is_recorded() const {
        if constexpr (requires { world_->is_recorded(); })
            return world_->is_recorded();
        else
            return requires { world_->recorded(); };
    }
    /// What is recorded of the result of the call, where it stands in a graph; an error of the code `unsupported`
    /// elsewhere. Only a composition that depends on a symbolic size asks for it.
    [[nodiscard, gnu::noinline]] constexpr value_spec recorded() const {
        if constexpr (requires { world_->recorded(); })
            if (is_recorded())
                return world_->recorded();
        raise(errc::unsupported, call_->op().name, ": a size is symbolic on which the composition depends");
    }
    /// The sizes that each of the results is recorded to have along a dimension.
    [[nodiscard, gnu::noinline]] constexpr vec<sym_int> recorded_lengths(std::int64_t dim) const {
        vec<sym_int> lengths;
        for (value_spec const& item : recorded().items)
            lengths.push_back(item.tensor.sizes.at(static_cast<std::size_t>(dim)));
        return lengths;
    }

    /// All results of an op.
    template <class Op, class... Arguments>
    [[nodiscard]] constexpr vec<V> all(Op const&, Arguments const&... arguments) const {
        return run(composition_world<V>::template op_of<detail::default_of<Op>>(), arguments...);
    }

    /// All results of an op that has the arguments of the call.
    template <class Op>
    [[nodiscard]] constexpr vec<V> forward(Op const&) const {
        vec<argument<V>> arguments;
        for (std::size_t i = 0; i < call_->op().arguments.size(); ++i)
            arguments.push_back((*call_)[i]);
        expect([](value_spec recorded) { return recorded; });
        return world_->run(composition_world<V>::template op_of<Op>(), arguments);
    }

    /// An argument that has its default.
    static constexpr argument<V> skip{};

    /// What is known of a value.
    [[nodiscard]] constexpr tensor_spec spec(V const& value) const { return world_->spec(value); }
    /// The dtype of a value.
    [[nodiscard, gnu::noinline]] constexpr graft::dtype dtype(V const& value) const { return spec(value).dtype; }
    /// How many dimensions a value has.
    [[nodiscard, gnu::noinline]] constexpr std::int64_t rank(V const& value) const {
        return static_cast<std::int64_t>(spec(value).dim());
    }
    /// The sizes of a value.
    [[nodiscard, gnu::noinline]] constexpr vec<sym_int> sizes(V const& value) const { return spec(value).sizes; }
    /// The size of a dimension, which is counted from the end if negative.
    [[nodiscard, gnu::noinline]] constexpr sym_int size(V const& value, std::int64_t dim) const {
        vec<sym_int> const all_sizes = sizes(value);
        auto const range = static_cast<std::int64_t>(all_sizes.size());
        if (dim < -range || dim >= range)
            reject("dimension ", dim, " of a tensor that has ", range);
        return all_sizes[static_cast<std::size_t>(dim < 0 ? dim + range : dim)];
    }
    /// A size that has to be a number.
    [[nodiscard, gnu::noinline]] constexpr std::int64_t number_of(sym_int const& size) const {
        if (size.is_symbolic())
            raise(errc::unsupported, call_->op().name, ": a size is symbolic on which the composition depends");
        return size.value();
    }
    /// The dimension that an argument names, counted from the start.
    [[nodiscard, gnu::noinline]] constexpr std::int64_t dim(char const* name, std::int64_t rank) const {
        return wrapped(name, call_->integer(name).value(), rank);
    }
    /// A dimension of a tensor of `rank` dimensions, counted from the start; one out of range is rejected as the
    /// argument `name`.
    [[nodiscard, gnu::noinline]] constexpr std::int64_t wrapped(char const* name, std::int64_t dim,
                                                                std::int64_t rank) const {
        std::int64_t const range = rank == 0 ? 1 : rank;
        if (dim < -range || dim >= range)
            reject("'", name, "' is ", dim, ", which is not in [", -range, ", ", range - 1, "]");
        return dim < 0 ? dim + range : dim;
    }

    /// The elements of a tensor of integers where they are known: where tensors are computed with.
    [[nodiscard, gnu::noinline]] constexpr vec<std::int64_t> values(V const& value) const {
        if constexpr (requires { world_->values(value); })
            return world_->values(value);
        else
            raise(errc::unsupported, call_->op().name, ": the result depends on the elements of an argument");
    }

    /// The tensors of a list.
    [[nodiscard, gnu::noinline]] constexpr vec<V> list(call_slot slot) const {
        vec<V> values;
        for (V const* const value : call_->tensors(slot))
            values.push_back(*value);
        return values;
    }

    /// Rejects the call: the op's name, then the parts.
    template <class... Parts>
    [[noreturn]] void reject(Parts const&... why) const {
        raise(errc::invalid_argument, call_->op().name, ": ", why...);
    }
    /// Rejects the call unless the condition holds.
    template <class... Parts>
    constexpr void require(bool holds, Parts const&... why) const {
        if (!holds)
            reject(why...);
    }
    /// Rejects the call if the elements of an argument are not floating-point.
    [[gnu::noinline]] constexpr void require_floating(char const* name) const {
        graft::dtype const d = dtype(call_->tensor(name));
        require(is_floating_point(d), "'", name, "' must be floating-point, not ", torch_name(d));
    }
    /// Rejects the call if an argument has not the dtype of another.
    [[gnu::noinline]] constexpr void require_one_dtype(char const* argument, char const* of) const {
        graft::dtype const given = dtype(call_->tensor(argument)), wanted = dtype(call_->tensor(of));
        require(given == wanted, "'", argument, "' is ", torch_name(given), ", but '", of, "' ", torch_name(wanted));
    }

private:
    // Says what the next op returns, where elements are not there to tell: `known(val)` of what is recorded of the call.
    template <class Known>
    constexpr void expect(Known const& known) const {
        if constexpr (requires { world_->recorded(); })
            if (is_recorded())
                world_->expect(known(world_->recorded()));
    }

    // Functions of the types of the arguments, not of the op, and never inlined: compositions consist of such calls.
    template <class Callee, class... Arguments>
    [[gnu::noinline]] constexpr vec<V> run(Callee const& op, Arguments const&... arguments) const {
        return world_->run(op, std::array<argument<V>, sizeof...(Arguments)>{argument<V>(arguments)...});
    }
    template <class Callee, class... Arguments>
    [[gnu::noinline]] constexpr V first(Callee const& op, Arguments const&... arguments) const {
        return first_of(op, std::array<argument<V>, sizeof...(Arguments)>{argument<V>(arguments)...});
    }
    template <class Callee>
    [[gnu::noinline]] constexpr V first_of(Callee const& op, view<argument<V> const> arguments) const {
        return std::move(world_->run(op, arguments).front());
    }

    call<V> const* call_;
    composition_world<V>* world_;
};

namespace detail {

// The name is ambiguous here if the op has it, which the compiler knows without compiling the op's function.
struct names_compose {
    void compose();
};
template <class Op>
struct compose_of_both : Op, names_compose {};

} // namespace detail

/// An op that has a `compose`, and neither kernel nor meta function of its own.
template <class Op>
concept composite = !requires { &detail::compose_of_both<Op>::compose; };

/// How an op is made of others: a static `compose(k)`, where `k` is a `composing<V>` for every `V`, which gives a `V`
/// or, of an op with several results, a `vec<V>`. Of an op that has such a function it is that.
template <class Op>
struct composition_of;

/// An op that has a `compose` is made of others as that says.
template <composite Op>
struct composition_of<Op> {
    /// What the op's own `compose` gives.
    [[nodiscard]] static constexpr auto compose(auto const& k) { return Op::compose(k); }
};

/// Another name of an op is made of that op.
template <class Op>
    requires requires { typename Op::original; }
struct composition_of<Op> {
    /// Calls the op that it is another name of.
    [[nodiscard]] static constexpr auto compose(auto const& k) { return k.forward(typename Op::original{}); }
};

/// An op that is made of others.
template <class Op>
concept composed = requires { sizeof(composition_of<Op>); };

namespace detail {

template <class V>
[[nodiscard]] constexpr vec<V> results_of(vec<V> values) {
    return values;
}
template <class V>
[[nodiscard, gnu::noinline]] constexpr vec<V> results_of(V value) {
    vec<V> values;
    values.push_back(std::move(value));
    return values;
}

template <class V>
using composition = vec<V> (*)(composing<V> const&);

template <class Op, class V>
[[nodiscard]] constexpr vec<V> composition_by(composing<V> const& k) {
    return results_of<V>(composition_of<Op>::compose(k));
}

template <class V>
[[nodiscard, gnu::noinline]] constexpr vec<V> compose_by(composition<V> body, call<V> const& c,
                                                         composition_world<V>& world) {
    vec<V> results;
    attempt([&] { results = body(composing<V>(c, world)); },
            [&](error const& e) {
                if (e.sentence().starts_with(c.op().name))
                    raise(e);
                raise(e.code(), c.op().name, ": ", e.sentence());
            });
    return results;
}

/// The values of a world as those of any kind.
template <class V, class World>
class any_world final : public composition_world<any_value> {
public:
    explicit constexpr any_world(World& world) : world_(&world) {}

    /// The value is one of this world as long as it lives.
    [[nodiscard]] constexpr any_value add(V const& value) {
        known_.push_back(&value);
        return {known_.size() - 1};
    }
    [[nodiscard]] constexpr V const& operator[](any_value value) const { return *known_[value.index]; }

    [[nodiscard]] constexpr vec<any_value> run(op_info const& op, view<argument<any_value> const> arguments) override {
        vec<argument<V>> given;
        given.reserve(arguments.size());
        for (argument<any_value> const& one : arguments)
            given.emplace_back(one, [this](any_value value) { return &(*this)[value]; });
        results_.push_back(world_->run(op, given));
        vec<any_value> made;
        for (V const& result : results_.back())
            made.push_back(add(result));
        return made;
    }
    [[nodiscard]] constexpr tensor_spec spec(any_value value) const override { return world_->spec((*this)[value]); }
    [[nodiscard]] constexpr vec<std::int64_t> values(any_value value) const override {
        if constexpr (requires { world_->values((*this)[value]); })
            return world_->values((*this)[value]);
        else
            raise(errc::unsupported, "the result depends on the elements of an argument");
    }
    [[nodiscard]] constexpr bool is_recorded() const override {
        return requires { world_->recorded(); };
    }
    [[nodiscard]] constexpr value_spec recorded() const override {
        if constexpr (requires { world_->recorded(); })
            return world_->recorded();
        else
            raise(errc::unsupported, "nothing is recorded of the call");
    }
    constexpr void expect(value_spec value) override {
        if constexpr (requires { world_->expect(value); })
            world_->expect(std::move(value));
    }

private:
    World* world_;
    vec<V const*> known_;
    vec<vec<V>> results_; // the elements of each stay where they are
};

/// All results of the op that the call is of, by this composition, in the world of the call's values.
template <class V, class World>
[[nodiscard]] constexpr vec<V> compose_in(World& world, composition<any_value> body, call<V> const& c) {
    any_world<V, World> any(world);
    std::size_t tensors = 0;
    for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
        tensors += 1 + c[i].tensors.size();
    vec<any_value> operands; // the call points to them
    operands.reserve(tensors);
    call<any_value> const given(c, [&](V const& tensor) { return &operands.emplace_back(any.add(tensor)); });
    vec<V> results;
    for (any_value const result : compose_by<any_value>(body, given, any))
        results.push_back(any[result]);
    return results;
}

/// What an op returns that is composed of others.
template <class World>
[[nodiscard, gnu::noinline]] constexpr value_spec composed_value(World& world, composition<any_value> body,
                                                                 call<tensor_spec> const& c) {
    vec<tensor_spec> results = compose_in(world, body, c);
    if (c.op().returns.size() == 1 && !c.op().returns[0].list)
        return std::move(results.front());
    vec<value_spec> items;
    for (tensor_spec& result : results)
        items.push_back(std::move(result));
    return value_spec::of_list(std::move(items));
}
[[nodiscard]] constexpr value_spec composed_value(composition<any_value> body, call<tensor_spec> const& c) {
    composition_world<tensor_spec> world;
    return composed_value(world, body, c);
}

} // namespace detail

/// The base of an op `D` that is made of others, as its static function template `compose` says.
template <class D, op_tags Tags = op_tags::none>
struct composite_op : op<D> {
    static constexpr op_tags tags = Tags; ///< what its author said of it
    /// How it is made of others.
    static constexpr detail::composition<any_value> composition = detail::composition_by<D, any_value>;
    /// What the ops say that it is made of.
    static constexpr value_spec meta(call<tensor_spec> const& c) { return detail::composed_value(composition, c); }
};

} // namespace graft
