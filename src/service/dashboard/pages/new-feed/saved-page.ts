import sanitizeHtml from 'sanitize-html';
import type { Explanation } from '../../../../contract/index.js';
import { attribute, BLOCK, type PageNode, readPage } from '../../../../generator/service.js';
import { ServiceError } from '../../../core/errors.js';
import { runInWorker } from '../../../core/worker/pool.js';
import type { WorkerJob } from '../../../core/worker/worker-job.js';
import type { ReadPage } from '../../../feeds/preview.js';
import type { KeptPage } from '../../use-cases/preview-cache.js';
import { safeStyles } from './page-styles.js';

export type CandidateList = Explanation['suggestions'][number];

/** Characters of a drawn page; what is behind them is left out. */
const MAX_LENGTH = 2_000_000;

const TAGS = new Set(
  `a abbr article aside b blockquote caption center cite code dd details div dl dt em figcaption figure
  font footer h1 h2 h3 h4 h5 h6 header hr br i li main nav ol p pre q s section small span strong sub
  summary sup table tbody td tfoot th thead time tr u ul`.split(/\s+/),
);
const RENAMED: Readonly<Record<string, string>> = { menu: 'ul', dir: 'ul', img: 'span' };
/** What selectors of lists are made of, and what tables need. */
const ATTRIBUTES = [
  ...['class', 'id', 'dir', 'lang', 'role', 'itemprop', 'itemtype', 'colspan', 'rowspan'],
];

const DRAWING: WorkerJob<ReadPage, string> = {
  name: 'saved-page',
  deadlineMs: 5000,
  here: drawnPage,
  refusal: (_, reason) =>
    new ServiceError('SOURCE_TOO_LARGE', `The page is too costly (${reason}).`),
};

/**
 * A page as it is shown for pointing at it: its texts, structure and own styles, nothing that loads or runs.
 * Undefined for a page that is too costly: the lists can be chosen without it.
 */
export async function savedPage(page: ReadPage): Promise<KeptPage | undefined> {
  try {
    const drawn = await runInWorker(DRAWING, { url: page.url, html: page.html });
    return { url: page.url, html: page.html, drawn };
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/**
 * The page as the generator reads it, its styles first. `data-at` of an element is its position there, so
 * that a click says which one it is.
 */
export function drawnPage({ url, html }: ReadPage): string {
  const sheets: string[] = [];
  sanitizeHtml(html, {
    allowedTags: ['style'],
    // No sheet stays where it was.
    allowVulnerableTags: true,
    exclusiveFilter({ tag, text, attribs }) {
      if (tag === 'style' && /^(?:all|screen)?$/i.test(attribs.media ?? '')) sheets.push(text);
      return true;
    },
    allowedAttributes: { style: ['media'] },
  });
  const parts: string[] = [];
  let left = MAX_LENGTH;
  const write = (text: string) => {
    left -= text.length;
    parts.push(text);
  };
  const draw = (node: PageNode) => {
    if (left < 0) return;
    if (node.kind === 'text') {
      write((node.gap === '' ? '' : node.gap) + escapeText(node.text));
      return;
    }
    const { tag } = node;
    if (tag === 'head') return;
    const name = RENAMED[tag] ?? (TAGS.has(tag) ? tag : 'div');
    const isInline =
      tag !== 'img' && !TAGS.has(tag) && RENAMED[tag] === undefined && !BLOCK.has(tag);
    const drawn = isInline ? 'span' : name;
    const given = ATTRIBUTES.flatMap((attribute_) => {
      const value = attribute(node, attribute_);
      return value === null ? [] : [` ${attribute_}="${escapeText(value)}"`];
    });
    write(
      `<${drawn} data-at="${node.index}"${tag === 'img' ? ' data-picture' : ''}${given.join('')}>`,
    );
    if (tag === 'img') write(escapeText(attribute(node, 'alt') ?? ''));
    for (const child of node.children) draw(child);
    if (drawn !== 'br' && drawn !== 'hr') write(`</${drawn}>`);
  };
  for (const child of readPage(html, url).root.children) draw(child);
  return safeStyles(sheets) + parts.join('');
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** As the swatches next to the lists: see `m1` in the style sheet. */
const COLOURS = ['#14866d', '#4a6fd4', '#b9770e', '#8e5bc0', '#c73a31', '#5f6b7a'];

/** A page with styles of its own is drawn as on a white screen; whatever waits for a script is shown. */
const WITH_OWN = `
:root { color-scheme: light; background: #fff; color: #000; }
html, body { display: block !important; visibility: visible !important; opacity: 1 !important; height: auto !important; }
html { overflow: auto !important; } body { overflow: visible !important; }
a { text-decoration: none; }
`;

const WITHOUT_OWN = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { margin: 16px; font: 13px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4 { margin: 0.6em 0 0.3em; font-size: 15px; line-height: 1.3; }
ul, ol, dl { margin: 0.4em 0; padding-inline-start: 18px; }
p, figure, blockquote { margin: 0.4em 0; }
a { text-decoration: none; color: LinkText; }
td, th { vertical-align: top; }
`;

/** feedctl makes no selector that could end a rule. */
const isSafe = (selector: string) => selector !== '' && !/[{}<@]/.test(selector);

/**
 * The document of a saved page: the items of the list in use are tinted and in sight, those of the others have a
 * thin outline in their colours, over the styles of the page. Navigation is left out, unless the list is there.
 * @param chosen the selector of the items in use
 */
export function pageDocument(page: string, lists: readonly CandidateList[], chosen = ''): string {
  const inUse = isSafe(chosen) ? chosen : '';
  const first = lists.findIndex(({ selectors: { items } }) => items === inUse);
  const rules = lists.flatMap(({ selectors: { items = '' } }, index) => {
    if (!isSafe(items) || (items === inUse && index !== first)) return [];
    const colour = COLOURS[index % COLOURS.length];
    return items === inUse
      ? [
          `${items} { outline: 3px solid ${colour} !important; outline-offset: -1px !important; background: ${colour}1f !important; pointer-events: auto !important; scroll-initial-target: nearest; scroll-margin: 40px 0 0 100vw; }`,
        ]
      : [
          `:is(${items}):not(:is(nav, header, footer) *) { outline: 1px dashed ${colour} !important; outline-offset: 1px !important; cursor: pointer; pointer-events: auto !important; }`,
          `:is(${items}):hover { outline: 3px solid ${colour} !important; }`,
        ];
  });
  const hidden = ['nav', 'footer'].map((name) =>
    inUse === '' ? name : `${name}:not(:has(${inUse}))`,
  );
  const base = page.startsWith('<style>') ? WITH_OWN : WITHOUT_OWN;
  const pointing =
    '[data-at] { pointer-events: auto !important; cursor: pointer; } [data-at]:hover:not(:has([data-at]:hover)) { outline: 2px solid #4a6fd4 !important; } [data-picture] { display: inline-block; min-width: 24px; min-height: 24px; background: #8883; }';
  const own = `${pointing}\n${hidden.join()} { display: none !important; }\n${rules.join('\n')}`;
  return `<!doctype html><html><head><meta charset="utf-8"><title>The page</title><style>${base}</style></head><body>${page}<style>${own}</style></body></html>`;
}

/** Nothing runs, loads or leaves, whatever the page says; the script of the dashboard reads clicks. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin";
