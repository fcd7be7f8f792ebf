#include <graft/io/pt2/detail/weights.hpp>

#include <doctest/doctest.h>

#include "../../pt2_fixture.hpp"
#include "../../raises.hpp"

#include <vector>

namespace {

using namespace graft;
using graft_test::raised;
using graft_test::replaced;

std::string entry(std::string const& name, std::string const& sizes, std::string const& strides, int offset = 0) {
    std::string const meta = replaced(graft_test::tensor_json(sizes, strides), R"("storage_offset":{"as_int":0})",
                                      R"("storage_offset":{"as_int":)" + std::to_string(offset) + "}");
    return '"' + name + R"(":{"path_name":"weight_0","is_param":true,"use_pickle":false,"tensor_meta":)" + meta + "}";
}

constexpr char const* two = R"({"as_int":2})";
constexpr char const* three = R"({"as_int":3})";
constexpr char const* one = R"({"as_int":1})";
constexpr char const* zero = R"({"as_int":0})";

struct loaded {
    json_document user = json_document::parse(R"({"spec":null})");
    pt2_archive archive;
    detail::pt2_weights weights;

    explicit loaded(std::string const& entries)
        : archive(graft_test::open_archive(graft_test::pack([&] {
              graft_test::pt2_records records;
              records.weights = R"({"config":{)" + entries + "}}";
              return records;
          }()))),
          weights(archive, "data/weights/", "model", true) {}

    tensor at(std::string_view name) { return weights.at(name, user.root().at("spec")); }
};

std::string refused(std::string const& entries, std::string_view name = "w") {
    return raised([&] { loaded(entries).at(name); });
}

TEST_CASE("pt2_weights: names that share a record share its storage") {
    loaded file(entry("w", three, one) + "," + entry("tail", two, one, 1) + "," +
                entry("wide", std::string(two) + "," + three, std::string(zero) + "," + one));
    tensor const w = file.at("w"), tail = file.at("tail"), wide = file.at("wide");
    CHECK(w.data<float>()[2] == 3.0f);
    CHECK(tail.data<float>() == w.data<float>() + 1);
    CHECK(wide.shares_storage(w));
    CHECK(wide.sizes() == std::vector<std::int64_t>{2, 3});
    CHECK(wide.nbytes() > w.storage_bytes());
}

TEST_CASE("pt2_weights: an element outside the record is refused") {
    CHECK(refused(entry("w", R"({"as_int":4})", one)) ==
          "graft: a tensor needs a storage of 16 bytes but has 12 [at $.config.w]");
    CHECK(refused(entry("w", three, one, 1)).find("but has 12 [at $.config.w]") != std::string::npos);
    CHECK(refused(entry("w", three, R"({"as_int":9223372036854775807})")).ends_with("[at $.config.w]"));
    CHECK(refused(entry("w", R"({"as_int":-1})", one)).ends_with("[at $.config.w]"));
    CHECK(refused(entry("w", three, one, -1)).ends_with("[at $.config.w]"));
}

TEST_CASE("pt2_weights: a config that cannot be used is refused with the path") {
    std::string const good = entry("w", three, one);
    std::string const origin = "graft: data/weights/model_weights_config.json: ";
    CHECK(refused(good, "v") == "graft: the archive holds no tensor 'v' in data/weights/ [at $.spec]");
    CHECK(refused(replaced(good, "false,\"tensor", "true,\"tensor")) ==
          origin + "a tensor of a class of its own is pickled, which is not supported; run_decompositions() of the "
                   "program leaves plain ones [at $.config.w]");
    CHECK(refused(replaced(good, "\"layout\":7", "\"layout\":1")) ==
          origin + "only strided tensors are supported [at $.config.w.tensor_meta.layout]");
    CHECK(refused(replaced(good, "weight_0", "weight_1")) ==
          "graft: pt2: the archive has no record 'm/data/weights/weight_1' [at $.config.w]");
    CHECK(refused(replaced(good, "\"dtype\":7", "\"dtype\":32")) ==
          origin + "unsupported dtype torch.float8_e5m2fnuz [at $.config.w.tensor_meta.dtype]");
    CHECK(refused(replaced(good, three, R"({"as_expr":{"expr_str":"3"}})")) ==
          origin + "the member 'as_int' is missing [at $.config.w.tensor_meta.sizes[0]]");
}

} // namespace
