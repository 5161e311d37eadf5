import { hash } from 'node:crypto';
import { withoutHidden } from '../../base/hidden-characters.js';
import { escapeHtml } from '../../base/text.js';
import { PAGE_STYLE } from './style.js';
import { legalText } from './text.js';

/**
 * Copies addresses, which is all that the script of a page does. It shows relative addresses in
 * full: a page of a static site does not know its own address.
 */
const SCRIPT = `
for (const row of document.querySelectorAll('.address')) {
  const code = row.querySelector('code');
  code.textContent = new URL(code.textContent, location.href).href;
  const button = document.createElement('button');
  button.className = 'button';
  button.type = 'button';
  button.textContent = 'Copy';
  button.onclick = () => {
    getSelection().selectAllChildren(code);
    button.textContent = document.execCommand('copy') ? 'Copied' : 'Press Ctrl-C';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  };
  row.append(button);
}
`;

const hashOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
const STYLE_HASH = hashOf(PAGE_STYLE);

/**
 * The content security policy of a page: its own style and scripts, by hash, and pictures next to
 * it. Untrusted content cannot run. @param scripts of the page besides the script of all pages
 */
export function pagePolicy(scripts: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `script-src ${[SCRIPT, ...scripts].map(hashOf).join(' ')}`,
    `style-src ${STYLE_HASH}`,
    "img-src 'self' data:",
    ...(scripts.length === 0 ? [] : ["connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

const MARK =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'%3E%3Crect width='20' height='20' rx='4.5' fill='%230b6b57'/%3E%3Ccircle cx='6' cy='14' r='1.9' fill='%23fff'/%3E%3Cpath d='M4.2 9.4a6.4 6.4 0 0 1 6.4 6.4M4.2 4.9A10.9 10.9 0 0 1 15.1 15.8' fill='none' stroke='%23fff' stroke-width='1.9' stroke-linecap='round'/%3E%3C/svg%3E";

interface PageParts {
  title: string;
  /** Further elements of `head`. */
  head?: string;
  /** The page above this one. */
  back?: { href: string; title: string } | undefined;
  main: string;
  /** Scripts besides the script of all pages. */
  scripts?: readonly string[];
  /** True if there is a column next to its items. */
  isWide?: boolean;
}

/** A page of a published feed or a static site. It loads only pictures that are next to it. */
export function pageHtml({
  title,
  head = '',
  back,
  main,
  scripts = [],
  isWide,
}: PageParts): string {
  const wrap = isWide === true ? 'wrap wide' : 'wrap';
  return withoutHidden(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy(scripts)}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="feedctl">
<title>${escapedHtml(title)}</title>
<link rel="icon" href="${MARK}">
${head}<style>${PAGE_STYLE}</style>
</head>
<body>
${back === undefined ? '' : `<nav class="bar"><div class="${wrap}"><a href="${attribute(back.href)}" dir="auto">← ${escapedHtml(back.title)}</a></div></nav>\n`}<main class="${wrap}">
${main}</main>
<footer class="${wrap}"><p class="foot">Published with feedctl</p></footer>
${[SCRIPT, ...scripts].map((script) => `<script>${script}</script>\n`).join('')}</body>
</html>
`);
}

/** An item in the list of a page. */
export interface ListedItem {
  title: string;
  url: string | null;
  /** Milliseconds. */
  at: number;
  /** HTML with its origin and authors. */
  about: string;
  /** The beginning of its text. */
  text: string;
  /** HTML of the change of a page, in place of the text; the title links to it. */
  change?: { id: string; html: string } | undefined;
  /** The address of its picture next to the page. */
  picture: string | null;
  language?: string | null;
}

/** The items by day (UTC), in their order within a day. */
export function itemsByDay(items: readonly ListedItem[]): string {
  const days: { day: string; items: ListedItem[] }[] = [];
  for (const item of items) {
    const name = day(item.at);
    const last = days.at(-1);
    if (last?.day === name) last.items.push(item);
    else days.push({ day: name, items: [item] });
  }
  return days
    .map(
      (section) => `<section class="day">
<h2>${dayElement(section.day)}</h2>
<ul class="items">
${section.items.map(itemElement).join('')}</ul>
</section>
`,
    )
    .join('');
}

function itemElement({ title, url, about, text, change, picture, language }: ListedItem): string {
  const lang = language ? ` lang="${attribute(language)}"` : '';
  const said = change?.html ?? (text === '' ? '' : `<p class="text">${escapedHtml(text)}</p>\n`);
  const [id, address] =
    change === undefined ? ['', url ?? ''] : [` id="${change.id}"`, `#${change.id}`];
  return `<li dir="auto"${lang}${id}><div><h3>${linked(title, address)}</h3>
${about === '' ? '' : `<p class="soft">${about}</p>\n`}${said}</div>${picture === null ? '' : `<img class="thumb" src="${attribute(picture)}" alt="" width="112" height="84" loading="lazy" decoding="async">\n`}</li>
`;
}

/** A picture of a feed, or the first letter of its name. */
export function iconElement(title: string, picture: string | null): string {
  if (picture !== null)
    return `<img class="icon" src="${attribute(picture)}" alt="" width="56" height="56">`;
  const letter = /[\p{L}\p{N}]/u.exec(title)?.[0]?.toUpperCase() ?? '#';
  return `<span class="icon" aria-hidden="true">${escapedHtml(letter)}</span>`;
}

/** A link; plain text without an address. */
export function linked(text: string, address: string): string {
  return address === ''
    ? escapedHtml(text)
    : `<a href="${attribute(address)}">${escapedHtml(text)}</a>`;
}

/** Characters that change the direction of the text around them, or are invisible. */
const HIDDEN = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/**
 * Escapes remote text for a page: it cannot end its element, nor change the direction of its
 * neighbours.
 */
export function escapedHtml(text: string): string {
  return escapeHtml(legalText(text).replace(HIDDEN, ''));
}

/** Escapes an address for an attribute. */
export function attribute(address: string): string {
  return escapedHtml(address).replaceAll("'", '&#39;');
}

/** A day as `2026-11-22`, in UTC wherever the page is built. */
export function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

const DAYS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A day as `22 November 2026`, from `2026-11-22`. */
export function dayElement(iso: string): string {
  return `<time datetime="${iso}">${DAYS.format(new Date(iso))}</time>`;
}
