#!/usr/bin/env python3
"""Counts the instructions of ten commands of an installed build, and compares them with the recorded ones.

    count.py <program>            fails if a command takes over 3 % more than counts.json says
    count.py <program> --record   writes counts.json anew

Counts depend neither on the load of the machine nor on its speed, but on the compiler and on the C library: counts.json
names both, and with others the comparison is only printed. Needs valgrind and git."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

TOLERANCE = 0.03
RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "counts.json")


def main():
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "fork")
        # As it is installed: valgrind reads what tools for debugging need, and gives up where it cannot.
        subprocess.run(["strip", "-o", program, sys.argv[1]], check=True)
        counts = Bench(program, directory).counts()
    machine = {"compiler": first_line("swift", "--version"), "library": first_line("ldd", "--version")}
    if sys.argv[2:] == ["--record"]:
        with open(RECORD, "w") as file:
            json.dump({"machine": machine, "counts": counts}, file, indent=2)
            file.write("\n")
        return 0
    with open(RECORD) as file:
        recorded = json.load(file)
    slower = compare(counts, recorded["counts"])
    if recorded["machine"] != machine:
        print(f"not comparable: recorded with {recorded['machine']}, counted with {machine}")
        return 0
    for name in slower:
        print(f"{name} takes over {TOLERANCE:.0%} more instructions than recorded in {RECORD}", file=sys.stderr)
    return 1 if slower else 0


def compare(counts, recorded):
    """Prints each count beside the recorded one, and returns the names of commands that take too many."""
    slower = []
    for name, count in counts.items():
        ratio = count / recorded[name] if name in recorded else float("inf")
        print(f"{name:45} {count / 1e6:8.2f} million, {ratio:6.3f} of the recorded")
        if ratio > 1 + TOLERANCE:
            slower.append(name)
    return slower


def first_line(*command):
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return output.splitlines()[0].strip()


class Bench:
    def __init__(self, program, directory):
        self.program = program
        self.directory = directory
        date = "2026-01-02T03:04:05+00:00"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": directory, "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_AUTHOR_DATE": date,
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_COMMITTER_DATE": date,
            # Swift's hash tables are otherwise in another order in each process.
            "SWIFT_DETERMINISTIC_HASHING": "1",
        }

    def counts(self):
        self.make_versions("small", 36)
        self.make_versions("large", 5000)
        self.make_repository()
        driver = ["merge-driver", "small.base.json", "small.merged.json", "small.theirs.json", "--path", "a.json",
                  "--marker-size", "7"]
        shutil.copy(self.path("small.ours.json"), self.path("small.merged.json"))
        one_of_1000 = ["update", "d500.json", "--set", "/v=7"]
        return {
            "merge-driver, 2 KB": self.count(driver),
            "merge-file, 0.3 MB": self.count(["merge-file", "-p", "large.ours.json", "large.base.json",
                                              "large.theirs.json"]),
            "--version": self.count(["--version"]),
            "update --help": self.count(["update", "--help"]),
            "get, 1 of 1,000 documents": self.count(["get", "d5.json"], "repository"),
            "log of one document": self.count(["log", "d5.json"], "repository"),
            "blame of one document": self.count(["blame", "d5.json"], "repository"),
            "diff of two forks": self.count(["diff", "main", "side"], "repository"),
            "update, 1 of 1,000 documents": self.count(one_of_1000, "repository"),
            "merge of 20 documents": self.count(["merge", "side"], "repository"),
        }

    def path(self, name):
        return os.path.join(self.directory, name)

    def make_versions(self, name, count):
        """Writes base, ours and theirs of a document of records, with changes far apart."""
        for version, changed in (("base", None), ("ours", 3), ("theirs", count - 3)):
            items = [{"id": i, "name": f"n{i}", "v": 0 if i == changed else 3 * i} for i in range(count)]
            with open(self.path(f"{name}.{version}.json"), "w") as file:
                json.dump({"items": items}, file, indent=2)

    def make_repository(self):
        repository = self.path("repository")
        os.mkdir(repository)
        self.run(["init"], repository)
        self.write_documents(range(1000), "v")
        self.run(["update", "-m", "documents"], repository)
        self.run(["create", "side"], repository)
        self.write_documents(range(20), "w")
        self.run(["update", "-m", "on main"], repository)
        self.run(["switch", "side"], repository)
        self.write_documents(range(20), "x")
        self.run(["update", "-m", "on side"], repository)
        self.run(["switch", "main"], repository)

    def write_documents(self, numbers, changed):
        for number in numbers:
            members = {"id": number, "v": 1, "w": 1, "x": 1}
            members[changed] = 2
            with open(self.path(f"repository/d{number}.json"), "w") as file:
                json.dump(members, file, indent=2)

    def run(self, arguments, directory):
        subprocess.run([self.program, *arguments], cwd=directory, env=self.environment, check=True,
                       stdout=subprocess.DEVNULL)

    def count(self, arguments, directory="."):
        """Returns the number of instructions of a command that must succeed."""
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self.program, *arguments]
        result = subprocess.run(command, cwd=self.path(directory), env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if result.returncode != 0:
            sys.exit(f"{' '.join(arguments)} ended with {result.returncode}:\n{result.stdout[-500:]}{result.stderr[-2000:]}")
        found = re.search(r"refs:\s+([\d,]+)", result.stderr) or sys.exit(result.stderr)
        return int(found[1].replace(",", ""))


sys.exit(main())
