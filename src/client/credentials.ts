import { ConfigurationError } from './errors.js';

/** The two halves of `Authorization: Bearer <key>:<secret>`. */
export interface Credentials {
  apiKey: string;
  apiSecret: string;
}

/**
 * Reads the joined form `key:secret`, which people keep as one string; white space around it and a
 * copied `Bearer ` are dropped.
 *
 * @throws {@link ConfigurationError} if one half is missing or invalid in a header; the message
 * never repeats the token
 */
export function parseToken(token: string): Credentials {
  const text = token.trim().replace(/^Bearer\s+/i, '');
  const colon = text.indexOf(':');
  if (colon === -1) {
    throw new ConfigurationError('token', 'The token has no colon: it must be key:secret.', {
      suggestion: 'Join the API key and the API secret with a colon.',
    });
  }
  return checkCredentials({ apiKey: text.slice(0, colon), apiSecret: text.slice(colon + 1) });
}

/**
 * Returns the credentials if they are valid in a header.
 *
 * @throws {@link ConfigurationError} that names the invalid half, never its value
 */
export function checkCredentials(credentials: Credentials): Credentials {
  checkHalf('apiKey', 'API key', credentials.apiKey);
  checkHalf('apiSecret', 'API secret', credentials.apiSecret);
  if (credentials.apiKey.includes(':')) {
    throw new ConfigurationError('apiKey', 'The API key contains a colon.', {
      suggestion: 'Give the key and the secret apart, or joined as one token.',
    });
  }
  return credentials;
}

function checkHalf(field: 'apiKey' | 'apiSecret', name: string, value: string): void {
  if (value === '') throw new ConfigurationError(field, `The ${name} is empty.`);
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new ConfigurationError(
      field,
      `The ${name} contains white space or characters outside ASCII.`,
      { suggestion: 'Copy it again from the API section of the account settings.' },
    );
  }
}

/** Shorter secrets are not redacted: they may be words of a message. */
const MIN_REDACTED_LENGTH = 8;

/** Removes the secret from text that a service may have echoed. */
export function withoutSecret(text: string, { apiSecret }: Credentials): string {
  return apiSecret.length < MIN_REDACTED_LENGTH ? text : text.replaceAll(apiSecret, '***');
}
