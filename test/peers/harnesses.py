"""How tests of other projects run when their programs are all that is wanted: what follows an export does nothing."""
import contextlib
import functools
import importlib
import importlib.machinery
import os
import sys
import unittest.mock

import pytest
import torch
from torch.utils._pytree import tree_flatten

AFTER_EXPORT = ("to_edge", "to_edge_transform_and_lower", "to_edge_with_preserved_ops", "_to_edge_transform_and_lower")
STAGES = ("run_passes", "partition", "to_executorch", "serialize", "check", "check_not", "check_count", "check_node_count",
          "run_method_and_compare_outputs", "dump_artifact", "dump_operator_distribution", "check_quantization_annotation")
# What lowers for one target, and is seldom there.
TOOLS = ("tosa", "tosa_serializer", "ethosu", "torchtune", "serializer", "openvino", "nncf", "coremltools",
         "eiq_neutron_sdk", "torchdynamo", "torchinductor", "torch_tensorrt", "tensorrt",
         "executorch.backends.samsung.python", "executorch.backends.qualcomm.python", "graphviz", "pydot", "torchsr")


def copied(leaf):
    return leaf.clone() if isinstance(leaf, torch.Tensor) else leaf


class Mocks:
    """Finds modules, and what is in them, that are mocks."""

    def __init__(self, *names):
        self.names = names

    def find_spec(self, name, *_):
        if any(name == n or name.startswith(n + ".") for n in self.names):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return unittest.mock.MagicMock(__path__=[], __spec__=spec)

    def exec_module(self, module):
        pass


def quiet(name):
    """The module, or None when it cannot be had."""
    try:
        return importlib.import_module(name)
    except Exception:
        return None


def skip_lowering():
    """ExecuTorch lowers to nothing."""
    for name in ("executorch.exir.program._program", "executorch.exir.program", "executorch.exir"):
        if module := quiet(name):
            for function in AFTER_EXPORT:
                if hasattr(module, function):
                    setattr(module, function, unittest.mock.MagicMock(name=function))


def skip_stages():
    """Testers of ExecuTorch's backends quantise and export."""
    tester = quiet("executorch.backends.test.harness.tester")
    if tester is None:
        return
    run_stage, stages = tester.Tester._run_stage, ("initial_model", "quantize", "export")

    def until_export(self, stage, *args, **kwargs):
        return run_stage(self, stage, *args, **kwargs) if stage.stage_type().name.lower() in stages else self

    def nothing(stage):
        @functools.wraps(stage)
        def skipped(self, *_, **__):
            return self
        return skipped

    tester.Tester._run_stage = until_export
    classes = [tester.Tester]
    for name, one in (("executorch.backends.arm.test.tester.arm_tester", "ArmTester"),
                      ("executorch.backends.xnnpack.test.tester", "Tester")):
        if found := getattr(quiet(name), one, None):
            classes.append(found)
    for one in classes:
        for name in AFTER_EXPORT + STAGES:
            if name in vars(one):
                setattr(one, name, nothing(vars(one)[name]))


def has_programs(path):
    """Whether a file is a table of programs, and no tests."""
    return path.name == "hop_db.py" or path.parent.name == "examples" and path.parent.parent.name == "db"


def export_examples():
    """ExportDB's."""
    from torch._export.db.examples import all_examples
    for case in all_examples().values():
        with contextlib.suppress(Exception):
            torch.export.export(case.model, case.example_args, case.example_kwargs, dynamic_shapes=case.dynamic_shapes)


def export_table(infos, most=12):
    """Calls of a table like op_table.py's."""
    from op_table import Call
    for info in infos:
        try:
            samples = list(info.sample_inputs("cpu", torch.float32))[:most]
        except Exception:
            continue
        for sample in samples:
            leaves, spec = tree_flatten(((sample.input, *sample.args), sample.kwargs))
            leaves = [leaf.detach() if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves]
            tensors = tuple(leaf for leaf in leaves if isinstance(leaf, torch.Tensor))
            for strict in (False, True):
                with contextlib.suppress(Exception):
                    torch.export.export(Call(info.op, leaves, spec), tensors, strict=strict)


def export_mlx():
    """Tests of the MLX backend are classes that make models and inputs; what is generated for it is not there."""
    generated = ("partitioner", "preprocess", "ops", "serialization", "builder")
    sys.meta_path.insert(0, Mocks(*[f"executorch.backends.mlx.{name}" for name in generated]))
    importlib.import_module("executorch.backends.mlx.test.test_ops")
    for _, test in importlib.import_module("executorch.backends.mlx.test.test_utils").get_all_test_configs():
        with contextlib.suppress(Exception):
            torch.export.export(test.create_model().eval(), test.create_inputs(), dynamic_shapes=test.get_dynamic_shapes())


class Function(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args, **kwargs):
        return self.function(*args, **kwargs)


def exporting(function):
    """The function, of which each call is exported too."""
    @functools.wraps(function)
    def called(*args, **kwargs):
        with contextlib.suppress(Exception):
            module = function if isinstance(function, torch.nn.Module) else Function(function)
            torch.export.export(module, args, kwargs, strict=False)
        return function(*args, **kwargs)
    return called


class Input:
    """Torch-TensorRT's: a tensor of some size between two."""

    def __init__(self, shape=None, *, min_shape=None, opt_shape=None, max_shape=None, dtype=torch.float32, **_):
        self.least, self.most = min_shape or shape, max_shape or shape
        self.dtype = dtype if isinstance(dtype, torch.dtype) else torch.float32
        self.shape = opt_shape or shape

    def tensor(self):
        return torch.randn(self.shape).mul(4).to(self.dtype)

    def sizes(self):
        bounds = enumerate(zip(self.least, self.most))
        return {dim: torch.export.Dim.DYNAMIC(min=low, max=high) for dim, (low, high) in bounds if low != high}


class ExportsOnly:
    """A plugin of pytest: methods by which classes of tests compile a function and compare do nothing but export."""

    NAMES = ("common", "run_test", "run_test_with_dynamic_shape", "run_test_compare_tensor_attributes_only",
             "lower_module_and_test_output")

    @staticmethod
    def export(_, model, inputs=(), kwargs=None, *__, **___):
        module = model if isinstance(model, torch.nn.Module) else Function(model)
        kwargs = kwargs if isinstance(kwargs, dict) else {}
        sized = not kwargs and any(isinstance(i, Input) for i in inputs)
        dynamic = tuple(i.sizes() if isinstance(i, Input) else None for i in inputs) if sized else None
        inputs = tuple(i.tensor() if isinstance(i, Input) else i for i in inputs)
        torch.export.export(module.eval(), inputs, kwargs, dynamic_shapes=dynamic, strict=False)

    def pytest_collection_finish(self, session):
        for one in {getattr(item, "cls", None) for item in session.items} - {None}:
            for name in self.NAMES:
                if hasattr(one, name):
                    setattr(one, name, self.export)
            if hasattr(one, "get_qdq_module"):  # Qualcomm's, which ask for a device first
                one.setUp, one.get_qdq_module = lambda _: None, lambda _, module, *__, **___: module
        for module in {getattr(item, "module", None) for item in session.items} - {None}:
            if hasattr(module, "check_model"):
                module.check_model = self.export


def prepare():
    """What all files have in common, once for their processes."""
    sys.meta_path.append(Mocks(*TOOLS))
    sys.modules.setdefault(unittest.mock.MagicMock(__path__=[], unittest=unittest))
    sys.modules.setdefault("later.unittest", unittest)
    dynamo = importlib.import_module("torchdynamo")  # TorchDynamo and TorchInductor, before they became torch's
    for name in ("config", "testing", "test_case", "utils", "mutation_guard", "eval_frame", "debug_utils", "exc"):
        sys.modules[f"torchdynamo.{name}"] = importlib.import_module(f"torch._dynamo.{name}")
        setattr(dynamo, name, sys.modules[f"torchdynamo.{name}"])
    dynamo.optimize = dynamo.optimize_assert = lambda *_, **__: exporting
    dynamo.export = lambda function, *args, **kwargs: exporting(function)(*args)
    importlib.import_module("torchinductor.utils").has_triton = lambda: False
    importlib.import_module("torch_tensorrt").Input = Input
    skip_if = unittest.skipIf  # classes of tests are skipped for want of a device, which an export does without
    unittest.skipIf = lambda condition, why: lambda it: it if isinstance(it, type) else skip_if(condition, why)(it)
    torch.Tensor.cuda = torch.nn.Module.cuda = lambda self, *_, **__: self
    skip_lowering()
    skip_stages()


def run(path):
    """Runs the tests of a file, or exports the programs of a table."""
    if path.name == "hop_db.py":
        return export_table(quiet("torch.testing._internal.hop_db").hop_db)
    if has_programs(path):
        return export_examples()
    if "mlx" in path.parts and path.name == "test_ops.py":
        return export_mlx()
    os.environ.setdefault("TEST_RUNTIME_IS_NOT_OSS", "0")
    os.environ.setdefault("QNN_DELEGATE_TEST", "1")
    sys.argv = [str(path)]
    options = ["-q", "-p", "no:cacheprovider", "-W", "ignore", "--continue-on-collection-errors", "--tb=line"]
    return pytest.main([*options, str(path)], [ExportsOnly()])
