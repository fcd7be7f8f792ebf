#include <graft/io/pt2/detail/pickled_tensors.hpp>

#include <graft/core/error.hpp>
#include <graft/core/tensor_compare.hpp>

#include <doctest/doctest.h>

#include "../../raises.hpp"
#include "../../zip_builder.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace {

using namespace graft;
using namespace std::string_literals;
using graft_test::raised;

/// `data.pkl` of what `instructions` make, beside a storage of four i16.
std::string with_pickle(std::string const& instructions, std::string const& order = "little") {
    graft_test::zip_builder zip;
    zip.add("archive/data.pkl", "\x80\x02" + instructions + ".");
    zip.add("archive/byteorder", order);
    zip.add("archive/data/0", std::string("\1\0\2\0\3\0\4\0", 8));
    return zip.finish();
}

storage stored(std::string const& text) {
    storage const made = storage::allocate(text.size());
    std::memcpy(made.data(), text.data(), text.size());
    return made;
}

auto read(std::string const& archive) { return detail::read_pickled_tensors(stored(archive), "state.pt", true); }

std::string text(std::string const& content) { return "X"s + static_cast<char>(content.size()) + "\0\0\0"s + content; }

std::string storage_of(std::string const& type) {
    return "(" + text("storage") + "ctorch\n" + type + "\n" + text("0") + text("cpu") + "K\4tQ";
}

/// A tensor of 2 by 1 from the second element on, each second one.
std::string const tensor_text = "ctorch._utils\n_rebuild_tensor_v2\n(" + storage_of("ShortStorage") +
                                "K\1K\2K\1\x86K\2K\1\x86\x89" + "ccollections\nOrderedDict\n)RtR";

std::string complaint(std::string const& instructions) {
    return raised([&] { (void)read(with_pickle(instructions)); });
}

TEST_CASE("pickled tensors: a tensor is a view of its storage, and what is no tensor is left out") {
    auto const found =
        read(with_pickle("}q\0("s + text("a") + tensor_text + text("b") + "N" + text("c") + "M\1\2" + "u"));
    REQUIRE(found.size() == 1);
    tensor const& a = found.at("a");
    CHECK(a.dtype() == dtype::i16);
    CHECK(a.sizes() == dim_vector{2, 1});
    CHECK(a.strides() == dim_vector{2, 1});
    tensor const dense = a.contiguous();
    CHECK(dense.data<std::int16_t>()[0] == 2);
    CHECK(dense.data<std::int16_t>()[1] == 4);
}

TEST_CASE("pickled tensors: two names share a storage") {
    auto const found = read(with_pickle("}(" + text("a") + tensor_text + "q\1" + text("b") + "h\1u"));
    CHECK(found.at("a").shares_storage(found.at("b")));
}

TEST_CASE("pickled tensors: nothing that a pickle names is called") {
    CHECK(complaint("cos\nsystem\n" + text("true") + "\x85R") ==
          "graft: pt2: state.pt: a value made by 'os system' is not supported at byte 24 of data.pkl");
    CHECK(complaint(storage_of("QInt8Storage"))
              .starts_with("graft: pt2: state.pt: a storage of class 'torch QInt8Storage' is not supported"));
    CHECK(complaint("i").starts_with("graft: pt2: state.pt: the instruction 105 is not supported"));
    CHECK(complaint(text("a")) == "graft: pt2: state.pt is no dictionary");
}

TEST_CASE("pickled tensors: a pickle that is cut or that takes what is not there is refused") {
    CHECK(complaint("R").starts_with("graft: pt2: state.pt: the pickle takes a value that is not there"));
    CHECK(complaint("u").starts_with("graft: pt2: state.pt: the pickle has no mark"));
    CHECK(complaint("Nq\1h\2").starts_with("graft: pt2: state.pt: the pickle recalls a value that it did not keep"));
    CHECK(complaint("K\1K\2s").starts_with("graft: pt2: state.pt: the pickle adds to what is no list or dictionary"));
    CHECK(complaint("K").find("bytes expected") != std::string::npos);
    CHECK(complaint("\x80\x04").starts_with("graft: pt2: state.pt: the pickle has a protocol above 2"));
    CHECK(raised([] { (void)read(with_pickle("}", "big")); }) ==
          "graft: pt2: state.pt is of a machine of another byte order");
    std::string beyond = tensor_text;
    beyond.replace(beyond.find("K\2K\1\x86"), 2, "K\7");
    CHECK(!complaint("}(" + text("a") + beyond + "u").empty());
}

} // namespace
