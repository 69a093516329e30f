#!/usr/bin/env python3
"""Two forks change one ordered list, of 1, 2, 1,000 and 100,000 elements, through fork and through stock git.

    ordered-lists.py <fork program> [<count>...]

Both insert at one place; in lists that are long enough both move the same element, one is moved and edited, one deleted
and moved. Prints times and what `git diff --numstat` says, and ends with status 1 where there is a conflict, where the
forks end in different orders, or where one inserted element changes more than one line.
"""
import json, os, subprocess, sys, tempfile, time

fork = os.path.abspath(sys.argv[1])
counts = [int(text) for text in sys.argv[2:]] or [1, 2, 1000, 100_000]
schema = {"x-documents": {"*.json": {"properties": {
    "steps": {"type": "array", "x-merge": {"using": "orderedMerge", "id": "/id"}}}}}}


class World:
    """A closed world for processes."""

    def __init__(self, root):
        self.root = root
        self.environment = {
            "HOME": root, "PATH": os.path.dirname(fork) + ":/usr/bin:/bin", "LC_ALL": "C",
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b"}

    def run(self, *command, at="."):
        start = time.monotonic()
        done = subprocess.run(
            command, cwd=os.path.join(self.root, at), env=self.environment, capture_output=True)
        self.seconds = time.monotonic() - start
        if done.returncode != 0:
            sys.exit(f"{command}: status {done.returncode}\n{done.stdout.decode()}{done.stderr.decode()}")
        return done.stdout.decode()

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
        return path


def text(count):
    lines = ",\n".join('    { "id": "e%d", "text": "-" }' % number for number in range(count))
    return '{\n  "steps": [\n' + lines + "\n  ]\n}\n"


def edits(count):
    middle = count // 2
    insert = lambda name: ("--insert", '/steps/%d={"id":"%s","text":"-"}' % (middle, name))
    one, two = [insert("x")], [insert("y")]
    if count >= 1000:
        one += [("--move", "/steps/10=/steps/20"), ("--move", "/steps/30=/steps/5"), ("--unset", "/steps/40")]
        two += [("--move", "/steps/10=/steps/700"), ("--set", '/steps/29/text="edited"'),
                ("--move", "/steps/39=/steps/2")]
    return one, two


def require_sorted(document, count):
    places = [(step["position"], step["id"]) for step in json.loads(document)["steps"]]
    expected = count + 2 - (1 if count >= 1000 else 0)
    if places != sorted(places) or len(places) != expected:
        sys.exit(f"{count}: {len(places)} elements, not {expected} in order")


def through_fork(world, count):
    world.run(fork, "init", "data")
    world.run(fork, "update", ".fork/schema.json", world.write("schema.json", json.dumps(schema)), at="data")
    world.run(fork, "update", "a.json", world.write("a.json", text(count)), at="data")
    print(f"{count}: first written in {world.seconds:.2f} s")
    base = world.run(fork, "get", "a.json", at="data")
    world.run(fork, "create", "ui", at="data")
    slowest = 0.0
    for name, changes in zip(("main", "ui"), edits(count)):
        for change in changes:
            world.run(fork, "update", "a.json", "--fork", name, *change, at="data")
            slowest = max(slowest, world.seconds)
    report = json.loads(world.run(fork, "merge", "ui", "--json", at="data"))
    print(f"{count}: an update took at most {slowest:.2f} s, the merge {world.seconds:.2f} s")
    if report["conflicts"]:
        sys.exit(f"{count}: {report['conflicts']}")
    world.run(fork, "merge", "main", "--into", "ui", at="data")
    merged = world.run(fork, "get", "a.json", at="data")
    if merged != world.run(fork, "get", "a.json", "--fork", "ui", at="data"):
        sys.exit(f"{count}: the forks differ")
    require_sorted(merged, count)
    world.run("git", "fsck", "--strict", at="data")
    return base


def through_git(world, count, base):
    world.run("git", "init", "-q", "-b", "main", "plain")
    world.run(fork, "install", at="plain")
    world.write("plain/.fork/schema.json", json.dumps(schema))
    world.write("plain/a.json", base)
    world.run("git", "add", "-A", at="plain")
    world.run("git", "commit", "-qm", "base", at="plain")
    for name, changes in zip(("one", "two"), edits(count)):
        world.run("git", "checkout", "-q", "-b", name, "main", at="plain")
        world.run(fork, "update", "a.json", *changes[0], at="plain")
        stat = world.run("git", "diff", "--numstat", "main", name, at="plain").split()[:2]
        if stat != ["1", "0"] and count > 1:
            sys.exit(f"{count}: one insertion changed {stat} lines")
        for change in changes[1:]:
            world.run(fork, "update", "a.json", *change, at="plain")
    world.run("git", "branch", "three", "one", at="plain")
    world.run("git", "merge", "-q", "--no-edit", "one", at="plain")
    print(f"{count}: git merge with the driver took {world.seconds:.2f} s")
    there = open(os.path.join(world.root, "plain/a.json")).read()
    world.run("git", "checkout", "-q", "three", at="plain")
    world.run("git", "merge", "-q", "--no-edit", "two^1", at="plain")
    back = open(os.path.join(world.root, "plain/a.json")).read()
    if there != back:
        sys.exit(f"{count}: the branches differ")
    require_sorted(back, count)
    stat = world.run("git", "diff", "--numstat", "main", "three", at="plain").split()[:2]
    print(f"{count}: all changes of both together: {stat[0]} lines added, {stat[1]} deleted")


for count in counts:
    with tempfile.TemporaryDirectory() as root:
        world = World(root)
        through_git(world, count, through_fork(world, count))
