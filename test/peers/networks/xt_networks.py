"""Transformers of x_transformers: one for each option that is off by default, of layers and of attention."""
import inspect

from x_transformers import AttentionPool, Attention, Decoder, Encoder, TransformerWrapper, ViTransformerWrapper, XTransformer
from x_transformers.x_transformers import AttentionLayers

from networks import Built, noise, program, whole


def flags(function):
    return [n for n, p in inspect.signature(function).parameters.items() if p.default is False]


def words(name, kind, kept=(), **options):
    @program(f"xt_{name}")
    def build():
        layers = kind(dim=32, depth=2, heads=2, attn_dim_head=16, **options)
        net = TransformerWrapper(num_tokens=50, max_seq_len=24, attn_layers=layers, **dict(kept))
        return Built(net.eval(), whole(50, 2, 12), dynamic=(0,), more=[(whole(50, 3, 12),)])


for kind in (Decoder, Encoder):
    words(kind.__name__.lower(), kind)
    for flag in flags(AttentionLayers.__init__):
        words(f"{kind.__name__.lower()}_{flag}", kind, **{flag: True})
for flag in flags(Attention.__init__):
    words(f"attn_{flag}", Decoder, **{f"attn_{flag}": True})
for flag in flags(TransformerWrapper.__init__):
    words(f"wrapper_{flag}", Decoder, kept={flag: True}.items())
for name, options in {"kv_heads": {"attn_kv_heads": 1}, "relu2": {"ff_relu_squared": True}, "sparse_topk": {"attn_sparse_topk": 3}, "memory_kv": {"attn_num_mem_kv": 2}, "xl": {"rotary_xpos": True}, "custom": {"custom_layers": ("a", "f", "a", "f")}, "shift": {"shift_tokens": 1}, "sandwich": {"sandwich_coef": 1},
                      "window": {"attn_sliding_window_size": 4} if "sliding_window_size" in inspect.signature(Attention.__init__).parameters else {"ff_glu": True}, "hybrid": {"ff_glu": True, "ff_swish": True}, "dilated": {"attn_value_rmsnorm": True}}.items():
    words(f"more_{name}", Decoder, **options)


@program("xt_image")
def image():
    net = ViTransformerWrapper(image_size=32, patch_size=8, num_classes=7, attn_layers=Encoder(dim=32, depth=2, heads=2, attn_dim_head=16))
    return Built(net, noise(2, 3, 32, 32), dynamic=(0,), more=[(noise(3, 3, 32, 32),)])


@program("xt_both")
def both():
    net = XTransformer(dim=32, enc_num_tokens=40, enc_depth=1, enc_heads=2, enc_max_seq_len=20, dec_num_tokens=40, dec_depth=1, dec_heads=2, dec_max_seq_len=20)
    return Built(net, whole(40, 2, 9), whole(40, 2, 7))


@program("xt_pool")
def pool():
    return Built(AttentionPool(dim=32, num_pooled_tokens=3, dim_head=16, heads=2), noise(2, 9, 32), dynamic=(0,), more=[(noise(3, 9, 32),)])
