// A memory plan puts values that are not in use at the same time in the same place; a picture shows it over time.
// Run: test/data/models/digits_cnn/model.pt2
#include <graft/dialect/aten.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/memory/check_plan.hpp>
#include <graft/memory/exact.hpp>
#include <graft/memory/plan.hpp>
#include <graft/memory/plan_svg.hpp>
#include <graft/memory/report.hpp>
#include <graft/memory/sweep.hpp>

#include <fstream>
#include <iostream>
#include <vector>

using namespace graft;

int main(int argc, char** argv) {
    if (argc < 2)
        return 2;
    exported_program const program = read_pt2(argv[1], {.find_op = find_aten_op<>, .model = {}});

    // A value is in use from the node that computes it to its last user; a view is part of what it shows.
    std::vector<lifetime> const values = find_lifetimes(program).values;
    std::cout << "one behind the other:\n" << text(plan_naive(values));
    std::cout << "as an allocator would:\n" << text(plan_sweep(values));
    memory_plan const plan = plan_exact(values);
    std::cout << "the smallest:\n" << text(program.graph(), plan);
    std::cout << "faults: " << check(plan).size() << '\n';

    lifetime_options const inner{.inputs = false, .outputs = false};
    std::cout << "without inputs and outputs, each at a multiple of 64:\n"
              << text(plan_exact(find_lifetimes(program, inner).values, 64));

    // In a browser, pointing at a box tells what it is.
    std::string const picture = svg(program.graph(), plan, "digits_cnn");
    std::cout << picture.substr(0, picture.find("<rect", picture.find("<rect") + 1));
    if (argc == 3)
        std::ofstream(argv[2]) << picture;
}

// Output:
// one behind the other:
// planned            53040 bytes (naive)
// all values         53040 bytes (15)
// lower bound        16384 bytes
// gap                36656 bytes (223.7 %)
// as an allocator would:
// planned            20480 bytes (sweep)
// all values         53040 bytes (15)
// lower bound        16384 bytes
// gap                 4096 bytes (25.0 %)
// the smallest:
// planned            16384 bytes (size, first fit)
// all values         53040 bytes (15)
// lower bound        16384 bytes
// gap                    0 bytes (0.0 %)
// in use at the peak:
//   8192 bytes at 0: %conv2d_1
//   8192 bytes at 8192: %batch_norm_1
// faults: 0
// without inputs and outputs, each at a multiple of 64:
// planned            16384 bytes (size, first fit)
// all values         52736 bytes (13)
// lower bound        16384 bytes
// gap                    0 bytes (0.0 %)
// <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1020 570" font-family="sans-serif" font-size="11">
// <text x="30" y="20">digits_cnn: 16384 bytes planned (size, first fit), lower bound 16384 bytes, all values 53040 bytes</text>
// <rect x="30" y="382.5" width="589.1" height="7.5" fill="#8dd3c7" stroke="#444" stroke-width="0.5">
// <title>%x: 256 bytes at 4096, in use from 0 to 26</title></rect>
