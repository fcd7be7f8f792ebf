"""How networks are named and built; the modules of this folder build those of one library each."""
import copy
import importlib
import inspect
import os
import sys

os.environ["HF_HUB_OFFLINE"] = "1"  # before any library reads it: nothing is fetched

import torch
from torch.utils._pytree import tree_flatten, tree_unflatten

PROGRAMS = {}


def nothing_fetched(*arguments, **options):
    """Stands for what would fetch trained weights: networks that are made only with these are left out."""
    raise RuntimeError("weights would be fetched")


torch.hub.load_state_dict_from_url = torch.hub.download_url_to_file = nothing_fetched


class Network(torch.nn.Module):
    """A function of parts and inputs."""

    def __init__(self, function, **parts):
        super().__init__()
        self.function = function
        for name, part in parts.items():
            if isinstance(part, torch.Tensor) and not isinstance(part, torch.nn.Parameter):
                self.register_buffer(name, part)
            else:
                setattr(self, name, part)

    def forward(self, *inputs):
        return self.function(self, *inputs)


class Built:
    """A module and its inputs. `dynamic` are the positions of inputs whose first size may change; `more` are inputs of
    another size."""

    def __init__(self, module, *inputs, dynamic=(), more=(), train=False, keywords=None, exact=False):
        self.module, self.inputs, self.dynamic, self.more, self.train = module, inputs, dynamic, more, train
        self.keywords, self.exact = keywords or {}, exact


def program(name):
    """Registers a function that builds a network."""
    def add(build):
        assert name not in PROGRAMS, name
        PROGRAMS[name] = build
        return build
    return add


def simple(name, function, *inputs, parts=dict, **options):
    """A function of `self`, which has the parts that `parts()` gives, and inputs; these may be made when they are needed."""
    @program(name)
    def build():
        given = [i() if callable(i) else i for i in inputs]
        return Built(Network(function, **parts()), *given, **options)


def noise(*shape, seed=1, dtype=torch.float32):
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed)).to(dtype)


def whole(limit, *shape, seed=2):
    return torch.randint(0, limit, shape, generator=torch.Generator().manual_seed(seed))


def varied(module):
    """The module with weights that are not all alike, and running statistics as after some training."""
    g = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for p in module.parameters():
            if p.is_floating_point() and p.numel() > 1 and bool((p == p.flatten()[0]).all()):
                p.add_((torch.randn(p.shape, generator=g) * 0.1).to(p.dtype))
        for name, b in module.named_buffers():
            if name.endswith("running_mean"):
                b.copy_(torch.randn(b.shape, generator=g) * 0.1)
            elif name.endswith("running_var"):
                b.copy_(torch.rand(b.shape, generator=g) + 0.5)
    return module


def doubled(thing):
    """A copy in double precision, for the noise of rounding."""
    if isinstance(thing, torch.nn.Module):
        return copy.deepcopy(thing).double()
    if isinstance(thing, torch.Tensor):
        return thing.double() if thing.is_floating_point() else thing.to(torch.complex128) if thing.is_complex() else thing
    return thing


def needed(function, table):
    """The arguments of a function that have no default, by the names that the table has values for; and no weights or checks."""
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    parameters = {n: p for n, p in inspect.signature(function).parameters.items() if p.kind not in kinds and n != "self"}
    given = {n: table[n] for n, p in parameters.items() if p.default is p.empty}
    return given | {n: False for n in ("pretrained", "validate_args") if n in parameters}


class Called(torch.nn.Module):
    """A function or a module as a function of the tensors among its arguments."""

    def __init__(self, function, arguments):
        super().__init__()
        self.function = function
        leaves, self.shape = tree_flatten(arguments)
        self.rest = [None if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves]

    def forward(self, *tensors):
        left = iter(tensors)
        return self.function(**tree_unflatten([next(left) if r is None else r for r in self.rest], self.shape))


def called(thing, tables):
    """The thing as a function of tensors, by the first of the tables with which it runs, and these; and others of other sizes."""
    why = None
    for table in tables:
        try:
            torch.manual_seed(0)
            made = thing(**needed(thing.__init__, table(0))).eval() if inspect.isclass(thing) else thing
            given = [needed(made.forward if inspect.isclass(thing) else thing, table(k)) for k in (0, 1)]
            net = Called(made, given[0])
            tensors = [[t for t in tree_flatten(g)[0] if isinstance(t, torch.Tensor)] for g in given]
            with torch.no_grad():
                result = net(*[t.clone() for t in tensors[0]])
            if not tensors[0] or not any(isinstance(t, torch.Tensor) for t in tree_flatten(result)[0]):
                raise ValueError("takes or gives no tensors")
            return net, tensors
        except Exception as e:
            why = e
    raise why


def walk(prefix, modules, *tables, skip=(), functions=True):
    """Registers each public function and module of Python modules, called with what the tables say of their arguments by name:
    a table is a function of a number, by which sizes may change. Each is drawn with fixed sizes, with sizes that may change,
    and in double precision. No functions where they are not asked for."""
    seen = set()
    for module in modules:
        try:
            holder = importlib.import_module(module)
        except ImportError:
            continue
        for other in [m for n, m in sys.modules.items() if n.startswith(module.split(".")[0] + ".") and hasattr(m, "load_state_dict_from_url")]:
            other.load_state_dict_from_url = nothing_fetched
        for name, thing in sorted(vars(holder).items()):
            part = inspect.isclass(thing) and issubclass(thing, torch.nn.Module)
            if name.startswith("_") or not (part or functions and inspect.isfunction(thing)) or id(thing) in seen or name in skip:
                continue
            seen.add(id(thing))
            label = f"{prefix}_{module.split('.', 1)[-1].replace('.', '_')}_{name}"
            for kind in ("", "sizes", "double"):
                @program(f"{label}_{kind}" if kind else label)
                def build(thing=thing, kind=kind):
                    net, tensors = called(thing, tables)
                    if kind == "double":
                        return Built(doubled(net), *map(doubled, tensors[0]))
                    return Built(net, *tensors[0], dynamic="auto" if kind else (), more=[tuple(tensors[1])] if kind else [])
