"""Functions and modules of kornia, by what their arguments are called."""
import kornia
import torch

from networks import noise, walk, whole


def image(k, channels=3):
    return noise(2 + k, channels, 12 + k, 14 + 2 * k).sigmoid()


def matrices(k, n=3, seed=1):
    return torch.eye(n) + 0.1 * noise(2 + k, n, n, seed=seed)


def turned(k, seed=1):
    return torch.linalg.qr(noise(2 + k, 3, 3, seed=seed))[0]


def camera(k):
    return torch.tensor([[9.0, 0, 6], [0, 8, 7], [0, 0, 1]]).repeat(2 + k, 1, 1)


def points(k, n=2, seed=1):
    return noise(2 + k, 9 + k, n, seed=seed)


def given(k):
    """Images with three channels, and batches of points and matrices."""
    images = {n: image(k) for n in ("input", "image", "img", "x", "tensor", "data", "inp", "imgs", "image_src", "patch_src", "img1", "pred", "y_true", "input_tensor", "images", "src_img", "images_src")}
    targets = {n: image(k).flip(0).contiguous() for n in ("target", "y", "img2", "reference", "image2", "guidance", "y_pred", "patch_dst", "template")}
    plain = {n: 1.5 for n in ("factor", "gamma", "brightness_factor", "contrast_factor", "saturation_factor", "max_val", "alpha_val", "beta_val", "threshold", "scale_val")}
    sizes = {n: (6, 5) for n in ("size", "dsize", "out_size", "output_size", "dsize_src", "dsize_dst", "window", "image_size")}
    cameras = {n: camera(k) for n in ("camera_matrix", "K", "K1", "K2", "cameras_matrix", "intrinsics", "camera_mat")}
    squares = {n: matrices(k, seed=len(n)) for n in ("M", "F_mat", "Fm", "H", "homography", "E_mat", "A", "matrix", "dst_pix_trans_src_pix", "src_homo_dst", "homographies", "transform", "src_norm_trans_dst_norm")}
    rigid = {n: torch.cat([torch.cat([turned(k), noise(2 + k, 3, 1)], 2), torch.tensor([[[0.0, 0, 0, 1]]]).repeat(2 + k, 1, 1)], 1) for n in ("trans_01", "trans_12", "trans_02", "extrinsics", "trans_mat", "src_trans_dst", "extrinsics_graphics", "extrinsics_vision", "dst_proj_src", "affine_matrix")}
    flat = {n: points(k, seed=len(n)) for n in ("points1", "points2", "pts1", "pts2", "points", "points_1", "points_2", "pixel_coordinates", "pixel_coords", "points_src", "points_dst", "point_2d", "src_pts", "dst_pts", "point", "points_in_camera", "point_2d_norm", "points_uv", "kernel_centers", "lines")}
    solid = {"point_3d": points(k, 3), "world_points": points(k, 3), "img_points": points(k), "plane_normals": noise(2 + k, 3), "plane_offsets": noise(2 + k, 1), "normals": points(k, 3), "pointcloud": points(k, 3), "rotation_matrix": turned(k), "R": turned(k), "R1": turned(k), "R2": turned(k, 3), "R_mat": turned(k), "rmat": turned(k), "tvec": noise(2 + k, 3, 1), "t": noise(2 + k, 3, 1), "t1": noise(2 + k, 3, 1), "t2": noise(2 + k, 3, 1, seed=4), "P1": noise(2 + k, 3, 4), "P2": noise(2 + k, 3, 4, seed=3), "P": noise(2 + k, 3, 4)}
    numbers = {n: noise(2 + k, seed=len(n)) for n in ("angle", "angles", "w", "z", "roll", "pitch", "yaw", "rho", "phi", "azimuth", "elevation", "sx", "sy")}
    lists = {"quaternion": noise(2 + k, 4), "axis_angle": noise(2 + k, 3), "vec": noise(2 + k, 3), "q": noise(2 + k, 4), "qvec": noise(2 + k, 4), "q1": noise(2 + k, 4), "q2": noise(2 + k, 4, seed=3), "center": noise(2 + k, 2) + 6, "translations": noise(2 + k, 2), "translation": noise(2 + k, 2), "scale": noise(2 + k, 2).exp(), "shear": noise(2 + k, 2) * 0.1, "dist": noise(2 + k, 4) * 0.01, "coeffs": noise(2 + k, 4)}
    features = {"desc1": noise(7 + k, 16), "desc2": noise(9, 16, seed=3), "laf": noise(2 + k, 5, 2, 3) + torch.eye(2, 3) * 4, "LAF": noise(2 + k, 5, 2, 3) + torch.eye(2, 3) * 4, "lafs1": noise(1, 7 + k, 2, 3), "lafs2": noise(1, 9, 2, 3, seed=3), "scores": noise(9).sigmoid(), "iou_threshold": 0.5, "boxes": torch.tensor([[[1.0, 1], [6, 1], [6, 5], [1, 5]]]).repeat(2 + k, 1, 1), "weights": noise(2 + k, 9 + k).sigmoid(), "kernel_weights": points(k), "affine_weights": noise(2 + k, 3, 2)}
    depth = {"depth": image(k, 1) + 1, "disparity": image(k, 1) + 1, "baseline": noise(2 + k, 1).exp(), "focal": noise(2 + k, 1).exp(), "depth_src": image(k, 1) + 1, "depth_dst": image(k, 1) + 1, "mask": image(k, 1).round(), "grid": noise(2 + k, 5, 6, 2), "map_x": noise(2 + k, 12 + k, 14 + 2 * k) * 6, "map_y": noise(2 + k, 12 + k, 14 + 2 * k) * 6, "flow": noise(2 + k, 2, 12 + k, 14 + 2 * k), "imagey": image(k, 1), "imageuv": image(k, 2)[..., ::2, ::2].contiguous(), "cfa": kornia.color.CFA.BG}
    made = {"kernel_size": 3, "window_size": 5, "sigma": (1.5, 1.2), "sigma_color": 0.2, "sigma_space": (1.5, 1.5), "width": 7, "height": 5, "direction": 0.3, "bins": torch.linspace(0, 1, 8), "bandwidth": torch.tensor(0.1), "thresh": 0.4, "kernel": torch.ones(3, 3), "kernel_x": torch.ones(1, 3), "kernel_y": torch.ones(1, 3), "mean": torch.tensor([0.4, 0.5, 0.6]), "std": torch.tensor([0.2, 0.3, 0.4]), "alpha": 0.5, "beta": 0.4, "num_classes": 3, "max_level": 3, "divisible_factor": 4, "lower": 0.2, "upper": 0.7, "scale_factor": 2, "patch_size": 16, "levels": 3, "n": 3, "num_features": 5, "shape": (5, 6), "alpha1": 0.3, "src1": image(k), "src2": image(k) * 0.5, "eps": 1e-6, "x_start": 2.0, "grid_size": (2, 2), "original_size": (12 + k, 14 + 2 * k), "low": 0.2, "high": 0.6, "patch_src": image(k), "lr": 0.1, "max_num_iterations": 3}
    return images | targets | plain | sizes | cameras | squares | rigid | flat | solid | numbers | lists | features | depth | made


def grey(k):
    """Images with a channel, whole targets, and points of space."""
    flat = {n: points(k, 3, seed=len(n)) for n in ("points", "points1", "points2", "point_3d", "points_in_camera", "lines", "pts1", "pts2", "boxes")}
    images = {n: image(k, 1) for n in ("input", "image", "img", "x", "tensor", "data", "images", "img1", "image_src", "input_tensor", "inp")}
    return given(k) | flat | images | {"pred": noise(2 + k, 3, 12 + k, 14 + 2 * k), "target": whole(3, 2 + k, 12 + k, 14 + 2 * k), "sigma": noise(2 + k, 2).exp(), "factor": noise(2 + k).sigmoid(), "angle": noise(2 + k, 3), "kernel": torch.ones(2 + k, 3, 3), "M": noise(2 + k, 2, 3), "matrix": noise(2 + k, 2, 3), "size": 6, "translation": noise(2 + k, 3), "A": noise(2 + k, 4, 4), "scale": noise(2 + k).exp(), "center": noise(2 + k, 3), "dist": noise(2 + k, 1, 8) * 0.01, "shape": (2, 3, 5, 6), "t": noise(2 + k, 3), "alpha": noise(2 + k).sigmoid(), "boxes": torch.tensor([[1.0, 1, 6, 5]]).repeat(9, 1)}


def whole_table(k):
    """Whole images, and matrices by themselves."""
    return grey(k) | {n: points(k) for n in ("input", "target", "data", "tensor", "x")} | {n: whole(3, 2 + k, 12 + k, 14) for n in ("pred", "labels")} | {"points": noise(1, 9 + k, 2), "boxes": torch.tensor([[[[1.0, 1], [6, 1], [6, 5], [1, 5]]]]).repeat(2, 3 + k, 1, 1), "pts1": noise(1, 8, 2), "pts2": noise(1, 8, 2, seed=3), "angle": noise(2 + k, 1), "sigma": 1.5, "kernel_size": (3, 5), "scale": noise(2 + k, 1, 1, 1).exp(), "points1": noise(2, 4, 2), "points2": noise(2, 4, 2, seed=3)}


def five(k):
    """Five points of two views, volumes, and colours apart."""
    return whole_table(k) | {n: noise(1, 5, 2, seed=len(n)) for n in ("points1", "points2")} | {n: noise(2 + k, 3, 5, 8, 7).sigmoid() for n in ("input", "image", "img1", "img2", "x", "volume", "src")} | {n: noise(2 + k, 16) for n in ("input_a",)} | {"kernel_size": (3, 3, 3), "sigma": (1.5, 1.5, 1.5), "dsize": (4, 6, 5), "M": noise(2 + k, 3, 4), "projection_matrix": noise(2 + k, 3, 4), "boxes": torch.tensor([[1.0, 1, 6, 5], [2, 2, 7, 7], [4, 1, 9, 9]]), "scores": torch.tensor([0.4, 0.9, 0.6])}


walk("kornia", [f"kornia.{m}" for m in ("color", "enhance", "filters", "geometry.calibration", "geometry.camera", "geometry.conversions", "geometry.depth", "geometry.epipolar", "geometry.homography", "geometry.linalg", "geometry.solvers", "geometry.subpix", "geometry.transform", "geometry.bbox", "geometry", "losses", "metrics", "morphology", "feature", "contrib")], given, grey, whole_table, five)
