import sanitizeHtml from 'sanitize-html';
import type { Explanation } from '../../../../../contract/index.js';
import { ServiceError } from '../../../../core/errors.js';
import { runInWorker } from '../../../../worker/pool.js';
import type { WorkerJob } from '../../../../worker/worker-job.js';

export type CandidateList = Explanation['suggestions'][number];

/** Longer pages are cut: the lists of a page begin early. */
const MAX_LENGTH = 1_000_000;

const TAGS =
  `a abbr article aside b blockquote caption center cite code dd details div dl dt em figcaption figure
  font footer h1 h2 h3 h4 h5 h6 header hr i li main nav ol p pre q s section small span strong sub
  summary sup table tbody td tfoot th thead time tr u ul`.split(/\s+/);

const CLEANING: WorkerJob<string, string> = {
  name: 'saved-page',
  deadlineMs: 5000,
  here: cleanedPage,
  refusal: (_, reason) =>
    new ServiceError('SOURCE_TOO_LARGE', `The page is too costly (${reason}).`),
};

/**
 * A page as it is shown for pointing at its lists: its texts and structure, nothing that loads or runs.
 * Undefined for a page that is too costly: the lists can be chosen without it.
 */
export async function savedPage(html: string): Promise<string | undefined> {
  try {
    return await runInWorker(CLEANING, html.slice(0, MAX_LENGTH));
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** The page without everything else. */
export function cleanedPage(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title'],
    // What selectors of lists are made of.
    allowedAttributes: { '*': ['class', 'id', 'dir', 'lang', 'role', 'itemprop', 'itemtype'] },
    parseStyleAttributes: false,
    transformTags: { form: 'div', address: 'div', menu: 'ul', dir: 'ul' },
  });
}

/** As the swatches beside the lists: see `m1` in the style sheet. */
const COLOURS = ['#14866d', '#4a6fd4', '#b9770e', '#8e5bc0', '#c73a31', '#5f6b7a'];

const STYLE = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { margin: 12px; font: 13px/1.4 system-ui, sans-serif; overflow-wrap: anywhere; }
a { text-decoration: underline; }
td, th { vertical-align: top; }
`;

/** The document of a saved page, with the items of each list outlined in its colour. */
export function pageDocument(page: string, lists: readonly CandidateList[]): string {
  const outlines = lists.flatMap(({ selectors: { items = '' } }, index) =>
    // feedctl makes no selector that could end the rule.
    items === '' || /[{}<@]/.test(items)
      ? []
      : [
          `${items} { outline: 2px solid ${COLOURS[index % COLOURS.length]}; outline-offset: 1px; cursor: pointer; }`,
          `:is(${items}):hover { outline-width: 4px; }`,
        ],
  );
  return `<!doctype html><html><head><meta charset="utf-8"><title>The page</title><style>${STYLE}${outlines.join('\n')}</style></head><body>${page}</body></html>`;
}

/** Nothing runs, loads or leaves, whatever the page says; the script of the dashboard reads clicks. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin";
