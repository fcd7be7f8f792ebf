#include <graft/core/layout.hpp>

#include <doctest/doctest.h>

using namespace graft;

static_assert(torch_name(layout::strided) == "torch.strided");
static_assert(parse_memory_format("torch.channels_last") == memory_format::channels_last);
static_assert(!parse_layout("strided"));

TEST_CASE("layout: every layout and memory format reads back from its name") {
    for (std::size_t i = 0; i < detail::layout_names.size(); ++i)
        CHECK(parse_layout(torch_name(static_cast<layout>(i))) == static_cast<layout>(i));
    for (std::size_t i = 0; i < detail::memory_format_names.size(); ++i) {
        memory_format const f = static_cast<memory_format>(i);
        CHECK(parse_memory_format(torch_name(f)) == f);
    }
    CHECK_FALSE(parse_layout(""));
    CHECK_FALSE(parse_memory_format("torch.strided"));
}
