#include <graft/core/device.hpp>

#include <doctest/doctest.h>

using namespace graft;

static_assert(parse_device("cpu") == device{device_kind::cpu, -1});
static_assert(parse_device("cuda:1") == device{device_kind::cuda, 1});
static_assert(!parse_device("gpu"));

TEST_CASE("device: every device reads back from its text") {
    for (std::size_t k = 0; k < detail::device_names.size(); ++k)
        for (int index : {-1, 0, 7, 127}) {
            device const d{static_cast<device_kind>(k), static_cast<std::int8_t>(index)};
            CHECK(parse_device(text(d)) == d);
        }
}

TEST_CASE("device: what is no device is refused") {
    for (char const* text :
         {"", ":", "cpu:", ":0", "cuda:-1", "cuda:128", "cuda:01", "cuda:1x", "cuda:1:2", "CPU", "cuda:99999999999"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_device(text));
    }
}
