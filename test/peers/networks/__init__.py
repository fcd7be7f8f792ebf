"""How networks are named and built; the modules of this folder build those of one library each."""
import copy

import torch

PROGRAMS = {}


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
