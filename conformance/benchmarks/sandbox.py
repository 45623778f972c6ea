"""The parts a benchmark needs, all below one temporary folder: an SSH server, a controller, a source tree."""

import datetime
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
TREE_FILES = 4456
ENDED = {"succeeded", "failed", "blocked", "cancelled", "lost"}

# As it is installed. The one of the source tree looks first whether anything has to be built.
PACKAGED = REPOSITORY / "distribution/target/offload/offload"


class Sandbox:
    """Starts what it is asked for and ends it all when it is left."""

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="offload-benchmark-")
        self.folder = pathlib.Path(self._folder.name)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("OFFLOAD_", "GIT_"))}
        self.environment |= {
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        self._server = None
        self._peers = []
        self._builds = itertools.count()
        self.controller = None
        self.offload = str(pathlib.Path(os.environ.get("OFFLOAD", PACKAGED)).resolve())
        return self

    def __exit__(self, *_):
        if self.controller:
            self.run(self.offload, "down", check=False)
        if self._server:
            subprocess.run(["kill", self._server], check=False)
        for process in self._peers:
            process.terminate()
            process.wait()
        self._folder.cleanup()

    def run(self, *argv, check=True, cwd=None):
        """Run a command to its end and return what it printed."""
        ended = subprocess.run(
            argv, cwd=cwd, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if check and ended.returncode != 0:
            sys.exit(f"{' '.join(argv)} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}")
        return ended.stdout

    def start_host(self):
        """Start an SSH server whose user has an empty home: start-up files of a shell are no part of either side."""
        home = self.folder / "home"
        home.mkdir()
        self.environment["HOST_HOME"] = str(home)
        said = self.run(str(REPOSITORY / "conformance/scripts/start-sshd-host"), str(self.folder / "sshd"))
        self.host = dict(re.findall(r"^([a-z ]+): +(\S+)$", said, re.MULTILINE))
        self._server = re.search(r"kill (\d+)", said).group(1)
        self._write_ssh_configuration()

    def _write_ssh_configuration(self):
        user, address = self.host["address"].split("@")
        name, port = address.split(":")
        key = (self.folder / "sshd/host_key.pub").read_text().split()[:2]
        (self.folder / "known_hosts").write_text(f"[{name}]:{port} {' '.join(key)}\n")
        (self.folder / "ssh_config").write_text(
            f"""Host host
  HostName {name}
  Port {port}
  User {user}
  IdentityFile {self.host["identity file"]}
  IdentitiesOnly yes
  BatchMode yes
  UserKnownHostsFile {self.folder}/known_hosts
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
  LogLevel ERROR
  ControlMaster auto
  ControlPath {self.folder}/control
  ControlPersist 600
"""
        )
        self.ssh = ["ssh", "-F", str(self.folder / "ssh_config"), "host"]
        self.rsync = ["rsync", "-a", "-e", " ".join(self.ssh[:-1])]

    def start_controller(self, *configuration):
        """Start a controller; two short commands first, so that its start-up cache is there as it is for a user's second day."""
        file = self.folder / "config/offload/config.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(["port = 0", *configuration, ""]))
        self.restart_controller()

    def stop_controller(self):
        self.run(self.offload, "down")

    def restart_controller(self):
        self.run(self.offload, "up", "--detach")
        self.controller = json.loads((self.folder / "state/offload/controller.json").read_text())
        self.token = pathlib.Path(self.controller["tokenFile"]).read_text().strip()

    def enrol_host(self):
        """Enrol the SSH server with two slots and wait until it takes builds."""
        self.run(
            self.offload, "enroll", "host", "--address", self.host["address"], "--host-key", self.host["fingerprint"],
            "--identity-file", self.host["identity file"], "--workspace-root", str(self.folder / "work"), "--slots", "2",
            "--allow-this-machine",
        )  # fmt: skip
        while self.get("/api/offload/v1/hosts/host")["state"] != "available":
            pass

    def build(self, checkout, argv, outputs=()):
        """Submit over HTTP, wait for the end, and return when each step was over, in seconds since the epoch."""
        body = {
            "idempotencyKey": f"benchmark-{next(self._builds)}",
            "checkout": str(checkout),
            "folder": "",
            "commandClass": pathlib.Path(argv[0]).name,
            "argv": list(argv),
            "outputs": list(outputs),
        }
        job = self.post("/api/offload/v1/jobs", body)["result"]["jobId"]
        view = self.watched(job)
        while view["stage"] not in ENDED:
            view = self.watched(job)
        if view["stage"] != "succeeded":
            sys.exit(f"the build {' '.join(argv)} ended as {view['stage']}: {view}")
        return {step: seconds_of(at) for step, at in view["times"].items() if at}

    def watched(self, job):
        """Return a job's state when it ended, or when the controller's patience for one watch is over."""
        with self.call(f"/api/offload/v1/jobs/{job}/watch") as lines:
            return [json.loads(line) for line in lines if line.strip()][-1]["view"]

    def get(self, path):
        return json.loads(self.call(path).read())

    def post(self, path, body):
        return json.loads(self.call(path, json.dumps(body).encode()).read())

    def call(self, path, body=None):
        request = urllib.request.Request(self.controller["address"].rstrip("/") + path, data=body)
        request.add_header("Authorization", "Bearer " + self.token)
        request.add_header("Content-Type", "application/json")
        return urllib.request.urlopen(request)

    def make_tree(self, files=TREE_FILES):
        """Lay out a committed checkout of source-like files, 47 MB for 4,456; the same on every machine."""
        tree = self.folder / "tree"
        chance = random.Random(files)
        line = "static int value_{0:08x}(struct state *s) {{ return s->count + {0}; }}\n"
        for index in range(files):
            file = tree / f"part{index % 61}/sub{index % 7}/file{index}.c"
            file.parent.mkdir(parents=True, exist_ok=True)
            lines = max(1, int(chance.lognormvariate(4.3, 1.1)))
            file.write_text("".join(line.format(chance.getrandbits(31)) for _ in range(lines)))
        self.run("git", "init", "-q", "-b", "main", cwd=tree)
        # The first commit of a great tree has git pack it beside everything that is measured afterwards.
        self.run("git", "config", "gc.auto", "0", cwd=tree)
        self.run("git", "add", "-A", cwd=tree)
        self.run("git", "-c", "user.name=b", "-c", "user.email=b@localhost", "commit", "-q", "-m", "a tree", cwd=tree)
        return tree

    def start_etcd(self):
        """Start one member of etcd with its defaults, and return its address."""
        client, peer = free_port(), free_port()
        url = f"http://127.0.0.1:{client}"
        self._start(
            "etcd", "--name", "one", "--data-dir", str(self.folder / "etcd"), "--log-level", "error",
            "--listen-client-urls", url, "--advertise-client-urls", url, "--listen-peer-urls", f"http://127.0.0.1:{peer}",
            "--initial-advertise-peer-urls", f"http://127.0.0.1:{peer}", "--initial-cluster", f"one=http://127.0.0.1:{peer}",
        )  # fmt: skip
        until(lambda: urllib.request.urlopen(url + "/health").read())
        return url

    def start_postgres(self):
        """Start PostgreSQL with its defaults, as its own user where this one is root, which it refuses to run as."""
        programs = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
        self.pgbench = str(programs / "pgbench")
        data = self.folder / "postgres"
        data.mkdir()
        user = []
        if os.geteuid() == 0:
            self.folder.chmod(0o711)
            shutil.chown(data, "postgres", "postgres")
            user = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"]
        port = free_port()
        self.run(*user, str(programs / "initdb"), "-D", str(data / "data"), "-A", "trust", "-U", "bench", cwd=data)
        self._start(
            *user, str(programs / "postgres"), "-D", str(data / "data"), "-p", str(port), "-c", "listen_addresses=127.0.0.1",
            "-c", "unix_socket_directories=", "-c", "max_connections=120", cwd=data,
        )  # fmt: skip
        self.environment |= {"PGHOST": "127.0.0.1", "PGPORT": str(port), "PGUSER": "bench", "PGDATABASE": "postgres"}
        until(lambda: self.run("psql", "-qAtc", "select 1", check=False).strip() == "1")
        self.run(
            "psql", "-qc", "create table journal(id bigserial primary key, kind text not null, body jsonb not null, at timestamptz not null default now());"
            "create table revision(id int primary key, rev bigint not null); insert into revision values (1, 0);"
            "create table idem(key text primary key, response text not null, at timestamptz not null default now());"
            "create table event(id bigserial primary key, subject text not null, body text not null, at timestamptz not null default now())",
        )  # fmt: skip

    def _start(self, *argv, cwd=None):
        log = open(self.folder / "peers.log", "ab")
        self._peers.append(
            subprocess.Popen(argv, cwd=cwd, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        )


def seconds_of(instant):
    return datetime.datetime.fromisoformat(instant.replace("Z", "+00:00")).timestamp()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(ready, seconds=30):
    """Ask again and again; what is not ready yet may fail."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if ready():
                return
        except OSError:
            pass
        time.sleep(0.1)
    sys.exit(f"not ready within {seconds} s")
