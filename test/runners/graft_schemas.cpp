// Parses every line of a file as an operator schema and compares what prints with the line.
#include <graft/core/error.hpp>
#include <graft/schema/print.hpp>
#include <graft/schema/runtime_op.hpp>

#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
    std::ifstream file(argc == 2 ? argv[1] : "");
    if (!file) {
        std::cerr << "usage: graft_schemas FILE (one schema a line)\n";
        return 2;
    }
    int passed = 0, failed = 0;
    for (std::string line; std::getline(file, line);) {
        std::string printed;
        try {
            printed = to_string(graft::runtime_op(line).info());
        } catch (graft::error const& e) {
            printed = e.what();
        }
        if (printed == line) {
            ++passed;
        } else {
            ++failed;
            std::cout << "FAILED " << line << "\n       " << printed << '\n';
        }
    }
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed == 0 ? 0 : 1;
}
