#!/bin/sh
# Tries an image as it is meant to be run: nobody in particular, nothing that can be written but its volume. An order is placed and
# delivered, the process stopped and killed, and what was written is there again.
#   deploy/image/try.sh [image]                       with Docker
#   ENGINE=podman RUN_OPTIONS="…" deploy/image/try.sh  with Podman, and what it needs on this machine
set -eu
engine=${ENGINE:-docker} image=${1:-reseller-esim-service} name=try-image-$$

now() { date +%s%N; }
since() { echo "$((($(now) - $1) / 1000000)) ms"; }
svc() { $engine exec "$name" node server/cli/main.ts "$@"; }
clean() {
  $engine rm --force "$name" >/dev/null 2>&1 || true
  $engine volume rm --force "$name" >/dev/null 2>&1 || true
}
trap clean EXIT

start() {
  began=$(now)
  $engine rm --force "$name" >/dev/null 2>&1 || true
  # shellcheck disable=SC2086
  $engine run --detach --name "$name" --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
    --stop-timeout 60 --volume "$name:/data" ${RUN_OPTIONS:-} "$image" >/dev/null
  until $engine logs "$name" 2>&1 | grep -q "^Ready on"; do
    [ "$($engine inspect --format '{{.State.Running}}' "$name")" = true ] || { $engine logs "$name"; exit 1; }
    [ $((($(now) - began) / 1000000000)) -lt 300 ] || { $engine logs "$name"; exit 1; }
    sleep 0.2
  done
  echo "$1: ready after $(since "$began")"
}

start "first start"
[ "$($engine exec "$name" id -u)" = 1000 ]
! $engine exec "$name" sh -c 'touch /app/x' 2>/dev/null
$engine exec "$name" node -e "fetch('http://127.0.0.1:3000/api/v1/health').then(async (r) => console.log(r.status, await r.text()))"
svc demo >"/tmp/$name.demo" || { cat "/tmp/$name.demo"; exit 1; }
grep -q '"status": *"delivered"' "/tmp/$name.demo" || { cat "/tmp/$name.demo"; exit 1; }
rm "/tmp/$name.demo"
entries() { svc ledger verify --json | tr -d ' \n' | sed 's/.*"entries":\([0-9]*\).*/\1/'; }
before=$(entries)

began=$(now)
$engine stop --time 60 "$name" >/dev/null 2>&1
echo "SIGTERM: ended with $($engine inspect --format '{{.State.ExitCode}}' "$name") after $(since "$began")"
[ "$($engine inspect --format '{{.State.ExitCode}}' "$name")" = 0 ]

start "the same volume"
[ "$(entries)" = "$before" ]
$engine kill --signal KILL "$name" >/dev/null
start "after SIGKILL"
svc audit
[ "$(entries)" = "$before" ]
echo "kept: $before entries"
