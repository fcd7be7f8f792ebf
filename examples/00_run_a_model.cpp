// A .pt2 that torch.export.save wrote is read, lowered, planned and run.
// Run: test/data/models/digits_cnn/model.pt2 test/data/models/digits_cnn/inputs.safetensors
#include <graft/io/file/safetensors.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/lower/model.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <algorithm>
#include <iostream>

int main(int argc, char** argv) {
    if (argc != 3)
        return 2;
    graft::model m{argv[1]};
    graft::tensor const image = graft::read_safetensors(argv[2]).tensors.at("input_0");
    graft::tensor const scores = m({image})[0];
    float const* const first = scores.data<float>();
    std::cout << text(spec_of(image)) << " shows a " << std::max_element(first, first + scores.numel()) - first << '\n';
}

// Output:
// f32[1, 1, 8, 8] shows a 2
