#!/usr/bin/env bash
# A short real session: a repository, two forks, concurrent updates of one document, the merge and its
# report. Builds `fork` if need be and works in a folder of its own, which it removes at the end.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build --product fork >&2
PATH="$PWD/$(swift build --show-bin-path | sed "s|^$PWD/||"):$PATH"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
show() { printf '\n$ %s\n' "$1"; eval "$1"; }

cat > schema.json <<'JSON'
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "x-documents": {
    "*.json": {
      "properties": {
        "title": { "type": "string", "x-merge": "textMerge" },
        "tags": { "type": "array", "x-merge": "setMerge" },
        "views": { "type": "integer", "x-merge": "counterMerge" },
        "comments": { "type": "array", "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/id" } }
      }
    }
  }
}
JSON
cat > note.json <<'JSON'
{ "title": "Fork Yeah", "state": "draft", "tags": ["json"], "views": 10,
  "comments": [
    { "id": 1, "text": "First" }
  ] }
JSON
show 'fork init notes --schema schema.json'
cd notes
show 'fork update note.json ../note.json'
show 'fork create laptop && fork create phone'

show "fork update note.json --fork laptop --set '/title=\"Fork Yeah!!!\"' --set '/state=\"final\"' \\
    --set /views=11 --insert '/tags/-=\"swift\"'"
show "fork update note.json --fork phone --set '/title=\"Fork yeah\"' --set '/state=\"published\"' \\
    --set /views=12 --insert '/comments/-={ \"id\": 2, \"text\": \"Second\" }'"

show 'fork merge laptop phone'
show 'fork get note.json'
show 'git log --graph --oneline'
show 'git status --short --branch'
