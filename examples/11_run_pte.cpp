// A .pte runs with the kernels that it needs and nothing else: no graphs, no rules, no JSON.
// Run: test/data/pte/digits_cnn.pte
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/io/pte/reader.hpp>
#include <graft/runtime/kernels/batch_norm.hpp>
#include <graft/runtime/kernels/convolution.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>
#include <graft/runtime/kernels/pooling.hpp>
#include <graft/runtime/kernels/view.hpp>
#include <graft/runtime/pte/method.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using namespace graft;

// What is not named is not in the program.
struct needed {
    using members =
        op_list<aten::_native_batch_norm_legit_no_training_default, aten::addmm_default, aten::convolution_default,
                aten::max_pool2d_with_indices_default, aten::permute_copy_default, aten::relu_default>;
};

int main(int argc, char** argv) {
    if (argc != 2)
        return 2;
    auto const run = [&] {
        pte_program const program = read_pte(std::string(argv[1]));
        pte_method method(program, "forward", kernels_of<needed>(), dialect<needed>::find);
        // A digit of 8 x 8 pixels: a stroke from top to bottom.
        tensor const image = tensor::zeros({1, 1, 8, 8}, dtype::f32);
        for (int row = 0; row < 8; ++row)
            image.data<float>()[8 * row + 3] = image.data<float>()[8 * row + 4] = 1.0f;
        tensor const scores = method.run(std::vector<tensor>{image}).at(0);
        float const* const first = scores.data<float>();
        std::printf("%zu scores, the largest for a %d\n", static_cast<std::size_t>(scores.numel()),
                    static_cast<int>(std::max_element(first, first + scores.numel()) - first));
    };
    attempt(run, [](error const& e) { std::puts(e.what()); });
}

// Output:
// 10 scores, the largest for a 1
