#pragma once

#include <graft/meta/view.hpp>

#include <cstdint>

namespace graft {

/// What a field of a FlatBuffers table holds.
enum class pte_field : std::uint8_t {
    byte,  ///< one byte: a number, a truth, an enumerator
    word,  ///< 4 bytes
    wide,  ///< 8 bytes
    text,  ///< a string
    bytes, ///< a vector of bytes
    words, ///< a vector of numbers of 4 bytes
    wides, ///< a vector of numbers of 8 bytes
    table,
    tables, ///< a vector of tables
    choice, ///< the number of an alternative, counted from 1; the field behind it is its table
    chosen, ///< that table
};

struct pte_layout;

/// A field and, where it refers to tables, what they hold.
struct pte_slot {
    pte_field kind;                         ///< what it holds
    view<pte_layout const* const> tables{}; ///< one, or the alternatives of a choice
};

/// The fields of a table, in the order of their numbers.
struct pte_layout {
    view<pte_slot const> fields; ///< in the order of their numbers
};

/// The tables of ExecuTorch's program file, each with the numbers of its fields; the file's identifier is ET12.
namespace pte {

/// What a table of ExecuTorch's `program.fbs` holds: the numbers of its fields, what each of them is, and the whole.
/// @{
inline constexpr char identifier[] = "ET12";

template <auto const&... Layouts>
inline constexpr pte_layout const* those[]{&Layouts...};

//=== values ===//
inline constexpr pte_layout null_layout{};

/// Int, Double
struct number {
    enum : std::uint8_t { value };
};
inline constexpr pte_slot wide_slots[]{{pte_field::wide}};
inline constexpr pte_layout number_layout{wide_slots};

/// Bool
struct boolean {
    enum : std::uint8_t { value };
};
inline constexpr pte_slot byte_slots[]{{pte_field::byte}};
inline constexpr pte_layout boolean_layout{byte_slots};

/// String
struct string {
    enum : std::uint8_t { value };
};
inline constexpr pte_slot text_slots[]{{pte_field::text}};
inline constexpr pte_layout string_layout{text_slots};

/// the elements, or the indices of values
struct list {
    enum : std::uint8_t { items };
};
inline constexpr pte_slot wides_slots[]{{pte_field::wides}}, bytes_slots[]{{pte_field::bytes}},
    words_slots[]{{pte_field::words}};
inline constexpr pte_layout wide_list_layout{wides_slots}, boolean_list_layout{bytes_slots},
    index_list_layout{words_slots};

/// AllocationDetails
struct allocation {
    enum : std::uint8_t { memory_id, offset_low, offset_high };
};
inline constexpr pte_slot allocation_slots[]{{pte_field::word}, {pte_field::word}, {pte_field::word}};
inline constexpr pte_layout allocation_layout{allocation_slots};

/// ExtraTensorInfo.
struct extra {
    enum : std::uint8_t { mutable_segment, fully_qualified_name, location, device_type, device_index };
};
inline constexpr pte_slot extra_slots[]{
    {pte_field::wide}, {pte_field::text}, {pte_field::byte}, {pte_field::byte}, {pte_field::byte}};
inline constexpr pte_layout extra_layout{extra_slots};

/// Tensor.
struct tensor {
    enum : std::uint8_t {
        scalar_type,
        storage_offset,
        sizes,
        dim_order,
        requires_grad,
        data_buffer,
        allocation,
        layout,
        dynamism,
        extra
    };
};
inline constexpr pte_slot tensor_slots[]{{pte_field::byte},
                                         {pte_field::word},
                                         {pte_field::words},
                                         {pte_field::bytes},
                                         {pte_field::byte},
                                         {pte_field::word},
                                         {pte_field::table, those<allocation_layout>},
                                         {pte_field::byte},
                                         {pte_field::byte},
                                         {pte_field::table, those<extra_layout>}};
inline constexpr pte_layout tensor_layout{tensor_slots};

/// The alternatives of a value.
enum class value_kind : std::uint8_t {
    missing,
    null,
    integer,
    boolean,
    real,
    tensor,
    string,
    integers,
    reals,
    booleans,
    tensors,
    optional_tensors
};
/// EValue
struct value {
    enum : std::uint8_t { kind, content };
};
inline constexpr pte_slot value_slots[]{
    {pte_field::choice},
    {pte_field::chosen,
     those<null_layout, number_layout, boolean_layout, number_layout, tensor_layout, string_layout, wide_list_layout,
           wide_list_layout, boolean_list_layout, index_list_layout, index_list_layout>}};
inline constexpr pte_layout value_layout{value_slots};

//=== instructions ===//
/// The alternatives of an instruction.
enum class call_kind : std::uint8_t { missing, kernel, delegate, move, jump_false, free };
/// KernelCall, DelegateCall
struct call {
    enum : std::uint8_t { index, arguments };
};
inline constexpr pte_slot call_slots[]{{pte_field::word}, {pte_field::words}};
/// MoveCall, JumpFalseCall; FreeCall has the first
struct pair {
    enum : std::uint8_t { first, second };
};
inline constexpr pte_slot pair_slots[]{{pte_field::word}, {pte_field::word}};
inline constexpr pte_layout call_layout{call_slots}, pair_layout{pair_slots}, single_layout{view(pair_slots).first(1)};
/// Instruction
struct instruction {
    enum : std::uint8_t { kind, content };
};
inline constexpr pte_slot instruction_slots[]{
    {pte_field::choice}, {pte_field::chosen, those<call_layout, call_layout, pair_layout, pair_layout, single_layout>}};
inline constexpr pte_layout instruction_layout{instruction_slots};

/// Frame
struct frame {
    enum : std::uint8_t { file, line, name, context };
};
inline constexpr pte_slot frame_slots[]{{pte_field::text}, {pte_field::word}, {pte_field::text}, {pte_field::text}};
inline constexpr pte_layout frame_layout{frame_slots};
/// FrameList
struct frames {
    enum : std::uint8_t { items };
};
inline constexpr pte_slot frames_slots[]{{pte_field::tables, those<frame_layout>}};
inline constexpr pte_layout frames_layout{frames_slots};

/// Chain
struct chain {
    enum : std::uint8_t { inputs, outputs, instructions, stack_traces };
};
inline constexpr pte_slot chain_slots[]{{pte_field::words},
                                        {pte_field::words},
                                        {pte_field::tables, those<instruction_layout>},
                                        {pte_field::tables, those<frames_layout>}};
inline constexpr pte_layout chain_layout{chain_slots};

//=== delegates ===//
/// BackendDelegateDataReference
struct delegate_data {
    enum : std::uint8_t { location, index };
};
inline constexpr pte_slot delegate_data_slots[]{{pte_field::byte}, {pte_field::word}};
inline constexpr pte_layout delegate_data_layout{delegate_data_slots};
/// CompileSpec
struct compile_spec {
    enum : std::uint8_t { key, value };
};
inline constexpr pte_slot compile_spec_slots[]{{pte_field::text}, {pte_field::bytes}};
inline constexpr pte_layout compile_spec_layout{compile_spec_slots};
/// BackendDelegate
struct delegate {
    enum : std::uint8_t { id, processed, compile_specs };
};
inline constexpr pte_slot delegate_slots[]{{pte_field::text},
                                           {pte_field::table, those<delegate_data_layout>},
                                           {pte_field::tables, those<compile_spec_layout>}};
inline constexpr pte_layout delegate_layout{delegate_slots};

//=== methods ===//
/// ContainerMetadata
struct container {
    enum : std::uint8_t { inputs, outputs };
};
inline constexpr pte_slot container_slots[]{{pte_field::text}, {pte_field::text}};
inline constexpr pte_layout container_layout{container_slots};
/// Operator
struct op_name {
    enum : std::uint8_t { name, overload };
};
inline constexpr pte_layout op_name_layout{container_slots};
/// the device of a buffer
struct buffer_device {
    enum : std::uint8_t { buffer, type, index };
};
inline constexpr pte_slot buffer_device_slots[]{{pte_field::word}, {pte_field::byte}, {pte_field::byte}};
inline constexpr pte_layout buffer_device_layout{buffer_device_slots};
/// ExecutionPlan.
struct plan {
    enum : std::uint8_t {
        name,
        container,
        values,
        inputs,
        outputs,
        chains,
        operators,
        delegates,
        buffer_sizes,
        buffer_devices
    };
};
inline constexpr pte_slot plan_slots[]{{pte_field::text},
                                       {pte_field::table, those<container_layout>},
                                       {pte_field::tables, those<value_layout>},
                                       {pte_field::words},
                                       {pte_field::words},
                                       {pte_field::tables, those<chain_layout>},
                                       {pte_field::tables, those<op_name_layout>},
                                       {pte_field::tables, those<delegate_layout>},
                                       {pte_field::wides},
                                       {pte_field::tables, those<buffer_device_layout>}};
inline constexpr pte_layout plan_layout{plan_slots};

//=== the program ===//
/// Buffer, BackendDelegateInlineData
struct buffer {
    enum : std::uint8_t { bytes };
};
inline constexpr pte_layout buffer_layout{bytes_slots};
/// DataSegment
struct segment {
    enum : std::uint8_t { offset, size };
};
inline constexpr pte_slot segment_slots[]{{pte_field::wide}, {pte_field::wide}};
inline constexpr pte_layout segment_layout{segment_slots};
/// SubsegmentOffsets
struct subsegments {
    enum : std::uint8_t { segment, offsets };
};
inline constexpr pte_slot subsegments_slots[]{{pte_field::word}, {pte_field::wides}};
inline constexpr pte_layout subsegments_layout{subsegments_slots};
/// NamedData
struct named_data {
    enum : std::uint8_t { key, segment };
};
inline constexpr pte_slot named_data_slots[]{{pte_field::text}, {pte_field::word}};
inline constexpr pte_layout named_data_layout{named_data_slots};
/// Program.
struct program {
    enum : std::uint8_t {
        version,
        plans,
        constant_buffers,
        delegate_data,
        segments,
        constant_segment,
        mutable_segments,
        named_data
    };
};
inline constexpr pte_slot program_slots[]{{pte_field::word},
                                          {pte_field::tables, those<plan_layout>},
                                          {pte_field::tables, those<buffer_layout>},
                                          {pte_field::tables, those<buffer_layout>},
                                          {pte_field::tables, those<segment_layout>},
                                          {pte_field::table, those<subsegments_layout>},
                                          {pte_field::tables, those<subsegments_layout>},
                                          {pte_field::tables, those<named_data_layout>}};
inline constexpr pte_layout program_layout{program_slots};
/// @}

} // namespace pte
} // namespace graft
