import type { DocumentChoice, Item, Selectors } from '../../contract/index.js';
import { readSettings, type Settings } from '../config/settings.js';
import { systemClock } from '../core/clock.js';
import { ServiceError } from '../core/errors.js';
import type { SourceDocument, SourceEntry } from '../core/source-document.js';
import type { Explanation } from '../generate/explain.js';
import { PageFailure } from '../generate/failure/diagnose.js';
import { GOOGLE_NEWS_URL } from '../sources/news/news-url.js';
import { openPageSearch } from '../sources/page-search.js';
import { readDocument } from '../sources/read-document.js';
import { readUrlSource } from '../sources/read-url-source.js';
import { isRendered } from '../sources/reading-state.js';
import { resolveSource } from '../sources/resolve-source.js';

/** What to look at: an address, or a document and the address it would have. */
export type PreviewRequest = {
  selectors: Selectors | null;
  from: DocumentChoice;
  /** Find selectors for the lists considered. */
  suggest?: boolean | undefined;
} & ({ url: string } | { body: Buffer; pageUrl: string });

/** What a feed of it would be. Nothing of it is stored. */
export interface Preview {
  title: string;
  description: string;
  icon: string;
  site_url: string | null;
  /** Address that would be polled: that of the feed found, or of the page. */
  poll_url: string;
  from: 'feed' | 'page';
  /** The page had to be opened in a browser. */
  rendered: boolean;
  items: Item[];
  /** How the page became a feed; null for a feed. */
  explanation: Explanation | null;
  /** What would be stored to find the items again; null for a feed. */
  rule: unknown;
}

/** A page of which no feed can be made, and everything that was considered. */
export interface FailedPreview {
  failure: { code: string; message: string };
  explanation: Explanation;
}

export interface PreviewOptions {
  /** Where the settings of the service come from. */
  env?: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal;
}

/**
 * Reads a source as the creation of a feed does, without storing anything. A document is read
 * without any request.
 * @throws ServiceError as creating the feed would, but for pages without a list
 */
export async function previewSource(
  request: PreviewRequest,
  { env = {}, signal }: PreviewOptions = {},
): Promise<Preview | FailedPreview> {
  try {
    return 'url' in request
      ? await previewAddress(request, readSettings(env), signal)
      : await previewDocument(request, systemClock.now());
  } catch (error) {
    if (!(error instanceof PageFailure)) throw error;
    const { code, message, explanation } = error;
    return { failure: { code, message }, explanation };
  }
}

async function previewAddress(
  { url, selectors, from, suggest }: Extract<PreviewRequest, { url: string }>,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<Preview> {
  const body = { url, from, ...(selectors === null ? {} : { selectors }) };
  const source = resolveSource(body, GOOGLE_NEWS_URL);
  if (source.mode !== 'url') throw new Error('An address was resolved to a search.');
  const search = openPageSearch(settings);
  // Whatever is under way ends with what it goes through.
  signal?.addEventListener('abort', () => void search.close(), { once: true });
  try {
    const reading = await readUrlSource({ ...search, suggest }, source);
    if (reading.kind === 'unchanged') throw new Error('A first reading came back unchanged.');
    const { state, explanation = null } = reading;
    return {
      ...described(reading.document),
      poll_url: state.pollUrl,
      from: state.origin,
      rendered: isRendered(state),
      explanation,
      rule: state.rule,
    };
  } finally {
    await search.close();
  }
}

async function previewDocument(
  request: Extract<PreviewRequest, { body: Buffer }>,
  now: number,
): Promise<Preview> {
  const { pageUrl, ...given } = request;
  if (!/^https?:$/.test(URL.canParse(pageUrl) ? new URL(pageUrl).protocol : '')) {
    throw new ServiceError('INVALID_FIELD', `"${pageUrl}" is not an http or https address.`);
  }
  const url = new URL(pageUrl).href;
  const { document, page } = await readDocument({ ...given, url, now });
  return {
    ...described(document),
    poll_url: url,
    from: page === undefined ? 'feed' : 'page',
    rendered: false,
    explanation: page?.explanation ?? null,
    rule: page?.rule ?? null,
  };
}

function described({ title, description, icon, siteUrl, entries }: SourceDocument) {
  return { title, description, icon, site_url: siteUrl, items: entries.map(itemOf) };
}

function itemOf(entry: SourceEntry): Item {
  const { datePublished } = entry;
  return {
    url: entry.url,
    title: entry.title,
    description_text: entry.descriptionText,
    description_html: entry.descriptionHtml,
    thumbnail: entry.thumbnail,
    date_published: datePublished === null ? null : new Date(datePublished).toISOString(),
    authors: entry.authors,
  };
}
