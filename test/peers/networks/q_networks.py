"""Quantised networks: PyTorch's export quantisation with XNNPACK's quantizer, and torchao's quantize_."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import XNNPACKQuantizer, get_symmetric_quantization_config
from torchao.quantization import (Int8DynamicActivationInt8WeightConfig, Int8DynamicActivationIntxWeightConfig, Int8WeightOnlyConfig, IntxWeightOnlyConfig, MappingType, PerAxis, PerGroup, quantize_)
from torchao.quantization.pt2e import move_exported_model_to_eval
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e, prepare_qat_pt2e
from torchao.utils import unwrap_tensor_subclass

from networks import Built, Network, noise, program, varied, whole


class Residual(nn.Module):
    def __init__(self, depthwise=False):
        super().__init__()
        self.a, self.b = nn.Conv2d(8, 8, 3, padding=1, groups=8 if depthwise else 1, bias=False), nn.Conv2d(8, 8, 1)
        self.n, self.m = nn.BatchNorm2d(8), nn.BatchNorm2d(8)

    def forward(self, x):
        return F.relu(x + self.m(self.b(F.relu(self.n(self.a(x))))))


def squeeze(self, x):
    s = self.up(F.relu(self.down(F.adaptive_avg_pool2d(x, 1)))).sigmoid()
    return self.last((x * s).mean((2, 3)))


def attend(self, x):
    q, k, v = self.qkv(self.norm(x)).chunk(3, -1)
    x = x + self.out(F.scaled_dot_product_attention(*(t.unflatten(-1, (4, 16)).transpose(1, 2) for t in (q, k, v))).transpose(1, 2).flatten(2))
    return self.head(x + self.fall(F.gelu(self.rise(x))))


def plain_transformer(first=64):
    return Network(attend, norm=nn.LayerNorm(64), qkv=nn.Linear(first, 192), out=nn.Linear(64, 64), rise=nn.Linear(64, 128), fall=nn.Linear(128, 64), head=nn.Linear(64, 32, bias=False))


NETS = {
    "mlp": (lambda: nn.Sequential(nn.Linear(64, 96), nn.ReLU(), nn.Linear(96, 64), nn.GELU(), nn.Linear(64, 10)), (4, 64)),
    "residual": (lambda: nn.Sequential(nn.Conv2d(3, 8, 3, stride=2), nn.BatchNorm2d(8), nn.ReLU(), Residual(), Residual(True), nn.MaxPool2d(2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 5)), (2, 3, 20, 20)),
    "mobile": (lambda: nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU6(), nn.Conv2d(8, 8, 3, groups=8, padding=1), nn.Hardtanh(), nn.Conv2d(8, 12, 1), nn.Hardswish(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(12 * 81, 5)), (2, 3, 20, 20)),
    "squeeze": (lambda: Network(squeeze, down=nn.Conv2d(6, 3, 1), up=nn.Conv2d(3, 6, 1), last=nn.Linear(6, 4)), (2, 6, 9, 9)),
    "transposed": (lambda: nn.Sequential(nn.Conv2d(3, 8, 3, stride=2), nn.ReLU(), nn.ConvTranspose2d(8, 6, 3, stride=2), nn.ReLU(), nn.Conv2d(6, 2, 1)), (2, 3, 11, 11)),
    "concatenated": (lambda: Network(lambda s, x: s.c(torch.cat([s.a(x), F.max_pool2d(s.b(x), 3, 1, 1), x], 1)).clamp(0, 3), a=nn.Conv2d(3, 4, 3, padding=1), b=nn.Conv2d(3, 4, 1), c=nn.Conv2d(11, 5, 3)), (2, 3, 10, 10)),
    "conv1d": (lambda: nn.Sequential(nn.Conv1d(4, 8, 5, dilation=2), nn.ReLU(), nn.Conv1d(8, 8, 3, groups=4), nn.BatchNorm1d(8), nn.ReLU(), nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(8, 3)), (2, 4, 30)),
    "transformer": (plain_transformer, (2, 6, 64)),
    "lstm": (lambda: Network(lambda s, x: s.l(s.r(x)[0]), r=nn.LSTM(16, 24), l=nn.Linear(24, 5)), (6, 2, 16)),
}


def prepared(name, per_channel, is_dynamic, is_qat):
    make, shape = NETS[name]
    x = noise(*shape)
    module = varied(make()).eval()
    q = XNNPACKQuantizer().set_global(get_symmetric_quantization_config(is_per_channel=per_channel, is_dynamic=is_dynamic, is_qat=is_qat))
    if is_qat:
        module.train()
    ready = (prepare_qat_pt2e if is_qat else prepare_pt2e)(torch.export.export(module, (x,), strict=False).module(), q)
    for seed in range(3):
        ready(noise(*shape, seed=seed + 20))
    if is_qat:
        move_exported_model_to_eval(ready)
    return Built(convert_pt2e(ready), x, exact=True)


for net in NETS:
    for kind, options in (("static", (False, False, False)), ("channels", (True, False, False)), ("dynamic", (True, True, False)), ("dynamic_tensor", (False, True, False)), ("qat", (True, False, True))):
        if kind.startswith("dynamic") and net not in ("mlp", "transformer", "lstm", "conv1d", "residual"):
            continue
        @program(f"q_{kind}_{net}")
        def static(net=net, options=options):
            return prepared(net, *options)


CONFIGS = {"int8": lambda: Int8WeightOnlyConfig(), "int8_group": lambda: Int8WeightOnlyConfig(granularity=PerGroup(32)), "int8_dynamic": lambda: Int8DynamicActivationInt8WeightConfig(), "int4_group": lambda: Int8DynamicActivationIntxWeightConfig(weight_dtype=torch.int4, weight_granularity=PerGroup(32)),
           "int4_axis": lambda: Int8DynamicActivationIntxWeightConfig(weight_dtype=torch.int4, weight_granularity=PerAxis(0)), "int4_asymmetric": lambda: Int8DynamicActivationIntxWeightConfig(weight_dtype=torch.int4, weight_mapping_type=MappingType.ASYMMETRIC),
           "int8_weights_group": lambda: Int8DynamicActivationIntxWeightConfig(weight_dtype=torch.int8, weight_scale_dtype=torch.bfloat16)}
for bits in range(1, 9):
    CONFIGS[f"weight{bits}"] = lambda bits=bits: IntxWeightOnlyConfig(weight_dtype=getattr(torch, f"int{bits}"), granularity=PerGroup(32) if bits % 2 else PerAxis(0), mapping_type=MappingType.ASYMMETRIC if bits in (2, 5) else MappingType.SYMMETRIC)
for name, config in CONFIGS.items():
    for net in ("mlp", "transformer"):
        for dtype in (torch.float32, torch.bfloat16):
            @program(f"q_ao_{name}_{net}_{str(dtype)[6:]}")
            def weights(config=config, net=net, dtype=dtype):
                make, shape = NETS[net]
                module = varied(make()).to(dtype).eval()
                quantize_(module, config(), filter_fn=lambda m, name: isinstance(m, nn.Linear) and m.in_features % 32 == 0)
                return Built(unwrap_tensor_subclass(module), noise(*shape, dtype=dtype), exact=True)


@program("q_ao_embedding")
def embedding():
    module = nn.Sequential(nn.Embedding(40, 64), nn.Linear(64, 32)).eval()
    quantize_(module, IntxWeightOnlyConfig(weight_dtype=torch.int4, granularity=PerGroup(32)), filter_fn=lambda m, name: isinstance(m, nn.Embedding))
    return Built(unwrap_tensor_subclass(module), whole(40, 3, 5), exact=True)
