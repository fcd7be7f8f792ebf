// Times MLIR's greedy driver, with a C++ pattern and with the same pattern in PDL, and a hand-written walk, on blocks
// of add, mul, sub, add in arith, of which the first two match `mul(add(x, y), y) -> sub(x, y)`.
// Prints: what,nodes,ns_per_node
#include <mlir/Conversion/PDLToPDLInterp/PDLToPDLInterp.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/PDL/IR/PDL.h>
#include <mlir/Dialect/PDLInterp/IR/PDLInterp.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/PatternMatch.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Transforms/GreedyPatternRewriteDriver.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace {

using namespace mlir;

OwningOpRef<ModuleOp> blocks(MLIRContext& context, long nodes) {
    OpBuilder builder(&context);
    Location const at = builder.getUnknownLoc();
    OwningOpRef<ModuleOp> module = ModuleOp::create(at);
    Type const type = builder.getI64Type();
    auto function = func::FuncOp::create(at, "f", builder.getFunctionType({type, type}, {type}));
    module->push_back(function);
    Block* const body = function.addEntryBlock();
    builder.setInsertionPointToStart(body);
    Value a = body->getArgument(0), b = body->getArgument(1);
    for (long i = 0; i + 4 <= nodes; i += 4) {
        Value const product = builder.create<arith::MulIOp>(at, builder.create<arith::AddIOp>(at, a, b), b);
        Value const difference = builder.create<arith::SubIOp>(at, product, a);
        a = b;
        b = builder.create<arith::AddIOp>(at, difference, a);
    }
    builder.create<func::ReturnOp>(at, b);
    return module;
}

struct add_mul : OpRewritePattern<arith::MulIOp> {
    using OpRewritePattern::OpRewritePattern;
    LogicalResult matchAndRewrite(arith::MulIOp op, PatternRewriter& rewriter) const override {
        for (int first = 0; first < 2; ++first) {
            Value const y = op->getOperand(1 - first);
            auto sum = op->getOperand(first).getDefiningOp<arith::AddIOp>();
            if (!sum || (sum.getRhs() != y && sum.getLhs() != y))
                continue;
            rewriter.replaceOpWithNewOp<arith::SubIOp>(op, sum.getRhs() == y ? sum.getLhs() : sum.getRhs(), y);
            return success();
        }
        return failure();
    }
};

constexpr char const* pdl_text = R"(
pdl.pattern : benefit(1) {
  %type = pdl.type : i64
  %x = pdl.operand : %type
  %y = pdl.operand : %type
  %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  %value = pdl.result 0 of %sum
  %root = pdl.operation "arith.muli"(%value, %y : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) -> (%type : !pdl.type)
    pdl.replace %root with %new
  }
})";

// The greedy driver with no folding of its own beyond the patterns' work: no region simplification, one top-down sweep.
void greedy(ModuleOp module, FrozenRewritePatternSet const& patterns) {
    GreedyRewriteConfig config;
    config.useTopDownTraversal = true;
    config.enableRegionSimplification = false;
    (void)applyPatternsAndFoldGreedily(module, patterns, config);
}

void walk(ModuleOp module) {
    IRRewriter rewriter(module.getContext());
    module.walk([&](arith::MulIOp op) {
        for (int first = 0; first < 2; ++first) {
            Value const y = op->getOperand(1 - first);
            auto sum = op->getOperand(first).getDefiningOp<arith::AddIOp>();
            if (!sum || (sum.getRhs() != y && sum.getLhs() != y))
                continue;
            rewriter.setInsertionPoint(op);
            Value const x = sum.getRhs() == y ? sum.getLhs() : sum.getRhs();
            rewriter.replaceOpWithNewOp<arith::SubIOp>(op, x, y);
            if (sum->use_empty())
                rewriter.eraseOp(sum);
            return;
        }
    });
}

long count(ModuleOp module) {
    long all = 0;
    module.walk([&](arith::SubIOp) { ++all; });
    return all;
}

void time(char const* what, MLIRContext& context, long nodes, std::function<void(ModuleOp)> const& run) {
    double best = 1e30;
    for (int i = 0; i < (nodes > 50000 ? 3 : 15); ++i) {
        OwningOpRef<ModuleOp> module = blocks(context, nodes);
        auto const begin = std::chrono::steady_clock::now();
        run(*module);
        std::chrono::duration<double> const took = std::chrono::steady_clock::now() - begin;
        best = took.count() < best ? took.count() : best;
        if (count(*module) != nodes / 4 * 2)
            std::fprintf(stderr, "%s: %ld subtractions rather than %ld\n", what, count(*module), nodes / 4 * 2);
    }
    std::printf("%s,%ld,%.1f\n", what, nodes, best * 1e9 / static_cast<double>(nodes));
}

} // namespace

int main(int argc, char** argv) {
    long const most = argc > 1 ? std::atol(argv[1]) : 100000;
    MLIRContext context(MLIRContext::Threading::DISABLED);
    context.loadDialect<arith::ArithDialect, func::FuncDialect, pdl::PDLDialect, pdl_interp::PDLInterpDialect>();
    RewritePatternSet written(&context);
    written.add<add_mul>(&context);
    FrozenRewritePatternSet const patterns(std::move(written));
    OwningOpRef<ModuleOp> source = parseSourceString<ModuleOp>(pdl_text, &context);
    RewritePatternSet in_pdl(PDLPatternModule(std::move(source)));
    FrozenRewritePatternSet const pdl(std::move(in_pdl));
    for (long nodes = 1000; nodes <= most; nodes *= 10) {
        time("MLIR greedy", context, nodes, [&](ModuleOp m) { greedy(m, patterns); });
        time("MLIR PDL", context, nodes, [&](ModuleOp m) { greedy(m, pdl); });
        time("MLIR hand-written walk", context, nodes, walk);
    }
}
