#!/bin/sh
# Mails the items that came since the last mail, as HTML. Nothing new: no mail.
#   MAIL_FROM=feeds@example.com MAIL_TO=me@example.com sh send-digest.sh FEED|BUNDLE
set -eu
: "${MAIL_FROM:?must be the address of the sender}" "${MAIL_TO:?must be the address of the recipient}"
source=${1:?usage: send-digest.sh FEED|BUNDLE}
state=${STATE_DIR:-$HOME/.local/state/feedctl-digest}/$(printf %s "$source" | tr -c 'A-Za-z0-9_-' _).json

mkdir -p "$(dirname "$state")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A copy: the digest counts as sent when sendmail has accepted it.
if [ -f "$state" ]; then cp "$state" "$work/state.json"; fi
feedctl digest "$source" --mark --state "$work/state.json" --format html --quiet > "$work/page.html"

if [ -s "$work/page.html" ]; then
  {
    printf 'From: %s\n' "$MAIL_FROM"
    printf 'To: %s\n' "$MAIL_TO"
    printf 'Subject: %s\n' "${MAIL_SUBJECT:-What is new}"
    printf 'MIME-Version: 1.0\n'
    printf 'Content-Type: text/html; charset=utf-8\n'
    # Mail has lines of at most 998 bytes, and addresses can be longer.
    printf 'Content-Transfer-Encoding: base64\n'
    printf 'Auto-Submitted: auto-generated\n'
    printf '\n'
    base64 < "$work/page.html" | fold -w 76
  } | "${SENDMAIL:-/usr/sbin/sendmail}" -t -i
fi
cp "$work/state.json" "$state.new" && mv "$state.new" "$state"
