#!/usr/bin/env python3
"""Two forks change one ordered list, of 1, 2, 1,000 and 100,000 elements, through fork and through stock git.

    ordered-lists.py <fork program> [<count>...]

Both insert at one index; if the list is long enough, both move the same element, one moves and the other edits it,
one deletes and the other moves it; each of these alone, but all at once in lists of more than 1,000. Prints times and
the output of `git diff --numstat`, and ends with status 1 if there is a conflict, if the forks end in different
orders, if an edit is not in the result, or if one inserted element changes more than one line.
"""
import json, os, subprocess, sys, tempfile, time

fork = os.path.abspath(sys.argv[1])
counts = [int(text) for text in sys.argv[2:]] or [1, 2, 1000, 100_000]
schema = {"x-documents": {"*.json": {"properties": {
    "steps": {"type": "array", "x-merge": {"using": "orderedMerge", "id": "/id"}}}}}}


class Sandbox:
    """A directory and an environment of its own for processes."""

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


class Case:
    """The edits of two forks in a list, and the expected result."""

    def __init__(self, name, one, two, new=(), gone=(), edited=()):
        self.name, self.one, self.two = name, one, two
        self.new, self.gone, self.edited = new, gone, edited

    def check(self, count, document):
        steps = json.loads(document)["steps"]
        places = [(step["position"], step["id"]) for step in steps]
        if places != sorted(places):
            sys.exit(f"{count}, {self.name}: not in order")
        ids = {f"e{number}" for number in range(count)} - set(self.gone) | set(self.new)
        if sorted(step["id"] for step in steps) != sorted(ids):
            sys.exit(f"{count}, {self.name}: {len(steps)} elements, not the {len(ids)} that there must be")
        if {step["id"] for step in steps if step["text"] == "edited"} != set(self.edited):
            sys.exit(f"{count}, {self.name}: the edit is not there")

    def check_all_moves(self, count, document):
        """Of a list without insertions and deletions: whatever a side moved stands elsewhere."""
        ids = [step["id"] for step in json.loads(document)["steps"]]
        if self.name in ("move", "move and edit") and ids == [f"e{number}" for number in range(count)]:
            sys.exit(f"{count}, {self.name}: nothing moved")


def cases(count):
    middle = count // 2
    insert = lambda name: ("--insert", '/steps/%d={"id":"%s","text":"-"}' % (middle, name))
    if count > 1000:
        one = [insert("x"), ("--move", "/steps/10=/steps/20"), ("--move", "/steps/30=/steps/5"), ("--unset", "/steps/40")]
        two = [insert("y"), ("--move", "/steps/10=/steps/700"), ("--set", '/steps/29/text="edited"'),
               ("--move", "/steps/39=/steps/2")]
        return [Case("all at once", one, two, "xy", ["e40"], ["e30"])]
    found = [Case("insert", [insert("x")], [insert("y")], "xy")]
    if count > 1:
        first, last = ("--move", f"/steps/0=/steps/{count - 1}"), ("--move", "/steps/0=/steps/1")
        found += [
            Case("move", [first], [last]),
            Case("move and edit", [first], [("--set", '/steps/0/text="edited"')], edited=["e0"]),
            Case("delete and move", [("--unset", "/steps/0")], [last], gone=["e0"])]
    return found


def through_fork(sandbox, count, case):
    sandbox.run(fork, "init", "data")
    sandbox.run(fork, "update", ".fork/schema.json", sandbox.write("schema.json", json.dumps(schema)), at="data")
    sandbox.run(fork, "update", "a.json", sandbox.write("a.json", text(count)), at="data")
    first = sandbox.seconds
    base = sandbox.run(fork, "get", "a.json", at="data")
    sandbox.run(fork, "create", "ui", at="data")
    slowest = 0.0
    for name, changes in zip(("main", "ui"), (case.one, case.two)):
        for change in changes:
            sandbox.run(fork, "update", "a.json", "--fork", name, *change, at="data")
            slowest = max(slowest, sandbox.seconds)
    report = json.loads(sandbox.run(fork, "merge", "ui", "--json", at="data"))
    print(f"{count}, {case.name}: first written in {first:.2f} s, an update at most {slowest:.2f} s, "
          f"the merge {sandbox.seconds:.2f} s")
    if report["conflicts"]:
        sys.exit(f"{count}, {case.name}: {report['conflicts']}")
    sandbox.run(fork, "merge", "main", "--into", "ui", at="data")
    merged = sandbox.run(fork, "get", "a.json", at="data")
    if merged != sandbox.run(fork, "get", "a.json", "--fork", "ui", at="data"):
        sys.exit(f"{count}, {case.name}: the forks differ")
    case.check(count, merged)
    case.check_all_moves(count, merged)
    sandbox.run("git", "fsck", "--strict", at="data")
    return base


def through_git(sandbox, count, case, base):
    sandbox.run("git", "init", "-q", "-b", "main", "plain")
    sandbox.run(fork, "install", at="plain")
    sandbox.write("plain/.fork/schema.json", json.dumps(schema))
    sandbox.write("plain/a.json", base)
    sandbox.run("git", "add", "-A", at="plain")
    sandbox.run("git", "commit", "-qm", "base", at="plain")
    for name, changes in zip(("one", "two"), (case.one, case.two)):
        sandbox.run("git", "checkout", "-q", "-b", name, "main", at="plain")
        sandbox.run(fork, "update", "a.json", *changes[0], at="plain")
        stat = sandbox.run("git", "diff", "--numstat", "main", name, at="plain").split()[:2]
        if changes[0][0] == "--insert" and stat != ["1", "0"]:
            sys.exit(f"{count}, {case.name}: one insertion changed {stat} lines")
        for change in changes[1:]:
            sandbox.run(fork, "update", "a.json", *change, at="plain")
    sandbox.run("git", "branch", "three", "one", at="plain")
    sandbox.run("git", "merge", "-q", "--no-edit", "one", at="plain")
    took = sandbox.seconds
    there = open(os.path.join(sandbox.root, "plain/a.json")).read()
    sandbox.run("git", "checkout", "-q", "three", at="plain")
    sandbox.run("git", "merge", "-q", "--no-edit", "two^1", at="plain")
    back = open(os.path.join(sandbox.root, "plain/a.json")).read()
    if there != back:
        sys.exit(f"{count}, {case.name}: the branches differ")
    case.check(count, back)
    case.check_all_moves(count, back)
    stat = sandbox.run("git", "diff", "--numstat", "main", "three", at="plain").split()[:2]
    print(f"{count}, {case.name}: git merge with the driver {took:.2f} s; "
          f"both together: {stat[0]} lines added, {stat[1]} deleted")


for count in counts:
    for case in cases(count):
        with tempfile.TemporaryDirectory() as root:
            sandbox = Sandbox(root)
            through_git(sandbox, count, case, through_fork(sandbox, count, case))
