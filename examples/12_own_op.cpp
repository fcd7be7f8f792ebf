// An op of one's own takes a schema, a meta function and a kernel; without them it is kept as it is, but cannot run.
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/unsupported.hpp>

#include <array>
#include <iostream>
#include <span>
#include <string_view>

using namespace graft;

// 1. What it takes and gives.
struct scaled_relu_t : op<scaled_relu_t> {
    static constexpr schema_text text{"mine::scaled_relu(Tensor input, float scale, *, float floor=0.0) -> Tensor"};
    static constexpr value_spec meta(call<tensor_spec> const& c) {
        return make_spec(c.tensor("input").dtype, c.tensor("input").sizes);
    }
};
inline constexpr scaled_relu_t scaled_relu;

// 2. What it computes, written to the results.
template <>
struct graft::kernel_of<scaled_relu_t> {
    static void run(call<tensor> const& c, view<tensor> results) {
        tensor const x = c.tensor("input").contiguous();
        auto const scale = static_cast<float>(c.real("scale")), floor = static_cast<float>(c.real("floor"));
        for (std::int64_t i = 0; i < x.numel(); ++i)
            results[0].data<float>()[i] = x.data<float>()[i] > floor ? x.data<float>()[i] * scale : floor;
    }
};

// 3. Where its name is found, beside the other ops of the program.
struct my_ops : dialect<my_ops> {
    using members = op_list<scaled_relu_t, decltype(aten::add.Tensor)>;
};

// As `read_pt2` would read it: {.find_op = find}.
exported_program read(op_info const* (*find)(std::string_view)) {
    exported_program p;
    p.module.graph = parse(R"(graph():
    %x : f32[3] = placeholder[target=x]
    %y : f32[3] = call_function[target=torch.ops.mine.scaled_relu.default](args = (%x, 2.0), kwargs = {floor: 0.5})
    %sum : f32[3] = call_function[target=torch.ops.aten.add.Tensor](args = (%y, %x), kwargs = {})
    return (%sum,)
)",
                           find);
    p.signature.inputs = {{.name = "x", .target = {}, .value = {}}};
    p.signature.outputs = {{.name = "sum", .target = {}, .value = {}}};
    return p;
}

int main() {
    static constexpr auto kernels = kernel_set<scaled_relu_t, decltype(aten::add.Tensor)>;
    kernel_library const library{kernel_table{kernels}, {}};

    exported_program const opaque =
        read([](std::string_view name) { return name == "aten::add.Tensor" ? &aten::add.Tensor.info() : nullptr; });
    for (violation const& v : verify(opaque))
        std::cout << (is_note(v) ? "note: " : "error: ") << text(v) << '\n';
    std::cout << text(unsupported_calls(opaque, library));

    exported_program const program = read(my_ops::find);
    std::cout << "violations: " << verify(program).size() << '\n';
    tensor const x[] = {tensor::from<float>({3}, std::array{-1.f, 1.f, 2.f})};
    tensor const sum = executor(program, library).run(x)[0];
    for (float const v : std::span{sum.data<float>(), 3})
        std::cout << v << '\n';
}

// Output:
// note: nothing is known of the op mine::scaled_relu: it stays where it is [at %y]
// unsupported: mine::scaled_relu at %y: no op of this name is known
// violations: 0
// -0.5
// 3
// 6
