#pragma once

#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/runtime/kernels/composite.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace graft_test {

/// A tensor of random elements between -2 and 2.
inline graft::tensor random_f32(std::vector<std::int64_t> sizes, unsigned seed = 5) {
    std::mt19937 random(seed);
    graft::tensor t = graft::tensor::empty(std::move(sizes), graft::dtype::f32);
    for (std::int64_t i = 0; i < t.numel(); ++i)
        t.data<float>()[i] = static_cast<float>(random() % 4001) / 1000 - 2;
    return t;
}

/// A tensor of random integers from `least` to `most`.
inline graft::tensor random_integers(std::vector<std::int64_t> sizes, graft::dtype d, std::int64_t least,
                                     std::int64_t most, unsigned seed = 5) {
    std::mt19937 random(seed);
    graft::tensor t = graft::tensor::empty(std::move(sizes), d);
    auto const range = static_cast<std::uint64_t>(most - least + 1);
    graft::visit_dtype(d, [&]<class T>() {
        for (std::int64_t i = 0; i < t.numel(); ++i)
            t.data<T>()[i] = graft::element_from<T>(least + static_cast<std::int64_t>(random() % range));
    });
    return t;
}

/// The kernel of an op in the library.
inline graft::kernel_function kernel_by_name(graft::op_info const& op) {
    static graft::kernel_table const table = graft::cpu_library().kernels;
    return table.find(op);
}

/// What an op is composed of, by the kernels of the library.
template <class Op>
std::vector<graft::tensor> composed_results(graft::call<graft::tensor> const& c) {
    graft::detail::world_of_kernels world(kernel_by_name);
    return graft::detail::compose_in(world, graft::detail::composition_by<Op, graft::any_value>, c);
}

inline void check_agreement(graft::call<graft::tensor> const& c, std::vector<graft::tensor> const& got) {
    CAPTURE(std::string(c.op().name));
    std::vector<graft::tensor> const expected = graft::evaluate(c, kernel_by_name(c.op()));
    REQUIRE(got.size() == expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        CHECK(got[i].dtype() == expected[i].dtype());
        REQUIRE(got[i].sizes() == expected[i].sizes());
        graft::difference const d = graft::compare(expected[i], got[i]);
        CAPTURE(d.max_abs);
        CHECK(d.agrees());
    }
}

/// Requires that an op gives the same by its kernel as by its composition.
template <class Op>
void check_agreement(std::vector<graft::argument<graft::tensor>> const& arguments) {
    graft::call<graft::tensor> c(Op::info());
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (arguments[i].kind != graft::argument_kind::missing)
            c.set(i, arguments[i]);
    check_agreement(c, composed_results<Op>(c));
}

/// Checks ops of one tensor, all of whose other arguments have defaults.
template <class... Ops>
void check_unary(graft::tensor const& x) {
    (check_agreement<Ops>({x}), ...);
}

} // namespace graft_test
