import { createMiddleware } from 'hono/factory';
import { parseUrl } from '../../../../base/url.js';
import { ServiceError } from '../../../core/errors.js';
import type { UploadedFile } from '../../../dashboard/account-files.js';
import type { PublicAddress } from '../../../instances/public-address.js';
import { readBytes, readText } from '../../read-json.js';
import { FORM_TOKEN_FIELD, isFormToken, type PageContext, type PageEnv } from './requests.js';

/** The submitted values of a form. */
export interface Form {
  /** The trimmed value of a field; "" when it is missing. */
  text(name: string): string;
  /** All values of a repeated field. */
  all(name: string): string[];
  /** Whether the field was sent, such as a ticked checkbox. */
  has(name: string): boolean;
  /** The file of a field; null when none was chosen. */
  file(name: string): Promise<UploadedFile | null>;
}

/**
 * Reads the form of this request after checking its token.
 * @param uploadBytes size of a form with files; undefined: it has none
 * @throws ServiceError FORBIDDEN, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export async function readForm(context: PageContext, uploadBytes?: number): Promise<Form> {
  const fields = await fieldsOf(context, uploadBytes);
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  const token = textOf(fields.get(FORM_TOKEN_FIELD));
  if (!isFormToken(token, context.get('formToken'))) throw staleForm();
  return {
    // Browsers send the line breaks of a text area as CR LF.
    text: (name) => textOf(fields.get(name)).replaceAll('\r\n', '\n').trim(),
    all: (name) => fields.getAll(name).map(textOf),
    has: (name) => fields.has(name),
    async file(name) {
      const value = fields.get(name);
      if (value === null || typeof value === 'string' || value.size === 0) return null;
      return { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
    },
  };
}

async function fieldsOf(
  context: PageContext,
  uploadBytes: number | undefined,
): Promise<Pick<FormData, 'get' | 'getAll' | 'has'>> {
  const header = context.req.header('Content-Type') ?? '';
  const type = header.split(';', 1)[0]?.trim().toLowerCase();
  if (uploadBytes === undefined) {
    if (type !== 'application/x-www-form-urlencoded') throw notOurForm();
    return new URLSearchParams(await readText(context));
  }
  if (type !== 'multipart/form-data') throw notOurForm();
  const sent = new Response(await readBytes(context, uploadBytes), {
    headers: { 'Content-Type': header },
  });
  return sent.formData().catch(() => {
    throw notOurForm();
  });
}

function notOurForm(): ServiceError {
  return new ServiceError(
    'UNSUPPORTED_MEDIA_TYPE',
    'The dashboard accepts only forms of its own pages.',
  );
}

function staleForm(): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    'This form is out of date: it was loaded before you signed in again. Go back, reload the page and send it again.',
  );
}

/**
 * Rejects cross-site requests before checking the token. `Sec-Fetch-Site` comes from the browser.
 * Without it, `Origin` must be this service: under the requested host, or under the public address
 * behind a proxy.
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

/** Host and port, or null for an opaque origin. */
function hostOf(address: string): string | null {
  return parseUrl(address)?.host ?? null;
}

function crossOrigin(): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    'This form was sent from another site and was rejected. Go back to the dashboard and send it from there.',
  );
}
