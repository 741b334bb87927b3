"""What stays in a container beside its process: a small parent that ends it when it hangs, so that it is started anew.

An engine starts again what has ended, and looks on while something hangs.
"""

import os
import signal
import subprocess
from contextlib import suppress
from types import FrameType

from launch.children import end_with_parent
from launch.signs import EVERY, Signs


def stay(name: str, argv: list[str]) -> int:
    """Run the command to its end, and return its status; signals are handed on."""
    signs = Signs(name)
    child = subprocess.Popen(
        argv, env={**os.environ, **signs.environment()}, pass_fds=(signs.pipe,),
        start_new_session=True, preexec_fn=end_with_parent(),
    )  # fmt: skip

    def hand_on(number: int, frame: FrameType | None) -> None:
        child.send_signal(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, hand_on)
    while True:
        with suppress(subprocess.TimeoutExpired):
            status = child.wait(EVERY)
            break
        signs.end_late()
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    return status if status >= 0 else 128 - status
