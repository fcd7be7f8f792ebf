#include <graft/dialect/verify_dialect.hpp>

#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"

#include <string>

namespace {

using namespace graft;

struct scale_t : op<scale_t> {
    static constexpr schema_text text{"mine::scale(Tensor self) -> Tensor"};
    static constexpr fixed_string dtypes{"T0=Float,Half; self=T0 __ret_0=T0"};
};

struct my_dialect : dialect<my_dialect> {
    using members = op_list<scale_t>;
};

std::string found_in(dtype d, vec<violation> (*verify_it)(exported_program const&)) {
    graft_test::call_builder b;
    arg const x = b.input("x", make_spec(d, {2}));
    node_id const n = b.g().call_function(scale_t::info(), {x}, {}, "scaled");
    b.g().set_val(n, make_spec(d, {2}));
    std::string text;
    for (violation const& v : verify_it(b.output({arg::node(n)})))
        text += graft::text(v) + "\n";
    return text;
}

TEST_CASE("verify_dialect: the dialect's ops are admitted, with the dtypes that they write down") {
    CHECK(found_in(dtype::f16, verify_dialect<my_dialect>) == "");
    CHECK(found_in(dtype::i64, verify_dialect<my_dialect>) ==
          "the dtypes of mine::scale do not go together: self=i64 __ret_0=i64; the nearest that do: self=f16 "
          "__ret_0=f16 [at %scaled]\n");
    CHECK(found_in(dtype::f16, [](exported_program const& p) { return verify_edge(p); }) ==
          "the op mine::scale is no Edge op [at %scaled]\n");
}

} // namespace
