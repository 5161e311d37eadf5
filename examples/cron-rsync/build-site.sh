#!/bin/sh
# Builds a static site of feeds and copies it to a web server; for cron.
# Usage: build-site.sh FEEDS.yaml DIRECTORY SITE_URL RSYNC_TARGET
set -eu

feeds=$1 out=$2 site_url=$3 target=$4

code=0
feedctl build "$feeds" --out "$out" --site-url "$site_url" --report "$out.report.md" --quiet > /dev/null 2> "$out.log" || code=$?

# 8: some sources could not be fetched; the site was built with their last items.
if [ "$code" -ne 0 ] && [ "$code" -ne 8 ]; then
  cat "$out.log" >&2
  exit "$code"
fi

# Feeds before the pages that link to them; what is gone is deleted at the end.
rsync --recursive --times --delete-after --exclude '.feedctl*' "$out/" "$target"

# cron mails what a job prints.
if [ "$code" -eq 8 ]; then cat "$out.report.md"; fi
