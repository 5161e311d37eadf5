import { isObject, parseJson } from '../../base/json.js';
import type { Hooks } from '../../client/index.js';
import { MASKED } from '../../contract/source-access.js';
import type { Notes } from '../output/notes.js';
import type { ServiceLogger } from './embedded.js';

/** `--debug`: shows the warnings and errors that the embedded service logs. */
export function debugLogger(notes: Notes): ServiceLogger {
  const show = ({ err }: { err?: unknown }, message: string) =>
    notes.debug([message, ...causesOf(err)].join('\n'));
  return { info: () => undefined, warn: show, error: show };
}

/** The stacks of an error and of its causes. Their other properties may hold stored rows. */
function causesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.stack ?? error.message, ...causesOf(error.cause)];
}

/** `--debug`: logs every attempt. Credentials are masked. */
export function watchRequests(notes: Notes): Hooks {
  return {
    onRequest({ method, url, headers, body, attempt }) {
      const again = attempt === 1 ? '' : ` (attempt ${attempt})`;
      notes.debug(`> ${method} ${url}${again}`);
      for (const [name, value] of Object.entries(headers)) notes.debug(`> ${name}: ${value}`);
      notes.debug('> authorization: Bearer ***:***');
      if (body !== undefined) notes.debug(`> ${maskedBody(url, body)}`);
    },
    onResponse({ status, durationMs, headers, error, retryInMs }) {
      const took = `${Math.round(durationMs)} ms`;
      notes.debug(`< ${status ?? error?.message ?? 'no answer'} in ${took}`);
      const id = headers['x-request-id'];
      if (id !== undefined) notes.debug(`< x-request-id: ${id}`);
      if (retryInMs !== undefined) notes.debug(`  retrying in ${Math.round(retryInMs)} ms`);
    },
  };
}

/** Fields whose texts are secrets, wherever they are in a body. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(['access', 'headers']);

/**
 * The body of a request for `--debug`: what a source needs besides its address, and the headers and
 * the address of a webhook, which may hold a token, are masked.
 *
 * @param url address of the request
 */
export function maskedBody(url: string, body: string): string {
  const secretUrl = /\/v1\/webhooks(?:\/|\?|$)/.test(url);
  const value = parseJson(body);
  return value === undefined ? body : JSON.stringify(masked(value, secretUrl));
}

function masked(value: unknown, secretUrl: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => masked(each, secretUrl));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (SECRET_FIELDS.has(name)) return [name, withoutTexts(inner)];
      if (name === 'url' && secretUrl && typeof inner === 'string') return [name, MASKED];
      return [name, masked(inner, secretUrl)];
    }),
  );
}

function withoutTexts(value: unknown): unknown {
  if (typeof value === 'string') return MASKED;
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutTexts(inner)]),
  );
}
