import { isObject, parseJson } from '../../base/json.js';
import { MASKED } from '../../contract/source-access.js';

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
