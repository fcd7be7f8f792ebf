#include <graft/io/pte/writer.hpp>

#include <graft/io/pte/detail/table.hpp>
#include <graft/io/pte/header.hpp>
#include <graft/io/pte/layout.hpp>

#include <doctest/doctest.h>

#include <graft/io/pte/print.hpp>
#include <graft/io/pte/reader.hpp>

#include "../pte_fixture.hpp"
#include "../raises.hpp"

namespace {

using namespace graft;
using namespace graft::detail;
using namespace graft_test;

TEST_CASE("pte_writer: what is written is read as the same program") {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        pte_program const program = random_pte(seed);
        pte_program const again = read_pte(storage_of(to_bytes(program)));
        REQUIRE(again.plans.size() == program.plans.size());
        for (std::size_t i = 0; i < program.plans.size(); ++i) {
            pte_plan const &a = program.plans[i], &b = again.plans[i];
            CHECK((a.values == b.values));
            CHECK((a.chains == b.chains));
            CHECK((a.operators == b.operators));
            CHECK((a.inputs == b.inputs && a.outputs == b.outputs && a.buffer_sizes == b.buffer_sizes));
            CHECK((a.name == b.name && a.in_spec == b.in_spec));
        }
        CHECK(again.named_data.at(0).key == "key");
        CHECK(std::memcmp(again.named_data.at(0).data.data(), "data", 4) == 0);
        CHECK(std::memcmp(again.mutable_buffers.at(0).at(1).data(), "0123456789abcdef", 16) == 0);
        CHECK(std::memcmp(again.buffers.at(1).data(), program.buffers[1].data(), 8) == 0);
    }
}

TEST_CASE("pte_writer: segments and the constants in them are aligned as asked for") {
    pte_program program = add_relu();
    program.buffers.push_back(storage_of("123"));
    program.buffers.push_back(storage_of("4567"));
    for (std::uint64_t const alignment : {16u, 128u, 4096u}) {
        std::string const bytes = to_bytes(program, {alignment, 64});
        storage const file = storage_of(bytes);
        auto const header = read_pte_header({file.data(), file.size()});
        REQUIRE(header);
        CHECK(header->segment_base_offset % alignment == 0);
        CHECK(header->segment_base_offset + header->segment_data_size == bytes.size());
        pte_program const again = read_pte(file);
        for (std::size_t i = 1; i < again.buffers.size(); ++i)
            CHECK((static_cast<std::uint64_t>(again.buffers[i].data() - file.data()) - header->segment_base_offset) %
                      64 ==
                  0);
    }
    CHECK(raised([&] { static_cast<void>(to_bytes(program, {100, 16})); }).find("a power of two") != std::string::npos);
}

TEST_CASE("pte_writer: a program without constants has an empty segment of them, as ExecuTorch wants") {
    pte_program program;
    program.plans.emplace_back();
    program.plans[0].name = "nothing";
    storage const file = storage_of(to_bytes(program));
    auto const header = read_pte_header({file.data(), file.size()});
    REQUIRE(header);
    pte_table const root = verify_pte_tables({file.data(), static_cast<std::size_t>(header->program_size)});
    CHECK(root.count(pte::program::segments) == 1);
    CHECK(root.table(pte::program::constant_segment).count(pte::subsegments::offsets) == 1);
    CHECK(read_pte(file).plans.at(0).name == "nothing");
}

TEST_CASE("pte_writer: a delegate keeps its bytes and specs") {
    pte_program program = add_relu();
    program.plans[0].delegates.push_back({"xnn", storage_of("compiled"), {{"level", std::string("\x01\x00", 2)}}});
    program.plans[0].chains[0].instructions.push_back({pte_action::delegate, 0, 0, {0, 4}});
    pte_program const again = read_pte(storage_of(to_bytes(program)));
    pte_delegate const& d = again.plans[0].delegates.at(0);
    CHECK(d.id == "xnn");
    CHECK(std::memcmp(d.data.data(), "compiled", 8) == 0);
    CHECK(d.compile_specs == program.plans[0].delegates[0].compile_specs);
    CHECK(text(again).find("delegate 0 'xnn' %0 %4") != std::string::npos);
}

TEST_CASE("pte_writer: a program with an index to nothing is not written") {
    pte_program program = add_relu();
    program.plans[0].outputs = {99};
    CHECK(raised([&] { static_cast<void>(to_bytes(program)); }).find("no value 99") != std::string::npos);
    CHECK(raised([&] { write_pte("/no/such/folder/x.pte", add_relu()); }).find("cannot write") != std::string::npos);
}

} // namespace
