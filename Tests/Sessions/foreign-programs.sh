#!/usr/bin/env bash
# A repository with a scrubber of secrets and attributes of its own, on a machine where another program is called
# `fork`, and where the installation breaks later. No secret reaches an object, no decision of the attributes is
# overridden, and no merge takes one side without a message. Uses the `fork` that FORK names, or builds it.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ -z "${FORK-}" ]; then
  swift build --product fork >&2
  FORK=$(swift build --show-bin-path)/fork
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/home" "$place/own" "$place/other" "$place/broken"
export HOME=$place/home GIT_CONFIG_NOSYSTEM=1
system=$PATH
ln -s "$FORK" "$place/own/fork"
ln -s "$FORK" "$place/own/git-merge-fork"
# The other program succeeds at whatever it is asked; the broken one cannot start.
printf '#!/bin/sh\nexit 0\n' > "$place/other/fork"
printf '#!/missing-interpreter\n' > "$place/broken/git-merge-fork"
chmod +x "$place/other/fork" "$place/broken/git-merge-fork"
# Only the name of the driver is ours in this PATH; `fork` is the other program.
export PATH=$place/other:$place/own:$system
cd "$place"
git config --global user.name Ada
git config --global user.email ada@example.org

failures=0
fail() { echo "FAILED: $1"; failures=$((failures + 1)); }
check() {  # <description> <command>...
  local description=$1
  shift
  "$@" > "$place/checked" 2>&1 || { fail "$description"; sed 's/^/    /' "$place/checked"; }
}
contains() { grep -qF -e "$2" "$1" || { echo "$1 does not contain '$2':"; cat "$1"; return 1; }; }
lacks() { ! contains "$1" "$2" > /dev/null || { echo "$1 contains '$2'"; return 1; }; }
equal() { [ "$1" = "$2" ] || { printf 'expected: %s\nfound:    %s\n' "$2" "$1"; return 1; }; }
show() { printf '\n$ %s\n' "$1"; eval "$1"; }

document() { printf '{\n  "a": %s,\n  "b": %s,\n  "token": "%s"\n}\n' "$1" "$2" "${3:-none}"; }

begin() {
  git init -q -b main data
  cd data
  printf 'package-lock.json merge=binary\ncomposer.json -merge\nlogs.json merge=union\n' > .gitattributes
  cp .gitattributes "$place/attributes"
  for name in a package-lock composer logs; do document 1 1 > $name.json; done
  git add -A
  git commit -qm 'documents and attributes'
  git switch -qc theirs
  document 1 3 > a.json
  git commit -qam 'their change'
  git switch -q main
  document 2 1 > a.json
  git commit -qam 'our change'
}

# git merges; the changes are in lines beside each other, so that only a merge by property is clean.
merge() { git merge --no-edit theirs > "$place/output" 2>&1; }
again() { git merge --abort 2> /dev/null || true; git reset -q --hard "$1"; }

attributes_of_its_own() {
  show '"$FORK" install > ../output 2>&1; cat ../output'
  check 'install names what it leaves' contains ../output "line 6, 'package-lock.json merge=binary'"
  git check-attr merge a.json package-lock.json composer.json logs.json > ../output
  check 'a document gets the driver' contains ../output 'a.json: merge: fork'
  check 'a lock file stays binary' contains ../output 'package-lock.json: merge: binary'
  check 'a manifest stays without a merge' contains ../output 'composer.json: merge: unset'
  check 'a union stays' contains ../output 'logs.json: merge: union'
  git commit -qam 'merge documents by property'
}

another_program_called_fork() {
  local start
  start=$(git rev-parse HEAD)
  show 'merge && cat a.json'
  check 'the driver merges beside another fork' equal "$(cat a.json)" "$(document 2 3)"
  again "$start"
  # The driver's own name is missing, and the line of an installation names `fork`.
  mkdir ../plain
  ln -s "$FORK" ../plain/fork
  (PATH=$place/plain:$system && "$FORK" install)
  (PATH=$place/plain:$system && merge) || fail 'the driver does not merge as fork'
  again "$start"
  if (PATH=$place/other:$system && merge); then fail 'another fork passes for the driver'; fi
  check 'lines are merged with markers' contains a.json '<<<<<<<'
  check 'and theirs is there' contains a.json '"b": 3'
  check 'with a message' contains ../output 'a.json is merged by lines, since fork merge-driver did not merge it, status 0'
  again "$start"
  "$FORK" install
}

broken_installation() {
  local start
  start=$(git rev-parse HEAD)
  export PATH=$place/broken:$system
  if show merge; then fail 'a driver that cannot start merges'; fi
  cat ../output
  check 'lines are merged with markers' contains a.json '<<<<<<<'
  check 'and theirs is there' contains a.json '"b": 3'
  check 'with a message' contains ../output 'a.json is merged by lines, since git-merge-fork did not merge it, status'
  if show '"$FORK" doctor > ../output'; then fail 'doctor is content with a broken driver'; fi
  check 'doctor has tried it' contains ../output 'did not merge by property'
  again "$start"
  export PATH=$place/other:$place/own:$system
  show '"$FORK" doctor > ../output || true; cat ../output'
  check 'doctor knows the other program' contains ../output "the first 'fork' in PATH, $place/other/fork, is another one"
  check 'doctor has tried the repaired one' contains ../output 'the configured driver merges by property'
}

# Runs a command; then the work tree has the secret and no object has it, and the status is clean where git's is.
scrubbed() {
  show "$1"
  git cat-file --batch-all-objects --batch > ../objects
  check "no object has the secret after: $1" lacks ../objects s3cret
  check "the work tree has the secret after: $1" contains u.json s3cret
  touch u.json
  if [ -z "$(git status --porcelain --untracked-files=no)" ]; then
    "$FORK" status --json > ../output
    check "the status is clean after: $1" lacks ../output '"modified"'
  fi
}

secret_scrubber() {
  git init -q -b main ../keys
  cd ../keys
  git config filter.scrub.clean 'sed s/s3cret/@KEY@/g'
  git config filter.scrub.smudge 'sed s/@KEY@/s3cret/g'
  git config filter.scrub.required true
  echo '*.json filter=scrub' > .gitattributes
  printf '{\n  "a": 1,\n  "b": 2,\n  "key": "s3cret"\n}\n' > u.json
  git add -A
  git commit -qm 'the first version'
  scrubbed "sed -i 's/\"a\": 1/\"a\": 5/' u.json; \"\$FORK\" diff; \"\$FORK\" update -m edited"
  scrubbed "\"\$FORK\" update u.json --set '/other=\"s3cret\"'"
  scrubbed "printf '[\"s3cret\"]' | \"\$FORK\" update v.json"
  scrubbed "echo '{\"op\":\"update\",\"document\":\"w.json\",\"value\":[\"s3cret\"]}' | \"\$FORK\" batch"
  scrubbed "\"\$FORK\" create side && \"\$FORK\" update u.json --fork side --set '/other=\"s3cret too\"'"
  scrubbed '"$FORK" update u.json --set /a=6 && "$FORK" merge side'
  scrubbed '"$FORK" switch side && "$FORK" switch main'
  scrubbed '"$FORK" restore u.json --at HEAD~1'
  scrubbed '"$FORK" undo'
  scrubbed '"$FORK" rename-document v.json x.json && "$FORK" remove x.json'
  scrubbed '"$FORK" revert HEAD'
  scrubbed '"$FORK" validate && "$FORK" check && "$FORK" verify'
  git checkout -qb mine
  sed -i 's/"key".*/"key": "s3cret of mine",/' u.json
  git commit -qam mine
  git checkout -q main
  sed -i 's/"key".*/"key": "s3cret of main",/' u.json
  git commit -qam main
  scrubbed 'git merge mine || "$FORK" conflicts || "$FORK" resolve || true'
  scrubbed "\"\$FORK\" resolve 'u.json#/key=\"s3cret of both\"'"
  scrubbed 'git commit -qm merged && git init -q --bare ../hub && git remote add origin ../hub && "$FORK" exchange'
  git config filter.scrub.smudge false
  local tip
  tip=$(git rev-parse HEAD)
  if "$FORK" switch mine; then fail 'a required filter fails unseen'; fi
  check 'nothing changed' equal "$(git symbolic-ref --short HEAD) $(git rev-parse HEAD)" "main $tip"
  cd ../data
}

uninstalled() {
  show '"$FORK" uninstall'
  check 'the attributes are restored' equal "$(cat .gitattributes)" "$(cat ../attributes)"
  check 'git finds the repository sound' git fsck --strict
}

begin
attributes_of_its_own
another_program_called_fork
broken_installation
secret_scrubber
uninstalled
if [ $failures -gt 0 ]; then echo "$failures failures"; exit 1; fi
echo 'all checks passed'
