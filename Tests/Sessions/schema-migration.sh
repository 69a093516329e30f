#!/usr/bin/env bash
# A field is renamed on one device while another one, with the old schema, goes on: nothing is lost, and nothing that the
# new schema refuses is recorded.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build --quiet --product fork
PATH="$(swift build --show-bin-path):$PATH"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org
export GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.org
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1

fail() { echo "FAILED: $1" >&2; exit 1; }
schema() {
  printf '{"x-documents":{"flags/*.json":{"type":"object","required":["id"],
    "additionalProperties":false,"properties":{"id":{"type":"string"},
    "enabled":{"type":"boolean"},"%s":{"type":"string"}}}}}\n' "$1"
}

git init --quiet --bare hub.git
mkdir new && cd new
fork init >/dev/null
schema owner | fork update .fork/schema.json
for flag in a b c; do
  echo "{\"id\": \"$flag\", \"owner\": \"ada\"}" | fork update "flags/$flag.json"
done
echo '{"id": "d"}' | fork update flags/d.json
git remote add origin ../hub.git
fork push
cd .. && fork clone hub.git old

cd new
schema team | fork update .fork/schema.json
fork update 'flags/*' --where /owner --move /owner=/team
fork validate
fork exchange

cd ../old
fork update flags/a.json --set /enabled=true
fork update flags/b.json --set '/owner="bob"'
fork update flags/d.json --set '/owner="dan"'
echo '{"id": "e", "owner": "eve"}' | fork update flags/e.json
status=0
fork exchange --json > report.json || status=$?
[ "$status" = 1 ] || fail "an exchange with documents that the new schema refuses ended with $status"
conflicts=$(jq -r '.forks[].conflicts[] | .document + "#" + .pointer' report.json | sort | xargs)
[ "$conflicts" = 'flags/b.json#/owner flags/d.json#/owner flags/e.json#' ] || fail "conflicts: $conflicts"
[ -z "$(fork get flags/a.json /team 2>/dev/null)" ] || fail "something was recorded"


# git, with the driver: the same conflict where both sides changed the document.
fork install > /dev/null
status=0
git merge --quiet origin/main > merge.log 2>&1 || status=$?
[ "$status" = 1 ] && [ "$(git diff --name-only --diff-filter=U)" = flags/b.json ] ||
  fail "git merge ended with $status: $(cat merge.log)"
[ "$(fork status --json | jq -r '.conflicts | join(" ")')" = flags/b.json ] || fail "status"
git merge --abort
rm merge.log
fork uninstall > /dev/null

fork get .fork/schema.json --at origin/main > new-schema.json
fork update .fork/schema.json new-schema.json
rm new-schema.json report.json
fork update 'flags/*' --where /owner --move /owner=/team
fork exchange
fork validate
cd ../new && fork exchange && fork validate
for device in new old; do
  teams=$(cd ../$device && fork get 'flags/*' /team | jq -r .value | xargs)
  [ "$teams" = 'ada bob ada dan eve' ] || fail "teams of $device: $teams"
done
[ "$(fork get flags/a.json /enabled)" = true ] || fail "an edit under the old schema is missing"
echo "a field was renamed while others wrote it, and nothing was lost"
