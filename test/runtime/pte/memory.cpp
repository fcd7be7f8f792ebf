#include <graft/runtime/pte/memory.hpp>

#include <doctest/doctest.h>

#include "../../io/pte_fixture.hpp"
#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using memory = detail::pte_memory;

TEST_CASE("pte_memory: tensors lie where the plan says, constants where they are") {
    pte_program const program = add_relu();
    memory m(program, program.plans[0], {});
    CHECK((m[3].tensor.data() == m[0].tensor.data() + 16));
    CHECK((m[1].tensor.data() == program.buffers[1].data()));
    CHECK(m[1].is_constant);
    CHECK(show(m[0].tensor) == "f32[2]: 0 0");
    CHECK((m[2].number == scalar(std::int64_t{1})));
}

TEST_CASE("pte_memory: what has first values has them again after a reset") {
    pte_program program = add_relu();
    program.mutable_buffers.push_back({{}, program.buffers[1]});
    std::get<pte_tensor>(program.plans[0].values[3]).data_buffer = 1;
    memory m(program, program.plans[0], {});
    CHECK(show(m[3].tensor) == "f32[2]: -1 2");
    m[3].tensor.data<float>()[0] = 7;
    m.reset();
    CHECK(show(m[3].tensor) == "f32[2]: -1 2");
    CHECK((program.buffers[1].data() != m[3].tensor.data()));
}

TEST_CASE("pte_memory: sizes change within the place there is") {
    pte_program program = add_relu();
    auto& t = std::get<pte_tensor>(program.plans[0].values[3]);
    memory fixed(program, program.plans[0], {});
    CHECK(sentence([&] { fixed.place(fixed[3], {1}); }) == "a tensor of fixed sizes gets others");
    CHECK(sentence([&] { fixed.place(fixed[1], {2}); }) == "a constant is written to");
    CHECK(sentence([&] { fixed.place(fixed[2], {2}); }) == "a tensor is written to a value that is none");
    t.dynamism = pte_dynamism::bounded;
    memory bounded(program, program.plans[0], {});
    bounded.place(bounded[3], {1});
    CHECK(bounded[3].tensor.sizes() == std::vector<std::int64_t>{1});
    CHECK(sentence([&] { bounded.place(bounded[3], {3}); }).find("needs a storage of 12 bytes") != std::string::npos);
    t.allocation.reset();
    t.dynamism = pte_dynamism::unbounded;
    memory unbounded(program, program.plans[0], {.bytes = 1000});
    CHECK(!unbounded[3].tensor.defined());
    unbounded.place(unbounded[3], {200});
    CHECK(unbounded[3].tensor.numel() == 200);
    CHECK(sentence([&] { unbounded.place(unbounded[3], {300}); }).find("more than the 1000") != std::string::npos);
    for (int i = 0; i < 10; ++i)
        unbounded.place(unbounded[3], {250}); // what it had before counts no more
}

TEST_CASE("pte_memory: all tensors that are not planned count together") {
    pte_program program = add_relu();
    for (int const i : {3, 4}) {
        auto& t = std::get<pte_tensor>(program.plans[0].values[static_cast<std::size_t>(i)]);
        t.allocation.reset();
        t.dynamism = pte_dynamism::unbounded;
    }
    memory m(program, program.plans[0], {.bytes = 1000});
    m.place(m[3], {200});
    tensor const held = m[3].tensor;
    CHECK(sentence([&] { m.place(m[4], {100}); }) ==
          "a tensor of 400 bytes beside 800 others is more than the 1000 that the method may use");
    m.place(m[4], {50});
}

TEST_CASE("pte_memory: constants that are neither true nor false are an error") {
    pte_program program = add_relu();
    std::get<pte_tensor>(program.plans[0].values[1]).dtype = dtype::boolean;
    program.buffers[1] = storage_of({"\1\0", 2});
    CHECK(memory(program, program.plans[0], {})[1].is_constant);
    program.buffers[1] = storage_of({"\1\2", 2});
    CHECK(sentence([&] { memory(program, program.plans[0], {}); }) == "a tensor of truth values holds something else");
}

TEST_CASE("pte_memory: more memory than is allowed is an error") {
    pte_program program = add_relu();
    program.plans[0].buffer_sizes = {0, 48, std::int64_t{1} << 62, std::int64_t{1} << 62};
    CHECK(sentence([&] { memory m(program, program.plans[0], {}); }).find("plans more than") != std::string::npos);
}

TEST_CASE("pte_memory: an order of dimensions gives strides") {
    CHECK(detail::strides_in_order({2, 3, 4}, {0, 1, 2}) == std::vector<std::int64_t>{12, 4, 1});
    CHECK(detail::strides_in_order({1, 2, 3, 4}, {0, 2, 3, 1}) == std::vector<std::int64_t>{24, 1, 8, 2});
    CHECK(detail::strides_in_order({}, {}).empty());
}

} // namespace
