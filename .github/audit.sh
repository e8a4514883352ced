#!/usr/bin/env bash
# What action.yml runs: the audit with annotations, and once more for SARIF, which the cache makes cheap.
# Reads PATHS, SELECT, IGNORE, FAIL_ON, BASELINE, CHANGED_SINCE and SARIF; writes `status` and `sarif-file` to
# $GITHUB_OUTPUT. Ends with 0 whatever was found: a later step fails, after the report is uploaded.
set -euo pipefail

if [ -d "$RUNNER_TEMP/qbank-venv/Scripts" ]; then bin=Scripts; else bin=bin; fi
qbank=${QBANK:-$RUNNER_TEMP/qbank-venv/$bin/qbank}

options=()
[ -z "${SELECT:-}" ] || options+=("--select=$SELECT")
[ -z "${IGNORE:-}" ] || options+=("--ignore=$IGNORE")
[ -z "${FAIL_ON:-}" ] || options+=("--fail-on=$FAIL_ON")
[ -z "${BASELINE:-}" ] || options+=("--baseline=$BASELINE")
[ -z "${CHANGED_SINCE:-}" ] || options+=("--changed-since=$CHANGED_SINCE")
options+=(--)
while IFS= read -r path; do
  # GitHub hands lines over as they were written; spaces around a path are none of its own.
  path="${path#"${path%%[![:space:]]*}"}"
  path="${path%"${path##*[![:space:]]}"}"
  [ -z "$path" ] || options+=("$path")
done <<<"${PATHS:-}"

status=0
"$qbank" audit --format github "${options[@]}" || status=$?

sarif=
if [ "${SARIF:-false}" = true ]; then
  sarif=$RUNNER_TEMP/qbank.sarif
  "$qbank" audit --quiet --format sarif --output "$sarif" "${options[@]}" || [ -s "$sarif" ] || sarif=
fi
printf 'status=%s\nsarif-file=%s\n' "$status" "$sarif" >>"$GITHUB_OUTPUT"
