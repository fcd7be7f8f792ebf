#include <graft/io/file/safetensors.hpp>

#include <doctest/doctest.h>

#include "../raises.hpp"
#include "../zip_builder.hpp"

#include <cstring>
#include <vector>

namespace {

using graft::dtype;
using graft_test::raised;

/// A file of this header and as many bytes 1, 2, 3...; `shift` moves it off alignment.
graft::safetensors read(std::string_view header, std::size_t bytes, std::size_t shift = 0) {
    std::string file;
    graft_test::append_number(file, header.size(), 8);
    file += header;
    for (std::size_t i = 1; i <= bytes; ++i)
        file += static_cast<char>(i);
    graft::storage const memory = graft::storage::allocate(file.size() + shift);
    std::memcpy(memory.data() + shift, file.data(), file.size());
    return graft::read_safetensors({memory.owner(), memory.data() + shift}, file.size());
}

std::string refused(std::string_view header, std::size_t bytes) {
    return raised([&] { (void)read(header, bytes); });
}

constexpr std::string_view two = R"({"__metadata__":{"count":"2"},)"
                                 R"("b":{"dtype":"I16","shape":[2,1],"data_offsets":[4,8]},)"
                                 R"("a":{"dtype":"I32","shape":[],"data_offsets":[0,4]}}   )";

TEST_CASE("safetensors: a directory is no file") {
    CHECK(raised([] { (void)graft::read_safetensors(std::string(GRAFT_TEST_DATA)); }) ==
          "graft: cannot read '" GRAFT_TEST_DATA "': it is a directory, not a file");
}

TEST_CASE("safetensors: tensors and metadata are found under their names") {
    graft::safetensors const file = read(two, 8);
    CHECK(file.metadata.at("count") == "2");
    REQUIRE(file.tensors.size() == 2);
    CHECK(file.tensors.at("a").item() == graft::scalar(0x04030201));
    graft::tensor const& b = file.tensors.at("b");
    CHECK(b.sizes() == std::vector<std::int64_t>{2, 1});
    CHECK(b.data<std::int16_t>()[1] == 0x0807);
}

TEST_CASE("safetensors: aligned tensors are used in place, others are copied") {
    std::string_view const header = two;
    REQUIRE((8 + header.size()) % 4 == 0);
    CHECK(read(two, 8).tensors.at("a").storage_bytes() == 4);
    graft::safetensors const aligned = read(two, 8);
    CHECK(aligned.tensors.at("a").data() + 4 == aligned.tensors.at("b").data());
    graft::safetensors const shifted = read(two, 8, 1);
    CHECK(shifted.tensors.at("a").data() + 4 != shifted.tensors.at("b").data());
    CHECK(shifted.tensors.at("a").item() == graft::scalar(0x04030201));
}

TEST_CASE("safetensors: every dtype has a name of its own") {
    CHECK(graft::safetensors_name(dtype::boolean) == "BOOL");
    CHECK(graft::safetensors_name(dtype::bf16) == "BF16");
    CHECK(graft::safetensors_name(dtype::u8) == "U8");
    CHECK(graft::safetensors_name(dtype::f8e4m3fn) == "F8_E4M3");
    CHECK(graft::safetensors_name(dtype::f8e5m2) == "F8_E5M2");
    CHECK(graft::safetensors_name(dtype::f8e8m0fnu) == "F8_E8M0");
    for (dtype const d : graft::all_dtypes) {
        std::string const size = std::to_string(graft::element_size(d));
        std::string const header =
            R"({"x":{"dtype":")" + graft::safetensors_name(d) + R"(","shape":[1],"data_offsets":[0,)" + size + "]}}";
        CHECK(read(header, graft::element_size(d)).tensors.at("x").dtype() == d);
    }
}

TEST_CASE("safetensors: an empty tensor lies at any offset") {
    graft::safetensors const file = read(R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]},)"
                                         R"("e":{"dtype":"F32","shape":[0,4],"data_offsets":[3,3]}})",
                                         3);
    CHECK(file.tensors.at("e").numel() == 0);
    CHECK(read("{}", 0).tensors.empty());
}

TEST_CASE("safetensors: headers that do not fit the bytes are refused") {
    std::string const origin = "graft: safetensors header: ";
    CHECK(refused(R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[0,4]}})", 4) ==
          origin + "the tensor takes 3 bytes, not 4 [at $.a]");
    CHECK(refused(R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]}})", 2) ==
          origin + "the tensor ends outside the file [at $.a]");
    CHECK(refused(R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]}})", 4) ==
          "graft: safetensors: bytes that belong to no tensor [at byte 64]");
    CHECK(refused(R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]},)"
                  R"("b":{"dtype":"U8","shape":[3],"data_offsets":[2,5]}})",
                  5) == origin + "the tensor starts at 2, not at 3 where the one before it ends [at $.b]");
    CHECK(refused(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})", 2) ==
          origin + "the tensor starts at 1, not at 0 where the one before it ends [at $.a]");
}

TEST_CASE("safetensors: absurd numbers are refused") {
    std::string const origin = "graft: safetensors header: ";
    CHECK(refused(R"({"a":{"dtype":"U8","shape":[-1],"data_offsets":[0,1]}})", 1) ==
          origin + "a size cannot be negative [at $.a.shape[0]]");
    CHECK(refused(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[1,0]}})", 1) ==
          origin + "expected two offsets in order [at $.a.data_offsets]");
    CHECK(refused(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[1]}})", 1) ==
          origin + "expected two offsets in order [at $.a.data_offsets]");
    CHECK(refused(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],)"
                  R"("data_offsets":[0,9223372036854775807]}})",
                  1)
              .ends_with("[at $.a]"));
    CHECK(refused(R"({"a":{"dtype":"F8_E5M2FNUZ","shape":[1],"data_offsets":[0,1]}})", 1) ==
          origin + "unknown dtype [at $.a.dtype]");
    CHECK(refused(R"({"__metadata__":{"a":1}})", 0) ==
          origin + "expected a string, found an integer [at $.__metadata__.a]");
}

TEST_CASE("safetensors: every prefix of a file is refused") {
    std::string file;
    graft_test::append_number(file, two.size(), 8);
    file += two;
    file += "12345678";
    graft::storage const memory = graft::storage::allocate(file.size());
    std::memcpy(memory.data(), file.data(), file.size());
    for (std::size_t size = 0; size < file.size(); ++size)
        CHECK(raised([&] { (void)graft::read_safetensors(memory.owner(), size); }) != "(nothing raised)");
    CHECK(graft::read_safetensors(memory.owner(), file.size()).tensors.size() == 2);
}

} // namespace
