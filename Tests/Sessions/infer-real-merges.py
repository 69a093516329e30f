#!/usr/bin/env python3
"""Drafts a schema from each folder of real merges, and merges the same files with and without it.

    infer-real-merges.py <fork program> <folder of merges> [--markdown]

Each folder becomes a repository in which its merges happened one after another, at the paths where they happened;
`fork schema infer` drafts from that history, and `fork merge-file --schema` merges each three versions again. Without
the draft, the same command runs with the same paths, so that the built-in schemas count on both sides. Ends with
status 1 if a draft does not reduce the conflicts, if the audit found a loss, or if a draft is empty.
"""
import json, os, subprocess, sys, tempfile

fork = os.path.abspath(sys.argv[1])
root = next(a for a in sys.argv[2:] if not a.startswith("--"))


def cases(folder):
    for number in sorted(os.listdir(folder)):
        place = os.path.join(folder, number)
        if os.path.isdir(place):
            about = json.load(open(os.path.join(place, "about.json")))
            versions = {
                name: open(os.path.join(place, name + ".json"), "rb").read()
                for name in ("base", "ours", "theirs", "people")
            }
            yield about["path"], versions


def stream(merges):
    """The history as git fast-import reads it."""
    mark, last, out = 0, None, []

    def commit(path, data, parents):
        nonlocal mark
        mark += 1
        out.append(b"commit refs/heads/main\nmark :%d\ncommitter A <a@b> %d +0000\ndata 1\nc\n" % (mark, mark))
        if parents:
            out.append(b"from :%d\n" % parents[0])
        for other in parents[1:]:
            out.append(b"merge :%d\n" % other)
        quoted = b'"' + path.encode().replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'
        out.append(b"M 100644 inline %s\ndata %d\n%s\n" % (quoted, len(data), data))
        return mark

    for path, versions in merges:
        base = commit(path, versions["base"], [last] if last else [])
        ours = commit(path, versions["ours"], [base])
        theirs = commit(path, versions["theirs"], [base])
        last = commit(path, versions["people"], [ours, theirs])
    return b"".join(out)


def merged(place, path, versions, schema):
    """Conflicts, decisions and status of one merge."""
    work = os.path.join(place, "w")
    os.makedirs(os.path.join(work, os.path.dirname(path)), exist_ok=True)
    for name in ("base", "theirs"):
        open(os.path.join(work, name), "wb").write(versions[name])
    open(os.path.join(work, path), "wb").write(versions["ours"])
    options = ["--schema", schema] if schema else []
    run = subprocess.run(
        [fork, "merge-file", "--json", *options, path, "base", "theirs"],
        cwd=work, capture_output=True)
    if run.returncode not in (0, 1):
        return None, run.stderr.decode(errors="replace")
    report = json.loads(run.stdout)
    return report, ""


failures, rows = [], []
for name in sorted(os.listdir(root)):
    if not os.path.isdir(os.path.join(root, name)):
        continue
    merges = list(cases(os.path.join(root, name)))
    with tempfile.TemporaryDirectory() as place:
        repository = os.path.join(place, "r")
        subprocess.run(["git", "init", "-q", "-b", "main", "--bare", repository], check=True)
        subprocess.run(
            ["git", "-C", repository, "fast-import", "--quiet"], input=stream(merges), check=True)
        drafted = subprocess.run([fork, "-C", repository, "schema", "infer"], capture_output=True)
        if drafted.returncode:
            failures.append(f"{name}: infer: {drafted.stderr.decode()[:300]}")
            continue
        schema = os.path.join(place, "schema.json")
        open(schema, "wb").write(drafted.stdout)
        decisions = max(0, drafted.stderr.decode().count("\n") - 1)
        counts = {"without": [0, 0], "with": [0, 0]}
        for path, versions in merges:
            for kind, file in (("without", None), ("with", schema)):
                report, error = merged(place, path, versions, file)
                if report is None:
                    failures.append(f"{name} {path} {kind}: {error[:300]}")
                    continue
                if "mergedAsText" in report: counts[kind][0] += not report["clean"]
                counts[kind][0] += len(report["conflicts"])
                counts[kind][1] += bool(report["conflicts"]) or not report["clean"]
        before, after = counts["without"], counts["with"]
        rows.append((name, len(merges), before[0], after[0], before[1], after[1], decisions))
        if after[0] >= before[0]:
            failures.append(f"{name}: {before[0]} conflicts without, {after[0]} with")
        if decisions == 0:
            failures.append(f"{name}: nothing was decided")

print("| folder | merges | conflicts without | with the draft | merges with conflicts | with the draft | decisions |")
print("|---|---|---|---|---|---|---|")
for row in rows:
    print("| " + " | ".join(map(str, row)) + " |")
print("| all | " + " | ".join(str(sum(row[i] for row in rows)) for i in range(1, 7)) + " |")
for failure in failures:
    print(failure, file=sys.stderr)
sys.exit(1 if failures else 0)
