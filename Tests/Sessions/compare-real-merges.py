#!/usr/bin/env python3
"""Merges real three-way merges with fork, git, nbdime and json-merger, and prints how each of them ends.

    compare-real-merges.py <fork program> <folder of merges> [--seconds 20]

nbdime and json-merger are Python packages; what is not installed for this Python is left out and said so. A row for
each class of merges and each program: merges, those with conflicts, clean ones that are what people committed, clean
ones that are no JSON, and those on which the program failed or took too long.
"""
import argparse, collections, json, multiprocessing, os, subprocess, sys

parser = argparse.ArgumentParser()
parser.add_argument("fork")
parser.add_argument("merges")
parser.add_argument("--seconds", type=int, default=20)
options = parser.parse_args()


def by_program(*command):
    """Merges with a program: the bytes, or nothing after a conflict."""
    result = subprocess.run(command, capture_output=True, timeout=options.seconds)
    if result.returncode > 127 or (result.returncode and not result.stdout):
        raise RuntimeError(result.stderr)
    return None if result.returncode else result.stdout


def fork(place, _):
    return by_program(options.fork, "merge-file", "-q", "-p", *(f"{place}/{side}.json" for side in ("ours", "base", "theirs")))


def git(place, _):
    return by_program("git", "merge-file", "-p", *(f"{place}/{side}.json" for side in ("ours", "base", "theirs")))


def nbdime(place, versions):
    if place_of(place).endswith(".ipynb"):
        import nbformat
        from nbdime import merge_notebooks
        notebooks = [nbformat.from_dict(version) for version in versions]
        merged, decisions = merge_notebooks(*notebooks)
    else:
        from nbdime.merging.generic import decide_merge
        from nbdime.merging.decisions import apply_decisions
        decisions = decide_merge(*versions)
        merged = apply_decisions(versions[0], decisions)
    return None if any(decision.conflict for decision in decisions) else json.dumps(merged).encode()


def json_merger(_, versions):
    from json_merger import Merger
    from json_merger.config import DictMergerOps, UnifierOps
    from json_merger.errors import MergeError
    merger = Merger(*({"root": version} for version in versions), DictMergerOps.FALLBACK_KEEP_HEAD,
                    UnifierOps.KEEP_UPDATE_AND_HEAD_ENTITIES_HEAD_FIRST)
    try:
        merger.merge()
    except MergeError:
        return None
    return json.dumps(merger.merged_root["root"]).encode()


def place_of(place):
    with open(os.path.join(place, "about.json")) as file:
        return json.load(file)["path"]


def merged(program, place, answer):
    try:
        versions = [json.load(open(f"{place}/{side}.json")) for side in ("base", "ours", "theirs")]
        answer.send(program(place, versions))
    except Exception as error:
        answer.send(error if isinstance(error, RuntimeError) else RuntimeError(str(error)))


def limited(program, place):
    """Runs a merge in a process of its own, which ends after the time limit."""
    mine, its = multiprocessing.Pipe(False)
    process = multiprocessing.Process(target=merged, args=(program, place, its))
    process.start()
    answer = mine.recv() if mine.poll(options.seconds) else RuntimeError("too long")
    process.kill()
    process.join()
    return answer


programs = {"fork": fork, "git": git}
for name, module, program in (("nbdime", "nbdime", nbdime), ("json-merger", "json_merger", json_merger)):
    try:
        __import__(module)
        programs[name] = program
    except ImportError:
        print(f"{name} is not installed: left out")

rows = collections.defaultdict(collections.Counter)
for folder, _, files in sorted(os.walk(options.merges)):
    if "about.json" not in files:
        continue
    about = json.load(open(os.path.join(folder, "about.json")))
    try:
        people = json.load(open(os.path.join(folder, "people.json")))
    except ValueError:
        people = None
    for name, program in programs.items():
        result = limited(program, folder)
        for kind in (about["class"], "all"):
            row = rows[kind, name]
            row["merges"] += 1
            if isinstance(result, RuntimeError):
                row["failed"] += 1
            elif result is None:
                row["conflicts"] += 1
            else:
                try:
                    row["equal"] += json.loads(result) == people
                except ValueError:
                    row["no JSON"] += 1

columns = ("merges", "conflicts", "equal", "no JSON", "failed")
print(f"{'class':46}{'program':12}" + "".join(f"{column:>11}" for column in columns) + "  conflicts, of git's")
for (kind, name), row in sorted(rows.items(), key=lambda entry: (entry[0][0] != "all", entry[0])):
    gits = rows[kind, "git"]["conflicts"]
    ratio = f"{row['conflicts'] / gits:21.2f}" if gits else ""
    print(f"{kind:46}{name:12}" + "".join(f"{row[column]:11}" for column in columns) + ratio)
