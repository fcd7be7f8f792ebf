#include <graft/io/pte/header.hpp>

#include <doctest/doctest.h>

#include "../raises.hpp"

#include <span>
#include <string>

namespace {

using namespace graft;
using graft_test::raised;

std::span<std::byte const> view(std::string const& s) {
    return {reinterpret_cast<std::byte const*>(s.data()), s.size()};
}

std::string file(pte_header const& header, std::size_t size) {
    std::string all = "root"
                      "ET12" +
                      to_bytes(header);
    all.resize(size);
    return all;
}

TEST_CASE("pte_header: it is read as it was written") {
    pte_header const header{64, 128, 40};
    CHECK(to_bytes(header).size() == pte_header::size);
    CHECK(read_pte_header(view(file(header, 168))) == header);
    pte_header const without{64, 0, 0};
    CHECK(read_pte_header(view(file(without, 64))) == without);
}

TEST_CASE("pte_header: a file without it has none") {
    CHECK(!read_pte_header(view("short")));
    CHECK(!read_pte_header(view(std::string(200, 'x'))));
}

TEST_CASE("pte_header: what it says fits into the file") {
    auto const what = [](pte_header const& h, std::size_t size) {
        std::string const all = file(h, size);
        return raised([&] { static_cast<void>(read_pte_header(view(all))); });
    };
    CHECK(what({64, 128, 40}, 167).find("take 40 bytes of 39") != std::string::npos);
    CHECK(what({999, 0, 0}, 168).find("the tables of the program take 999 bytes") != std::string::npos);
    CHECK(what({20, 0, 0}, 168).find("take 20 bytes") != std::string::npos);
    CHECK(what({64, 32, 8}, 168).find("begin at byte 32") != std::string::npos);
    CHECK(what({64, ~std::uint64_t{0}, 8}, 168).find("segments of the program begin") != std::string::npos);
    CHECK(what({64, 128, ~std::uint64_t{0}}, 168).find("segments of the program take") != std::string::npos);
}

} // namespace
