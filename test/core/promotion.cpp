#include <graft/core/promotion.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace graft;

namespace {

struct cell {
    std::string row, column, expected;
};

std::vector<std::string> words(std::string const& text) {
    std::istringstream in(text);
    std::vector<std::string> result;
    for (std::string word; in >> word;)
        result.push_back(word);
    return result;
}

std::vector<cell> table(std::string const& name) {
    std::ifstream file(GRAFT_TEST_DATA "/promotion/promotion.json");
    nlohmann::json const t = nlohmann::json::parse(file).at(name);
    std::vector<std::string> const columns = words(t.at("columns"));
    std::vector<cell> cells;
    for (auto const& row : t.at("rows").items()) {
        std::vector<std::string> const values = words(row.value());
        REQUIRE(values.size() == columns.size());
        for (std::size_t i = 0; i < columns.size(); ++i)
            cells.push_back({row.key(), columns[i], values[i]});
    }
    return cells;
}

dtype named(std::string const& name) {
    return name == "bool"      ? dtype::boolean
           : name == "int"     ? dtype::i64
           : name == "float"   ? dtype::f64
           : name == "complex" ? dtype::c128
                               : parse_dtype(name);
}

/// What the library answers where torch raises, or answers with a dtype that is not here.
bool is_none(std::string const& expected) { return expected == "-" || expected == "bc32"; }

void check_result_type(std::string const& name, operand_kind left, operand_kind right) {
    CAPTURE(name);
    for (cell const& c : table(name)) {
        CAPTURE(c.row);
        CAPTURE(c.column);
        dtype const got = result_type({{named(c.row), left}, {named(c.column), right}});
        CHECK(got == (is_none(c.expected) ? dtype::undefined : named(c.expected)));
    }
}

} // namespace

static_assert(promote_types(dtype::f16, dtype::bf16) == dtype::f32);
static_assert(promote_types(dtype::u8, dtype::i8) == dtype::i16);
static_assert(promote_types(dtype::u16, dtype::i64) == dtype::undefined);
static_assert(promote_types(dtype::c64, dtype::f64) == dtype::c128);
static_assert(can_cast(dtype::i64, dtype::f16) && !can_cast(dtype::f16, dtype::i64));
static_assert(result_type({}) == dtype::undefined);
static_assert(result_type({{dtype::i32, operand_kind::tensor}, {dtype::f64, operand_kind::scalar}}) == dtype::f32);
static_assert(result_type({{dtype::f16, operand_kind::tensor},
                           {dtype::f64, operand_kind::zero_dim},
                           {dtype::f64, operand_kind::scalar}}) == dtype::f16);

TEST_CASE("promotion: result_type agrees with torch on every pair of operands") {
    auto const tensor = operand_kind::tensor;
    auto const zero_dim = operand_kind::zero_dim;
    auto const scalar = operand_kind::scalar;
    check_result_type("tensor_tensor", tensor, tensor);
    check_result_type("tensor_zerodim", tensor, zero_dim);
    check_result_type("zerodim_tensor", zero_dim, tensor);
    check_result_type("zerodim_zerodim", zero_dim, zero_dim);
    check_result_type("emptytensor_zerodim", tensor, zero_dim);
    check_result_type("tensor_scalar", tensor, scalar);
    check_result_type("zerodim_scalar", zero_dim, scalar);
    check_result_type("scalar_tensor", scalar, tensor);
    check_result_type("scalar_zerodim", scalar, zero_dim);
    check_result_type("scalar_scalar", scalar, scalar);
}

TEST_CASE("promotion: promote_types agrees with torch") {
    for (cell const& c : table("promote_types")) {
        CAPTURE(c.row);
        CAPTURE(c.column);
        CHECK(promote_types(named(c.row), named(c.column)) == named(c.expected));
    }
}

TEST_CASE("promotion: can_cast agrees with torch") {
    for (cell const& c : table("can_cast")) {
        CAPTURE(c.row);
        CAPTURE(c.column);
        CHECK(can_cast(named(c.row), named(c.column)) == (c.expected == "yes"));
    }
}

TEST_CASE("promotion: a binary operator returns the promoted dtype, a float of it, or boolean") {
    auto const same = [](dtype d) { return d; };
    auto const truth = [](dtype) { return dtype::boolean; };
    struct rule {
        char const* op;
        dtype (*result)(dtype);
    };
    for (rule const& r :
         {rule{"add", same}, rule{"div", integral_to_float}, rule{"floor_divide", same}, rule{"pow", same},
          rule{"true_divide", integral_to_float}, rule{"eq", truth}, rule{"bitwise_and", same},
          rule{"logical_and", truth}, rule{"maximum", same}, rule{"atan2", integral_to_float}, rule{"remainder", same},
          rule{"fmod", same}, rule{"where", same}}) {
        CAPTURE(r.op);
        for (cell const& c : table(std::string("op.") + r.op)) {
            CAPTURE(c.row);
            CAPTURE(c.column);
            dtype const promoted = promote_types(named(c.row), named(c.column));
            if (is_none(c.expected)) // an operator may reject more than promotion does
                continue;
            REQUIRE(promoted != dtype::undefined);
            CHECK(r.result(promoted) == named(c.expected));
        }
    }
}

TEST_CASE("promotion: a unary operator keeps the dtype, makes it real, or widens it") {
    auto const expected = [](std::string const& op, dtype d) {
        for (char const* name : {"sin", "sqrt", "reciprocal", "sigmoid", "exp", "rsqrt"})
            if (op == name)
                return integral_to_float(d);
        for (char const* name : {"sum", "prod", "cumsum"})
            if (op == name)
                return integral_to_i64(d);
        return op == "abs" ? real_part(d) : op == "logical_not" ? dtype::boolean : op == "argmax" ? dtype::i64 : d;
    };
    for (cell const& c : table("unary")) {
        CAPTURE(c.row);
        CAPTURE(c.column);
        if (!is_none(c.expected))
            CHECK(expected(c.row, named(c.column)) == named(c.expected));
    }
}

TEST_CASE("promotion: promote_types is commutative, idempotent and an upper bound") {
    for (dtype a : all_dtypes) {
        CHECK(promote_types(a, a) == a);
        CHECK(promote_types(a, dtype::undefined) == dtype::undefined);
        for (dtype b : all_dtypes) {
            dtype const both = promote_types(a, b);
            CHECK(both == promote_types(b, a));
            if (both == dtype::undefined)
                continue;
            CHECK(promote_types(a, both) == both);
            CHECK(can_cast(a, both));
        }
    }
}

TEST_CASE("promotion: promote_types is associative wherever torch promotes at all") {
    for (dtype a : all_dtypes)
        for (dtype b : all_dtypes)
            for (dtype c : all_dtypes) {
                dtype const left = promote_types(promote_types(a, b), c);
                dtype const right = promote_types(a, promote_types(b, c));
                if (left == dtype::undefined || right == dtype::undefined)
                    continue;
                CAPTURE(fx_name(a));
                CAPTURE(fx_name(b));
                CAPTURE(fx_name(c));
                CHECK(left == right);
            }
}

TEST_CASE("promotion: result_type does not depend on the order of operands") {
    for (dtype a : all_dtypes)
        for (dtype b : all_dtypes)
            for (dtype c : {dtype::boolean, dtype::i64, dtype::f64, dtype::c128}) {
                promotion_operand const x{a, operand_kind::tensor};
                promotion_operand const y{b, operand_kind::zero_dim};
                promotion_operand const z{c, operand_kind::scalar};
                dtype const expected = result_type({x, y, z});
                CHECK(result_type({z, y, x}) == expected);
                CHECK(result_type({y, z, x}) == expected);
            }
}

TEST_CASE("promotion: floats of 8 bits meet numbers and themselves only") {
    for (dtype const d : {dtype::f8e4m3fn, dtype::f8e5m2, dtype::f8e8m0fnu}) {
        promotion_operand const many{d, operand_kind::tensor}, one{d, operand_kind::zero_dim};
        for (dtype const other : all_dtypes) {
            promotion_operand const others{other, operand_kind::tensor}, another{other, operand_kind::zero_dim};
            CHECK(promote_types(d, other) == (d == other ? d : dtype::undefined));
            CHECK(result_type({many, others}) == (d == other ? d : dtype::undefined));
            CHECK(result_type({many, another}) == (is_complex(other) ? dtype::undefined : d));
            bool const decides = is_floating_point(other) || is_complex(other); // the tensor does
            CHECK(result_type({one, others}) == (decides ? other : dtype::undefined));
        }
        for (dtype const number : {dtype::boolean, dtype::i64, dtype::f64})
            CHECK(result_type({many, {number, operand_kind::scalar}}) == d);
        CHECK(result_type({many, {dtype::c128, operand_kind::scalar}}) == dtype::undefined);
        CHECK((can_cast(d, dtype::f32) && can_cast(dtype::i32, d) && !can_cast(d, dtype::i32)));
    }
}

TEST_CASE("promotion: what torch would promote to bcomplex32 is told from what it does not promote") {
    auto const told = [](dtype a, operand_kind a_kind, dtype b, operand_kind b_kind) {
        return is_bcomplex32(std::array{promotion_operand{a, a_kind}, promotion_operand{b, b_kind}});
    };
    constexpr operand_kind number = operand_kind::scalar, one = operand_kind::zero_dim, many = operand_kind::tensor;
    CHECK(told(dtype::bf16, many, dtype::c128, number));
    CHECK(told(dtype::c64, one, dtype::bf16, many));
    CHECK(told(dtype::bf16, one, dtype::c128, number));
    CHECK(!told(dtype::bf16, one, dtype::c64, one));
    CHECK(!told(dtype::bf16, many, dtype::c64, many));
    CHECK(!told(dtype::f16, one, dtype::c128, number));
    CHECK(!told(dtype::bf16, one, dtype::f64, number));
}
