// Looks every line of a file up as an operator schema: in a library of them all, and among the ops that graft
// knows, which must print as the line.
#include <graft/core/error.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/schema/print.hpp>
#include <graft/schema/runtime_op.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>

int main(int argc, char** argv) {
    std::ifstream file(argc == 2 ? argv[1] : "");
    if (!file) {
        std::cerr << "usage: graft_schemas FILE (one schema a line)\n";
        return 2;
    }
    std::string const text{std::istreambuf_iterator<char>(file), {}};
    int passed = 0, failed = 0, known = 0;
    try {
        graft::schema_library const library(text);
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            std::string const name = line.substr(0, line.find('('));
            graft::op_info const* const op = library.find(name);
            graft::op_info const* const own = graft::find_known_op(name);
            known += own != nullptr;
            if (op != nullptr && graft::text(*op) == line && (own == nullptr || graft::text(*own) == line)) {
                ++passed;
            } else {
                ++failed;
                std::cout << "FAILED " << line << '\n';
                for (graft::op_info const* const found : {op, own})
                    if (found != nullptr)
                        std::cout << "       " << graft::text(*found) << '\n';
            }
        }
    } catch (graft::error const& e) {
        std::cout << "FAILED " << e.what() << '\n';
        ++failed;
    }
    std::cout << known << " of them have a meaning in graft\n" << passed << " passed, " << failed << " failed\n";
    return failed == 0 ? 0 : 1;
}
