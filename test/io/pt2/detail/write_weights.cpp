#include <graft/io/pt2/detail/write_weights.hpp>

#include <graft/io/file/zip.hpp>

#include <doctest/doctest.h>

#include "../../raises.hpp"

#include <span>
#include <sstream>

namespace {

using namespace graft;
using graft_test::sentence;

TEST_CASE("pt2_write_weights: a storage is written once, a name too, and an empty tensor has a record") {
    tensor const whole = tensor::full({4, 4}, dtype::f32, scalar(1.0));
    detail::pt2_payload_writer weights("w/", "weight_");
    weights.add("whole", whole, true, true);
    weights.add("row", whole.as_strided({4}, {1}, 4), false, false);
    weights.add("whole", whole, true, true);
    weights.add("empty", tensor::empty({0}, dtype::f32), true, false);
    std::ostringstream out;
    zip_writer archive(out);
    weights.write(archive, "root/", "config.json");
    archive.finish();
    std::string const file = out.str();
    zip_archive const read(std::as_bytes(std::span(file.data(), file.size())));
    REQUIRE(read.entries().size() == 3);
    CHECK(read.find("root/w/weight_0")->bytes.size() == 64);
    CHECK(read.find("root/w/weight_1")->bytes.empty());
    zip_entry const& config = *read.find("root/w/config.json");
    std::string const text(reinterpret_cast<char const*>(config.bytes.data()), config.bytes.size());
    CHECK(text.find(R"("row":{"path_name":"weight_0","is_param":false,"use_pickle":false)") != std::string::npos);
    CHECK(text.find(R"("storage_offset":{"as_int":4})") != std::string::npos);
}

TEST_CASE("pt2_write_weights: an undefined tensor is an error") {
    detail::pt2_payload_writer weights("w/", "weight_");
    CHECK(sentence([&] { weights.add("a", tensor(), true, true); }) == "pt2: the tensor 'a' of the state is undefined");
}

} // namespace
