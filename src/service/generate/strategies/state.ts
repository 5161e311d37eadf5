import { type Candidate, uniqueItems } from '../candidate.js';
import { identityOf, isSamePage, siteOf } from '../page/address.js';
import { addressShape } from '../page/url-shape.js';
import { countWords } from '../page/words.js';
import type { Survey } from '../survey.js';
import { CONFIDENCE, MIN_ITEMS } from '../weights.js';
import {
  asText,
  imageAddress,
  isObject,
  type Json,
  type JsonObject,
  namesOf,
  plainText,
} from './json.js';
import type { StructuredItem } from './json-ld.js';
import { embeddedJson } from './state-json.js';
import type { Strategy } from './strategy.js';

const TITLE_KEYS = [
  'title',
  'headline',
  'name',
  'subject',
  'heading',
  'seoTitle',
  'displayTitle',
  'label',
  'caption',
];
const URL_KEYS = [
  'url',
  'link',
  'href',
  'permalink',
  'canonicalUrl',
  'canonical_url',
  'canonical',
  'webUrl',
  'web_url',
  'path',
  'pathname',
  'uri',
  'shareUrl',
  'to',
  'fullUrl',
  'absolute_url',
  'html_url',
  'slug',
];
const DATE_KEYS = [
  'publishedAt',
  'published_at',
  'publishedDate',
  'published',
  'datePublished',
  'date_published',
  'publishDate',
  'publish_date',
  'publicationDate',
  'firstPublished',
  'pubDate',
  'firstPublishedAt',
  'postedAt',
  'posted_at',
  'datePosted',
  'createdAt',
  'created_at',
  'created',
  'date',
  'timestamp',
  'time',
  'displayDate',
  '_createdAt',
  'updatedAt',
  'updated_at',
];
const IMAGE_KEYS = [
  'image',
  'imageUrl',
  'image_url',
  'thumbnail',
  'thumbnailUrl',
  'thumb',
  'cover',
  'coverImage',
  'cover_image',
  'picture',
  'photo',
  'heroImage',
  'featuredImage',
  'featured_image',
  'teaserImage',
  'promoImage',
  'poster',
];
const AUTHOR_KEYS = [
  'author',
  'authors',
  'byline',
  'writer',
  'creator',
  'postedBy',
  'user',
  'authorName',
  'author_name',
];
const TEXT_KEYS = [
  'excerpt',
  'teaser',
  'summary',
  'description',
  'dek',
  'standfirst',
  'lead',
  'intro',
  'subtitle',
  'abstract',
  'bodyText',
  'preview',
];

/** Share of an array's objects that must have a title and an address. */
const USABLE = 0.6;
const MAX_OBJECTS = 100_000;
/** Levels of wrapping looked through for an item: `{ node: { … } }`, `{ data: { attributes } }`. */
const WRAPPERS = [
  'node',
  'item',
  'data',
  'attributes',
  'content',
  'fields',
  'article',
  'post',
  'story',
  'result',
  '_source',
];

export const stateStrategy: Strategy = {
  name: 'state',
  candidate: stateCandidate,
  onlyWherePoor: true,
};

/** An array of objects in the embedded state of a page that reads like a list of items. */
export function stateCandidate(survey: Survey): Candidate | null {
  const lists = embeddedJson(survey.page.scripts)
    .flatMap((value) => arraysOf(value))
    .map((list) => itemsOf(survey, list))
    .filter((items) => items.length >= MIN_ITEMS);
  const best = lists
    .map((items) => ({ items, score: listScore(survey, items) }))
    .sort((a, b) => b.score - a.score)[0];
  if (best === undefined || best.score < 0) return null;
  const dated = best.items.filter(({ date }) => date !== null).length;
  return {
    strategy: 'state',
    items: best.items,
    confidence: dated > best.items.length / 2 ? CONFIDENCE.state : CONFIDENCE.state - 0.2,
    evidence: [
      `${best.items.length} objects with title and address in the page's embedded state, ${dated} with a date`,
    ],
    rule: null,
    rejected: [],
  };
}

/** Arrays of objects anywhere in a value, breadth first, within a budget. */
function arraysOf(start: Json): Json[][] {
  const queue: Json[] = [start];
  const found: Json[][] = [];
  for (let at = 0; at < queue.length && at < MAX_OBJECTS; at += 1) {
    const value = queue[at];
    if (Array.isArray(value)) {
      if (value.length >= MIN_ITEMS && value.filter(isObject).length >= value.length * USABLE)
        found.push(value);
      for (const one of value) if (typeof one === 'object' && one !== null) queue.push(one);
    } else if (isObject(value)) {
      for (const one of Object.values(value))
        if (typeof one === 'object' && one !== null) queue.push(one);
    }
  }
  return found;
}

function itemsOf(survey: Survey, list: readonly Json[]): StructuredItem[] {
  const items = list
    .map((value) => (isObject(value) ? toItem(survey, unwrap(value)) : null))
    .filter((item) => item !== null);
  return items.length >= list.length * USABLE ? (uniqueItems(items) as StructuredItem[]) : [];
}

function unwrap(value: JsonObject): JsonObject {
  let at = value;
  for (let level = 0; level < 3; level += 1) {
    if (firstText(at, TITLE_KEYS) !== '') break;
    const inner = WRAPPERS.map((key) => at[key]).find((one) => isObject(one));
    if (!isObject(inner)) break;
    at = { ...at, ...inner };
  }
  return at;
}

function toItem(survey: Survey, value: JsonObject): StructuredItem | null {
  const { page, dates } = survey;
  const title = plainText(firstText(value, TITLE_KEYS));
  const url = addressOf(survey, value);
  if (title === '' || url === null || isSamePage(url, page.url)) return null;
  const date = DATE_KEYS.map((key) => asText(value[key])).find(
    (text) => text !== '' && dates.machine(text) !== null,
  );
  const image = IMAGE_KEYS.map((key) => imageAddress(value[key])).find((text) => text !== '');
  const authors = AUTHOR_KEYS.map((key) => namesOf(value[key])).find((names) => names.length > 0);
  return {
    url,
    identity: identityOf(url),
    title,
    date: date === undefined ? null : (dates.machine(date)?.time ?? null),
    image: image === undefined ? null : page.resolve(image),
    authors: authors ?? [],
    description: plainText(firstText(value, TEXT_KEYS)),
    listed: true,
  };
}

function addressOf({ page }: Survey, value: JsonObject): string | null {
  for (const key of URL_KEYS) {
    const field = value[key];
    const text = isObject(field)
      ? asText(field.url ?? field.href ?? field.path ?? field.current)
      : asText(field);
    if (text === '' || /\s/.test(text)) continue;
    const isAddress = /^(?:https?:)?\/\/|^\//.test(text);
    if (isAddress) return page.resolve(text);
    if (key === 'slug' || isObject(field))
      return (
        bySlug(page.links, text) ??
        page.resolve(`${page.url.replace(/[?#].*$/, '').replace(/\/+$/, '')}/${text}`)
      );
    if (text.includes('/')) return page.resolve(`/${text}`);
  }
  return null;
}

/** The link of the page that ends in a slug. */
function bySlug(links: Survey['page']['links'], slug: string): string | null {
  return links.slice(0, 2_000).find(({ identity }) => identity.endsWith(`/${slug}`))?.url ?? null;
}

/** Which of several lists is the page's: dates, own site, titles of several words, one address shape. */
function listScore({ page }: Survey, items: readonly StructuredItem[]): number {
  const share = (test: (item: StructuredItem) => boolean) =>
    items.filter(test).length / items.length;
  const site = siteOf(page.url);
  const shapes = new Set(items.map(({ url }) => addressShape(url)));
  const words = items.reduce((sum, { title }) => sum + countWords(title), 0) / items.length;
  return (
    10 * share(({ date }) => date !== null) +
    4 * share(({ description }) => description !== '') +
    3 * share(({ image }) => image !== null) +
    Math.min(words, 8) +
    3 * Math.min(Math.log2(items.length), 4) +
    (shapes.size <= 3 ? 3 : 0) -
    20 * (1 - share(({ url }) => siteOf(url) === site)) -
    (words < 2 ? 12 : 0)
  );
}

function firstText(value: JsonObject, keys: readonly string[]): string {
  for (const key of keys) {
    const field = value[key];
    const text = isObject(field)
      ? asText(field.rendered ?? field.text ?? field.default)
      : asText(field);
    if (text !== '') return text;
  }
  return '';
}
