import type { DocumentDigest, SourceDocument } from '../../core/source-document.js';
import { type FeedKind, isLoneEntry, START } from '../document/sniff.js';
import { SourceText } from '../document/source-text.js';
import { cleanFeed } from './clean-feed.js';
import { placesIn } from './document-digest.js';
import { withOwnEntities } from './own-entities.js';
import { openJsonFeed } from './read-json-feed.js';
import { brokenOff, openXmlFeed } from './read-xml-feed.js';

/**
 * Reads a feed of any format.
 * @param document as text, or as it came
 * @param context final address of the document, the time in milliseconds, and the digest of the
 *   previous document, with which only entries of another text are read; see `SourceDocument.places`
 * @throws SourceError SOURCE_INVALID when nothing whole can be read out of it, SOURCE_TOO_LARGE
 */
export function parseFeed(
  document: string | SourceText,
  kind: FeedKind,
  { previous, ...context }: { url: string; now: number; previous?: DocumentDigest | null },
): SourceDocument {
  const text = typeof document === 'string' ? SourceText.of(document) : document;
  const opened =
    kind === 'json-feed'
      ? openJsonFeed(text.toString(), context.url)
      : openXmlFeed(asFeed(withOwnEntities(text)), kind, context.url);
  const { digest } = opened;
  const places = digest === null ? null : placesIn(previous, digest);
  if (places !== null) {
    const changed = opened.read((index) => places[index] === null);
    const part = cleanFeed(changed, { ...context, digest, places });
    if (part.digest !== undefined) return part;
  }
  const whole = cleanFeed(
    opened.read(() => true),
    { ...context, digest, places: null },
  );
  if (whole.entries.length === 0 && !opened.isComplete) throw brokenOff(context.url);
  return whole;
}

/** An entry by itself is a feed of one (RFC 4287, 2). */
function asFeed(text: SourceText): SourceText {
  if (!isLoneEntry(text.start(START))) return text;
  return SourceText.of(`<feed xmlns="http://www.w3.org/2005/Atom">${text}</feed>`);
}
