import { ServiceError } from '../../core/errors.js';
import type { DocumentDigest, SourceDocument } from '../../core/source-document.js';
import { runInWorker } from '../../core/worker/pool.js';
import type { WorkerJob } from '../../core/worker/worker-job.js';
import { SourceError } from '../../fetch/index.js';
import { type FeedKind, isLoneEntry, START } from '../document/sniff.js';
import { type EncodedText, SourceText } from '../document/source-text.js';
import { cleanFeed } from './clean-feed.js';
import { digestPlaces } from './document-digest.js';
import { withOwnEntities } from './own-entities.js';
import { openJsonFeed } from './read-json-feed.js';
import { brokenOff, openXmlFeed } from './read-xml-feed.js';

/**
 * Feeds over this many bytes are decoded and parsed in a worker thread: half a million take about
 * 0.1 s, the maximum of 20 MB several seconds.
 */
export const WORKER_FROM = 512 * 1024;

/** A document with its context; see `parseFeed`. */
interface FeedText extends FeedContext {
  text: SourceText;
}

/** The same document, undecoded, for another thread. */
export interface EncodedFeed extends FeedContext, EncodedText {}

interface FeedContext {
  kind: FeedKind;
  /** Final address of the document. */
  url: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** See `parseFeed`. */
  previous?: DocumentDigest | null;
}

/**
 * Reads a feed of any format and size without blocking others. @throws SourceError as `parseFeed`;
 * SOURCE_TOO_LARGE if it takes too long or too much memory
 */
export async function readFeed({ text, kind, ...context }: FeedText): Promise<SourceDocument> {
  const { bytes, charset } = text;
  if (bytes.length <= WORKER_FROM) return parseFeed(text, kind, context);
  try {
    return await runInWorker(PARSING, { bytes, charset, kind, ...context });
  } catch (error) {
    if (!(error instanceof ServiceError) || error instanceof SourceError) throw error;
    throw new SourceError(error.code, error.message, { cause: error });
  }
}

/** Parses a feed in this thread. */
export function parseEncoded({ bytes, charset, kind, ...context }: EncodedFeed): SourceDocument {
  return parseFeed(new SourceText({ bytes, charset }), kind, context);
}

const PARSING: WorkerJob<EncodedFeed, SourceDocument> = {
  name: 'feed',
  deadlineMs: 30_000,
  here: parseEncoded,
  refusal: ({ url }, reason) =>
    new SourceError(
      'SOURCE_TOO_LARGE',
      `The feed at ${url} could not be read within the limits of a feed (${reason}). ` +
        'Look for a smaller feed of the same site.',
    ),
};

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
  const places = digest === null ? null : digestPlaces(previous, digest);
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

/** Wraps a single entry into a feed (RFC 4287, 2). */
function asFeed(text: SourceText): SourceText {
  if (!isLoneEntry(text.start(START))) return text;
  return SourceText.of(`<feed xmlns="http://www.w3.org/2005/Atom">${text}</feed>`);
}
