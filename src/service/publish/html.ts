import { type CleanItem, cleanChannel } from './clean-channel.js';
import type { PublishedChannel } from './published-channel.js';
import { legalText, textAsHtml } from './text.js';

/** Items of a page; the documents for readers have all. */
const MAX_ITEMS = 100;

/** Characters of the text of an item. */
const EXCERPT = 280;

/**
 * The channel as a page for people: its items by day, and the addresses for readers.
 * @param name that of the documents beside the page, without their extensions
 */
export function toHtml(published: PublishedChannel, name = published.id): string {
  const channel = cleanChannel(published);
  const { title, description, siteUrl, language } = channel;
  return pageHtml({
    title,
    language: language ?? 'en',
    head: `<link rel="alternate" type="application/rss+xml" href="${attribute(name)}.xml" title="${escaped(title)}">\n`,
    header: `<h1 dir="auto">${siteUrl === '' ? escaped(title) : linked(title, siteUrl)}</h1>
${description === title ? '' : `<p dir="auto">${escaped(description)}</p>\n`}${subscribe(name)}`,
    main: byDay(channel.items.slice(0, MAX_ITEMS)).map(daySection).join(''),
  });
}

interface PageParts {
  title: string;
  language: string;
  head: string;
  header: string;
  main: string;
}

/** A page without scripts, pictures or anything else to load. */
export function pageHtml({ title, language, head, header, main }: PageParts): string {
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="feedctl">
<title>${escaped(title)}</title>
${head}<style>${STYLE}</style>
</head>
<body>
<header>
${header}</header>
<main>
${main}</main>
</body>
</html>
`;
}

function subscribe(beside: string): string {
  const formats = [
    ['RSS', 'xml'],
    ['Atom', 'atom'],
    ['JSON Feed', 'json'],
  ].map(
    ([name, extension]) => `<a class="button" href="${attribute(beside)}.${extension}">${name}</a>`,
  );
  return `<p class="soft">To follow it, copy one of these addresses into a feed reader: ${formats.join(' ')}</p>\n`;
}

function byDay(items: readonly CleanItem[]) {
  const days: { day: string; items: CleanItem[] }[] = [];
  for (const item of items) {
    const name = day((item.published ?? item.addedAt).getTime());
    const last = days.at(-1);
    if (last?.day === name) last.items.push(item);
    else days.push({ day: name, items: [item] });
  }
  return days;
}

function daySection(section: { day: string; items: readonly CleanItem[] }): string {
  return `<section>\n<h2><time datetime="${section.day}">${section.day}</time></h2>\n${section.items.map(article).join('')}</section>\n`;
}

function article({ title, url, text, authors, source, attachments }: CleanItem): string {
  const name = title || text.slice(0, 80) || url || 'Untitled';
  const about = [
    ...(source === null ? [] : [linked(source.title || source.url, source.url)]),
    ...(authors.length === 0 ? [] : [escaped(authors.join(', '))]),
    ...attachments.slice(0, 3).map((file) => linked(file.title ?? file.mime_type, file.url)),
  ].join(' · ');
  const excerpt = text.length > EXCERPT ? `${text.slice(0, EXCERPT).trimEnd()}…` : text;
  return `<article dir="auto">
<h3>${url === null ? escaped(name) : linked(name, url)}</h3>
${about === '' ? '' : `<p class="soft">${about}</p>\n`}${excerpt === '' || title === '' ? '' : `<p>${escaped(excerpt)}</p>\n`}</article>
`;
}

/** A link that tells its page nothing of this one; plain text without an address. */
export function linked(text: string, address: string): string {
  return address === ''
    ? escaped(text)
    : `<a href="${attribute(address)}" rel="noreferrer">${escaped(text)}</a>`;
}

/** Characters that turn the direction of the text around them, or are invisible. */
const HIDDEN = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** Remote text on a page: it cannot end its element, nor change how its neighbours are read. */
export function escaped(text: string): string {
  return textAsHtml(legalText(text).replace(HIDDEN, ''));
}

/** An address in an attribute. */
export function attribute(address: string): string {
  return escaped(address).replaceAll("'", '&#39;');
}

/** `2026-11-22`: the same wherever the page is built. */
export function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Readable, light and dark, and without anything to load. */
const STYLE = `
:root { color-scheme: light dark; --text: #1c1e21; --soft: #5a6068; --page: #fdfdfc; --line: #dcdfe3; --link: #0b57a4; --warn: #9a3412; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e7e9; --soft: #a4abb4; --page: #16181b; --line: #33383e; --link: #8ab8f0; --warn: #fdba74; } }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1rem 4rem; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0; }
h3 { font-size: 1.05rem; margin: 0; }
a { color: var(--link); }
article { border-top: 1px solid var(--line); padding: 1rem 0; margin-top: 1rem; }
article p, article ul { margin: .35rem 0 0; }
.soft { color: var(--soft); font-size: .9rem; }
.warn { color: var(--warn); font-size: .9rem; }
.button { display: inline-block; margin: .3rem .3rem 0 0; padding: .2rem .7rem; border: 1px solid var(--line); border-radius: 6px; text-decoration: none; }
ul { padding-left: 1.2rem; }
`;
