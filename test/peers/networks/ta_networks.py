"""Networks, transforms and functions of torchaudio."""
import inspect

import torch
import torchaudio.functional as A
import torchaudio.models as M
import torchaudio.transforms as T

from networks import Built, Network, noise, program, simple, whole


def wave(*shape, seed=1):
    return noise(*shape, seed=seed) * 0.3


def spectrum(*shape):
    return torch.complex(noise(*shape), noise(*shape, seed=2))


RATE = 8000
TRANSFORMS = {
    "spectrogram_complex": (lambda: T.Spectrogram(64, power=None, center=False, normalized=True), wave(2, 800)), "spectrogram_magnitude": (lambda: T.Spectrogram(64, hop_length=20, power=1, pad=5, onesided=False), wave(2, 800)),
    "inverse_spectrogram": (lambda: T.InverseSpectrogram(64), spectrum(2, 33, 20)), "griffin_lim": (lambda: T.GriffinLim(64, n_iter=4, rand_init=False), noise(2, 33, 20).abs()), "mel": (lambda: T.MelSpectrogram(RATE, 128, n_mels=20, norm="slaney", mel_scale="slaney"), wave(2, 800)),
    "mfcc": (lambda: T.MFCC(RATE, 13, melkwargs={"n_fft": 128, "n_mels": 20}), wave(2, 800)), "mfcc_log": (lambda: T.MFCC(RATE, 13, log_mels=True, melkwargs={"n_fft": 128, "n_mels": 20}), wave(2, 800)), "lfcc_wide": (lambda: T.LFCC(RATE, 24, 30, speckwargs={"n_fft": 128}, log_lf=True), wave(2, 800)),
    "mel_scale": (lambda: T.MelScale(20, RATE, n_stft=33), noise(2, 33, 20).abs()), "inverse_mel": (lambda: T.InverseMelScale(33, 20, RATE), noise(2, 20, 9).abs()), "amplitude_db": (lambda: T.AmplitudeToDB("amplitude", 60.0), noise(2, 33, 20).abs()), "deltas": (lambda: T.ComputeDeltas(7, "reflect"), noise(2, 13, 20)),
    "fade": (lambda: T.Fade(100, 200, "logarithmic"), wave(2, 800)), "fade_quarter": (lambda: T.Fade(100, 200, "quarter_sine"), wave(2, 800)), "vol": (lambda: T.Vol(6.0, "db"), wave(2, 800)), "cmn": (lambda: T.SlidingWindowCmn(20, 5, norm_vars=True), noise(2, 30, 8)), "cmn_center": (lambda: T.SlidingWindowCmn(20, center=True), noise(2, 30, 8)),
    "centroid": (lambda: T.SpectralCentroid(RATE, 64), wave(2, 800)), "resample_up": (lambda: T.Resample(8000, 11025), wave(2, 800)), "resample_down": (lambda: T.Resample(8000, 6000, "sinc_interp_kaiser", rolloff=0.9), wave(2, 800)), "speed": (lambda: T.Speed(RATE, 1.2), wave(2, 800)),
    "pitch_shift": (lambda: T.PitchShift(RATE, 3, n_fft=64), wave(1, 400)), "time_stretch": (lambda: T.TimeStretch(16, 33, 1.3), spectrum(2, 33, 20)), "preemphasis": (lambda: T.Preemphasis(), wave(2, 800)), "deemphasis": (lambda: T.Deemphasis(), wave(2, 200)), "loudness": (lambda: T.Loudness(RATE), wave(2, 8000)),
    "vad": (lambda: T.Vad(RATE), wave(1, 4000)), "mu_law_encode": (lambda: T.MuLawEncoding(64), wave(2, 300)), "mu_law_decode": (lambda: T.MuLawDecoding(64), whole(64, 2, 300)), "psd_multi": (lambda: T.PSD(multi_mask=True), spectrum(3, 17, 20), noise(3, 17, 20).sigmoid()), "psd": (lambda: T.PSD(), spectrum(3, 17, 20), noise(17, 20).sigmoid()),
    "mvdr_ref": (lambda: T.MVDR(0, "ref_channel"), spectrum(3, 17, 20), noise(17, 20).sigmoid(), noise(17, 20, seed=3).sigmoid()), "mvdr_power": (lambda: T.MVDR(0, "stv_power"), spectrum(3, 17, 20), noise(17, 20).sigmoid(), noise(17, 20, seed=3).sigmoid()), "mvdr_evd": (lambda: T.MVDR(1, "stv_evd"), spectrum(3, 17, 20), noise(17, 20).sigmoid()),
    "mvdr_online": (lambda: T.MVDR(0, "ref_channel", multi_mask=True, online=True), spectrum(3, 17, 20), noise(3, 17, 20).sigmoid(), noise(3, 17, 20, seed=3).sigmoid()), "fft_convolve": (lambda: T.FFTConvolve("same"), wave(2, 300), wave(2, 41, seed=4)), "convolve": (lambda: T.Convolve("valid"), wave(2, 300), wave(2, 41, seed=4)),
    "add_noise": (lambda: T.AddNoise(), wave(2, 300), wave(2, 300, seed=4), torch.tensor([3.0, 10.0]), torch.tensor([300, 200])),
}
for name, (make, *given) in TRANSFORMS.items():
    simple(f"ta_{name}", lambda self, *x: self.net(*x), *given, parts=lambda make=make: {"net": make()}, exact=True)


def hermitian(seed=1):
    a = torch.complex(noise(17, 3, 6, seed=seed), noise(17, 3, 6, seed=seed + 9))
    return a @ a.mH / 6


FUNCTIONS = {
    "allpass": (lambda x: A.allpass_biquad(x, RATE, 900.0), wave(2, 200)), "band": (lambda x: A.band_biquad(x, RATE, 900.0, noise=True), wave(2, 200)), "bandpass": (lambda x: A.bandpass_biquad(x, RATE, 900.0, const_skirt_gain=True), wave(2, 200)), "bandreject": (lambda x: A.bandreject_biquad(x, RATE, 900.0), wave(2, 200)),
    "bass": (lambda x: A.bass_biquad(x, RATE, 6.0), wave(2, 200)), "treble": (lambda x: A.treble_biquad(x, RATE, -6.0), wave(2, 200)), "equalizer": (lambda x: A.equalizer_biquad(x, RATE, 1000.0, 4.0), wave(2, 200)), "highpass": (lambda x: A.highpass_biquad(x, RATE, 900.0), wave(2, 200)), "lowpass": (lambda x: A.lowpass_biquad(x, RATE, 900.0), wave(2, 200)),
    "riaa": (lambda x: A.riaa_biquad(x, 44100), wave(2, 200)), "deemph": (lambda x: A.deemph_biquad(x, 44100), wave(2, 200)), "contrast": (lambda x: A.contrast(x, 60.0), wave(2, 200)), "dcshift": (lambda x: A.dcshift(x, 0.3, 0.05), wave(2, 200)), "overdrive": (lambda x: A.overdrive(x, 10.0, 20.0), wave(1, 100)), "gain": (lambda x: A.gain(x, 4.0), wave(2, 200)),
    "flanger": (lambda x: A.flanger(x, RATE), wave(1, 2, 60)), "phaser": (lambda x: A.phaser(x, RATE), wave(2, 60)), "dither": (lambda x: A.dither(x, "TPDF", noise_shaping=False), wave(2, 200)), "pitch": (lambda x: A.detect_pitch_frequency(x, RATE), wave(1, 2000)), "filtfilt": (lambda x: A.filtfilt(x, torch.tensor([1.0, -0.3, 0.1]), torch.tensor([0.5, 0.3, 0.2])), wave(2, 200)),
    "lfilter_batched": (lambda x, a, b: A.lfilter(x, a, b, clamp=False), wave(2, 3, 200), torch.tensor([[1.0, -0.3, 0.1]] * 3), torch.rand(3, 3, generator=torch.Generator().manual_seed(1))), "lfilter_bank": (lambda x, a, b: A.lfilter(x, a, b, batching=False), wave(2, 200), torch.tensor([[1.0, -0.3, 0.1]] * 3), torch.rand(3, 3, generator=torch.Generator().manual_seed(1))),
    "phase_vocoder": (lambda s, p: A.phase_vocoder(s, 0.8, p), spectrum(2, 33, 20), torch.linspace(0, 50, 33)[:, None]), "souden": (lambda s, n: A.mvdr_weights_souden(s, n, 0), hermitian(), hermitian(3)), "rtf_evd": (lambda s, n: A.mvdr_weights_rtf(A.rtf_evd(s), n, 1), hermitian(), hermitian(3)),
    "rtf_power": (lambda s, n: A.mvdr_weights_rtf(A.rtf_power(s, n, 0), n, 1), hermitian(), hermitian(3)), "beamforming": (lambda w, s: A.apply_beamforming(w, s), spectrum(17, 3), spectrum(3, 17, 20)), "frechet": (lambda m, s: A.frechet_distance(m, s @ s.mT + torch.eye(5), m.flip(0), s.mT @ s + torch.eye(5)), noise(5), noise(5, 5)),
    "melbanks": (lambda x: x @ A.melscale_fbanks(33, 0.0, 4000.0, 20, RATE), noise(2, 33)), "linear_banks": (lambda x: x @ A.linear_fbanks(33, 0.0, 4000.0, 20, RATE), noise(2, 33)), "db_amplitude": (lambda x: A.DB_to_amplitude(x, 1.0, 0.5), noise(2, 33)), "rnnt_loss": (lambda x: A.rnnt_loss(x, torch.tensor([[1, 2]], dtype=torch.int32), torch.tensor([4], dtype=torch.int32), torch.tensor([2], dtype=torch.int32), blank=0), noise(1, 4, 3, 5)),
    "align": (lambda x: A.forced_align(x, torch.tensor([[1, 2, 3]], dtype=torch.int32), blank=0), noise(1, 8, 6).log_softmax(-1)), "sinc_speed": (lambda x: A.speed(x, RATE, 0.9)[0], wave(2, 400)),
}
for name, (function, *given) in FUNCTIONS.items():
    simple(f"ta_function_{name}", lambda self, *x, f=function: f(*x), *given)

LAYERS = [(16, 10, 5), (16, 3, 2)]
WAV2VEC = dict(extractor_mode="group_norm", extractor_conv_layer_config=LAYERS, extractor_conv_bias=False, encoder_embed_dim=24, encoder_projection_dropout=0.0, encoder_pos_conv_kernel=9, encoder_pos_conv_groups=4, encoder_num_layers=2, encoder_num_heads=3,
               encoder_attention_dropout=0.0, encoder_ff_interm_features=32, encoder_ff_interm_dropout=0.0, encoder_dropout=0.0, encoder_layer_norm_first=False, encoder_layer_drop=0.0)
EMFORMER = dict(input_dim=12, num_heads=3, ffn_dim=20, num_layers=2, segment_length=4, left_context_length=4, right_context_length=2)
RNNT = dict(input_dim=10, encoding_dim=16, num_symbols=9, segment_length=4, right_context_length=2, time_reduction_input_dim=8, time_reduction_stride=2, transformer_num_heads=2, transformer_ffn_dim=20, transformer_num_layers=2, transformer_dropout=0.0, transformer_activation="gelu",
            transformer_left_context_length=4, transformer_max_memory_size=0, transformer_weight_init_scale_strategy="depthwise", transformer_tanh_on_mem=True, symbol_embedding_dim=12, num_lstm_layers=2, lstm_layer_norm=True, lstm_layer_norm_epsilon=1e-3, lstm_dropout=0.0)
L = torch.tensor
MODELS = {
    "conformer": (lambda: M.Conformer(12, 3, 20, 2, 5), noise(2, 9, 12), L([9, 7])), "conformer_group": (lambda: M.Conformer(12, 3, 20, 1, 5, use_group_norm=True, convolution_first=True), noise(2, 9, 12), L([9, 7])), "wav2letter": (lambda: M.Wav2Letter(10, "mfcc", 13), noise(1, 13, 60)),
    "deep_speech": (lambda: M.DeepSpeech(8, 16, 9), noise(2, 1, 6, 8)), "emformer": (lambda: M.Emformer(**EMFORMER), noise(2, 14, 12), L([14, 10])), "emformer_memory": (lambda: M.Emformer(**EMFORMER, max_memory_size=2, tanh_on_mem=True, activation="gelu"), noise(2, 14, 12), L([14, 10])),
    "wav2vec2": (lambda: M.wav2vec2_model(**WAV2VEC, aux_num_out=9), wave(2, 300)), "wav2vec2_lengths": (lambda: M.wav2vec2_model(**WAV2VEC | {"extractor_mode": "layer_norm", "encoder_layer_norm_first": True}, aux_num_out=None), wave(2, 300), L([300, 220])),
    "wavlm": (lambda: M.wavlm_model(**WAV2VEC, encoder_num_buckets=16, encoder_max_distance=20, aux_num_out=9), wave(2, 300)), "squim": (lambda: M.squim_objective_model(16, 16, 16, 2, 8, 1, "LSTM", 10), wave(1, 400)), "hdemucs": (lambda: M.HDemucs(["a", "b"], channels=8, nfft=256, depth=3), wave(1, 2, 1200)),
    "wavernn_logits": (lambda: M.WaveRNN([2, 2, 2], 16, 8, n_res_block=2, n_rnn=16, n_fc=16, kernel_size=3, n_freq=10, n_hidden=12, n_output=12), wave(1, 1, 24), noise(1, 1, 10, 5)),
}
for name, (make, *given) in MODELS.items():
    simple(f"ta_{name}", lambda self, *x: self.net(*x), *given, parts=lambda make=make: {"net": make()})
simple("ta_rnnt_join", lambda self, *x: self.net(*x)[0::2], noise(2, 10, 10), L([8, 6]), whole(9, 2, 3), L([3, 2]), parts=lambda: {"net": M.RNNT(*(lambda m: (m.transcriber, m.predictor, m.joiner))(M.emformer_rnnt_model(**RNNT)))})
simple("ta_rnnt_stream", lambda self, x, n: self.net.transcribe_streaming(x, n, None), noise(1, 6, 10), L([6]), parts=lambda: {"net": M.emformer_rnnt_model(**RNNT)})
simple("ta_emformer_infer", lambda self, x, n: self.net.infer(x, n), noise(1, 6, 12), L([6]), parts=lambda: {"net": M.Emformer(**EMFORMER)})
