import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `standard` is Standard Webhooks, `t-v1` the single header `t=…,v1=…` of hosted services. */
export type SignatureScheme = 'standard' | 't-v1';

/** Request headers from `node:http` or from a file, with names in any case. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The three headers of Standard Webhooks, in lower case. */
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

/** True if a text is a valid secret of Standard Webhooks: base64, with or without `whsec_`. */
export function isStandardSecret(secret: string): boolean {
  return signingKey(secret) !== null;
}

/** The bytes of a secret, or null if it is invalid. */
function signingKey(secret: string): Buffer | null {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  return encoded !== '' && BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : null;
}

/**
 * The headers of a delivery. During a rotation the message is signed with the new and the old
 * secret, and a receiver accepts it if either matches.
 * @param message `timestamp` in seconds since the epoch
 * @throws Error if a secret is not base64
 */
export function standardHeaders(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = signingKey(secret);
    if (key === null) throw new Error('The webhook secret is not whsec_ followed by base64.');
    return standardSignature(key, `${id}.${timestamp}.`, body);
  });
  return {
    [STANDARD_HEADERS.id]: id,
    [STANDARD_HEADERS.timestamp]: String(timestamp),
    [STANDARD_HEADERS.signature]: signatures.join(' '),
  };
}

/**
 * The value of a signature header of hosted services: `t=<seconds>,v1=<64 hex digits>`.
 * @param timestamp seconds since the epoch
 */
export function signTv1(secret: string, timestamp: number, body: string | Uint8Array): string {
  return `t=${timestamp},v1=${digest(secret, `${timestamp}.`, body, 'hex')}`;
}

function standardSignature(key: Buffer, prefix: string, body: string | Uint8Array): string {
  return `v1,${digest(key, prefix, body, 'base64')}`;
}

function digest(
  key: string | Buffer,
  prefix: string,
  body: string | Uint8Array,
  encoding: 'hex' | 'base64',
): string {
  return createHmac('sha256', key).update(prefix).update(body).digest(encoding);
}

/** A message and the secrets to verify it with. */
export interface SignedMessage {
  /** `auto` chooses the scheme by the headers. */
  scheme: SignatureScheme | 'auto';
  /** One of them must match; during a rotation there are two. */
  secrets: readonly string[];
  headers: WebhookHeaders;
  /** The body as received: a parsed and serialised body would have another signature. */
  body: Uint8Array;
  /** Seconds since the epoch. */
  now: number;
  /** Maximum difference between the time of the signature and `now`, in seconds; default 300. */
  tolerance?: number;
}

/**
 * The result of a verification: the time of the signature in seconds, or a problem as a sentence.
 */
export type Verification =
  | { ok: true; scheme: SignatureScheme; timestamp: number }
  | { ok: false; problem: string };

/** Maximum difference between a signature's time and the receiver's clock, in seconds. */
const TOLERANCE_SECONDS = 300;

/** Verifies a received webhook message. Never throws. */
export function verifyWebhook(message: SignedMessage): Verification {
  const scheme = message.scheme === 'auto' ? schemeOf(message.headers) : message.scheme;
  if (scheme === null) {
    return refusedSignature(
      'The request is not signed: it has neither webhook-signature nor t=…,v1=….',
    );
  }
  const signed = scheme === 'standard' ? standardParts(message) : tv1Parts(message);
  if (typeof signed === 'string') return refusedSignature(signed);
  if (!/^\d{1,12}$/.test(signed.time))
    return refusedSignature(`${signed.timeField} is no number of seconds.`);
  const timestamp = Number(signed.time);
  const seconds = Math.round(Math.abs(message.now - timestamp));
  const tolerance = message.tolerance ?? TOLERANCE_SECONDS;
  if (seconds > tolerance) {
    const side = timestamp < message.now ? 'ago' : 'in the future';
    return refusedSignature(
      `It was signed ${seconds} s ${side}, and at most ${tolerance} s are allowed. Check the clocks.`,
    );
  }
  const expected = signed.expected();
  return signed.given.some((one) => expected.some((signature) => isEqual(one, signature)))
    ? { ok: true, scheme, timestamp }
    : refusedSignature('The signature fits neither the body nor any given secret.');
}

/** The signature scheme of a request, or null if it is not signed. */
export function schemeOf(headers: WebhookHeaders): SignatureScheme | null {
  if (tv1Header(headers) !== null) return 't-v1';
  return headerValue(headers, STANDARD_HEADERS.signature) === null ? null : 'standard';
}

function refusedSignature(problem: string): Verification {
  return { ok: false, problem };
}

/** A signature and the expected ones. */
interface Signed {
  /** The time as the sender wrote it. */
  time: string;
  timeField: string;
  /** Signatures that were sent; several during a rotation of the secret. */
  given: readonly string[];
  expected(): readonly string[];
}

/** @returns a string if something is missing: what, as a sentence */
function standardParts({ headers, secrets, body }: SignedMessage): Signed | string {
  const [id, time, signatures] = Object.values(STANDARD_HEADERS).map((name) =>
    headerValue(headers, name),
  );
  if (id == null || time == null || signatures == null) {
    return `Of ${Object.values(STANDARD_HEADERS).join(', ')}, not all headers are there.`;
  }
  const keys = secrets.map(signingKey).filter((key) => key !== null);
  if (keys.length === 0) return 'There is no secret of the form whsec_ followed by base64.';
  return {
    time,
    timeField: STANDARD_HEADERS.timestamp,
    // HTTP joins a header that is sent twice with a comma.
    given: signatures.split(' ').map((one) => one.replace(/,$/, '')),
    expected: () => keys.map((key) => standardSignature(key, `${id}.${time}.`, body)),
  };
}

/** @returns a string if something is missing: what, as a sentence */
function tv1Parts({ headers, secrets, body }: SignedMessage): Signed | string {
  const header = tv1Header(headers);
  if (header === null) return 'No …-Signature header has the form t=<seconds>,v1=<hex>.';
  const { time, given } = header;
  return {
    time,
    timeField: 'The t= of the signature',
    given: given.map((one) => one.toLowerCase()),
    expected: () => secrets.map((secret) => digest(secret, `${time}.`, body, 'hex')),
  };
}

/**
 * The header of this scheme: each service has its own name, so any `…-Signature` of this form
 * counts.
 */
function tv1Header(headers: WebhookHeaders): Pick<Signed, 'time' | 'given'> | null {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || !name.toLowerCase().endsWith('-signature')) continue;
    const fields = joinedHeader(value)
      .split(',')
      .map((field) => field.trim());
    const time = fields.find((field) => field.startsWith('t='))?.slice(2);
    const given = fields.flatMap((field) => (field.startsWith('v1=') ? [field.slice(3)] : []));
    if (time !== undefined && given.length > 0) return { time, given };
  }
  return null;
}

/** Compares signatures in constant time. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The value of a header with a name in any case, or null. */
function headerValue(headers: WebhookHeaders, name: string): string | null {
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === name && value !== undefined) return joinedHeader(value);
  }
  return null;
}

/** One text of a header that may have been sent several times. */
function joinedHeader(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(' ');
}
