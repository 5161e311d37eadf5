import { afterReading } from '../schedule/revalidate.js';
import type { ClaimedFeed } from './claim.js';
import type { Look } from './read-source.js';

/** How long the feed has lived on "not modified" alone, after this look. */
export function revalidationColumns(feed: ClaimedFeed, { conditional, reading, now }: Look) {
  const before = { notModified: feed.not_modified, documentAt: feed.document_at };
  const { notModified, documentAt } = afterReading(
    before,
    { conditional, kind: reading.kind },
    now,
  );
  return { not_modified: notModified, document_at: documentAt };
}
