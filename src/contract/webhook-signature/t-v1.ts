import { createHmac } from 'node:crypto';
import {
  equalSignatures,
  joined,
  parseTimestamp,
  TOLERANCE_SECONDS,
  timeProblem,
  type Verification,
  type WebhookHeaders,
} from './verification.js';

/**
 * Signs a message under the scheme of hosted services: `t=<seconds>,v1=<64 hex digits>`.
 * @param timestamp seconds since the epoch.
 * @returns the value of the signature header.
 */
export function signTv1(secret: string, timestamp: number, body: string | Uint8Array): string {
  return `t=${timestamp},v1=${digest(secret, String(timestamp), body)}`;
}

/**
 * Verifies a received message. Each service has a header name of its own for this scheme, so any
 * `…-Signature` of this form is taken.
 * @param message `body` is what came over the wire, unparsed; `now` is seconds since the epoch.
 */
export function verifyTv1(
  secrets: readonly string[],
  message: { headers: WebhookHeaders; body: Uint8Array; now: number; tolerance?: number },
): Verification {
  const header = tv1Header(message.headers);
  if (header === null) {
    return { ok: false, problem: 'No …-Signature header has the form t=<seconds>,v1=<hex>.' };
  }
  const { timestampText, signatures } = header;
  const timestamp = parseTimestamp(timestampText);
  if (timestamp === null) {
    return { ok: false, problem: 'The t= of the signature is no number of seconds.' };
  }
  const late = timeProblem(timestamp, message.now, message.tolerance ?? TOLERANCE_SECONDS);
  if (late !== null) return { ok: false, problem: late };

  const expected = secrets.map((secret) => digest(secret, timestampText, message.body));
  const fits = signatures.some((given) =>
    expected.some((signature) => equalSignatures(given.toLowerCase(), signature)),
  );
  return fits
    ? { ok: true, scheme: 't-v1', timestamp }
    : { ok: false, problem: 'The signature fits neither the body nor any given secret.' };
}

/** Whether a request is signed under this scheme. */
export function hasTv1Header(headers: WebhookHeaders): boolean {
  return tv1Header(headers) !== null;
}

interface Tv1Header {
  timestampText: string;
  /** More than one while the sender replaces its secret. */
  signatures: string[];
}

function tv1Header(headers: WebhookHeaders): Tv1Header | null {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || !name.toLowerCase().endsWith('-signature')) continue;
    const fields = joined(value)
      .split(',')
      .map((field) => field.trim());
    const timestamp = fields.find((field) => field.startsWith('t='));
    const signatures = fields.filter((field) => field.startsWith('v1='));
    if (timestamp !== undefined && signatures.length > 0) {
      return {
        timestampText: timestamp.slice('t='.length),
        signatures: signatures.map((field) => field.slice('v1='.length)),
      };
    }
  }
  return null;
}

function digest(secret: string, timestampText: string, body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${timestampText}.`).update(body).digest('hex');
}
