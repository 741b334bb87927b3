"""An engine of its own: Docker's daemon in name spaces, so that its bridges, its rules of the firewall, its mounts and
its processes are nobody else's and end with it. The outside is reached through slirp4netns, which changes nothing here.
"""

import fcntl
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from launch.children import end_with_parent

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "guandan-try"
"""What is kept from run to run: Debian for the stand-ins, the engine's images. It may be removed at any time."""
RUN, DATA, BIN = CACHE / "run", CACHE / "engine", CACHE / "plugins" / "cli-plugins"
PACKAGES = {
    "dockerd": "docker.io", "docker": "docker-cli", "iptables": "iptables", "slirp4netns": "slirp4netns",
    "ip": "iproute2", "unshare": "util-linux", "openssl": "openssl", "git": "git", "debootstrap": "debootstrap",
}  # fmt: skip
"""Program and Debian's package of it."""
LATER = "trixie"
"""The release of Debian whose compose runs on this one, which has none."""
GROUPS = Path("/sys/fs/cgroup")
CGROUP = "guandan-try"
ENVIRONMENT = {"DOCKER_HOST": f"unix://{RUN}/docker.sock", "DOCKER_CONFIG": str(CACHE / "plugins"), "LC_ALL": "C.UTF-8"}
STARTING = 60.0
FREE = 6 * 1024 * 1024
"""How many kB of memory must be free for images to be kept in memory."""


class NoEngineError(Exception):
    """No engine can be started here; why, in a sentence."""


def sh(*argv: str | Path, **options: object) -> str:
    """What the command writes; a RuntimeError with it if it fails."""
    result = subprocess.run(argv, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
    if result.returncode:
        raise RuntimeError(f"{' '.join(map(str, argv))}: {result.stdout}{result.stderr}".strip())
    return str(result.stdout)


def look_around() -> None:
    """Raise NoEngineError if this is not the machine for it."""
    if os.geteuid() != 0:
        raise NoEngineError("an engine wants root")
    if missing := sorted({package for program, package in PACKAGES.items() if not shutil.which(program)}):
        raise NoEngineError(f"these packages are missing: {' '.join(missing)}")
    if not (tun := Path("/dev/net/tun")).exists():
        tun.parent.mkdir(exist_ok=True)
        with suppress(OSError):
            os.mknod(tun, 0o666 | stat.S_IFCHR, os.makedev(10, 200))
    try:
        tun.open("r+b", buffering=0).close()
    except OSError as error:
        raise NoEngineError(f"no way out: {error}") from None
    result = subprocess.run(
        ["unshare", "--net", "--mount", "--pid", "--fork", "--mount-proc",
         "ip", "link", "add", "name", "try0", "type", "bridge"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if result.returncode:
        raise NoEngineError(f"name spaces or bridges are forbidden here: {result.stderr.strip()}")
    get_compose()


def apt_source(later: str) -> tuple[str, str]:
    """Debian's archive as apt knows it here, and the folder of an apt that knows that release of it instead."""
    name = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    here = name.get("VERSION_CODENAME", "").strip('"')
    targets = sh("apt-get", "indextargets", "--format", "$(RELEASE) $(COMPONENT) $(REPO_URI)", "Created-By: Packages")
    archive = next((line.split()[2] for line in targets.splitlines() if line.startswith(f"{here} main ")), "")
    if not archive:
        raise NoEngineError("apt knows no archive of Debian here")
    folder = CACHE / f"apt-{later}"
    for part in ("lists/partial", "cache/archives/partial", "sources"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    keys = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (folder / "sources" / "later.list").write_text(f"deb [signed-by={keys}] {archive} {later} main\n")
    return archive, str(folder)


def get_compose() -> None:
    """Put compose among the plug-ins of our client: this machine's own, else that of a later Debian."""
    if (BIN / "docker-compose").exists():
        return
    BIN.mkdir(parents=True, exist_ok=True)
    places = ("/usr/libexec/docker/cli-plugins", "/usr/lib/docker/cli-plugins", "/usr/local/lib/docker/cli-plugins")
    for place in places:
        if (own := Path(place) / "docker-compose").exists():
            shutil.copy(own, BIN)
            return
    _, folder = apt_source(LATER)
    options = [
        "-o", "Dir::Etc::SourceList=/dev/null", "-o", f"Dir::Etc::SourceParts={folder}/sources",
        "-o", f"Dir::State::Lists={folder}/lists", "-o", f"Dir::Cache={folder}/cache", "-o", "APT::Sandbox::User=root",
    ]  # fmt: skip
    try:
        sh("apt-get", *options, "-qq", "update")
        sh("apt-get", *options, "-qq", "download", "docker-compose", cwd=folder)
        sh("dpkg-deb", "--extract", next(Path(folder).glob("docker-compose*.deb")), f"{folder}/unpacked")
        shutil.copy(next(Path(folder).glob("unpacked/usr/lib*/docker/cli-plugins/docker-compose")), BIN)
    except StopIteration:
        raise RuntimeError(f"Debian's docker-compose is not what it was in {LATER}") from None


def inside(argv: list[str]) -> int:
    """Run that command in name spaces of its own, and give it a way out; its exit status."""
    lock = (CACHE / "lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)  # one after the other: they share what is kept
    for folder in (RUN, CACHE / "home"):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    for left in ("containers", "volumes", "network"):  # of a run that was killed
        shutil.rmtree(DATA / left, ignore_errors=True)
    spaces = ["setpriv", "--pdeathsig", "KILL",
              "unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]  # fmt: skip

    def end(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # `timeout` sends it twice
        sys.exit(1)

    signal.signal(signal.SIGTERM, end)
    _leave_first_group()
    running = subprocess.Popen([*spaces, sys.executable, *argv])
    way_out: subprocess.Popen[bytes] | None = None
    try:
        children, until = Path(f"/proc/{running.pid}/task/{running.pid}/children"), time.monotonic() + 10
        while not (pids := children.read_text().split()):
            if running.poll() is not None or time.monotonic() > until:
                raise NoEngineError("the name spaces did not come up")
            time.sleep(0.05)
        way_out = subprocess.Popen(
            ["slirp4netns", "--configure", "--mtu=1400", "--disable-host-loopback", pids[0], "tap0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=end_with_parent(),  # noqa: PLW1509
        )  # fmt: skip
        return running.wait()
    except KeyboardInterrupt:
        return running.wait()
    finally:
        for process in (running, way_out):
            if process and process.poll() is None:
                process.kill()  # unshare hears nothing else, and with it everything inside ends
                process.wait()
        _remove_groups()
        shutil.rmtree(RUN, ignore_errors=True)


def _leave_first_group() -> None:
    """A container's first group of processes is not the kernel's own, and may have groups with limits in it only while
    it has no processes itself: so these move into one, where they stay.
    """
    if not (GROUPS / "cgroup.type").exists():
        return
    try:
        (GROUPS / "first").mkdir(exist_ok=True)
        for process in (GROUPS / "cgroup.procs").read_text().split():
            with suppress(ProcessLookupError):
                (GROUPS / "first" / "cgroup.procs").write_text(process)
    except OSError as error:
        raise NoEngineError(f"groups of processes are forbidden here: {error}") from None


def _remove_groups() -> None:
    """The engine's groups of processes; they are empty, for their processes have ended."""
    for _ in range(20):
        left = [path for path in GROUPS.glob(f"**/{CGROUP}/**/") if path.is_dir()]
        for path in sorted(left, key=lambda each: len(each.parts), reverse=True):
            with suppress(OSError):
                path.rmdir()
        if not left:
            return
        time.sleep(0.2)


class Engine:
    """The daemon, inside the name spaces."""

    def __init__(self, names: list[str]) -> None:
        sh("mount", "--make-rprivate", "/")
        sh("ip", "link", "set", "lo", "up")
        until = time.monotonic() + 10
        while "tap0" not in sh("ip", "link") and time.monotonic() < until:
            time.sleep(0.05)
        for name, text in (
            ("resolv.conf", "nameserver 10.0.2.3\n"),
            ("hosts", "".join(f"127.0.0.1 {host}\n" for host in ("localhost", *names))),
        ):
            (RUN / name).write_text(text)
            sh("mount", "--bind", RUN / name, Path("/etc", name).resolve())
        os.environ.update(ENVIRONMENT)
        if not any(GROUPS.iterdir()):
            sh("mount", "-t", "cgroup2", "cgroup2", GROUPS)
        rules = ["iptables", "--table", "nat", "--list-rules"]
        if subprocess.run(rules, capture_output=True, check=False).returncode:  # the kernel has the older tables only
            (RUN / "bin").mkdir()
            for name in ("iptables", "ip6tables"):
                (RUN / "bin" / name).symlink_to(f"/usr/sbin/{name}-legacy")
            os.environ["PATH"] = f"{RUN / 'bin'}:{os.environ['PATH']}"
        _make_room()
        self.log = (CACHE / "dockerd.log").open("wb")
        self.process = subprocess.Popen(
            ["dockerd", "--data-root", str(DATA), "--exec-root", str(RUN / "exec"), "--pidfile", str(RUN / "pid"),
             "--host", ENVIRONMENT["DOCKER_HOST"], "--exec-opt", "native.cgroupdriver=cgroupfs",
             "--cgroup-parent", f"/{CGROUP}", "--mtu", "1400", "--experimental", "--ip6tables",
             "--storage-driver", "overlay2"],
            stdout=self.log, stderr=self.log,
        )  # fmt: skip
        until = time.monotonic() + STARTING
        while subprocess.run(["docker", "info"], capture_output=True, check=False).returncode:
            if self.process.poll() is not None or time.monotonic() > until:
                last = (CACHE / "dockerd.log").read_text(errors="replace").strip().splitlines()[-1:]
                raise NoEngineError(f"the daemon did not come up: {' '.join(last)}")
            time.sleep(0.2)

    def end(self) -> None:
        """Remove what was made but images, and end the daemon."""
        with suppress(RuntimeError):
            if left := sh("docker", "ps", "--all", "--quiet").split():
                sh("docker", "rm", "--force", "--volumes", *left)
            sh("docker", "volume", "prune", "--force")
            sh("docker", "network", "prune", "--force")
        self.process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(30)
        self.log.close()


def _make_room() -> None:
    """See that images can be kept in layers: on disk, else in memory."""
    DATA.mkdir(exist_ok=True)
    if _bears_layers():
        return
    free = re.search(r"MemAvailable: +(\d+) kB", Path("/proc/meminfo").read_text())
    if free and int(free[1]) > FREE:
        sh("mount", "-t", "tmpfs", "-o", "size=4g", "tmpfs", DATA)
        if _bears_layers():
            return
    raise NoEngineError("overlayfs can write neither on this disk nor in memory, of which it would want 6 GB")


def _bears_layers() -> bool:
    """Whether overlayfs can write to the engine's folder; it cannot on another overlayfs, as that of a container."""
    layers = {name: DATA / "layers" / name for name in ("lowerdir", "upperdir", "workdir", "all")}
    for layer in layers.values():
        layer.mkdir(parents=True)
    merged = layers.pop("all")
    options = ",".join(f"{name}={layer}" for name, layer in layers.items())
    mount = subprocess.run(
        ["mount", "-t", "overlay", "-o", options, "overlay", merged], capture_output=True, check=False
    )
    if mount.returncode == 0:
        sh("umount", merged)
    shutil.rmtree(DATA / "layers")
    return mount.returncode == 0


def try_container(image: str) -> None:
    """Raise NoEngineError if no container can be started as those of the deployment are: with limits, on a network with
    addresses of both kinds, with a port that is seen outside.
    """
    network = ["--subnet", "fd67:7561:6e65::/64", "--ipv6", "first"]
    options = ["--memory", "64m", "--pids-limit", "20", "--cpu-shares", "256", "--read-only", "--cap-drop", "ALL",
               "--network", "first", "--publish", "80:80", "--init", "--entrypoint", "true"]  # fmt: skip
    try:
        limits = sh("docker", "info", "--format", "{{.MemoryLimit}} {{.PidsLimit}} {{.CPUShares}}").strip()
        if limits != "true true true":
            raise NoEngineError(f"no limits for memory, processes, processor: {limits}")
        sh("docker", "network", "create", *network)
        sh("docker", "run", "--rm", *options, image)
        sh("docker", "network", "rm", "first")
    except RuntimeError as error:
        raise NoEngineError(f"no container can be started: {error}") from None
