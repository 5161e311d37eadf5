import { FOLD_TEXT_SCRIPT } from '../../../base/fold-text.js';
import { day } from '../../publish/page.js';
import { excerpt } from '../../publish/text.js';
import type { NewestItem } from '../newest-items.js';
import type { FeedReport } from '../site-report.js';

/** Maximum characters of feeds and of items in the file: a phone loads it in a second. */
const MAX_FEEDS_LENGTH = 80_000;
const MAX_ITEMS_LENGTH = 320_000;

/** Maximum length of the text of an item, in characters. */
const EXCERPT = 100;

/**
 * The index of the search: feeds as `[slug, title]`, items as `[slug, day, title, address, text]`,
 * the newest first, as many as fit. One per line, for version control.
 */
export function searchFile(feeds: readonly FeedReport[], items: readonly NewestItem[]): string {
  const feedLines = feeds.flatMap(({ slug, summary }) =>
    slug === null || summary === null ? [] : [JSON.stringify([slug, summary.title])],
  );
  const itemLines = items.map(({ slug, at, title, url, text }) =>
    JSON.stringify([slug, day(at), title, url ?? `${slug}.html`, excerpt(text, EXCERPT)]),
  );
  const list = (lines: readonly string[], maxLength: number) =>
    `[\n${upTo(lines, maxLength).join(',\n')}\n]`;
  return `{"feeds":${list(feedLines, MAX_FEEDS_LENGTH)},\n"items":${list(itemLines, MAX_ITEMS_LENGTH)}}\n`;
}

function upTo(lines: readonly string[], maxLength: number): readonly string[] {
  let length = 0;
  const end = lines.findIndex((line) => {
    length += line.length;
    return length > maxLength;
  });
  return end === -1 ? lines : lines.slice(0, end);
}

/**
 * The search of the front page. It loads search.json on first use, shows entries with all words,
 * ignoring case and accents, and keeps the words in the address. Texts are inserted as text, not as
 * HTML.
 */
export const SEARCH_SCRIPT = `
const field = document.getElementById('q');
const found = document.getElementById('found');
const river = document.getElementById('river');
const MOST = 50;
const plain = ${FOLD_TEXT_SCRIPT};
let index;
const load = () => (index ??= fetch('search.json').then(async (answer) => {
  const { feeds, items } = await answer.json();
  const names = new Map(feeds);
  return [
    ...feeds.map(([slug, title]) => ({ title, href: slug + '.html', about: 'Feed', words: plain(title) })),
    ...items.map(([slug, day, title, href, text]) => {
      const feed = names.get(slug) ?? '';
      return { title, href, text, about: day + ' · ' + feed, words: plain(title + ' ' + text + ' ' + feed) };
    }),
  ];
}));
const element = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
};
const row = ({ title, href, about, text }) => {
  const item = element('li', '', '');
  item.dir = 'auto';
  const link = element('a', '', title);
  link.href = href;
  const heading = element('h3', '', '');
  heading.append(link);
  const body = element('div', '', '');
  body.append(heading, element('p', 'soft', about));
  if (text) body.append(element('p', 'text', text));
  item.append(body);
  return item;
};
const search = async () => {
  const words = plain(field.value).split(/\\s+/).filter(Boolean);
  const address = new URL(location.href);
  if (words.length) address.searchParams.set('q', field.value); else address.searchParams.delete('q');
  history.replaceState(null, '', address);
  river.hidden = words.length > 0;
  found.hidden = words.length === 0;
  if (words.length === 0) return;
  let entries;
  try { entries = await load(); } catch {
    index = undefined;
    found.replaceChildren(element('p', 'none', 'The search needs search.json, which did not load.'));
    return;
  }
  const hits = entries.filter((entry) => words.every((word) => entry.words.includes(word)));
  const list = element('ul', 'items', '');
  list.append(...hits.slice(0, MOST).map(row));
  const count = hits.length > MOST ? 'The first ' + MOST + ' of ' + hits.length + ' results' : hits.length + (hits.length === 1 ? ' result' : ' results');
  found.replaceChildren(element('p', 'soft', count), list);
};
field.parentNode.hidden = false;
field.addEventListener('input', search);
field.addEventListener('focus', () => load().catch(() => { index = undefined; }));
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target !== field && !event.ctrlKey && !event.metaKey) { event.preventDefault(); field.focus(); }
  if (event.key === 'Escape' && event.target === field) { field.value = ''; search(); }
});
const asked = new URLSearchParams(location.search).get('q');
if (asked) { field.value = asked; search(); }
`;
