import { createMiddleware } from 'hono/factory';
import { parseUrl } from '../../../../base/url.js';
import { ServiceError } from '../../../core/errors.js';
import type { PublicAddress } from '../../../instances/public-address.js';
import { readText } from '../../read-json.js';
import { FORM_TOKEN_FIELD, isFormToken, type PageContext, type PageEnv } from './requests.js';

/** What somebody has filled in. */
export interface Form {
  /** The value of a field with white space around it cut off; "" when it is missing. */
  text(name: string): string;
  /** Every value of a field that may come several times. */
  all(name: string): string[];
  /** Whether the form has a field of this name at all: a checkbox that is ticked. */
  has(name: string): boolean;
}

/**
 * The form of this request, after a look at its token.
 * @throws ServiceError FORBIDDEN, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export async function readForm(context: PageContext): Promise<Form> {
  requireForm(context.req.header('Content-Type'));
  const fields = new URLSearchParams(await readText(context));
  if (!isFormToken(fields.get(FORM_TOKEN_FIELD) ?? '', context.get('formToken'))) throw staleForm();
  return {
    // A browser sends the line ends of a text area as CR LF.
    text: (name) => (fields.get(name) ?? '').replaceAll('\r\n', '\n').trim(),
    all: (name) => fields.getAll(name),
    has: (name) => fields.has(name),
  };
}

function requireForm(contentType: string | undefined): void {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded') return;
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The dashboard takes forms of its own pages.');
}

function staleForm(): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    'This form is out of date: it was shown before you signed in again. Go back, load the page anew and send it once more.',
  );
}

/**
 * Refuses what another site makes a browser send, before the form's own token is looked at.
 * `Sec-Fetch-Site` is the browser's word. Where there is none, `Origin` must be us: under the host
 * that was asked for, or under the public address when a proxy asks for another one.
 */
export function sameOriginOnly(publicAddress: PublicAddress) {
  return createMiddleware<PageEnv>(async (context, next) => {
    if (context.req.method === 'GET' || context.req.method === 'HEAD') return next();
    const site = context.req.header('Sec-Fetch-Site');
    const origin = context.req.header('Origin');
    const isOurs =
      site === undefined
        ? (await ourHosts(context.req.url, publicAddress)).has(hostOf(origin ?? ''))
        : site === 'same-origin';
    if (!isOurs) throw crossOrigin();
    return next();
  });
}

async function ourHosts(url: string, publicAddress: PublicAddress): Promise<Set<string | null>> {
  return new Set([new URL(url).host, new URL(await publicAddress.base()).host]);
}

/** Host and port, or null of an opaque origin. */
function hostOf(address: string): string | null {
  return parseUrl(address)?.host ?? null;
}

function crossOrigin(): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    'This form was sent from another site, so it was not carried out. Go back to the dashboard and send it from there.',
  );
}
