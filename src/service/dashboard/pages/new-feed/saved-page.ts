import sanitizeHtml from 'sanitize-html';
import { escapeHtml } from '../../../../base/text.js';
import { parseUrl } from '../../../../base/url.js';
import type { Explanation } from '../../../../contract/index.js';
import {
  attribute,
  BLOCK,
  type ElementNode,
  type PageNode,
  readPage,
} from '../../../../generator/service.js';
import { ServiceError } from '../../../core/errors.js';
import { runInWorker } from '../../../core/worker/pool.js';
import type { WorkerJob } from '../../../core/worker/worker-job.js';
import type { ReadPage } from '../../../feeds/preview.js';
import type { KeptPage, Sheet } from '../../use-cases/preview-cache.js';
import { safeStyles } from './page-styles.js';

export type CandidateList = Explanation['suggestions'][number];

/** Maximum length of a saved page, in characters; the rest is left out. */
const MAX_LENGTH = 2_000_000;

const TAGS = new Set(
  `a abbr article aside b blockquote caption center cite code dd del details div dl dt em figcaption figure
  font footer h1 h2 h3 h4 h5 h6 header hr br i ins li main mark nav ol p picture pre q s section small span
  strong sub summary sup table tbody td tfoot th thead time tr u ul`.split(/\s+/),
);
const RENAMED: Readonly<Record<string, string>> = { menu: 'ul', dir: 'ul', img: 'span' };
/** Matches custom elements; they do nothing without scripts. */
const OWN_NAME = /^[a-z]{1,20}(?:-[a-z0-9]{1,30}){1,4}$/;
/**
 * Attributes that are kept: those that selectors of lists and rules of style sheets use, and those
 * of tables.
 */
const ATTRIBUTES = [
  ...['class', 'id', 'dir', 'lang', 'role', 'itemprop', 'itemtype', 'colspan', 'rowspan'],
];

type DrawnPage = Pick<KeptPage, 'drawn' | 'sheets'>;

const refusal = (_: unknown, reason: string) =>
  new ServiceError('SOURCE_TOO_LARGE', `The page is too costly (${reason}).`);

const DRAWING: WorkerJob<ReadPage, DrawnPage> = {
  ...{ name: 'saved-page', deadlineMs: 5000, here: drawnPage, refusal },
};

const STYLING: WorkerJob<readonly StyledSheet[], string> = {
  ...{ name: 'page-styles', deadlineMs: 5000, here: pageStyles, refusal },
};

/**
 * The page in which the user clicks the items: its texts and structure, without anything that loads
 * or runs. Undefined if the page is too costly; the lists can be chosen without it.
 */
export async function savedPage({ url, html }: ReadPage): Promise<KeptPage | undefined> {
  const drawn = await unlessTooCostly(runInWorker(DRAWING, { url, html }));
  return drawn && { url, html, ...drawn };
}

async function unlessTooCostly<T>(job: Promise<T>): Promise<T | undefined> {
  try {
    return await job;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/**
 * Draws the page as the generator reads it. The attribute `data-at` is the position of an element
 * in the generator, by which a click identifies the element.
 */
export function drawnPage({ url, html }: ReadPage): DrawnPage {
  const parts: string[] = [];
  const outer: { html?: string; body?: string } = {};
  let left = MAX_LENGTH;
  const write = (text: string) => {
    left -= text.length;
    parts.push(text);
  };
  const draw = (node: PageNode) => {
    if (left < 0) return;
    if (node.kind === 'text') {
      write((node.gap === '' ? '' : node.gap) + escapeHtml(node.text));
      return;
    }
    const { tag, children } = node;
    if (tag === 'head') return;
    if (tag === 'html' || tag === 'body') {
      outer[tag] ??= given(node);
      for (const child of children) draw(child);
      return;
    }
    const isKept = TAGS.has(tag) || OWN_NAME.test(tag);
    const drawn = RENAMED[tag] ?? (isKept ? tag : BLOCK.has(tag) ? 'div' : 'span');
    const picture = tag === 'img' ? ` data-picture${sizeOf(node)}` : '';
    write(`<${drawn} data-at="${node.index}"${picture}${given(node)}>`);
    if (tag === 'img') write(escapeHtml(attribute(node, 'alt') ?? ''));
    for (const child of children) draw(child);
    if (drawn !== 'br' && drawn !== 'hr') write(`</${drawn}>`);
  };
  for (const child of readPage(html, url).root.children) draw(child);
  const { html: htmlOnes = '', body = '' } = outer;
  const drawn = `<html${htmlOnes}><head></head><body${body}>${parts.join('')}`;
  return { drawn, sheets: sheetsOf(html, url) };
}

function given(node: ElementNode): string {
  const texts = ATTRIBUTES.map((name) => [name, attribute(node, name)] as const);
  return texts
    .flatMap(([name, text]) => (text === null ? [] : [` ${name}="${escapeHtml(text)}"`]))
    .join('');
}

/** Reserves the space of a picture, which is not loaded. */
function sizeOf(node: ElementNode): string {
  const [width, height] = ['width', 'height'].map((name) =>
    Number(/^\d{1,4}$/.exec(attribute(node, name) ?? '')?.[0]),
  );
  return width && height ? ` style="width:${width}px;aspect-ratio:${width}/${height}"` : '';
}

/** Maximum number of linked style sheets that are loaded; sites have a handful. */
const MAX_LINKED = 16;

/**
 * The style sheets for screens, including those that a script would enable after they have loaded.
 */
function sheetsOf(html: string, url: string): Sheet[] {
  const sheets: Sheet[] = [];
  let base: string | undefined;
  const linked = new Set<string>();
  sanitizeHtml(html, {
    allowedTags: ['base', 'link', 'style'],
    // Style elements are only collected here: the filter removes all of them from the page.
    allowVulnerableTags: true,
    exclusiveFilter({ tag, text, attribs }) {
      const { rel = '', as, href, onload, media: given = '' } = attribs;
      if (tag === 'base') base ??= parseUrl(href ?? '', url)?.href;
      const media = onload && given === 'print' ? '' : given;
      if (media === 'print') return true;
      if (tag === 'style') sheets.push({ media, text });
      const names = rel.toLowerCase().split(/\s+/);
      if (tag !== 'link' || !href || names.includes('alternate')) return true;
      if (!names.includes('stylesheet') && !(names.includes('preload') && as === 'style'))
        return true;
      const address = parseUrl(href, base ?? url);
      if (address === null || !/^https?:$/.test(address.protocol)) return true;
      if (linked.has(address.href) || linked.size === MAX_LINKED) return true;
      linked.add(address.href);
      sheets.push({ media, href: address.href });
      return true;
    },
    allowedAttributes: false,
  });
  return sheets;
}

interface StyledSheet {
  media: string;
  text: string;
}

/** Maximum length of all style sheets of a page, in characters. */
const MAX_STYLES = 1_500_000;

/**
 * The cleaned styles of a page. If the page links style sheets and none could be loaded, it is
 * drawn without styles, because its inline ones cover only a banner or two.
 */
export async function stylesOf(
  page: KeptPage,
  read: (addresses: string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<string> {
  const linked = page.sheets.flatMap((sheet) => ('href' in sheet ? [sheet.href] : []));
  const texts = linked.length === 0 ? new Map<string, string>() : await read(linked);
  if (linked.length > 0 && texts.size === 0) return '';
  const sheets = page.sheets.map((sheet) => ({
    media: sheet.media,
    text: 'text' in sheet ? sheet.text : (texts.get(sheet.href) ?? ''),
  }));
  return (await unlessTooCostly(runInWorker(STYLING, sheets))) ?? '';
}

/** Style elements for the head of a page, up to the maximum length. */
export function pageStyles(sheets: readonly StyledSheet[]): string {
  let left = MAX_STYLES;
  return sheets
    .flatMap(({ media, text }) => {
      const css = text.length > left ? '' : safeStyles(text);
      left -= css.length;
      return css === '' ? [] : [`<style media="${escapeHtml(media)}">${css}</style>`];
    })
    .join('');
}

/**
 * The colours of the lists. They must match those of their swatches: see `m1` in the style sheet.
 */
const COLOURS = ['#14866d', '#4a6fd4', '#b9770e', '#8e5bc0', '#c73a31', '#5f6b7a'];

/**
 * Rules for a page with its own styles: it has a white background, and content that waits for a
 * script is visible.
 */
const WITH_OWN = `
:root { color-scheme: light; color: #000; }
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

/** True if a selector cannot end a rule. The selectors of feedctl never can. */
const isSafe = (selector: string) => selector !== '' && !/[{}<@]/.test(selector);

/**
 * The document of a saved page with its styles. The items of the list in use have a tint; those of
 * the other lists have a thin outline in the colour of their list. Navigation is hidden, unless it
 * contains the list.
 * @param chosen the selector of the items in use
 */
export function pageDocument(
  { drawn, styles }: { drawn: string; styles: string },
  lists: readonly CandidateList[],
  chosen = '',
): string {
  const inUse = isSafe(chosen) ? chosen : '';
  const first = lists.findIndex(({ selectors: { items } }) => items === inUse);
  const rules = lists.flatMap(({ selectors: { items = '' } }, index) => {
    if (!isSafe(items) || items === inUse) return [];
    const colour = COLOURS[index % COLOURS.length];
    return [
      `:is(${items}):not(:is(nav, header, footer) *) { outline: 1px dashed ${colour} !important; outline-offset: 1px !important; cursor: pointer; pointer-events: auto !important; }`,
      `:is(${items}):hover { outline: 3px solid ${colour} !important; }`,
    ];
  });
  if (inUse !== '') {
    const colour = COLOURS[Math.max(0, first) % COLOURS.length];
    rules.push(
      `${inUse} { outline: 3px solid ${colour} !important; outline-offset: -1px !important; background: ${colour}1f !important; pointer-events: auto !important; scroll-initial-target: nearest; scroll-margin: 40px 0 0 100vw; }`,
    );
  }
  const hidden = ['nav', 'footer'].map((name) =>
    inUse === '' ? name : `${name}:not(:has(${inUse}))`,
  );
  const base = styles === '' ? WITHOUT_OWN : WITH_OWN;
  const pointing =
    '[data-at] { pointer-events: auto !important; cursor: pointer; } [data-at]:hover:not(:has([data-at]:hover)) { outline: 2px solid #4a6fd4 !important; } [data-picture] { display: inline-block; min-width: 24px; min-height: 24px; max-width: 100%; overflow: hidden; background: #8883; }';
  const own = `${pointing}\n${hidden.join()} { display: none !important; }\n${rules.join('\n')}`;
  const head = `<head><meta charset="utf-8"><title>The page</title><style>${base}</style>${styles}</head>`;
  return `<!doctype html>${drawn.replace('<head></head>', () => head)}<style>${own}</style></body></html>`;
}

/**
 * The policy blocks scripts, requests and forms, whatever the page contains; the script of the
 * dashboard reads the clicks.
 */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin";
