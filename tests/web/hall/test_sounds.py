"""The recording that the hall screen plays: four sounds, made of the notes below. ``SOUNDS=static`` writes it anew."""

import os
import struct
import wave

from tests.architecture.source import ROOT

RECORDING = ROOT / "static" / "sounds" / "hall.wav"
RATE, LOUDEST = 11025, 0.8 * 32767
NOTES = {  # at which second of the recording: pitch in Hz, from and for how many seconds
    0.5: [(523, 0, 0.3), (659, 0.3, 0.3), (784, 0.6, 0.9)],
    3.0: [(880, 0, 0.25), (880, 0.4, 0.25), (880, 1.2, 0.25), (880, 1.6, 0.25)],
    5.5: [(1047, 0, 1.4), (1047, 1, 1.4), (1047, 2, 2.2)],
    10.2: [(392, 0, 0.2), (587, 0.15, 0.6)],
}
LENGTH = 11


def played() -> list[int]:
    """Samples: triangle waves that fade; where two sound at once, each with its own loudness."""
    samples = [0.0] * (LENGTH * RATE)
    for at, notes in NOTES.items():
        for pitch, begin, seconds in notes:
            first = round((at + begin) * RATE)
            for n in range(round(seconds * RATE)):
                t = n / RATE
                rising, fading = min(t / 0.02, 1), 0.0001 ** (t / seconds)
                samples[first + n] += rising * fading * (4 * abs((pitch * t + 0.75) % 1 - 0.5) - 1)
    return [round(max(-1, min(1, sample)) * LOUDEST) for sample in samples]


def test_recording_is_what_its_notes_say():
    if os.environ.get("SOUNDS") == "static":
        with wave.open(str(RECORDING), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            file.writeframes(b"".join(struct.pack("<h", sample) for sample in played()))
    with wave.open(str(RECORDING), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        frames = struct.unpack(f"<{LENGTH * RATE}h", file.readframes(LENGTH * RATE))
    assert all(abs(have - want) <= 1 for have, want in zip(frames, played(), strict=True))
    assert max(map(abs, frames)) > 0.5 * LOUDEST
