import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import {
  equalSignatures,
  headerValue,
  parseTimestamp,
  TOLERANCE_SECONDS,
  timeProblem,
  type Verification,
  type WebhookHeaders,
} from './verification.js';

/** The three headers of Standard Webhooks, in lower case as they travel. */
export const STANDARD_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** A new secret: `whsec_` and 32 random bytes in base64. */
export function newStandardSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Whether a text can be a secret of Standard Webhooks: base64, with or without `whsec_`. */
export function isStandardSecret(secret: string): boolean {
  return keyOf(secret) !== null;
}

/**
 * Signs a message for the header `webhook-signature`.
 * @param timestamp seconds since the epoch, as sent in `webhook-timestamp`.
 * @throws Error when the secret is not base64.
 */
export function signStandard(secret: string, id: string, timestamp: number, body: string): string {
  const key = keyOf(secret);
  if (key === null) throw new Error('The webhook secret is not whsec_ followed by base64.');
  return new Webhook(key, { format: 'raw' }).sign(id, new Date(timestamp * 1000), body);
}

/**
 * The headers of a delivery. While a secret is being replaced the message is signed with the new
 * and the old one, and a receiver accepts it if either fits.
 */
export function standardHeaders(
  secrets: readonly string[],
  message: { id: string; timestamp: number; body: string },
): Record<string, string> {
  const { id, timestamp, body } = message;
  return {
    [STANDARD_HEADERS.id]: id,
    [STANDARD_HEADERS.timestamp]: String(timestamp),
    [STANDARD_HEADERS.signature]: secrets
      .map((secret) => signStandard(secret, id, timestamp, body))
      .join(' '),
  };
}

/**
 * Verifies a received message. Our own because the library decodes the body first, which makes
 * different bytes equal, and reads the system clock.
 * @param message `body` is what came over the wire, unparsed; `now` is seconds since the epoch.
 */
export function verifyStandard(
  secrets: readonly string[],
  message: { headers: WebhookHeaders; body: Uint8Array; now: number; tolerance?: number },
): Verification {
  const id = headerValue(message.headers, STANDARD_HEADERS.id);
  const timestampText = headerValue(message.headers, STANDARD_HEADERS.timestamp);
  const signatures = headerValue(message.headers, STANDARD_HEADERS.signature);
  if (id === null || timestampText === null || signatures === null) {
    return { ok: false, problem: `Of ${listed()}, not all headers are there.` };
  }
  const timestamp = parseTimestamp(timestampText);
  if (timestamp === null) {
    return { ok: false, problem: `${STANDARD_HEADERS.timestamp} is no number of seconds.` };
  }
  const late = timeProblem(timestamp, message.now, message.tolerance ?? TOLERANCE_SECONDS);
  if (late !== null) return { ok: false, problem: late };

  const keys = secrets.map(keyOf).filter((key) => key !== null);
  if (keys.length === 0) {
    return { ok: false, problem: 'There is no secret of the form whsec_ followed by base64.' };
  }
  const expected = keys.map((key) => digest(key, `${id}.${timestampText}.`, message.body));
  const fits = signatures
    .split(' ')
    // A header sent twice is joined with a comma on the way.
    .map((given) => given.replace(/,$/, ''))
    .some((given) => expected.some((signature) => equalSignatures(given, signature)));
  return fits
    ? { ok: true, scheme: 'standard', timestamp }
    : { ok: false, problem: 'The signature fits neither the body nor any given secret.' };
}

function digest(key: Buffer, prefix: string, body: Uint8Array): string {
  return `v1,${createHmac('sha256', key).update(prefix).update(body).digest('base64')}`;
}

/** The bytes of a secret, or null when it is none. */
function keyOf(secret: string): Buffer | null {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  return encoded !== '' && BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : null;
}

function listed(): string {
  return Object.values(STANDARD_HEADERS).join(', ');
}
