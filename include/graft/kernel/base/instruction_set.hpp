#pragma once

/// GRAFT_INSTRUCTION_SET names the instructions that a unit is compiled for, as far as kernels ask for them.
///
/// What is another for other instructions, and what calls that, stands in an inline namespace of this name:
/// `namespace graft::kernel::inline GRAFT_INSTRUCTION_SET`. So the units of a program may have different flags: each has
/// kernels of its own, and no linker takes those of one unit for another's. All other code is the same in every unit. A
/// compiler may use any instruction for that too which the unit is compiled for, as it may for the standard library, and
/// a linker keeps that of the first unit: link the one for every machine first.
#if defined(__AVX512VNNI__)
#    define GRAFT_REGISTERS avx512vnni
#elif defined(__AVX512BW__)
#    define GRAFT_REGISTERS avx512bw
#elif defined(__AVX512F__)
#    define GRAFT_REGISTERS avx512f
#elif defined(__AVXVNNI__)
#    define GRAFT_REGISTERS avxvnni
#elif defined(__AVX2__)
#    define GRAFT_REGISTERS avx2
#elif defined(__AVX__)
#    define GRAFT_REGISTERS avx
#elif defined(__SSE2__)
#    define GRAFT_REGISTERS sse2
#elif defined(__SSE__)
#    define GRAFT_REGISTERS sse
#else
#    define GRAFT_REGISTERS baseline
#endif

// With it compilers round a * b + c once, which gives other bits.
#if defined(__FMA__)
#    define GRAFT_INSTRUCTION_SET GRAFT_REGISTERS::inline fma
#else
#    define GRAFT_INSTRUCTION_SET GRAFT_REGISTERS
#endif

/// GRAFT_LIBRARY_INSTRUCTION_SET is the same for what leads to every kernel, which separate compilation compiles once.
#if defined(GRAFT_SEPARATE_COMPILATION)
#    define GRAFT_LIBRARY_INSTRUCTION_SET of_library
#else
#    define GRAFT_LIBRARY_INSTRUCTION_SET GRAFT_INSTRUCTION_SET
#endif
