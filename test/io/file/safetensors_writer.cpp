#include <graft/io/file/safetensors_writer.hpp>

#include <doctest/doctest.h>

#include "../raises.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace {

using graft::dtype;
using graft::tensor;

graft::safetensors sample() {
    constexpr std::array<float, 6> numbers{1, 2, 3, 4, 5, 6};
    graft::safetensors content;
    content.tensors["flag"] = tensor::full({}, dtype::boolean, true);
    content.tensors["matrix"] = tensor::from<float>({2, 3}, numbers);
    content.tensors["turned"] = content.tensors["matrix"].as_strided({3, 2}, {1, 3}, 0);
    content.tensors["wide \"é\""] = tensor::full({1}, dtype::i64, -1);
    content.tensors["none"] = tensor::zeros({0, 2}, dtype::f16);
    content.metadata["text"] = "line\nend";
    return content;
}

TEST_CASE("safetensors_writer: what is written is read back") {
    std::string const path = std::filesystem::temp_directory_path() / "graft_writer_test";
    graft::write_safetensors(path, sample());
    graft::safetensors const back = graft::read_safetensors(path);
    std::remove(path.c_str());
    CHECK(back.metadata == sample().metadata);
    REQUIRE(back.tensors.size() == 5);
    for (auto const& [name, value] : sample().tensors) {
        tensor const& found = back.tensors.at(name);
        CHECK(found.dtype() == value.dtype());
        CHECK(found.sizes() == value.sizes());
        CHECK(found.is_contiguous());
        CHECK(reinterpret_cast<std::uintptr_t>(found.data()) % value.element_size() == 0);
        tensor const dense = value.contiguous();
        CHECK((dense.nbytes() == 0 || std::memcmp(found.data(), dense.data(), dense.nbytes()) == 0));
    }
}

TEST_CASE("safetensors_writer: the bytes depend on the content only") {
    CHECK(graft::safetensors_bytes(sample()) == graft::safetensors_bytes(sample()));
    CHECK(graft::safetensors_bytes({}) == std::string("\10\0\0\0\0\0\0\0{}      ", 16));
}

TEST_CASE("safetensors_writer: what cannot be written is named") {
    graft::safetensors content;
    content.tensors["nothing"] = tensor();
    CHECK(graft_test::raised([&] { (void)graft::safetensors_bytes(content); }) ==
          "graft: safetensors: 'nothing' is undefined");
    CHECK(graft_test::raised([] { graft::write_safetensors("/no/such/file", {}); }) ==
          "graft: cannot write the file '/no/such/file'");
}

} // namespace
