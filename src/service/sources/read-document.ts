import type { DocumentChoice, PageMode, Selectors } from '../../contract/index.js';
import type { SourceDocument } from '../core/source-document.js';
import { Body, SourceError } from '../fetch/index.js';
import type { Explanation } from '../generate/explain.js';
import { generateFeed } from '../generate/generate.js';
import { openBody } from './open-body.js';
import { readFeed } from './parse/parse-in-worker.js';

/** A document that was already received, and its address. */
interface GivenDocument {
  url: string;
  body: Buffer;
  /** As its server would send it; what the document says of its charset when left out. */
  contentType?: string | undefined;
  selectors: Selectors | null;
  from: DocumentChoice;
  /** See `UrlSource.mode`. */
  mode?: PageMode | undefined;
  /** See `Explanation.suggestions`. */
  suggest?: boolean | undefined;
  /** Milliseconds; relative dates count from it. */
  now: number;
}

interface ReadDocument {
  document: SourceDocument;
  /** Absent when the document is a feed itself. */
  page?: { rule: unknown; explanation: Explanation };
}

/**
 * Reads a document without any request.
 * @throws ServiceError like a reading of its address
 */
export async function readDocument(given: GivenDocument): Promise<ReadDocument> {
  const { url, selectors, from, now, mode } = given;
  const body = await openBody(answerWith(given));
  if (body.kind !== 'html') {
    if (from === 'html' || mode === 'changes') throw notWanted('a feed, not a page');
    return { document: await readFeed({ ...body, url, now }) };
  }
  if (from === 'feed') throw notWanted('a page, not a feed');
  if (mode === 'changes') return { document: await followedText(given, body.text) };
  const { document, rule, explanation } = await generateFeed({
    url,
    html: body.text,
    now,
    selectors,
    rule: null,
    suggest: given.suggest,
  });
  return { document, page: { rule, explanation } };
}

/** The text of a page whose changes would be followed, as its first entry. */
async function followedText({ url, now, selectors }: GivenDocument, html: string) {
  const { followPage } = await import('../changes/follow-page.js');
  const selector = selectors?.text ?? null;
  const page = { url, html, now, selector, before: null };
  return followPage({ ...page, again: async () => ({ url, html }) });
}

function answerWith({ url, body, contentType }: GivenDocument) {
  return {
    requestedUrl: url,
    url,
    permanentUrl: null,
    status: 200,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    body: new Body([body]),
    notModified: false,
  };
}

function notWanted(what: string): SourceError {
  return new SourceError('SOURCE_INVALID', `The document is ${what}.`);
}
