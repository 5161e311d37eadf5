import { parseUrl } from '../../base/url.js';
import {
  type CreateFeedBody,
  type CreateFromKeyword,
  type CreateFromUrl,
  DEFAULT_REGION,
  keywordMode,
  parseRegion,
  sourceKey,
} from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import { newsUrl } from './news/news-url.js';
import { NEWS_SEARCHES } from './news/searches.js';
import { checkRendering } from './rendering.js';
import type { NewsSource, Source, UrlSource } from './source-reader.js';

/**
 * Validates the source in the body of a creation before anything is fetched. @throws ServiceError
 * INVALID_FIELD with the name of the field
 */
export function resolveSource(
  body: CreateFeedBody,
  newsUrlTemplate: string,
  { hasBrowser = true }: { hasBrowser?: boolean } = {},
): Source {
  return 'url' in body ? urlSource(body, hasBrowser) : newsSource(body, newsUrlTemplate);
}

function urlSource(body: CreateFromUrl, hasBrowser: boolean): UrlSource {
  const url = parseSourceUrl(body.url);
  const { selectors = null, access = null, render = 'auto', steps = [], mode } = body;
  const { from = mode === undefined ? 'auto' : 'html' } = body;
  if (mode === 'changes' && from === 'feed') {
    throw invalidSource(
      'from',
      'must not be "feed" with mode "changes": the text of a page is followed',
    );
  }
  if (selectors !== null && (selectors.text !== undefined) !== (mode === 'changes')) {
    throw invalidSource('selectors', mode === 'changes' ? FOLLOWS_TEXT : TEXT_IS_FOLLOWED);
  }
  if (mode === 'changes' && body.full_text === true) {
    throw invalidSource(
      'full_text',
      'must not be true with mode "changes": its items lead to one page',
    );
  }
  if (selectors !== null && from === 'feed') {
    throw invalidSource('from', 'must not be "feed" with selectors: they select items of a page');
  }
  if (from === 'feed' && (render === 'always' || steps.length > 0)) {
    throw invalidSource(
      'from',
      'must not be "feed" with render or steps: a browser opens the page',
    );
  }
  checkRendering({ render, steps }, hasBrowser);
  return {
    mode: mode ?? 'url',
    sourceUrl: url,
    sourceKey: keyOf(url),
    selectors,
    from,
    ...(access !== null && { access }),
    ...(render !== 'auto' && { render }),
    ...(steps.length > 0 && { steps }),
  };
}

const FOLLOWS_TEXT = 'must have "text" alone with mode "changes"';
const TEXT_IS_FOLLOWED =
  'must have "text" with mode "changes" only; "items" finds the items of a page';

function newsSource(body: CreateFromKeyword, newsUrlTemplate: string): NewsSource {
  const keyword = body.keyword.trim().replace(/\s+/g, ' ');
  if (keyword === '') throw invalidSource('keyword', 'must not be empty');
  const region = parseRegion(body.region ?? DEFAULT_REGION);
  if (region === null) {
    throw invalidSource('region', `"${body.region}" is no country and language such as US:en`);
  }
  const mode = body.mode ?? keywordMode(keyword);
  const query = NEWS_SEARCHES[mode].query(keyword);
  const sourceUrl = newsUrl(newsUrlTemplate, query, region);
  return { mode, sourceUrl, sourceKey: keyOf(sourceUrl), keyword, region };
}

/**
 * The normalised address of a text that a person typed, including `example.com` and `feed:`
 * addresses.
 */
function parseSourceUrl(text: string): string {
  const address = completedSource(text.trim());
  if (address.includes('\\')) throw invalidSource('url', 'must not have a backslash in it');
  const url = parseUrl(address);
  if (url === null) {
    throw invalidSource(
      'url',
      `"${text.slice(0, 200)}" is not an address such as https://example.com`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalidSource('url', `must begin with http:// or https://, not ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidSource('url', 'must not carry a user name or password');
  }
  url.hash = '';
  return url.href;
}

function completedSource(text: string): string {
  const bare = text
    .replace(/^feed:(?:\/\/)?(?=https?:\/\/)/i, '')
    .replace(/^(?:feed|webcals?):\/\//i, 'https://');
  if (bare.startsWith('//')) return `https:${bare}`;
  return isBareHost(bare) ? `https://${bare}` : bare;
}

/** True for a host with a dot or with a port, and without a possible scheme before it. */
function isBareHost(text: string): boolean {
  const host = /^(\[[0-9a-f:.]+\]|[^\s/?#:@\\]+)(:\d{1,5})?(?=[/?#]|$)/i.exec(text);
  if (host === null) return false;
  return host[2] !== undefined || host[1] === 'localhost' || /[^.]\.[^.]|^\[/.test(host[1] ?? '');
}

function keyOf(address: string): string {
  const key = sourceKey(address);
  if (key === null) throw invalidSource('url', `"${address}" is not an http address`);
  return key;
}

function invalidSource(field: string, problem: string): ServiceError {
  return new ServiceError('INVALID_FIELD', `${field}: ${problem}.`);
}
