import { hash } from 'node:crypto';
import { changeAnchor, changeInHtml, changeOf, isFirstText } from '../../base/change-text.js';
import { counted } from '../../base/text.js';
import { parseUrl } from '../../base/url.js';
import { type CleanChannel, type CleanItem, cleanChannel } from './clean-channel.js';
import {
  attribute,
  day,
  dayElement,
  escapedHtml,
  iconElement,
  itemsByDay,
  type ListedItem,
  linked,
  pageHtml,
} from './page.js';
import type { PublishedChannel } from './published-channel.js';
import { excerpt } from './text.js';

/**
 * Maximum number of items of a page, and of characters of their HTML; the documents for readers
 * have all.
 */
const MAX_ITEMS = 100;
const MAX_LENGTH = 20_000;

/** Maximum number of lines of a change. */
const MAX_CHANGES = 20;

/** Maximum number of characters of the text of an item, and of its title. */
const EXCERPT = 180;
const MAX_TITLE = 300;

/** The surroundings of a channel's page. */
export interface Surroundings {
  /** Base name of the documents next to the page; default: the id. */
  name?: string;
  /** The address of a remote picture next to the page; null if it is missing. */
  pictureOf?(address: string): string | null;
  /** The page above this one. */
  back?: { href: string; title: string };
}

/** The channel as a page for people: how to subscribe, and its newest items by day. */
export function toHtml(
  published: PublishedChannel,
  { name = published.id, pictureOf = () => null, back }: Surroundings = {},
): string {
  const channel = cleanChannel(published);
  const { title, icon } = channel;
  // The first reading of a followed page is left out: it is no news.
  const items = channel.items.filter((item) => !isFirstText({ ...item, url: item.url ?? '' }));
  const shown = shownItems(newestFirst(items).map((item) => listedItem(item, pictureOf)));
  const picture = icon === null ? null : pictureOf(icon);
  return pageHtml({
    title,
    back,
    head: FORMATS.map(
      ([, extension, type]) =>
        `<link rel="alternate" type="${type}" href="${attribute(name)}.${extension}" title="${attribute(title)}">\n`,
    ).join(''),
    main: `${head({ ...channel, items }, picture)}${followLine(channel, name)}${itemsByDay(shown)}${rest(shown.length, items.length)}${hiddenItems(published)}`,
  });
}

const FORMATS = [
  ['RSS', 'xml', 'application/rss+xml'],
  ['Atom', 'atom', 'application/atom+xml'],
  ['JSON Feed', 'json', 'application/feed+json'],
] as const;

function head({ title, description, siteUrl, language, items }: CleanChannel, icon: string | null) {
  const host = parseUrl(siteUrl)?.host ?? '';
  const newest = Math.max(...items.map(timeOf));
  const facts = [
    ...(host === '' ? [] : [linked(host, siteUrl)]),
    counted(items.length, 'item'),
    ...(items.length === 0 ? [] : [`newest of ${dayElement(day(newest))}`]),
  ];
  const lang = language === null ? '' : ` lang="${attribute(language)}"`;
  return `<header class="head">
${iconElement(title, icon)}
<h1 dir="auto"${lang}>${linked(title, siteUrl)}</h1>
${description === title ? '' : `<p class="lead" dir="auto"${lang}>${escapedHtml(excerpt(description, MAX_TITLE))}</p>\n`}<p class="soft">${facts.join(' · ')}</p>
</header>
`;
}

/** The addresses for feed readers. `feed:` is their registered scheme (IANA, URI schemes). */
function followLine({ selfUrl }: CleanChannel, name: string): string {
  const address = (extension: string) =>
    selfUrl === '' ? `${name}.${extension}` : selfUrl.replace(/\.[a-z]+$/, `.${extension}`);
  const row = ([label, extension]: (typeof FORMATS)[number]) =>
    `<div class="address"><span>${label}</span> <code>${escapedHtml(address(extension))}</code></div>\n`;
  const [rss, ...others] = FORMATS;
  return `<section class="follow" aria-labelledby="follow">
<h2 id="follow">Follow this feed</h2>
<p class="soft">Copy the address into a feed reader. It shows you what is new.</p>
${row(rss)}<div class="ways">
${selfUrl === '' ? '' : `<a href="feed:${attribute(address('xml'))}">Open in a feed reader</a>\n`}<details><summary>Atom and JSON Feed</summary>
${others.map(row).join('')}</details>
</div>
</section>
`;
}

/** As many items as the page has space for: its size is the same for all feeds. */
function shownItems(items: readonly ListedItem[]): readonly ListedItem[] {
  let length = 0;
  const end = items.findIndex((item) => {
    length += itemsByDay([item]).length;
    return length > MAX_LENGTH;
  });
  return end === -1 ? items : items.slice(0, Math.max(1, end));
}

function rest(shown: number, all: number): string {
  if (all === 0) return '<p class="none">Nothing yet. New items show here as they come.</p>\n';
  if (shown === all) return '';
  return `<p class="more">The newest ${shown} of ${all.toLocaleString('en')} items; a feed reader shows all.</p>\n`;
}

function hiddenItems({ hidden = 0 }: PublishedChannel): string {
  if (hidden === 0) return '';
  return `<p class="more">${counted(hidden, 'item is', 'items are')} hidden by filters.</p>\n`;
}

/** A time as `2026-11-22 14:05 UTC`. */
function minute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function timeOf({ published, addedAt }: CleanItem): number {
  return (published ?? addedAt).getTime();
}

function newestFirst(items: readonly CleanItem[]): readonly CleanItem[] {
  return items.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, MAX_ITEMS);
}

/** The fields of an item that a page shows. */
function listedItem(item: CleanItem, pictureOf: (address: string) => string | null): ListedItem {
  const { guid, html, title, url, text, authors, source, attachments, thumbnail, language } = item;
  const change = changeOf({ url: url ?? '', description_html: html }, MAX_CHANGES);
  const id = changeAnchor(guid);
  const about = [
    ...(change === null
      ? []
      : [
          `<time datetime="${new Date(timeOf(item)).toISOString()}">${minute(timeOf(item))}</time>`,
          linked('The page', url ?? ''),
        ]),
    ...(source === null ? [] : [linked(source.title || source.url, source.url)]),
    ...(authors.length === 0 ? [] : [escapedHtml(excerpt(authors.join(', '), 100))]),
    ...attachments
      .slice(0, 2)
      .map((file) => linked(excerpt(file.title ?? file.mime_type, 100), file.url)),
  ];
  return {
    title: excerpt(title || text, title ? MAX_TITLE : 80) || url || 'Untitled',
    url,
    at: timeOf(item),
    about: about.join(' · '),
    text: title === '' ? '' : excerpt(text, EXCERPT),
    ...(change !== null && {
      change: { id, html: changeInHtml(change, { write: escapedHtml, id }) },
    }),
    picture: thumbnail === null ? null : pictureOf(thumbnail),
    language,
  };
}

/** The addresses of the pictures of a channel: its icon, and those of its newest items. */
export function picturesOf(published: PublishedChannel, max: number = MAX_ITEMS): string[] {
  const { icon, items } = cleanChannel(published);
  const pictures = newestFirst(items).map(({ thumbnail }) => thumbnail);
  return [icon, ...pictures].filter((address) => address !== null).slice(0, max);
}

/** Replaces the address of a picture in addresses and file names. */
export function pictureKey(address: string): string {
  return hash('sha256', address, 'hex').slice(0, 24);
}
