#include <graft/dialect/aten.hpp>
#include <graft/io/pt2/reader.hpp>

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

using namespace graft;

// A folder of model folders, from the environment variable GRAFT_MODELS.
int register_models() {
    char const* const root = std::getenv("GRAFT_MODELS");
    if (root == nullptr)
        return 0;
    for (char const* const name : {"mlp", "digits_cnn", "mobilenet_v2", "resnet18"}) {
        std::string const path = std::string{root} + "/" + name + "/model.pt2";
        if (!std::filesystem::exists(path))
            continue;
        benchmark::RegisterBenchmark(("load/" + std::string{name}).c_str(), [path](benchmark::State& state) {
            for (auto _ : state)
                benchmark::DoNotOptimize(read_pt2(path, {.find_op = find_aten_op<>, .model = {}}));
        })->Unit(benchmark::kMillisecond);
    }
    return 0;
}
int const registered = register_models();

} // namespace
