import { existsSync } from 'node:fs';
import { isUrl } from '../../../base/url.js';
import type { PreviewBody } from '../../../client/index.js';
import { FEED_FIELDS } from '../../../resources/feed.js';
import { readInput } from '../../bulk/read-input.js';
import { resolveAccess } from '../../bulk/resolve-access.js';
import { shellCommand, UsageError, webAddress } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { accessChanges, accessFlags, newAccess } from '../base/access.js';
import { fieldFlags, readFields, type Typed } from '../base/index.js';
import { requireOwnService } from '../base/send-changes.js';
import { checkText } from '../feeds/source.js';

const { mode, from, selectors, access, render, steps, filters } = FEED_FIELDS;

/** Fields of a feed that a preview accepts. */
export const PREVIEW_FIELDS = { mode, from, selectors, access, render, steps, filters } as const;

export interface PreviewOptions extends Typed {
  pageUrl: string | undefined;
  explain: boolean;
  pick: boolean;
}

/** The largest document that fits into a request as base64. The service limits pages to 4 MB. */
const MAX_DOCUMENT_BYTES = 6_000_000;

/** Address of a document without `--page-url`; RFC 2606 reserves the domain. */
export const NOWHERE = 'https://page.invalid/';

/** @throws {UsageError} for conflicting options and missing files */
export async function readRequest(
  context: Context,
  source: string,
  { pageUrl, explain, pick, ...typed }: PreviewOptions,
): Promise<PreviewBody> {
  const { mode, from, selectors, filters, ...opening } = readFields(PREVIEW_FIELDS, typed);
  if (from === 'feed' && selectors != null) {
    throw new UsageError('--select works on web pages and cannot be combined with --from feed.');
  }
  if (pick && (selectors != null || from === 'feed')) {
    throw new UsageError('--pick chooses a list of the page: leave out --select and --from feed.');
  }
  if (pick && mode !== undefined) {
    throw new UsageError('--pick chooses a list of the page: leave out --changes.');
  }
  checkText({ selectors, mode });
  const how = {
    ...(mode !== undefined && { mode }),
    ...(pick
      ? { from: 'html' as const, explain: true }
      : { selectors: selectors ?? undefined, from, explain }),
    ...(filters !== undefined && { filters }),
  };
  const given = isFileName(source) ? source : webAddress(source);
  if (/^https?:\/\//i.test(given)) {
    if (pageUrl === undefined) {
      await requireOwnService(await context.client(), { ...opening, mode });
      const references = newAccess(typed);
      const access = references && (await resolveAccess(context, references, { source: given }));
      return {
        url: readAddress(given),
        ...(access !== undefined && { access }),
        render: opening.render,
        steps: opening.steps && [...opening.steps],
        ...how,
      };
    }
    throw new UsageError('--page-url works only with a FILE or -, not with an address.');
  }
  const [unused] = [...accessFlags(accessChanges(typed)), ...fieldFlags(opening)];
  if (unused !== undefined) {
    throw new UsageError(`${unused} works only with an address, not with a FILE or -.`);
  }
  const address = pageUrl === undefined ? NOWHERE : readAddress(pageUrl);
  refuseMissing(source);
  const { bytes } = await readInput(context, source, MAX_DOCUMENT_BYTES);
  // Sends the raw bytes: the service detects the charset.
  return { html: bytes.toString('base64'), encoding: 'base64', page_url: address, ...how };
}

/** True for a file, or for a text that looks more like a file than like `example.com/news`. */
function isFileName(source: string): boolean {
  return existsSync(source) || /^[^/]*\.(?:html?|xml|json|rss|atom|rdf|txt)$/i.test(source);
}

function readAddress(typed: string): string {
  const address = webAddress(typed);
  if (/^https?:\/\//i.test(address) && isUrl(address)) return address;
  throw new UsageError(`"${typed}" is not an http or https address.`);
}

/** The hint covers a text that may be an address without its scheme. */
function refuseMissing(path: string): void {
  if (path === '-' || existsSync(path)) return;
  const guess = `https://${path}`;
  const looksLikeAddress = /^[^\s/]+\.[^\s/]+/.test(path) && isUrl(guess);
  throw new UsageError(`File not found: ${path}`, {
    ...(looksLikeAddress && {
      hint: `For an address, include the scheme: ${shellCommand(['feedctl', 'preview', guess])}`,
    }),
  });
}
