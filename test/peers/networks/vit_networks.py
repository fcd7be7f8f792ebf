"""Image networks of vit_pytorch: of each of its modules what is no part that all of them have."""
import pkgutil

import torch
import vit_pytorch

from networks import noise, walk, whole

PARTS = ("Attention", "FeedForward", "Transformer", "PreNorm", "Residual", "LayerNorm", "RMSNorm", "Tensor", "Module", "ModuleList", "Rearrange", "Reduce", "Linear", "Sequential")


def image(k):
    made = dict(image_size=32, patch_size=8, num_classes=5, dim=24, depth=2, heads=2, mlp_dim=32, channels=3, dim_head=12, frames=4, image_patch_size=8, frame_patch_size=2, spatial_depth=1, temporal_depth=1, cls_depth=1, seq_len=32, num_patches=16, max_tokens_per_depth=(12, 8), stages=2, pool_size=3, hidden_dim=32, num_stages=2, num_register_tokens=2, patch_embed_dim=24, window_size=4, layers=2, spatial_patch_size=8, ndim=2, input_shape=(32, 32), dims=(16, 24, 32), dim_in=24, dim_out=24,
                 channels_=[16, 16, 24, 24, 32, 32, 32, 32, 32, 32, 32], num_spatial_registers=2, patch_height=8, patch_width=8, num_patches_h=4, num_patches_w=4, image_height=32, image_width=32, local_patch_size=4, global_k=2, s1_emb_dim=16, expansion_factor=2, hidden_size=24, input_dim=24, num_hyperspheres=2, inner_dim=24, kernel_size=3, stride=2, padding=1, num_tokens=4, in_channels=3, mult=2)
    return made | {n: noise(2 + k, 3, 32, 32, seed=len(n)) for n in ("img", "x", "images", "image", "input", "imgs")} | {"video": noise(2 + k, 3, 4, 32, 32), "series": noise(2 + k, 3, 32), "tokens": noise(2 + k, 9, 24), "pos": noise(9, 24), "t": noise(2 + k, 24)}


def sequence(k):
    return image(k) | {n: noise(2 + k, 9, 24) for n in ("x", "img", "q", "context", "tokens")} | {"depth": 2, "img_size": 32}


def large(k):
    """Networks of several steps, each with half as many places."""
    return image(k) | {"image_size": 64, "img": noise(2 + k, 3, 64, 64), "x": noise(2 + k, 3, 64, 64), "depth": (1, 1, 1), "dim": (16, 24, 32), "heads": (1, 2, 2), "patch_size": 16, "dims": (16, 24, 32), "channels": [16, 16, 24, 24, 32, 32, 32, 32, 32, 32, 32]}


def solid(k):
    return image(k) | {"x": noise(2 + k, 3, 4, 32, 32), "img": noise(2 + k, 3, 4, 32, 32), "dim": 32, "depth": (1, 1, 1, 1)}


walk("vit", [f"vit_pytorch.{m.name}" for m in pkgutil.iter_modules(vit_pytorch.__path__)], image, sequence, large, solid, skip=PARTS, functions=False)
