#!/usr/bin/env python3
"""Merges lock files that npm and composer wrote, and lets these programs check the results.

    lock-files.py <fork program> [--cases 20] [--seed 1]

Each case makes packages in several versions on this machine. Two branches change what a project requires, each writes
its lock file with `npm` or `composer`, and the lock files are merged with `fork merge-file`. A clean result must be one
that the program itself reads: `npm ls --package-lock-only` and `npm ci --dry-run`, or `composer validate` and
`composer install --dry-run`. No package in it may have the version of one side and the hash of the other. Needs no
network; a program that is not installed is left out and said so. Ends with status 1 if a result is refused or mixed.
"""
import argparse, base64, functools, hashlib, http.server, io, json, os, random, shutil, subprocess, sys, tarfile
import tempfile, threading

parser = argparse.ArgumentParser()
parser.add_argument("fork")
parser.add_argument("--cases", type=int, default=20)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()
fork = os.path.abspath(options.fork)
names = ["apple", "birch", "cedar", "daisy", "elder", "fern"]
versions = ["1.0.0", "1.2.0", "1.9.0", "1.10.0", "2.0.0-rc.1", "2.0.0"]


def run(place, *command):
    environment = dict(os.environ, COMPOSER_HOME=os.path.join(place, ".composer"), COMPOSER_ALLOW_SUPERUSER="1",
                       npm_config_cache=os.path.join(place, ".npm"), npm_config_update_notifier="false")
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, timeout=120)


def expect(result):
    if result.returncode:
        sys.exit(f"{result.args}: {result.stdout}{result.stderr}")
    return result


class Registry(http.server.BaseHTTPRequestHandler):
    """The part of an npm registry that writes lock files, on this machine."""

    def do_GET(self):
        name = self.path.strip("/").split("/")[0]
        found = name in names
        self.send_response(200 if found else 404)
        self.end_headers()
        if self.path.endswith(".tgz") and found:
            self.wfile.write(tarball(name, self.path[:-4].split("-", 1)[1]))
        elif found:
            self.wfile.write(json.dumps({"name": name, "dist-tags": {"latest": versions[-1]}, "versions": {
                version: {"name": name, "version": version, "dist": self.server.dist(name, version)}
                for version in versions}}).encode())

    def log_message(self, *_):
        pass


@functools.cache
def tarball(name, version):
    content, file = json.dumps({"name": name, "version": version}).encode(), io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        member = tarfile.TarInfo("package/package.json")
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    return file.getvalue()


class Npm:
    program, lock, project = "npm", "package-lock.json", "package.json"

    def __init__(self, _):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
        self.url = f"http://127.0.0.1:{server.server_port}"
        server.dist = self.dist
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def dist(self, name, version):
        digest = base64.b64encode(hashlib.sha512(tarball(name, version)).digest()).decode()
        return {"tarball": f"{self.url}/{name}/-/{name}-{version}.tgz", "integrity": "sha512-" + digest}

    def require(self, place, packages):
        with open(os.path.join(place, self.project), "w") as file:
            json.dump({"name": "shop", "version": "1.0.0", "dependencies": dict(sorted(packages.items()))}, file, indent=2)

    def run(self, place, *command):
        return run(place, "npm", *command, "--registry", self.url, "--no-audit", "--no-fund")

    def write(self, place):
        expect(self.run(place, "install", "--package-lock-only"))

    def checks(self, place):
        yield self.run(place, "ls", "--package-lock-only")
        yield self.run(place, "ci", "--dry-run")

    def packages(self, lock):
        for key, value in lock["packages"].items():
            if key:
                dist = self.dist(key.split("/")[-1], value["version"])
                yield key, value["version"], (value["resolved"], value["integrity"]) == (dist["tarball"], dist["integrity"])


class Composer:
    program, lock, project = "composer", "composer.lock", "composer.json"

    def __init__(self, store):
        self.url = "file://" + store
        packages = {"v/" + name: {version: self.package(name, version) for version in versions} for name in names}
        with open(os.path.join(store, "packages.json"), "w") as file:
            json.dump({"packages": packages}, file)

    def package(self, name, version):
        digest = hashlib.sha1((name + version).encode()).hexdigest()
        return {"name": "v/" + name, "version": version, "dist": {
            "type": "zip", "url": f"https://packages.example/{name}-{version}.zip", "reference": digest, "shasum": digest}}

    def require(self, place, packages):
        with open(os.path.join(place, self.project), "w") as file:
            json.dump({"name": "v/shop", "description": "A shop.", "license": "MIT", "minimum-stability": "RC",
                       "repositories": [{"type": "composer", "url": self.url}, {"packagist.org": False}],
                       "require": {"v/" + name: version for name, version in sorted(packages.items())}}, file, indent=4)

    def write(self, place):
        expect(run(place, "composer", "update", "--no-install", "-q", "--no-audit"))

    def checks(self, place):
        # The hash over composer.json is generated: the report of the merge names the command that writes it again.
        yield run(place, "composer", "validate", "--no-check-publish", "--no-check-all", "--no-check-lock")
        yield run(place, "composer", "install", "--dry-run", "-q")

    def packages(self, lock):
        for package in lock["packages"]:
            known = self.package(package["name"].split("/")[-1], package["version"])
            yield package["name"], package["version"], package["dist"] == known["dist"]


def edited(base, chance):
    packages = dict(base)
    for name in names:
        if chance.random() < 0.45:
            if name in packages and chance.random() < 0.2:
                del packages[name]
            else:
                packages[name] = chance.choice(versions)
    return packages


def merged(tool, place, sides):
    """Merges the requirements and the lock files; the number of conflicts."""
    conflicts = 0
    for file in (tool.project, tool.lock):
        target = os.path.join(place, "merged", file)
        shutil.copy(os.path.join(place, "ours", file), target)
        result = run(os.path.join(place, "merged"), fork, "merge-file", "--prefer", "versions", file,
                     os.path.join(place, "base", file), os.path.join(place, "theirs", file))
        if result.returncode not in (0, 1):
            sys.exit(result.stderr)
        conflicts += result.returncode
    return conflicts


def play(tool, place, chance, tally):
    base = {name: chance.choice(versions[:3]) for name in names if chance.random() < 0.7}
    sides = {"base": base, "ours": edited(base, chance), "theirs": edited(base, chance)}
    for name, packages in sides.items():
        os.makedirs(os.path.join(place, name))
        tool.require(os.path.join(place, name), packages)
        tool.write(os.path.join(place, name))
    os.makedirs(os.path.join(place, "merged"))
    lines = run(place, "git", "merge-file", "-p", *(f"{side}/{tool.lock}" for side in ("ours", "base", "theirs")))
    tally["git"] += lines.returncode != 0
    if merged(tool, place, sides):
        tally["conflicts"] += 1
        return []
    tally["clean"] += 1
    work = os.path.join(place, "merged")
    lock = json.load(open(os.path.join(work, tool.lock)))
    faults = [f"{name} {version} has what belongs to another version"
              for name, version, is_whole in tool.packages(lock) if not is_whole]
    for check in tool.checks(work):
        if check.returncode:
            faults.append(f"{' '.join(check.args)}: {check.stdout[-600:]}{check.stderr[-600:]}")
    return faults


failed = False
for kind in (Npm, Composer):
    if not shutil.which(kind.program):
        print(f"{kind.program} is not installed: left out")
        continue
    chance = random.Random(options.seed)
    tally = {"clean": 0, "conflicts": 0, "git": 0}
    with tempfile.TemporaryDirectory() as root:
        store = os.path.join(root, "store")
        os.makedirs(store)
        tool = kind(store)
        for case in range(options.cases):
            for fault in play(tool, os.path.join(root, str(case)), chance, tally):
                failed = True
                print(f"{kind.program}, case {case} of seed {options.seed}: {fault}")
    print(f"{kind.program}: {tally['clean']} clean, {tally['conflicts']} with conflicts; git: {tally['git']} with conflicts")
sys.exit(failed)
