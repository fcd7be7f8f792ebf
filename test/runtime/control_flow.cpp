#include <graft/runtime/control_flow.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "tensors.hpp"

#include <utility>

namespace {

using namespace graft;
using namespace graft_test;
using values = run_values;

graph_module const first, second;

std::string show_all(run_value const& list) {
    std::string out;
    for (run_value const& v : list.items())
        out += (v.is_tensor() ? show(v.tensor()) : std::to_string(v.number().to<std::int64_t>())) + "; ";
    return out;
}

TEST_CASE("control_flow: cond runs one of two graphs") {
    auto const which = [&](graph_module const& m, values inputs) {
        inputs.push_back(scalar(&m == &first ? 1 : 2));
        return run_value{std::move(inputs)};
    };
    CHECK(show_all(run_cond(which, {b8({}, {true}), first, second, values{scalar(7)}})) == "7; 1; ");
    CHECK(show_all(run_cond(which, {scalar(false), first, second, values{}})) == "2; ");
}

TEST_CASE("control_flow: while_loop carries values until the condition is false") {
    auto const count = [&](graph_module const& m, values const& inputs) -> run_value {
        auto const n = inputs[0].number().to<std::int64_t>(), step = inputs[1].number().to<std::int64_t>();
        return &m == &first ? run_value{scalar(n < 10)} : run_value{values{scalar(n + step)}};
    };
    CHECK(show_all(run_while(count, {first, second, values{scalar(1)}, values{scalar(4)}})) == "13; ");
    CHECK(show_all(run_while(count, {first, second, values{scalar(10)}, values{scalar(4)}})) == "10; ");
    auto const twice = [&](graph_module const& m, values const&) -> run_value {
        return &m == &first ? run_value{scalar(true)} : run_value{values{scalar(1), scalar(2)}};
    };
    CHECK(raised([&] {
              static_cast<void>(run_while(twice, {first, second, values{scalar(1)}, values{}}));
          }) == "graft: the body of a while_loop gives 2 values, not 1");
    auto const nothing = [](graph_module const&, values const&) -> run_value { return values{}; };
    CHECK(raised([&] {
              static_cast<void>(run_while(nothing, {first, second, values{scalar(1)}, values{}}));
          }) == "graft: the condition of a while_loop gives 0 values, not 1");
}

TEST_CASE("control_flow: while_loop_stack_output stacks what each turn leaves") {
    auto const grow = [&](graph_module const& m, values const& inputs) -> run_value {
        float const n = inputs[0].tensor().data<float>()[0];
        return &m == &first ? run_value{scalar(n < 4)} : run_value{values{f32({1}, {n + 1})}};
    };
    CHECK(show_all(run_stacking_while(grow, {first, second, values{f32({1}, {2})}, values{}})) == "f32[2, 1]: 3 4; ");
    CHECK(show_all(run_stacking_while(grow, {first, second, values{f32({1}, {7})}, values{}})) == "f32[1, 1]: 7; ");
}

TEST_CASE("control_flow: a while_loop whose body gives what it is given is an error") {
    auto const same = [&](graph_module const& m, values const& inputs) -> run_value {
        return &m == &first ? run_value{scalar(true)} : run_value{values{inputs[0], scalar(inputs[1].number())}};
    };
    CHECK(raised([&] {
              static_cast<void>(run_while(same, {first, second, values{iota({2}), scalar(1)}, values{}}));
          }) == "graft: a while_loop does not end: its body gives what it is given");
}

TEST_CASE("control_flow: map stacks what each row gives, also of views") {
    auto const row_and_more = [](graph_module const&, values inputs) {
        inputs.push_back(f32({}, {1}));
        return run_value{std::move(inputs)};
    };
    tensor const across = iota({2, 3}).as_strided({3, 2}, {1, 3}, 0);
    CHECK(show_all(run_map(row_and_more, {first, values{across}, values{}})) ==
          "f32[3, 2]: 0 3 1 4 2 5; f32[3]: 1 1 1; ");
    CHECK(show_all(run_map(row_and_more, {first, values{iota({2, 3, 0})}, values{}})) ==
          "f32[2, 3, 0]:; f32[2]: 1 1; ");
    CHECK(raised([&] {
              static_cast<void>(run_map(row_and_more, {first, values{}, values{}}));
          }) == "graft: control flow goes over the rows of no tensor");
    CHECK(raised([&] {
              static_cast<void>(run_map(row_and_more, {first, values{iota({2}), iota({3})}, values{}}));
          }) == "graft: control flow goes over tensors of 2 and of 3 rows");
    CHECK(show_all(run_map(row_and_more, {first, values{iota({0, 2})}, values{}})) == "f32[0, 2]:; f32[0]:; ");
    CHECK(raised([&] {
              static_cast<void>(run_map(row_and_more, {first, values{iota({})}, values{}}));
          }) == "graft: control flow goes over the rows of a tensor of rank 0");
}

TEST_CASE("control_flow: scan carries values and stacks the others") {
    auto const sums = [](graph_module const&, values const& inputs) -> run_value {
        float const sum = inputs[0].tensor().data<float>()[0] + inputs[1].tensor().data<float>()[0];
        return values{f32({}, {sum}), f32({1}, {10 * sum})};
    };
    CHECK(show_all(run_scan(sums, {first, values{f32({}, {5})}, values{f32({3}, {1, 2, 3})}, values{}})) ==
          "f32[]: 11; f32[3, 1]: 60 80 110; ");
    CHECK(show_all(run_scan(sums, {first, values{f32({}, {5})}, values{f32({0}, {})}, values{}})) ==
          "f32[]: 5; f32[0, 1]:; ");
    auto const nothing = [](graph_module const&, values const&) { return run_value{values{}}; };
    CHECK(raised([&] {
              static_cast<void>(run_scan(nothing, {first, values{scalar(1)}, values{iota({2})}, values{}}));
          }) == "graft: the graph of a scan gives 0 values, not the 1 that are carried");
}

TEST_CASE("control_flow: associative_scan combines neighbours first") {
    // No associative function, so that the order shows.
    auto const weighted = [](graph_module const&, values const& inputs) -> run_value {
        float const one = inputs[0].tensor().data<float>()[0], other = inputs[1].tensor().data<float>()[0];
        return values{f32({}, {2 * one + other + inputs[2].tensor().data<float>()[0]})};
    };
    values const more{f32({}, {0})};
    CHECK(show_all(run_associative_scan(weighted, {first, values{f32({1}, {3})}, more})) == "f32[1]: 3; ");
    CHECK(show_all(run_associative_scan(weighted, {first, values{f32({5}, {1, 1, 1, 1, 1})}, more})) ==
          "f32[5]: 1 3 7 9 19; ");
    CHECK(show_all(run_associative_scan(weighted, {first, values{f32({0}, {})}, more})) == "f32[0]:; ");
}

} // namespace
