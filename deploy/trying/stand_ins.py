"""The base images: pulled where a registry answers, else made of Debian's packages under the same names."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from deploy.trying.engine import CACHE, apt_source, sh, try_container

HERE = Path(__file__).parent / "stand_ins"
FILES = ("Dockerfile", "docker-compose.yml", "deploy/compose.group.yml")
DIGEST = re.compile(r"@sha256:[0-9a-f]{64}")
SUITE = "forky"
"""The release of Debian that has the versions of the images that are asked for."""
PULLING = 180.0
AUTHORITIES = Path(os.environ.get("SSL_CERT_FILE") or "/etc/ssl/certs/ca-certificates.crt")
"""Whom this machine trusts, of whom one may stand between it and the world."""


def images(folder: Path) -> list[str]:
    """What the files of the deployment ask for, with digests."""
    texts = "\n".join((folder / name).read_text() for name in FILES)
    return sorted(set(re.findall(r"^(?:FROM| *image:) (\S+@sha256:\S+)", texts, re.MULTILINE)))


def get_images(folder: Path) -> bool:
    """Have the images that the files in that folder ask for; whether they are stand-ins."""
    wanted = images(folder)
    if all(_pull(image) for image in wanted):
        try_container(wanted[0])
        return False
    _make_debian()
    try_container("guandan-try/debian")
    build = CACHE / "stand-ins"
    shutil.rmtree(build, ignore_errors=True)
    shutil.copytree(HERE, build)
    (build / "authorities.crt").write_bytes(AUTHORITIES.read_bytes() if AUTHORITIES.exists() else b"")
    kinds = {re.split(r"[/:@-]", image.split("/")[-1])[0]: DIGEST.sub("", image) for image in wanted}
    services = {kind: {"image": image, "build": {"context": ".", "target": kind}} for kind, image in kinds.items()}
    (build / "stand-ins.json").write_text(json.dumps({"name": "stand-ins", "services": services}))
    for kind in kinds:  # one after the other: they share nearly all, which is put away once then
        sh("docker", "compose", "--file", build / "stand-ins.json", "build", "--quiet", kind)
    return True


def without_digests(folder: Path) -> None:
    """The only change of the files: a stand-in has another digest."""
    for name in FILES:
        path = folder / name
        if path.exists():
            path.write_text(DIGEST.sub("", path.read_text()))


def _pull(image: str) -> bool:
    try:
        pulled = subprocess.run(["docker", "pull", "--quiet", image], capture_output=True, timeout=PULLING, check=False)
    except subprocess.TimeoutExpired:
        return False
    return pulled.returncode == 0


def _make_debian() -> None:
    """The smallest Debian, with apt's own settings of this machine (a proxy, a clock that is not believed)."""
    inspected = subprocess.run(["docker", "image", "inspect", "guandan-try/debian"], capture_output=True, check=False)
    if inspected.returncode == 0:
        return
    archive, _ = apt_source(SUITE)
    root = CACHE / "debian"
    shutil.rmtree(root, ignore_errors=True)
    sh("debootstrap", "--variant=minbase", SUITE, root, archive, "/usr/share/debootstrap/scripts/sid")
    own = [line for line in sh("apt-config", "dump").splitlines() if re.match(r"Acquire::(Check|https?|Retries)", line)]
    (root / "etc/apt/apt.conf.d/90machine").write_text("\n".join([*own, ""]))
    sh("sh", "-c", f"tar -C '{root}' -c . | docker import - guandan-try/debian")
    shutil.rmtree(root, ignore_errors=True)
