#!/usr/bin/env bash
# Runs merge.sh in a job of GitLab CI, for the merge request that FORK_MERGE_REQUEST numbers. gitlab.yml says how.
set -euo pipefail

if [[ ! ${FORK_MERGE_REQUEST-} =~ ^[0-9]+$ ]]; then
  echo "merge: FORK_MERGE_REQUEST is not the number of a merge request" >&2
  exit 64
fi
export FORK_MERGE_URL=$CI_SERVER_URL/$CI_PROJECT_PATH.git
export FORK_MERGE_BASE=${FORK_MERGE_BASE:-$CI_COMMIT_REF_NAME}
export FORK_MERGE_HEAD=refs/merge-requests/$FORK_MERGE_REQUEST/head
export FORK_MERGE_TITLE="!$FORK_MERGE_REQUEST" FORK_MERGE_USER=${FORK_MERGE_USER:-oauth2}
export FORK_MERGE_SUMMARY=$CI_PROJECT_DIR/fork-merge.md FORK_MERGE_PAGE=$CI_PROJECT_DIR/fork-merge.html
export FORK_MERGE_OUTPUTS=$CI_PROJECT_DIR/fork-merge.env
exec bash "$(dirname "${BASH_SOURCE[0]}")/merge.sh"
