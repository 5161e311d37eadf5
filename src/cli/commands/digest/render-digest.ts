import { counted, escapeHtml } from '../../../base/text.js';
import { escapeMarkdown, markdownAddress } from '../../../messages/text.js';
import { localTime } from '../../kit/local-time.js';
import type { Digest, DigestItem } from './make-digest.js';

/** Writers of a digest with items, by format. */
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

  /**
   * A page for mail, without scripts. Styles are attributes of elements, and tables make the
   * columns: most mail programs keep both. `<style>` only adds dark colours, where it is supported.
   * Lines are short, as mail requires.
   */
  html(digest: Digest): string {
    const title = escapeHtml(heading(digest));
    const { rest } = digest;
    const named = rest.map(({ title, count }) => `${escapeHtml(title)} ${count}`).join(', ');
    return [
      '<!DOCTYPE html>',
      '<html lang="en" dir="ltr">',
      '<head>',
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="color-scheme" content="light dark">',
      '<meta name="supported-color-schemes" content="light dark">',
      `<title>${title}</title>`,
      `<style>${DARK}</style>`,
      '</head>',
      `<body class="ground" style="margin:0;padding:0;background:#f7f8fa;${FONT}">`,
      `<table role="presentation" class="ground" ${TABLE} style="background:#f7f8fa"><tr><td align="center" style="padding:16px">`,
      `<table role="presentation" class="card" ${TABLE} style="max-width:600px;background:#ffffff;border:1px solid #e3e6ea;border-radius:12px"><tr><td style="padding:24px">`,
      `<h1 class="text" dir="auto" style="margin:0;font-size:24px;line-height:1.25;color:#14181d">${title}</h1>`,
      ...digest.groups.flatMap((group) => [
        `<h2 class="text" dir="auto" style="margin:28px 0 0;font-size:17px;line-height:28px;color:#14181d">`,
        `${letterIcon(group.title)} ${escapeHtml(group.title)}</h2>`,
        ...group.items.flatMap(htmlItem),
      ]),
      ...(named === ''
        ? []
        : [`<p class="soft" style="${SOFT}">and ${digest.more} more: ${named}</p>`]),
      '</td></tr></table>',
      '</td></tr></table>',
      '</body>',
      '</html>',
      '',
    ].join('\n');
  },
} as const;

/** The fonts of the dashboard. */
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TABLE = 'width="100%" cellpadding="0" cellspacing="0" border="0"';
const SOFT = 'margin:4px 0 0;font-size:13px;line-height:1.5;color:#57606a';
const DARK =
  '@media (prefers-color-scheme:dark){.ground{background:#101317!important}.card{background:#181b20!important;border-color:#2a2f36!important}.text,.text a{color:#e8eaed!important}td{border-color:#2a2f36!important}.soft{color:#a2a9b3!important}ins{color:#7fd6b5!important}del{color:#ff9d94!important}}';

/** The icon of a source: its first letter, which loads nothing. */
function letterIcon(title: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(title)?.[0]?.toUpperCase() ?? '#';
  return `<span aria-hidden="true" style="display:inline-block;width:24px;height:24px;border-radius:6px;background:#0f6b57;color:#ffffff;font-size:13px;line-height:24px;text-align:center">${letter}</span>`;
}

function heading({ title, count }: Digest): string {
  return `${title}: ${counted(count, 'item')}`;
}

function moreLine({ more }: Digest): string[] {
  return more === 0 ? [] : [`and ${more} more`];
}

/** Date and author; "" if neither is known. */
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
  const { change, image, language, text, url } = item;
  const title = escapeHtml(item.title);
  const link = `<a href="${escapeHtml(url)}" style="color:#14181d">${title}</a>`;
  const lang = language === '' ? '' : ` lang="${language}"`;
  const by = byline(item);
  const said = change ?? escapeHtml(text);
  return [
    `<table role="presentation" ${TABLE}><tr>`,
    `<td dir="auto"${lang} valign="top" style="padding:12px 0;border-bottom:1px solid #e3e6ea">`,
    `<strong class="text" style="font-size:16px;line-height:1.4;color:#14181d">${url === '' ? title : link}</strong>`,
    ...(by === '' ? [] : [`<p class="soft" style="${SOFT}">${escapeHtml(by)}</p>`]),
    ...(said === '' ? [] : [`<div class="soft" style="${SOFT}">${withStyles(said)}</div>`]),
    '</td>',
    ...(image === ''
      ? []
      : [
          '<td width="96" valign="top" align="right" style="padding:12px 0 12px 12px;border-bottom:1px solid #e3e6ea">',
          `<img src="${escapeHtml(image)}" alt="" width="96" style="display:block;width:96px;height:auto;border:0;border-radius:8px">`,
          '</td>',
        ]),
    '</tr></table>',
  ];
}

/** Underlines additions and strikes out deletions with elements that work without styles. */
function withStyles(html: string): string {
  return html
    .replaceAll('</del><ins>', '</del> <ins>')
    .replaceAll('<ins>', '<ins style="color:#0f6b57;text-decoration:underline">')
    .replaceAll('<del>', '<del style="color:#b3261e;text-decoration:line-through">')
    .replaceAll('<ul class="changes">', '<ul style="margin:0;padding:0;list-style:none">');
}
