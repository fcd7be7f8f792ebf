#pragma once

// Readers and writers of files.

#include <graft/io/safetensors.ipp>
