#!/usr/bin/env bash
# The first steps of a new user, in an empty HOME: set up, fork, merge, ask why, undo, resolve a conflict by
# hand, find who changed a property, and let a script handle the statuses.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build --product fork >&2
PATH="$PWD/$(swift build --show-bin-path | sed "s|^$PWD/||"):$PATH"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export HOME="$place"
cd "$place"
show() { printf '\n$ %s\n' "$1"; eval "$1"; }

show 'git config --global user.name Ada; git config --global user.email ada@example.org'
show 'fork init notes && cd notes'
cat > .fork/schema.json <<'JSON'
{
  "x-documents": { "*.json": { "properties": {
    "title": { "type": "string", "x-merge": "textMerge" },
    "state": { "x-merge": "manual" }
  } } }
}
JSON
printf '%s\n' '{' '  "title": "Fork Yeah",' '  "state": "draft",' '  "owner": "Ada"' '}' > note.json
show 'fork status'
show "fork update -m 'the first note'"
show 'fork create laptop && fork create phone'
show "fork update note.json --fork laptop --set '/title=\"Fork Yeah!\"' --set '/owner=\"Bob\"'"
show "fork update note.json --fork phone --set '/title=\"Fork yeah\"' --set '/owner=\"Eve\"'"
show 'fork merge laptop phone'
show 'fork explain main'
show 'fork undo'
show 'fork list'
show 'fork undo --redo'
show "fork update note.json --fork laptop --set '/state=\"final\"'"
show "fork update note.json --set '/state=\"void\"'"
show 'fork merge laptop || echo "status $?"'
show "fork merge laptop --resolve 'note.json#/state=\"published\"'"
show 'fork show'
show "fork blame 'note.json#/owner'"
show "fork log 'note.json#/state'"
show 'fork log --graph'

cat > statuses.sh <<'SH'
try() {
  status=0
  "$@" > report 2> messages || status=$?
  case $status in
    0) echo "done:             $*" ;;
    1) echo "you decide:       $*" ;;
    64) echo "wrong arguments:  $*" ;;
    65) echo "bad data:         $*" ;;
    66) echo "not found:        $*" ;;
    69) echo "not reachable:    $*" ;;
    73) echo "in the way:       $*" ;;
    74) echo "cannot write:     $*" ;;
    75) echo "try again:        $*" ;;
    77) echo "not permitted:    $*" ;;
    130) echo "interrupted:      $*" ;;
    *) echo "failed ($status): $*" ;;
  esac
}
try fork list
fork update note.json --fork phone --set '/state="lost"' > /dev/null
try fork merge phone
try fork update ../note.json
echo '{' > broken
try fork update broken.json broken
try fork switch latpop
try fork create main
try fork update note.json --expect main~1 --set /a=1
try sh -c 'fork list > /dev/full'
try timeout --preserve-status -s INT 1 fork watch
fork remote add nowhere git://127.0.0.1:1/notes.git
try fork fetch nowhere
SH
show 'bash statuses.sh | tee seen'
if grep failed seen; then exit 1; fi
show 'git fsck --strict && fork verify'
