import { parseUrl } from '../../base/url.js';
import type {
  CreateFromKeyword,
  Explanation,
  FiltersInput,
  Preview,
  PreviewBody,
  Selectors,
} from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import type { SourceDocument, SourceEntry } from '../core/source-document.js';
import { isoTimeOrNull } from '../core/time.js';
import { chosenItems } from '../filters/apply-filters.js';
import { checkFilters } from '../filters/check-filters.js';
import { filtersColumn, readFilters } from '../filters/stored-filters.js';
import { KEEP_ITEMS } from '../items/retention.js';
import { PageFailure } from '../sources/page-failure.js';
import { readDocument } from '../sources/read-document.js';
import { isRendered } from '../sources/reading-state.js';
import type { DocumentReading, UrlSource } from '../sources/source-reader.js';
import type { Deps } from './deps.js';
import { findFeed } from './feed.js';
import { requireProxyPermission, storedReading } from './source-access.js';
import { readAnew } from './source-columns.js';

type PreviewDeps = Pick<Deps, 'clock' | 'keepItems' | 'reader' | 'resolveSource'>;

/** The explanation of how the items of a page were found. */
type Found = NonNullable<DocumentReading['explanation']>;

/** A page that was read. */
export interface ReadPage {
  /** The final address, after redirects. */
  url: string;
  html: string;
}

/** Receives the page that was read with `explain`, even if the page is rejected. */
type OnPage = (page: ReadPage) => void;

/**
 * POST /v1/preview: reads a source as the creation of a feed does, but stores nothing. A document
 * in the request is read without any request to the source.
 * @throws ServiceError INVALID_FIELD, FORBIDDEN, or the error that creating the feed would throw;
 * with `explain`, a page without a list is a result
 */
export async function previewSource(
  deps: PreviewDeps,
  account: Account,
  body: PreviewBody,
  onPage?: OnPage,
): Promise<Preview> {
  if ('url' in body) requireProxyPermission(account, body.access);
  // The filters are checked before the source is requested.
  await checkFilters(body.filters ?? null);
  try {
    return 'url' in body
      ? await previewAddress(deps, body, onPage)
      : await previewDocument(deps, body);
  } catch (error) {
    if (!(error instanceof PageFailure) || body.explain !== true) throw error;
    const { code, message, next, explanation, page: read } = error;
    if (read !== undefined) onPage?.(read);
    const failure = { code, message, ...(next && { next }) };
    const page = 'url' in body ? body.url : body.page_url;
    return { ...NOTHING, poll_url: page, failure, explanation: shownPreview(explanation) };
  }
}

/** The fields of a page that cannot become a feed. */
const NOTHING: Omit<Preview, 'poll_url' | 'failure' | 'explanation'> = {
  title: '',
  description: '',
  icon: '',
  site_url: null,
  from: 'page',
  rendered: false,
  confidence: null,
  note: null,
  items: [],
  rule: null,
};

async function previewAddress(
  deps: PreviewDeps,
  { explain = false, filters, ...body }: Extract<PreviewBody, { url: string }>,
  onPage?: OnPage,
): Promise<Preview> {
  const source = deps.resolveSource(body);
  if ('keyword' in source) throw new Error('An address was resolved to a search.');
  const wanted: UrlSource = { ...source, suggest: explain };
  const reading = await readAnew(deps, wanted);
  const { state, explanation } = reading;
  if (reading.page !== undefined) onPage?.(reading.page);
  return {
    ...(await described(deps, reading.document, filters)),
    poll_url: state.pollUrl,
    from: state.origin,
    rendered: isRendered(state),
    confidence: explanation?.confidence ?? null,
    note: reading.note ?? null,
    ...(explain ? explainedPreview(explanation, state.rule) : UNEXPLAINED),
  };
}

/**
 * The content of a feed with other selectors and with its filters; null for `selectors` means none.
 * Sends the same values to the source as the feed does. Nothing is stored.
 * @throws ServiceError FEED_NOT_FOUND, INVALID_FIELD, or the error of reading the source; a page
 * without a list is a result
 */
export async function previewFeed(
  deps: PreviewDeps & Pick<Deps, 'store'>,
  account: Account,
  id: string,
  selectors: Selectors | null,
  onPage?: OnPage,
): Promise<Preview> {
  const feed = await findFeed(deps.store.db, account, id);
  const body = {
    url: feed.source_url,
    explain: true,
    filters: readFilters(feed.filters),
    ...(feed.mode === 'changes' && { mode: feed.mode }),
    ...(selectors !== null && { selectors }),
    ...storedReading(feed),
  } as const;
  return previewSource(deps, account, body, onPage);
}

/**
 * The feed that a search of the news would produce; nothing is stored.
 * @throws ServiceError INVALID_FIELD, or the error that creating the feed would throw
 */
export async function previewSearch(deps: PreviewDeps, body: CreateFromKeyword): Promise<Preview> {
  const reading = await readAnew(deps, deps.resolveSource(body));
  return {
    ...(await described(deps, reading.document, body.filters)),
    poll_url: reading.state.pollUrl,
    from: reading.state.origin,
    rendered: false,
    confidence: null,
    note: null,
    ...UNEXPLAINED,
  };
}

/**
 * Applies filters to a preview that was made without them.
 * @throws ServiceError INVALID_FIELD
 */
export async function filterPreview(preview: Preview, filters: FiltersInput): Promise<Preview> {
  return { ...preview, ...(await filteredItems(preview.items, filters)) };
}

async function previewDocument(
  deps: PreviewDeps,
  body: Extract<PreviewBody, { html: string }>,
): Promise<Preview> {
  const { html, encoding = 'text', page_url: pageUrl, explain = false } = body;
  if (!/^https?:$/.test(parseUrl(pageUrl)?.protocol ?? '')) {
    throw new ServiceError('INVALID_FIELD', '"page_url" must be an http or https address.');
  }
  const url = new URL(pageUrl).href;
  const { document, page } = await readDocument({
    url,
    body: Buffer.from(html, encoding === 'base64' ? 'base64' : 'utf8'),
    // The text is already decoded, so its charset declaration no longer applies.
    contentType: encoding === 'text' ? 'text/html; charset=utf-8' : undefined,
    selectors: body.selectors ?? null,
    from: body.from ?? 'auto',
    mode: body.mode,
    suggest: explain,
    now: deps.clock.now(),
  });
  return {
    ...(await described(deps, document, body.filters)),
    poll_url: url,
    from: page === undefined && body.mode === undefined ? 'feed' : 'page',
    rendered: false,
    confidence: page?.explanation.confidence ?? null,
    note: null,
    ...(explain ? explainedPreview(page?.explanation, page?.rule) : UNEXPLAINED),
  };
}

/**
 * The items that a new feed would show and the items that its filters would hide, limited to those
 * that it would keep.
 */
async function described(
  { keepItems = KEEP_ITEMS }: PreviewDeps,
  { title, description, icon, siteUrl, entries }: SourceDocument,
  filters: FiltersInput | undefined,
) {
  const items = entries.slice(0, keepItems).map(itemOf);
  const feed = { title, description, icon, site_url: siteUrl };
  if (filters === undefined) return { ...feed, items };
  return { ...feed, ...(await filteredItems(items, filters)) };
}

async function filteredItems(items: Preview['items'], filters: FiltersInput) {
  const filter = [{ of: '', filters: filtersColumn(await checkFilters(filters)) }];
  return {
    items: await chosenItems(items, filter, undefined),
    dropped: await chosenItems(items, filter, 'only'),
  };
}

const UNEXPLAINED = { failure: null, explanation: null, rule: null } as const;

function explainedPreview(explanation: Found | undefined, rule: unknown) {
  if (explanation === undefined) return UNEXPLAINED;
  return { failure: null, explanation: shownPreview(explanation), rule };
}

function shownPreview({
  runnersUp,
  foundAgain: _,
  repair: __,
  ...explanation
}: Found): Explanation {
  return { ...explanation, runners_up: runnersUp };
}

function itemOf(entry: SourceEntry): Preview['items'][number] {
  return {
    url: entry.url,
    title: entry.title,
    description_text: entry.descriptionText,
    description_html: entry.descriptionHtml,
    thumbnail: entry.thumbnail,
    date_published: isoTimeOrNull(entry.dateAhead ?? entry.datePublished),
    authors: entry.authors,
    ...entry.extras,
  };
}
