#pragma once

#include <string>

/// Prints a table of the models in a folder, DIR/*/model.pt2, each lowered to the Backend dialect and run on the cases
/// beside it; false when one cannot be lowered or run, or is out of tolerance. Planned bytes are compared with those
/// that a facts.json beside the model gives for ExecuTorch.
bool print_table(std::string const& folder);
