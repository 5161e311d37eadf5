import { counted, escapeHtml } from '../../../base/text.js';
import { escapeMarkdown, markdownAddress } from '../../../messages/text.js';
import { localTime } from '../../kit/local-time.js';
import type { Digest, DigestItem } from './make-digest.js';

/** How each format writes a digest that has items. */
export const DIGEST_WRITERS = {
  text(digest: Digest): string {
    const groups = digest.groups.map(({ title, items }) =>
      [`${title}\n${'='.repeat(Math.min(title.length, 72))}`, ...items.map(textItem)].join('\n\n'),
    );
    return `${[heading(digest), ...groups, ...moreLine(digest)].join('\n\n')}\n`;
  },

  md(digest: Digest): string {
    const groups = digest.groups.map(({ title, items }) =>
      [`## ${escapeMarkdown(title)}`, '', ...items.map(markdownItem)].join('\n'),
    );
    const parts = [`# ${escapeMarkdown(heading(digest))}`, ...groups, ...moreLine(digest)];
    return `${parts.join('\n\n')}\n`;
  },

  /** A page of its own, without scripts and remote images; short lines, as mail wants them. */
  html(digest: Digest): string {
    const title = escapeHtml(heading(digest));
    const groups = digest.groups.flatMap((group) => [
      `<h2>${escapeHtml(group.title)}</h2>`,
      '<ul>',
      ...group.items.flatMap(htmlItem),
      '</ul>',
    ]);
    return [
      '<!DOCTYPE html>',
      '<html>',
      '<head>',
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width">',
      `<title>${title}</title>`,
      '</head>',
      '<body style="font-family:sans-serif;max-width:40em;margin:auto;padding:1em">',
      `<h1>${title}</h1>`,
      ...groups,
      ...moreLine(digest).map((line) => `<p>${line}</p>`),
      '</body>',
      '</html>',
      '',
    ].join('\n');
  },
} as const;

function heading({ title, count }: Digest): string {
  return `${title}: ${counted(count, 'item')}`;
}

function moreLine({ more }: Digest): string[] {
  return more === 0 ? [] : [`and ${more} more`];
}

/** When and by whom; "" when neither is known. */
function byline({ date, author }: DigestItem): string {
  const time = date === null ? '' : localTime(new Date(date));
  return [time, author].filter((part) => part !== '').join(' · ');
}

function textItem(item: DigestItem): string {
  const lines = [byline(item), item.text, item.url].filter((line) => line !== '');
  return [`* ${item.title}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

function markdownItem(item: DigestItem): string {
  const title = escapeMarkdown(item.title);
  const head = item.url === '' ? title : `[${title}](${markdownAddress(item.url)})`;
  const lines = [byline(item), item.text].filter((line) => line !== '').map(escapeMarkdown);
  // Two spaces before a line end are a line break.
  return `- ${[head, ...lines].join('  \n  ')}`;
}

function htmlItem(item: DigestItem): string[] {
  const title = escapeHtml(item.title);
  const head = item.url === '' ? title : `<a href="${escapeHtml(item.url)}">${title}</a>`;
  const by = byline(item);
  return [
    '<li>',
    `<strong>${head}</strong>`,
    ...(by === '' ? [] : [`<br><small>${escapeHtml(by)}</small>`]),
    ...(item.text === '' ? [] : [`<br>${escapeHtml(item.text)}`]),
    '</li>',
  ];
}
