#include <graft/io/pte/detail/emit_argument.hpp>

#include <doctest/doctest.h>

#include <graft/io/pte/print.hpp>
#include <graft/schema/runtime_op.hpp>

#include "../../raises.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;
using graft_test::sentence;
using handle = detail::pte_handle;

struct emitted {
    runtime_op op{"dim_order_ops::any(Tensor t, Tensor?[] l, int n, float f, bool b, ScalarType d, Layout a, "
                  "MemoryFormat m, int[]? dim_order, str s, Device? dev, Scalar z) -> Tensor"};
    pte_plan_builder out{"f"};
    pte_buffers buffers;

    std::string operator()(char const* slot, argument<handle> const& a) {
        op_info const& info = op.info();
        auto const index = static_cast<std::size_t>(info.find_argument(slot));
        std::int32_t const v = detail::pte_argument_emitter(out, buffers).value_of(a, info, info.arguments[index]);
        return text(out.plan().values[static_cast<std::size_t>(v)]);
    }
};

TEST_CASE("pte_emit_argument: every kind of argument has a value") {
    emitted value;
    CHECK(value("n", std::int64_t{7}) == "7");
    CHECK(value("f", 0.5) == "0.5");
    CHECK(value("b", true) == "True");
    CHECK(value("d", dtype::f32) == "6");
    CHECK(value("a", layout::strided) == "0");
    CHECK(value("s", "mean") == "'mean'");
    CHECK(value("dev", std::nullopt) == "None");
    CHECK(value("l", std::vector<handle const*>(1, nullptr)) == "[None]");
}

TEST_CASE("pte_emit_argument: a number in the place of a tensor becomes a tensor of one element") {
    emitted value;
    CHECK(value("t", 0.5) == "f32[] constant 1");
    CHECK(value("t", std::int64_t{3}) == "i64[] constant 2");
    CHECK(value("t", scalar::complex(1, 2)) == "c64[] constant 3");
    CHECK(value("z", scalar::complex(1, 2)) == "c128[] constant 4"); // the format has no complex numbers but in tensors
    CHECK(value("z", 1.5) == "1.5");
}

TEST_CASE("pte_emit_argument: everything is row-major, whatever order is asked for") {
    emitted value;
    CHECK(value("m", memory_format::channels_last) == "0");
    std::string const order = value("dim_order", std::vector<std::int64_t>{0, 2, 3, 1});
    std::int32_t const zero = value.out.integer(0), one = value.out.integer(1);
    CHECK(order.starts_with("[%" + std::to_string(zero) + ", %" + std::to_string(one)));
}

TEST_CASE("pte_emit_argument: a symbol names the value of a number that is computed") {
    emitted value;
    std::int32_t const computed = value.out.add(std::int64_t{42});
    CHECK(value("n", detail::pte_argument_emitter::symbol_of(computed)) == "42");
    CHECK(sentence([&] { static_cast<void>(value("n", sym_int(symbol("s0")))); }) ==
          "the symbol s0 is given where a node should compute it");
}

} // namespace
