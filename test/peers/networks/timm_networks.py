"""A small network of each architecture of timm."""
import timm

from networks import Built, noise, program

# By module of timm, a network, and the least size of images that it takes; None is its own.
CHOSEN = {"beit": ("beit_base_patch16_224", 32), "byoanet": ("botnet26t_256", 64), "byobnet": ("test_byobnet", 64), "cait": ("cait_xxs24_224", 32), "coat": ("coat_lite_tiny", 64), "convit": ("convit_tiny", 32), "convmixer": ("convmixer_1024_20_ks9_p14", 28), "convnext": ("convnext_atto_rms", 64), "cpubone": ("cpubone_nano", 64),
          "crossvit": ("crossvit_tiny_240", None), "csatv2": ("csatv2", 64), "cspnet": ("cs3darknet_focus_s", 64), "cspnext": ("cspnext_tiny", 64), "davit": ("davit_tiny", 64), "deit": ("deit_tiny_distilled_patch16_224", 32), "densenet": ("densenet121", 32), "dla": ("dla46_c", 64), "dpn": ("dpn48b", 64), "edgenext": ("edgenext_xx_small", 64),
          "efficientformer": ("efficientformer_l1", None), "efficientformer_v2": ("efficientformerv2_s0", 64), "efficientnet": ("test_efficientnet_gn", 64), "efficientvim": ("efficientvim_m1", 64), "efficientvit_mit": ("efficientvit_b0", 64), "efficientvit_msra": ("efficientvit_m0", 64), "eva": ("eva02_tiny_patch14_224", 28), "fasternet": ("fasternet_t0", 64),
          "fastvit": ("fastvit_t8", 64), "gcvit": ("gcvit_xxtiny", 64), "ghostnet": ("ghostnet_050", 64), "hardcorenas": ("hardcorenas_a", 64), "hgnet": ("hgnetv2_b0", 64), "hieradet_sam2": ("sam2_hiera_tiny", 64), "hrnet": ("hrnet_w18_small", 64), "iformer": ("iformer_t", 64), "inception_next": ("inception_next_atto", 64), "lcnetv2": ("lcnetv2_base", 64),
          "levit": ("levit_128s", None), "lowformer": ("lowformer_b0", 64), "mambaout": ("test_mambaout", 64), "maxxvit": ("coatnet_nano_rw_224", 64), "maxvit": ("maxvit_rmlp_pico_rw_256", None), "mlp_mixer": ("mixer_s32_224", 64), "resmlp": ("resmlp_12_224", 32), "mobilenetv3": ("mobilenetv3_small_050", 64), "mobilevit": ("mobilevit_xxs", 64), "mobilevitv2": ("mobilevitv2_050", 64),
          "mvitv2": ("mvitv2_tiny", 64), "nextvit": ("nextvit_small", 64), "nfnet": ("test_nfnet", 64), "pit": ("pit_ti_224", 64), "pvt_v2": ("pvt_v2_b0", 64), "regnet": ("regnetz_005", 64), "repghost": ("repghostnet_050", 64), "repvit": ("repvit_m1", 64), "res2net": ("res2net50_26w_4s", 32), "resnest": ("resnest14d", 64), "resnet": ("test_resnet", 64),
          "resnetv2": ("resnetv2_18", 64), "rexnet": ("rexnet_100", 64), "selecsls": ("selecsls42b", 64), "senet": ("legacy_seresnet18", 64), "shvit": ("shvit_s1", 64), "sknet": ("skresnet18", 64), "starnet": ("starnet_s1", 64), "swiftformer": ("swiftformer_xs", 64), "swin": ("swin_tiny_patch4_window7_224", 56), "swinv2_cr": ("swinv2_cr_tiny_224", 64),
          "tiny_vit": ("tiny_vit_5m_224", 64), "tresnet": ("tresnet_m", 64), "twins": ("twins_svt_small", 64), "visformer": ("visformer_tiny", 64), "vit": ("test_vit", 64), "vit2": ("test_vit2", 64), "vit3": ("test_vit3", 64), "vit4": ("test_vit4", 64), "hybrid": ("vit_tiny_r_s16_p8_224", 64), "vitamin": ("vitamin_small_224", 64), "volo": ("volo_d1_224", 64),
          "vovnet": ("ese_vovnet19b_dw", 64), "xception": ("xception41", 64), "xcit": ("xcit_nano_12_p16_224", 64), "naflexvit": ("naflexvit_base_patch16_gap", 32), "qwen3_vit": ("qwen3_vit_88m", 32), "eva_rope": ("vit_pe_core_tiny_patch16_384", 32), "mobilenet_edgetpu": ("mobilenet_edgetpu_v2_xs", 64), "mixnet": ("mixnet_s", 64), "sam": ("samvit_base_patch16", 64),
          "lambda": ("lambda_resnet26rpt_256", None), "halo": ("halonet26t", 64), "gernet": ("gernet_s", 64), "eca": ("eca_resnext26ts", 64), "mobileone": ("mobileone_s0", 64), "evonorm": ("test_efficientnet_evos", 64), "gmixer": ("gmixer_24_224", 32), "tinynet": ("tinynet_e", 64), "sequencer": ("sequencer2d_s", None)}
# What makes networks smaller that are not small.
LESS = {"beit": {"depth": 2, "embed_dim": 48, "num_heads": 3}, "cait": {"depth": 2}, "naflexvit": {"depth": 2, "embed_dim": 48, "num_heads": 3}, "sam": {"depth": 3, "embed_dim": 48, "num_heads": 3, "global_attn_indexes": (1,), "window_size": 2}, 
        "swin": {"depths": (1, 1, 2), "embed_dim": 24, "num_heads": (1, 2, 4)}, "swinv2_cr": {"depths": (1, 2), "embed_dim": 24, "num_heads": (1, 2)}, "sequencer": {"layers": (1, 1, 1, 1)}, "xcit": {"depth": 2}, "crossvit": {"depth": ((1, 2, 0), (1, 2, 0))}, "convit": {"depth": 3, "local_up_to_layer": 2},
        "deit": {"depth": 2}, "twins": {"depths": (1, 1, 1, 1)}, "eva": {"depth": 2}, "eva_rope": {"depth": 2}, "levit": {"depth": (1, 1, 1)}}
for module, (name, size) in CHOSEN.items():
    @program(f"timm_{module}")
    def network(module=module, name=name, size=size):
        more = LESS.get(module, {})
        try:
            net = timm.create_model(name, num_classes=5, img_size=size, **more) if size else timm.create_model(name, num_classes=5, **more)
        except TypeError:
            net = timm.create_model(name, num_classes=5, **more)
        side = size or net.default_cfg["input_size"][-1]
        return Built(net, noise(2, 3, side, side))
