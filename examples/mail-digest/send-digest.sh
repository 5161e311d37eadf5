#!/bin/sh
# Mails the items that came since the last mail, as HTML. Nothing new: no mail.
#   MAIL_FROM=feeds@example.com MAIL_TO=me@example.com sh send-digest.sh [FEED|BUNDLE...]
# Without a feed or bundle: the items of all feeds.
set -eu
: "${MAIL_FROM:?must be the address of the sender}" "${MAIL_TO:?must be the address of the recipient}"
name=$(printf %s "${*:-all}" | tr -c 'A-Za-z0-9_-' _)
state=${STATE_DIR:-$HOME/.local/state/feedctl-digest}/$name.json

mkdir -p "$(dirname "$state")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A copy: the digest counts as sent when sendmail has accepted it.
if [ -f "$state" ]; then cp "$state" "$work/state.json"; fi
feedctl digest "$@" --mark --state "$work/state.json" --format html --quiet > "$work/page.html"

# The first titles, in parts of 11 characters: a word of a header has at most 75 (RFC 2047).
subject() {
  sed -n 's|^<strong>\(<a [^>]*>\)*\([^<]*\).*|\2|p' "$work/page.html" | head -n 3 | paste -s -d '|' - |
    sed "s/|/ · /g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/\"/g; s/&#39;/'/g; s/&amp;/\&/g" |
    LC_ALL=C.UTF-8 sed 's/^\(.\{120\}\).*/\1…/; s/.\{11\}/&\n/g' |
    while IFS= read -r part || [ -n "$part" ]; do
      if [ -n "$part" ]; then printf ' =?UTF-8?B?%s?=\n' "$(printf %s "$part" | base64)"; fi
    done
}

if [ -s "$work/page.html" ]; then
  {
    printf 'From: %s\n' "$MAIL_FROM"
    printf 'To: %s\n' "$MAIL_TO"
    if [ -n "${MAIL_SUBJECT:-}" ]; then printf 'Subject: %s\n' "$MAIL_SUBJECT"; else printf 'Subject:%s\n' "$(subject)"; fi
    # Mail programs sort by it.
    printf 'List-ID: feedctl digest <%s.%s>\n' "$(printf %s "$name" | tr _ -)" "${MAIL_FROM##*@}"
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
