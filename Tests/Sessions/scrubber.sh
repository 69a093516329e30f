#!/usr/bin/env bash
# A repository with a filter that keeps a secret out of commits: each command keeps it out of every object, and
# writes it back to the work tree.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build --product fork >&2
PATH="$PWD/$(swift build --show-bin-path | sed "s|^$PWD/||"):$PATH"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export HOME="$place"
cd "$place"

# Runs a command; then the secret must be in u.json and in no object, and the status clean where git's is.
show() {
  printf '\n$ %s\n' "$1"
  eval "$1"
  local objects
  objects=$(git cat-file --batch-all-objects --batch | tr -d '\0')
  case $objects in *s3cret*) echo "the secret is in an object after: $1" >&2; exit 1 ;; esac
  grep -q s3cret u.json || { echo "the secret is not in u.json after: $1" >&2; exit 1; }
  touch u.json
  if [ -z "$(git status --porcelain --untracked-files=no)" ]; then
    [ "$(fork status --json | grep -c '"modified"')" = 0 ] || { echo "not clean after: $1" >&2; exit 1; }
  fi
}

git config --global user.name Ada; git config --global user.email ada@example.org
git config --global init.defaultBranch main
git init -q keys; cd keys
git config filter.scrub.clean 'sed s/s3cret/@KEY@/g'
git config filter.scrub.smudge 'sed s/@KEY@/s3cret/g'
git config filter.scrub.required true
echo '*.json filter=scrub' > .gitattributes
printf '{\n  "a": 1,\n  "b": 2,\n  "key": "s3cret"\n}\n' > u.json
git add -A; git commit -qm 'the first version'

show "sed -i 's/\"a\": 1/\"a\": 5/' u.json; fork diff; fork update -m edited"
show "fork update u.json --set '/other=\"s3cret\"'"
show "printf '[\"s3cret\"]' | fork update v.json"
show "echo '{\"op\":\"update\",\"document\":\"w.json\",\"value\":[\"s3cret\"]}' | fork batch"
show "fork create side && fork update u.json --fork side --set '/other=\"s3cret too\"'"
show "fork update u.json --set /a=6 && fork merge side"
show 'fork switch side && fork switch main'
show 'fork restore u.json --at HEAD~1'
show 'fork undo'
show 'fork rename-document v.json x.json && fork remove x.json'
show 'fork revert HEAD'
show 'fork validate && fork check && fork verify'
git checkout -qb mine; sed -i 's/"key".*/"key": "s3cret of mine",/' u.json; git commit -qam mine
git checkout -q main; sed -i 's/"key".*/"key": "s3cret of main",/' u.json; git commit -qam main
show 'git merge mine || fork conflicts || fork resolve || true'
show "fork resolve 'u.json#/key=\"s3cret of both\"'"
show 'git commit -qm merged && git init -q --bare ../hub && git remote add origin ../hub && fork exchange'

printf '\n# A required filter that fails stops the command.\n'
git config filter.scrub.smudge false
tip=$(git rev-parse HEAD)
if fork switch mine; then exit 1; fi
[ "$(git symbolic-ref --short HEAD) $(git rev-parse HEAD)" = "main $tip" ]
git status --short
