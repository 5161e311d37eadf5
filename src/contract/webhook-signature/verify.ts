import { STANDARD_HEADERS, verifyStandard } from './standard.js';
import { hasTv1Header, verifyTv1 } from './t-v1.js';
import {
  headerValue,
  type SignatureScheme,
  type Verification,
  type WebhookHeaders,
} from './verification.js';

/** What to verify, and with what. */
export interface SignedMessage {
  /** `auto` goes by the headers. */
  scheme: SignatureScheme | 'auto';
  /** Any one of them may fit: the new and the old one while a secret is being replaced. */
  secrets: readonly string[];
  headers: WebhookHeaders;
  /** What came over the wire, unparsed: a parsed and printed body is another one. */
  body: Uint8Array;
  /** Seconds since the epoch. */
  now: number;
  /** Default 300 s. */
  tolerance?: number;
}

/** Verifies a received webhook message. Never throws. */
export function verifyWebhook(message: SignedMessage): Verification {
  const scheme = message.scheme === 'auto' ? schemeOf(message.headers) : message.scheme;
  if (scheme === null) {
    return {
      ok: false,
      problem: 'The request is not signed: it has neither webhook-signature nor t=…,v1=….',
    };
  }
  return scheme === 'standard'
    ? verifyStandard(message.secrets, message)
    : verifyTv1(message.secrets, message);
}

/** The scheme a request is signed under, or null when it is not signed. */
export function schemeOf(headers: WebhookHeaders): SignatureScheme | null {
  if (hasTv1Header(headers)) return 't-v1';
  return headerValue(headers, STANDARD_HEADERS.signature) === null ? null : 'standard';
}
