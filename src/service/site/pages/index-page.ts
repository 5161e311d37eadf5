import { legalText, textAsHtml } from '../../publish/text.js';
import type { BundleReport, FeedReport } from '../site-report.js';
import type { Summary } from '../summary.js';

/** The page of a site: its feeds and bundles, without scripts, images or anything else to load. */
export function indexPage(
  title: string,
  { feeds, bundles }: { feeds: readonly FeedReport[]; bundles: readonly BundleReport[] },
): string {
  const names = new Map(feeds.flatMap((feed) => (feed.slug === null ? [] : [[feed.slug, feed]])));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="feedctl">
<title>${escaped(title)}</title>
${[...bundles, ...feeds].map(alternate).join('')}<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
<p>${intro(feeds.length, bundles.length)}</p>
</header>
<main>
${section(
  'Bundles',
  bundles.map((bundle) => bundleArticle(bundle, names)),
)}${section('Feeds', feeds.map(feedArticle))}</main>
</body>
</html>
`;
}

function intro(feeds: number, bundles: number): string {
  const parts = [counted(feeds, 'feed'), ...(bundles === 0 ? [] : [counted(bundles, 'bundle')])];
  return `${parts.join(' and ')}. To follow one, copy the address of its RSS, Atom or JSON link into a feed reader. To follow all of them, import <a href="feeds.opml">feeds.opml</a>.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function section(heading: string, articles: readonly string[]): string {
  return articles.length === 0
    ? ''
    : `<section>\n<h2>${heading}</h2>\n${articles.join('')}</section>\n`;
}

/** Readers that are given the address of the page find its feeds. */
function alternate({ slug, summary }: FeedReport | BundleReport): string {
  if (slug === null || summary === null) return '';
  return `<link rel="alternate" type="application/rss+xml" href="${slug}.xml" title="${attribute(summary.title)}">\n`;
}

function feedArticle(feed: FeedReport): string {
  const { slug, title, source, summary } = feed;
  return `<article${slug === null ? '' : ` id="${slug}"`}>
<h3 dir="auto">${summary === null ? escaped(title) : linked(summary.title, summary.siteUrl)}</h3>
${summary === null ? `<p class="soft" dir="auto">${escaped(source)}</p>\n` : about(summary)}${links(slug, summary)}${trouble(feed)}${latest(summary)}</article>
`;
}

function bundleArticle(
  { slug, summary, feeds }: BundleReport,
  names: ReadonlyMap<string, FeedReport>,
): string {
  const members = feeds.flatMap((member) => {
    const feed = names.get(member);
    return feed === undefined ? [] : [`<a href="#${member}">${escaped(feed.title)}</a>`];
  });
  const list = members.length === 0 ? '' : `<p class="soft" dir="auto">${members.join(', ')}</p>\n`;
  return `<article id="${slug}">
<h3 dir="auto">${escaped(summary.title)}</h3>
${about(summary)}${links(slug, summary)}${list}${latest(summary)}</article>
`;
}

function linked(text: string, address: string): string {
  return address === ''
    ? escaped(text)
    : `<a href="${attribute(address)}" rel="noreferrer">${escaped(text)}</a>`;
}

function about({ description }: Summary): string {
  return description === '' ? '' : `<p dir="auto">${escaped(description)}</p>\n`;
}

function links(slug: string | null, summary: Summary | null): string {
  if (slug === null || summary === null) return '';
  const { items, newest } = summary;
  const formats = [
    ['RSS', 'xml'],
    ['Atom', 'atom'],
    ['JSON', 'json'],
  ].map(([name, extension]) => `<a href="${slug}.${extension}">${name}</a>`);
  const facts = [
    ...formats,
    counted(items, 'item'),
    ...(newest === null ? [] : [`newest <time datetime="${day(newest)}">${day(newest)}</time>`]),
  ];
  return `<p class="soft">${facts.join(' · ')}</p>\n`;
}

function trouble({ health, error, failingSince }: FeedReport): string {
  if (health === 'paused') return '<p class="soft">Paused.</p>\n';
  if (health !== 'failing' && health !== 'inactive') return '';
  const since = failingSince === null ? '' : ` since ${day(failingSince)}`;
  const why = error === null ? '' : ` ${escaped(error.message)}`;
  return `<p class="warn" dir="auto">The source has not been readable${since}.${why}</p>\n`;
}

function latest(summary: Summary | null): string {
  const items = summary?.latest.filter(({ title }) => title !== '') ?? [];
  if (items.length === 0) return '';
  const lines = items.map(({ title, url }) => `<li>${linked(title, url ?? '')}</li>\n`);
  return `<ul dir="auto">\n${lines.join('')}</ul>\n`;
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

/** The style of the page: readable, light and dark, and without anything to load. */
export const STYLE = `
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
ul { padding-left: 1.2rem; }
`;
