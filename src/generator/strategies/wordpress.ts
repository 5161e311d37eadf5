import type { DateReader } from '../../dates/find-date.js';
import { type Candidate, uniqueItems } from '../fields/candidate.js';
import type { FoundItem } from '../fields/extract.js';
import { identityOf, resolveAddress } from '../page/address.js';
import type { FollowUpFetch } from '../page/follow-up.js';
import {
  asList,
  asText,
  isJsonObject,
  type JsonObject,
  parseStrict,
  plainText,
} from '../page/json.js';
import type { Page } from '../page/page.js';
import { attribute, type ElementNode } from '../page/tree.js';
import { CONFIDENCE } from '../survey/weights.js';

/** Number of posts requested: those of a home page, and a few more. */
const PER_PAGE = 20;
/** Maximum length of an author's name, in characters. */
const MAX_NAME = 100;

/**
 * The REST address of the posts on a WordPress page, or null: the page must announce the interface,
 * and be the home page, the blog page or the archive of a category, tag or author.
 */
export function wordpressPosts(page: Page): string | null {
  const head = page.nodes
    .slice(0, 3_000)
    .filter((node): node is ElementNode => node.kind === 'element');
  const link = (rel: string, test: (one: ElementNode) => boolean = () => true) =>
    head.find((one) => one.tag === 'link' && (attribute(one, 'rel') ?? '') === rel && test(one));
  const root = resolveAddress(attributeOf(link('https://api.w.org/'), 'href'), page.base);
  if (root === null) return null;
  const body = head.find(({ tag }) => tag === 'body');
  const classes = (body === undefined ? '' : (attribute(body, 'class') ?? '')).split(/\s+/);
  const alternate = attributeOf(
    link('alternate', (one) => /application\/json/.test(attribute(one, 'type') ?? '')),
    'href',
  );
  const filter = archiveFilter(classes, alternate);
  const isHome =
    new URL(page.url).pathname === '/' || classes.includes('home') || classes.includes('blog');
  if (filter === null && !isHome) return null;
  const url = new URL(root);
  const parameters = { per_page: String(PER_PAGE), _embed: 'author,wp:featuredmedia' };
  // Sites without permalinks use /?rest_route=/
  const route = url.searchParams.get('rest_route');
  if (route === null) url.pathname = `${url.pathname.replace(/\/$/, '')}/wp/v2/posts`;
  else url.searchParams.set('rest_route', `${route.replace(/\/$/, '')}/wp/v2/posts`);
  for (const [name, value] of Object.entries({ ...parameters, ...filter }))
    url.searchParams.set(name, value);
  return url.href;
}

/** Reads the posts; null if the interface returns no usable ones. */
export async function wordpressCandidate(
  address: string,
  dates: DateReader,
  fetch: FollowUpFetch,
): Promise<Candidate | null> {
  const answer = await fetch(address);
  if (answer?.status !== 200) return null;
  const posts = asList(parseStrict(answer.body)).filter(isJsonObject);
  const items = uniqueItems(
    posts.map((post) => toItem(post, address, dates)).filter((item) => item !== null),
  );
  if (items.length === 0) return null;
  return {
    strategy: 'wordpress',
    items,
    confidence: CONFIDENCE.wordpress,
    evidence: [
      `${items.length} posts from the WordPress interface at ${new URL(address).pathname}`,
    ],
    rule: null,
    rejected: [],
  };
}

function toItem(post: JsonObject, base: string, dates: DateReader): FoundItem | null {
  const url = resolveAddress(asText(post.link), base);
  const title = plainText(rendered(post, 'title'));
  if (url === null || title === '') return null;
  const gmt = asText(post.date_gmt);
  const embedded = isJsonObject(post._embedded) ? post._embedded : {};
  const picture = asList(embedded['wp:featuredmedia'])[0];
  const image = asText(
    isJsonObject(picture) ? picture.source_url : post.jetpack_featured_media_url,
  );
  return {
    url,
    identity: identityOf(url),
    title,
    date: dates.machine(gmt === '' ? asText(post.date) : `${gmt}Z`)?.time ?? null,
    image: resolveAddress(image, base),
    authors: asList(embedded.author)
      .map((author) => (isJsonObject(author) ? asText(author.name) : ''))
      .filter((name) => name !== '' && name.length <= MAX_NAME),
    description: plainText(rendered(post, 'excerpt')),
  };
}

function rendered(post: JsonObject, key: string): string {
  const value = post[key];
  return isJsonObject(value) ? asText(value.rendered) : asText(value);
}

/**
 * The filter for the posts of an archive page: its number is in the body's classes or in the JSON
 * alternate.
 */
function archiveFilter(
  classes: readonly string[],
  alternate: string,
): Record<string, string> | null {
  const fromLink = /\/wp\/v2\/(categories|tags|users)\/(\d+)/.exec(alternate);
  if (fromLink?.[1] !== undefined && fromLink[2] !== undefined) {
    return { [fromLink[1] === 'users' ? 'author' : fromLink[1]]: fromLink[2] };
  }
  if (!classes.includes('archive')) return null;
  for (const [prefix, name] of [
    ['category', 'categories'],
    ['tag', 'tags'],
    ['author', 'author'],
  ] as const) {
    const id = classes
      .map((one) => new RegExp(`^${prefix}-(\\d+)$`).exec(one)?.[1])
      .find((one) => one !== undefined);
    if (id !== undefined) return { [name]: id };
  }
  return null;
}

function attributeOf(element: ElementNode | undefined, name: string): string {
  return element === undefined ? '' : (attribute(element, name) ?? '');
}
