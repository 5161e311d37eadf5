import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isUrl } from '../../../base/url.js';
import type { PreviewBody } from '../../../client/index.js';
import { resolveAccess } from '../../bulk/resolve-access.js';
import { CliError, shellCommand, UsageError } from '../../kit/index.js';
import { webAddress } from '../../sources/web-address.js';
import type { Context } from '../../verbs/context.js';
import { accessFlags, newAccess } from '../base/access.js';
import { fieldFlags, readFields, type Typed } from '../base/index.js';
import { requireOwnService } from '../base/send-changes.js';
import { checkText } from '../feeds/source.js';
import { PREVIEW_FIELDS } from './preview-fields.js';

export interface PreviewOptions extends Typed {
  pageUrl: string | undefined;
  explain: boolean;
  pick: boolean;
}

/** The largest document that fits into a request as base64. The service limits pages to 4 MB. */
const MAX_DOCUMENT_BYTES = 6_000_000;

/** The address of a document without `--page-url`; RFC 2606 reserves the domain. */
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
      const access = references && (await resolveAccess(context, references));
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
  const [unused] = [...accessFlags(typed), ...fieldFlags(opening)];
  if (unused !== undefined) {
    throw new UsageError(`${unused} works only with an address, not with a FILE or -.`);
  }
  const address = pageUrl === undefined ? NOWHERE : readAddress(pageUrl);
  const body = source === '-' ? await readInput(context) : await readGivenFile(source);
  // Raw bytes: the service detects the charset.
  return { html: body.toString('base64'), encoding: 'base64', page_url: address, ...how };
}

/** A file, or what looks like one rather than like `example.com/news`. */
function isFileName(source: string): boolean {
  return existsSync(source) || /^[^/]*\.(?:html?|xml|json|rss|atom|rdf|txt)$/i.test(source);
}

function readAddress(typed: string): string {
  const address = webAddress(typed);
  if (/^https?:\/\//i.test(address) && isUrl(address)) return address;
  throw new UsageError(`"${typed}" is not an http or https address.`);
}

async function readInput({ streams }: Context): Promise<Buffer> {
  try {
    return await streams.stdin.readBytes(MAX_DOCUMENT_BYTES);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge('Standard input');
    throw error;
  }
}

async function readGivenFile(path: string): Promise<Buffer> {
  try {
    if ((await stat(path)).size > MAX_DOCUMENT_BYTES) throw tooLarge(path);
    return await readFile(path);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw unreadable(path, error);
  }
}

function tooLarge(what: string): CliError {
  return new UsageError(`${what} is larger than the limit of ${MAX_DOCUMENT_BYTES / 1e6} MB.`);
}

function unreadable(path: string, cause: unknown): CliError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EISDIR') return new UsageError(`${path} is a folder, not a file.`);
  if (code === 'EACCES') return new UsageError(`${path} cannot be read: permission denied.`);
  if (code !== 'ENOENT') throw cause;
  const guess = `https://${path}`;
  const looksLikeAddress = /^[^\s/]+\.[^\s/]+/.test(path) && isUrl(guess);
  return new UsageError(`File not found: ${path}`, {
    ...(looksLikeAddress && {
      hint: `For an address, include the scheme: ${shellCommand(['feedctl', 'preview', guess])}`,
    }),
  });
}
