import type { FoundItem } from '../fields/extract.js';
import { identityOf, isSamePage } from '../page/address.js';
import type { Survey } from '../survey.js';
import {
  asText,
  imageAddress,
  isObject,
  type Json,
  type JsonObject,
  namesOf,
  plainText,
} from './json.js';

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

/** An object of a page's embedded state as an item; null unless it has a title and an address. */
export function stateItem(survey: Survey, value: Json): FoundItem | null {
  return isObject(value) ? toItem(survey, unwrap(value)) : null;
}

function unwrap(value: JsonObject): JsonObject {
  let at = value;
  for (let level = 0; level < 3; level += 1) {
    if (firstText(at, TITLE_KEYS) !== '') break;
    const key = WRAPPERS.find((name) => isObject(at[name]));
    if (key === undefined) break;
    const { [key]: inner, ...beside } = at;
    at = { ...beside, ...(inner as JsonObject) };
  }
  return at;
}

function toItem(survey: Survey, value: JsonObject): FoundItem | null {
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
