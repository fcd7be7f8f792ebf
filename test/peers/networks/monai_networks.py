"""Networks, blocks, layers and losses of monai, by what their arguments are called."""
import torch

from networks import noise, walk, whole


def flat(k, n=2):
    size = (16, 24, 16)[:n]
    shape = dict(spatial_dims=n, in_channels=4, out_channels=4, channels=(4, 8, 8), strides=(2, 2), img_size=size, num_classes=3, feature_size=12, kernel_size=3, stride=1, strides_=2, hidden_size=12, mlp_dim=16, num_heads=3, norm_name="instance", upsample_kernel_size=2, dropout_rate=0.0, patch_size=(8,) * n, dims=n,
                 in_shape=(4, *size), out_shape=(3,), latent_shape=4, latent_size=4, n_layers=2, num_layers=2, num_channels=(4, 8), num_res_units=1, norm_num_groups=2, scale_factor=2, filters=(4, 8, 8), in_chns=4, out_chns=4, cat_chns=2, features=(4, 4, 8, 8, 8, 4), norm=("batch", {}), act="relu", channel=4, n_chns_1=4, n_chns_2=4, n_chns_3=4,
                 dim=n, sigma=1.2, block_inplanes=[4, 8, 8, 8], layers=[1, 1, 1, 1], block="basic", depth=2, hidden_channels=8, n_classes=3, spatial_size=16, in_features=4, num_embeddings=6, embedding_dim=4, num_init_kernels=4, image_size=list(size), num_layer=2, num_features=6, out_features=5, factor=2, window_size=3, pad=1, growth_rate=2, bn_size=2, init_features=4, dropout_prob=0.0, f_int=4, f_g=4, f_l=4, embed_dim=12)
    given = {x: noise(2 + k, 4, *size, seed=len(x)) for x in ("x", "input", "inputs", "image", "img", "x_in", "input_tensor", "y_pred", "pred", "input_data", "x_1", "x_2", "g", "skip", "inp", "hx", "prediction", "ground_truth", "logits")}
    target = {x: torch.nn.functional.one_hot(whole(4, 2 + k, *size), 4).movedim(-1, 1).float().contiguous() for x in ("target", "y", "labels")}
    return shape | given | target | {"timesteps": torch.arange(2 + k), "ddf": noise(2 + k, n, *size), "n": 6, "kernel": torch.ones(3), "x_out": noise(2 + k, 4, *size), "affine": torch.eye(n, n + 1)[None]}


def solid(k):
    return flat(k, 3)


def ones(k):
    """One channel, and sequences."""
    return flat(k) | {"x": noise(2 + k, 6, 12), "input": noise(2 + k, 1, 16, 24), "target": whole(2, 2 + k, 1, 16, 24), "pred": noise(2 + k, 2, 16, 24), "in_channels": 1}


walk("monai", ["monai.networks.nets", "monai.networks.blocks", "monai.networks.layers", "monai.losses", "monai.losses.dice", "monai.metrics.utils", "monai.networks.utils"], flat, solid, ones)
