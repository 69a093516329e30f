#!/usr/bin/env python3
"""Every command, with text and with JSON, and with mistakes: the output and exit status of two builds of `fork`.

    every-command.py <fork program> [<another one>]

With one program, prints the transcript. With two, prints the differences between their transcripts, and ends with status
1 if there are any. Dates are fixed, so the ids of commits are the same in both; paths are shown as <place>.
"""
import difflib, os, re, subprocess, sys, tempfile

SCHEMA = """{
  "x-documents": {
    "note*.json": { "properties": {
      "title": { "type": "string", "x-merge": "textMerge" },
      "tags": { "type": "array", "x-merge": "setMerge" },
      "views": { "type": "integer", "x-merge": "counterMerge" },
      "state": { "x-merge": "manual" },
      "steps": { "type": "array", "x-merge": { "using": "orderedMerge", "id": "/id" } },
      "comments": { "type": "array", "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/id" } }
    } },
    "people/*.json": { "$ref": "#/$defs/Person" }
  },
  "$defs": { "Person": { "x-identity": "Person-{id}", "required": ["id"],
    "properties": { "id": { "type": "integer" }, "name": { "type": "string" } } } }
}
"""
NOTE = """{
  "title": "Fork Yeah",
  "state": "draft",
  "tags": ["json"],
  "views": 10,
  "steps": [ { "id": "a", "position": 100 }, { "id": "b", "position": 200 } ],
  "comments": [ { "id": 1, "text": "First" } ]
}
"""
FILES = {
    "base.json": '{"a": 1, "b": [1, 2, 3], "c": {"d": 1.0}}\n',
    "ours.json": '{"a": 2, "b": [1, 9, 2, 3], "c": {"d": 1.0}}\n',
    "theirs.json": '{"a": 3, "b": [1, 2, 3, 4], "c": {"d": 1.50}}\n',
    "broken.json": '{"a": 1,}\n', "binary.json": "\0\0",
    "text.base": "one\ntwo\n", "text.ours": "one\nzwei\n", "text.theirs": "un\ntwo\n",
    "moved.json": '[{"id": 2, "v": 1}, {"id": 1, "v": 1}]\n',
    "list.json": '[{"id": 1, "v": 1}, {"id": 2, "v": 1}]\n',
    "edited.json": '[{"id": 1, "v": 2}, {"id": 2, "v": 1}, {"id": 3, "v": 1}]\n',
    "schema.json": SCHEMA,
}
# A line is a command of a shell; `@` before it runs it with --json too.
SESSION = r"""
@fork merge-file -p ours.json base.json theirs.json
fork merge-file -p --prefer theirs ours.json base.json theirs.json
fork merge-file -p --diff3 ours.json base.json theirs.json
cp ours.json o.json; fork merge-file --json o.json base.json theirs.json
fork merge-file -p list.json list.json edited.json
fork merge-file -p moved.json list.json edited.json
fork merge-file -p text.ours text.base text.theirs
fork merge-file -p broken.json base.json theirs.json
fork merge-file -p binary.json base.json theirs.json
fork merge-file -p missing.json base.json theirs.json
fork merge-driver base.json ours.json theirs.json --path a.json --marker-size 7
fork textconv theirs.json
fork status
fork init store --schema schema.json
cd store
@fork status
fork update note.json ../broken.json
fork update note.json ../note.json
@fork status
fork update other.json --create --set '/x=1' || fork update other.json ../base.json
fork update people/1.json ../person.json
fork update people/list.json ../person.json
@fork list
@fork documents
@fork entities
fork create laptop
fork create phone
fork create laptop
fork create 'a..b'
fork update note.json --fork laptop --set '/title="Fork Yeah!!!"' --set '/state="final"' --set /views=11 --insert '/tags/-="swift"'
fork update note.json --fork phone --set '/title="Fork yeah"' --set /views=12 --insert '/comments/-={ "id": 2, "text": "Second" }'
fork update other.json --fork laptop --set /a=5
fork update other.json --fork phone --set /a=6
fork update people/1.json --fork phone --set '/name="Eve"'
fork get note.json
fork get 'note.json#/title' --fork phone
@fork diff main phone
fork merge nothing
@fork merge laptop --dry-run
fork merge laptop --json
@fork merge phone --dry-run
fork merge phone
@fork show
@fork explain main
@fork log
fork log --graph
@fork log 'note.json#/title'
fork log --stat main..laptop
fork log -p -n 2 note.json
fork log --since '1 week ago' --author nobody
fork log --since soon
fork get 'note.json#/title'
fork get --json nothing.json
fork update 'note.json#/title' --json --patch ../base.json
fork validate 'note.json#/title'
fork diff laptop phone 'note.json#/title'
@fork blame note.json
fork blame 'note.json#/views'
fork undo
@fork list
fork undo --redo
fork update note.json --fork laptop --set '/state="x"'
fork update note.json --set '/state="y"'
@fork merge laptop --dry-run
fork merge laptop
fork merge laptop --prefer ours
fork undo
fork merge laptop --resolve 'note.json#/state="z"' --resolve 'note.json#/nothing=ours'
@fork explain main
@fork show
@fork revert main
fork revert main --dry-run --prefer ours
@fork sync --all
fork rename phone tablet
@fork list
fork rename tablet phone
fork switch laptop
fork status
fork switch main
fork restore note.json --at main~1
fork reset laptop --to main
fork delete laptop
fork delete nothing
fork remove other.json
fork rename-document note.json note2.json
@fork documents
@fork validate
@fork check
printf '{"a": 1, "a": 2}\n' > twice.json; fork check twice.json; rm twice.json
@fork verify
fork schema
fork schema infer
printf '%s\n' '{"op":"update","document":"b.json","set":{"/a":1}}' '{"op":"get","document":"b.json"}' '{"op":"nothing"}' | fork batch
printf '%s\n' '{"op":"update","document":"b.json","set":{"/a":2}}' '{"op":"nothing"}' | fork batch --atomic
@fork conflicts
fork resolve
@fork remote list
fork remote add origin ../server.git
git init -q --bare ../server.git
@fork push
@fork exchange
@fork fetch
@fork pull
fork clone ../server.git ../copy
cd ../copy
fork update note2.json --set '/title="There"'
@fork exchange
cd ../store
fork update note2.json --set '/views=40'
@fork exchange
@fork log
@fork doctor
fork install --mergetool
@fork doctor
git config --get-regexp merge
git switch -q -c side; fork update note2.json --fork side --set '/state="s"' --set '/views=50'
git switch -q main; fork update note2.json --set '/state="m"' --set '/views=51'; git merge side
git status --short
cat note2.json
@fork conflicts
printf '%s' '{"forkDecisions":1,"decisions":[{"document":"note2.json","pointer":"/state","choice":"ours","conflict":{"ours":"x"}}]}' > d.json
fork resolve --from d.json; rm d.json
fork resolve --interactive
fork mergetool note2.json
fork conflicts --html ../page.html; head -c 60 ../page.html
fork resolve 'note2.json#/state=theirs'
fork resolve note2.json --take ours
git status --short
fork uninstall
fork nonsense
fork update
fork get missing.json
fork log 'note2.json#/nothing'
fork show nothing
fork switch nothing
fork verify --repair
fork --version
fork help merge
"""


def transcript(program):
    with tempfile.TemporaryDirectory() as place:
        place = os.path.realpath(place)
        tools = os.path.join(place, "tools")
        os.mkdir(tools)
        os.symlink(os.path.abspath(program), os.path.join(tools, "fork"))
        files = dict(FILES, **{"note.json": NOTE, "person.json": '{ "id": 1, "name": "Ada" }\n'})
        for name, text in files.items():
            open(os.path.join(place, name), "w").write(text)
        at, lines, count = place, [], 0
        for line in SESSION.strip().split("\n"):
            both, line = line.startswith("@"), line.removeprefix("@")
            if line.startswith("cd "):
                at = os.path.normpath(os.path.join(at, line[3:]))
                continue
            for command in [line, line + " --json"] if both else [line]:
                count += 60
                date = "@%d +0100" % (1_700_000_000 + count)
                done = subprocess.run(
                    ["bash", "-c", command], cwd=at, capture_output=True, timeout=120, env={
                        "HOME": place, "PATH": tools + ":/usr/bin:/bin", "LC_ALL": "C",
                        "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b",
                        "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b",
                        "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date})
                lines.append("$ " + command)
                for text in (done.stdout, done.stderr):
                    text = text.decode("utf-8", "backslashreplace").replace(place, "<place>")
                    lines += text.splitlines()
                lines.append("status %d" % done.returncode)
        return lines


def main():
    transcripts = [transcript(program) for program in sys.argv[1:3]]
    if len(transcripts) == 1:
        print("\n".join(transcripts[0]))
        return
    differences = list(difflib.unified_diff(*transcripts, "before", "after", n=3, lineterm=""))
    print("\n".join(differences))
    steps = sum(line.startswith("$ ") for line in transcripts[0])
    print("%d commands, %s" % (steps, "different" if differences else "the same"))
    sys.exit(1 if differences else 0)


main()
